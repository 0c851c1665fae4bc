"""Results that last, in a folder: `store` has them, `keys` says what each is stored under."""
