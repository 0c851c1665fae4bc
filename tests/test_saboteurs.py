"""Hostile programs between right ones, one check at a time: each meets what the last one left."""

import os

import pytest

from tests import hostile_class


pytestmark = hostile_class.MARKS


# CI tries the usual mode here, and `make test-all` all modes; test_hostile tries them as well.
USUAL = "landlock-user" if os.getuid() else "user-root"
MODES = [
    pytest.param(mode, marks=() if str(mode) == USUAL else pytest.mark.slow)
    for mode in hostile_class.MODES
]


@pytest.fixture(scope="module", params=MODES, ids=str)
def graded(request):
    """All that came of grading the class in one mode."""
    with hostile_class.graded(request.param, jobs=1) as result:
        yield result


def test_right_programs_between_them_fare_as_before_them(graded):
    hostile_class.assert_unharmed(graded)


def test_no_program_finds_what_its_first_run_left(graded, record_property):
    record_property("contained", [str(graded.mode), hostile_class.cells(graded)])
    hostile_class.assert_nothing_was_done(graded)
    for program, (first, *again) in graded.hostile.items():
        if again:
            assert again[0]["run"]["stdout"] == first["run"]["stdout"], program


def test_nothing_of_them_is_left_running_or_on_disk_or_in_the_kernel(graded):
    hostile_class.assert_nothing_is_left(graded)
