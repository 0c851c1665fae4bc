"""A program that knows the answers of `funny_puzzle` by heart."""

import json

from grader.making import transcripts
from tests.assignments import loaded


PROGRAM = """\
ANSWERS = {}


def solve(state):
    print(ANSWERS.get(str(state), "[0, 0]"), end="")
"""


def program():
    """The text of a program that knows all fixed answers of solve."""
    checks = [check for check in loaded("funny_puzzle").checks if check.name.startswith("solve/")]
    expected = transcripts.expected(loaded("funny_puzzle"), checks)
    answers = {json.dumps(check.arguments[0]): expected[check.name].decode() for check in checks}
    return PROGRAM.format(answers)
