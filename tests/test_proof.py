"""The proof of the assignments, which takes a core for a minute."""

import re

import pytest

from grader.assignment import folders
from tests.helpers import python
from tests.sample import slow


pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

USUAL = {"funny_puzzle", "npuzzle"}


@pytest.mark.parametrize(
    "names",
    [USUAL, slow({*folders.names()} - USUAL)],
    ids=["assignments", "editions"],
)
def test_every_assignment_is_as_it_should_be(names):
    done = python("-m", "grader", "verify", "--jobs", 2, *sorted(names))
    problems = re.findall("^WRONG: .*", done.stdout, re.MULTILINE)
    assert done.returncode == 0, "\n".join([*problems, *done.stdout.splitlines()[-len(names) :]])
    verified = re.findall(r"^verified: (\S+) \(", done.stdout, re.MULTILINE)
    assert not problems and set(verified) == names != set()
