"""What explains one function of a driver is tried first in the others."""

import pytest

from grader.diagnose import rehearsal
from grader.diagnose.explaining import Search
from tests import documents
from tests.mistakes_npuzzle import ASSIGNMENT, combined, records_of


def runs_to_name(both, groups):
    """({name: cause} of a program with both mistakes, the runs of variants to find them).

    The checks are those of some groups, or with such names.
    """
    records = records_of(combined(*both), *groups)
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
    # about 18 more if ways are compared in another order, 437 if each function is explained alone
    assert runs <= 446, runs


@pytest.mark.long
def test_what_is_certain_in_two_functions_is_tried_together_in_a_third():
    both = "every_board_is_goal", "path_with_a_board_twice"
    found, runs = runs_to_name(both, ["is_goal", "solution", "solution-model"])
    assert found.keys() == set(both)
    for cause in found.values():
        assert {"solution/2x2", "solution/3x3"} <= set(cause.checks), cause
        assert not cause.partly
    # about 39 more if an endless search is tried on more boards, 468 if the third is for itself
    assert runs <= 917, runs


@pytest.mark.long
def test_a_mistake_in_board_explains_no_check_with_the_models_board_and_each_check_once():
    both = "rows_and_columns_confused", "goal_test_at_push"
    found, _ = runs_to_name(both, ["manhattan", "is_goal", "solution", "solution-model"])
    assert found.keys() == set(both)
    for name, cause in found.items():
        assert len(set(cause.checks)) == len(cause.checks)
        assert "solution/3x3" in cause.checks
        assert ("solution-model/3x3" in cause.checks) == (name == "goal_test_at_push")


@pytest.mark.long
def test_checks_that_only_ran_into_limits_are_compared_once_for_a_way_and_not_in_pieces(
    monkeypatch,
):
    both, in_pieces = ("path_reversed", "moves_grow_too_fast"), set()
    late = [f"timetable/puzzle{moves}" for moves in (20, 22, 24, 26)]

    def piece_searches(_, part):
        in_pieces.update(one.check.group for one in part)
        return {}

    monkeypatch.setattr(Search, "_piece_searches", piece_searches)
    _, runs = runs_to_name(both, ["solution-model", *late])
    assert "solution-model" in in_pieces
    assert "timetable" not in in_pieces
    assert runs <= 425, runs  # about 45 more if each of them is compared
