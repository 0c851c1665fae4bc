"""Thousands of damaged hand-ins and protocols, drawn by seed: none harms, each is told."""

import tempfile

import pytest

from tests.fuzzing.__main__ import PLACE, table, trials
from tests.sample import slow


pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    "kind, number, variety",
    [
        ("classes", 60, 15),
        ("protocols", 200, 15),
        slow("classes", 2000, 20),
        slow("protocols", 2000, 20),
    ],
)
def test_nothing_damaged_crashes_the_grader_or_hangs_it_or_makes_it_reach_out(
    kind, number, variety, record_property
):
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir=PLACE) as folder:
        tried = trials(kind, folder, 0, number)
    assert not tried.failure, tried.failure
    assert len(tried.cases) == number
    assert len({outcome for _, outcomes, _ in tried.cases for outcome in outcomes}) >= variety
    record_property("figures", table(kind, tried.cases))
