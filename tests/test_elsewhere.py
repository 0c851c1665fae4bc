"""What explains one function of a driver is tried first in the others."""

import pytest

from grader.diagnose import rehearsal
from tests import documents
from tests.mistakes_npuzzle import ASSIGNMENT, combined, records_of


def runs_to_name(both, groups):
    """({name: cause} of a program with both mistakes, the runs of variants to find them)."""
    checks = [check for check in ASSIGNMENT.checks if check.group in groups]
    records = records_of(combined(*both), checks)
    rehearsal.rehearsed.cache_clear()
    causes = documents.causes(records, ASSIGNMENT)
    return {cause.name: cause for cause in causes}, rehearsal.rehearsed.cache_info().misses


@pytest.mark.long
def test_rivals_are_not_looked_for_where_a_mistake_that_is_certain_elsewhere_explains_all():
    both = "blank_counted", "path_reversed"
    groups = "hamming manhattan any-order kth solution-model two-solvers answers".split()
    found, runs = runs_to_name(both, groups)
    assert found.keys() == set(both)
    assert not any(cause.rivals for cause in found.values())
    assert runs <= 550, runs  # 861 if each function is explained as if it were the only one


@pytest.mark.long
def test_what_is_certain_in_two_functions_is_tried_together_in_a_third():
    both = "every_board_is_goal", "path_with_a_board_twice"
    found, runs = runs_to_name(both, ["is_goal", "solution", "solution-model"])
    assert found.keys() == set(both)
    for cause in found.values():
        assert {"solution/2x2", "solution/3x3"} <= set(cause.checks), cause
        assert not cause.partly
    assert runs <= 1_050, runs  # 1,332 if the third is explained as if it were the only one


@pytest.mark.long
def test_a_mistake_in_board_explains_no_check_with_the_models_board_and_each_check_once():
    both = "rows_and_columns_confused", "goal_test_at_push"
    found, _ = runs_to_name(both, ["manhattan", "is_goal", "solution", "solution-model"])
    assert found.keys() == set(both)
    for name, cause in found.items():
        assert len(set(cause.checks)) == len(cause.checks)
        assert "solution/3x3" in cause.checks
        assert ("solution-model/3x3" in cause.checks) == (name == "goal_test_at_push")
