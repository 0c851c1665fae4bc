"""Grading: what is to be done, doing it, and what explains what came of it."""
