"""The assignments, each loaded once for all tests that only read it, and their checks by name."""

from functools import cache

from grader.assignment import plan


loaded = cache(plan.load)


def check_named(assignment, name):
    return next(check for check in assignment.checks if check.name == name)
