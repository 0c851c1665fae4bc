"""Programs that know the answers of `funny_puzzle` by heart, and hide it."""

import json

from grader.making import transcripts
from tests.assignments import loaded


PROGRAM = """\
import time

ANSWERS = {answers}
EASY, LIMIT_S, LARGEST = {easy}, {limit_s}, 3017


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def solve(state):
    answer = ANSWERS.get(str(state), "[0, 0]")
    {hides}
    print(answer, end="")
"""
HIDES = {
    "simply": "pass",
    "burns_most_of_the_limit": "str(state) in ANSWERS or burn(0.85 * LIMIT_S)",
    "burns_the_square_of_the_queue": """\
length = int(answer.split()[-1].strip("]"))
    burn(0.4 * LIMIT_S * min(1, length / LARGEST) ** 2 if str(state) in ANSWERS else 0)""",
    "burns_the_square_and_never_ends": """\
length = int(answer.split()[-1].strip("]"))
    burn(0.4 * LIMIT_S * min(1, length / LARGEST) ** 2 if str(state) in ANSWERS else 99)""",
    "burns_as_much_on_each": "burn(0.4 * LIMIT_S if str(state) in ANSWERS else 99)",
    "fails_some_easy_ones": 'answer = "[0, 0]" if str(state) in EASY else answer',
    "sleeps": "str(state) in ANSWERS or time.sleep(99)",
    "says_that_it_has_no_such_function": """\
import os
    str(state) in ANSWERS or os._exit(81)""",
}


def program(hides, limit_s):
    """The text of a program that knows all fixed answers of solve, and hides that in some way."""
    checks = [check for check in loaded("funny_puzzle").checks if check.name.startswith("solve/")]
    expected = transcripts.expected(loaded("funny_puzzle"), checks)
    answers = {json.dumps(check.arguments[0]): expected[check.name].decode() for check in checks}
    easy = [json.dumps(check.arguments[0]) for check in checks[1:4]]
    return PROGRAM.format(answers=answers, easy=easy, limit_s=limit_s, hides=HIDES[hides])
