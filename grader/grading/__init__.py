"""Grading: lists what to grade, runs all checks, and explains the results."""
