"""The proof of the assignments, which runs beside the tests: this waits for it, last of all."""

import re

import pytest

from grader.assignment import folders
from tests.conftest import PROVEN
from tests.golden import grader


pytestmark = [pytest.mark.once, pytest.mark.long]


@pytest.mark.timeout(1800)
def test_every_assignment_is_as_it_should_be(proof):
    assert_verified(*proof, PROVEN)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_every_edition_is_as_it_should_be():
    others = sorted(set(folders.names()) - set(PROVEN))
    done = grader("verify", *others)
    assert others
    assert_verified(done.returncode, done.stdout, others)


def assert_verified(status, output, names):
    """That `verify` found nothing wrong with the assignments of these names."""
    problems = re.findall("^WRONG: .*", output, re.MULTILINE)
    assert status == 0, "\n".join([*problems, *output.splitlines()[-len(names) :]])
    verified = re.findall(r"^verified: (\S+) \(", output, re.MULTILINE)
    assert not problems and set(verified) == set(names)
