"""Exports: the grader with one assignment, packed as each course system expects it."""
