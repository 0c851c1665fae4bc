"""Course systems: what each gives to the grader, and what it takes from it, in one module each."""
