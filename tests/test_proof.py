"""The proof of all assignments, which runs beside the tests: this waits for it, last of all."""

import re

import pytest

from grader.assignment import folders


pytestmark = [pytest.mark.once, pytest.mark.long]


@pytest.mark.timeout(1800)
def test_every_assignment_is_as_it_should_be(proof):
    status, output = proof
    problems = re.findall("^WRONG: .*", output, re.MULTILINE)
    assert status == 0, "\n".join([*problems, *output.splitlines()[-len(folders.names()) :]])
    assert not problems and set(re.findall(r"^verified: (\S+) \(", output, re.MULTILINE)) == set(
        folders.names()
    )
