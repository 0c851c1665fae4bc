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


def checks_of(*names):
    """The checks of these names or groups."""
    checks = [check for check in ASSIGNMENT.checks if {check.name, check.group} & {*names}]
    assert {*names} <= {name for check in checks for name in (check.name, check.group)}
    return checks


def variant(name, way=0):
    """The variant of the reference that shows a misconception in one of its ways."""
    return REFERENCE.variant(KNOWN[name].ways[way])


def edited(file, *edits):
    """The variant of the reference with these edits of a file."""
    return REFERENCE.variant({file: edits})


def combined(*names):
    """The variant of the reference that shows misconceptions, each in its first way.

    ValueError if they can't be combined.
    """
    both = models.reference(ASSIGNMENT)
    for name in names:
        both = both.variant(KNOWN[name].edits)
    return both


def pairs():
    """The pairs of names of misconceptions that can be combined."""
    for pair in combinations(KNOWN, 2):
        try:
            combined(*pair)
        except ValueError:
            continue
        yield pair


def judged(box, check, files):
    """The result of a check that files, {name: text}, are run on in a sandbox."""
    run = box.run(check, {name: text.encode() for name, text in files.items()})
    return judge(check, run, expected()[check.name])


def records_of(variant, *names):
    """The records of a submission that is a variant, on the checks of these names or groups, or on
    all; only on those that can be predicted.
    """
    return [
        judge(check, run_of(prediction, check), expected()[check.name])
        for check in checks_of(*names) or ASSIGNMENT.checks
        if (prediction := variant.output(check))
    ]
