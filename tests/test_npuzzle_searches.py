"""Mistakes of npuzzle in searches, and in the neighbors for them, are named in each way."""

import pytest

from tests import documents
from tests.mistakes_npuzzle import ASSIGNMENT, KNOWN, checks_of, records_of, variant


GROUPS = "solution-model", "random", "two-solvers", "unsolvable-model", "compared"
NAMES = [check.name for check in checks_of(*GROUPS) if not check.name.endswith(("/3x3", "/mixed"))]


def named(name, way, checks=NAMES):
    """The names of the causes for a variant of the reference with one way to make a mistake."""
    causes = documents.causes(records_of(variant(name, way), *checks), ASSIGNMENT)
    return [cause.names for cause in causes]


@pytest.mark.parametrize(
    "name, way",
    [
        ("goal_test_not_called", 0),
        ("goal_test_not_called", 1),
        ("moves_never_counted", 0),
        ("moves_never_counted", 1),
    ],
)
def test_a_first_board_that_is_taken_for_the_goal_is_no_number_of_moves_that_stays_0(name, way):
    assert named(name, way) == [(name,)]


@pytest.mark.parametrize("way", range(4))
@pytest.mark.parametrize("name", ["h_weighted", "sum_of_distances"])
def test_twice_a_distance_is_not_taken_for_the_sum_of_both(name, way):
    assert named(name, way) == [(name,)]


def test_a_right_search_that_is_too_slow_is_not_said_to_lack_an_end_for_unsolvable_boards():
    asked = "solution-model/4x4", "unsolvable-model"
    slow, *others = records_of(variant("unsolvable_loops"), *asked)
    assert slow.passed
    slow = documents.changed(slow, verdict="time_limit", points={"moves": 0, "solution": 0})
    (cause,) = documents.causes([slow, *others], ASSIGNMENT)
    assert cause.name == "unsolvable_loops"
    assert cause.checks == tuple(one.check for one in others if not one.passed) != ()


@pytest.mark.parametrize("verdict", ["runtime_error", "time_limit"])
def test_a_mistake_of_boards_is_named_though_the_import_of_the_solver_fails(verdict):
    records = records_of(variant("equality_by_string"), "solver", "equality/easy")
    records[0] = documents.changed(records[0], verdict=verdict)
    assert documents.names(records, ASSIGNMENT) == ["equality_by_string"]


@pytest.mark.parametrize("move", ["k >= i", "k <= i", "m >= j", "m <= j"])
def test_neighbors_of_the_first_direction_alone_are_named_where_they_raise_exceptions_too(move):
    edits = [way["board.py"] for way in KNOWN["neighbors_left_out"].ways]
    (way,) = [place for place, ((_, new),) in enumerate(edits) if new.endswith(f"not ({move}):")]
    asked = "neighbors", "neighbors-twice", "kth", "kth-dimension", "equality"
    assert named("neighbors_left_out", way, asked) == [("neighbors_left_out",)]
