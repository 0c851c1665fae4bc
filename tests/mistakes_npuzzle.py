"""Submissions that are variants of npuzzle's reference, as `mistakes` has those of funny_puzzle."""

from functools import cache
from itertools import combinations

from grader.diagnose import models
from grader.judge.judge import judge
from grader.making import transcripts
from tests.assignments import loaded
from tests.mistakes import run_of


ASSIGNMENT = loaded("npuzzle")
KNOWN = {known.name: known for known in ASSIGNMENT.misconceptions if known.edits and not known.slow}
REFERENCE = models.reference(ASSIGNMENT)


@cache
def expected():
    """{name of a check: its transcript}."""
    return transcripts.expected(ASSIGNMENT, ASSIGNMENT.checks)


def combined(*names):
    """The variant of the reference that shows misconceptions, each in its first way.

    ValueError if they can't be combined.
    """
    variant = models.reference(ASSIGNMENT)
    for name in names:
        variant = variant.variant(KNOWN[name].edits)
    return variant


def pairs():
    """The pairs of names of misconceptions that can be combined."""
    for pair in combinations(KNOWN, 2):
        try:
            combined(*pair)
        except ValueError:
            continue
        yield pair


def records_of(variant, checks=ASSIGNMENT.checks):
    """The records of a submission that is a variant, on those checks that can be predicted."""
    return [
        judge(check, run_of(prediction, check), expected()[check.name])
        for check in checks
        if (prediction := variant.output(check))
    ]
