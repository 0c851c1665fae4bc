"""Results that last, in a folder: `store` reads and writes them, `keys` makes their keys."""
