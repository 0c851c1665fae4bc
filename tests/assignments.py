"""The assignments, each loaded once for all tests that only read it, and their checks by name."""

from functools import cache

from grader.assignment import plan
from grader.diagnose.variants import MOST_POPS, predicted_in
from grader.records.checks import Check, Limits


loaded = cache(plan.load)


def check_named(assignment, name):
    return next(check for check in assignment.checks if check.name == name)


def predicted(source, function, *arguments, most=MOST_POPS, stdin=""):
    """The Prediction for a call of a function of that source."""
    check = Check("call", "own", Limits(), function, arguments, stdin=stdin)
    return predicted_in(source, check, most)


def solving(name, *instances, **more):
    """A group of an assignment file with calls of funny_puzzle's solve on these instances."""
    parts = {"path": {"points": 1}, "queue": {"points": 1, "lines": "(?i)queue"}}
    calls = {"name": name, "function": "solve", "needs": "import", "instances": [*instances]}
    return calls | {"parts": parts} | more
