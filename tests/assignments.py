"""The assignments, each loaded once for all tests that only read it, and their checks by name."""

from functools import cache

from grader.assignment import plan


loaded = cache(plan.load)


def check_named(assignment, name):
    return next(check for check in assignment.checks if check.name == name)


def solving(name, *instances, **more):
    """A group of an assignment file with calls of funny_puzzle's solve on these instances."""
    parts = {"path": {"points": 1}, "queue": {"points": 1, "lines": "(?i)queue"}}
    calls = {"name": name, "function": "solve", "needs": "import", "instances": [*instances]}
    return calls | {"parts": parts} | more
