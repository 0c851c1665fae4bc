"""The puzzle with two blanks: the model solution, proved on all states where that is cheap."""

from collections import Counter
from functools import cache

import pytest

import funny_puzzle
from grader.assignments.funny_puzzle import oracle
from tests.helpers import error_of
from tests.sample import slow


@cache
def deepest():
    """The states that need the most moves."""
    return [state for state, depth in oracle.depths().items() if depth == 24]


@cache
def stride():
    """Some states of all depths."""
    return sorted(oracle.depths())[::113]


def test_there_are_181440_states_and_the_77_deepest_need_24_moves():
    count = Counter(oracle.depths().values())
    assert sum(count.values()) == 181_440 and max(count) == 24 and count[24] == len(deepest()) == 77


@pytest.mark.long
@pytest.mark.once
def test_h_is_admissible_and_consistent_and_successors_are_right_on_every_state():
    depths = oracle.depths()
    h_of = {bytes(state): funny_puzzle.manhattan(state) for state in depths}
    for state, depth in depths.items():
        h = h_of[bytes(state)]
        successors = funny_puzzle.successors(state, h)
        assert h <= depth and {after_h - h for _, after_h in successors} <= {-1, 1}
        expected = sorted(map(bytes, oracle.neighbors(state)))
        assert sorted(successors) == [(after, h_of[after]) for after in expected]
    assert all(funny_puzzle.manhattan(state) == oracle.manhattan(state) for state in stride())


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("step", [30, slow(1)])
def test_solve_prints_a_shortest_path_as_a_textbook_search_does(step, capsys):
    for state in [*stride()[::step], *deepest()[::step]]:
        funny_puzzle.solve(state)
        printed = capsys.readouterr().out
        assert oracle.complaint(state, printed) == ""
        assert printed == oracle.solve_transcript(state)


def test_print_succ_prints_the_successors_in_order(capsys):
    for state in stride():
        funny_puzzle.print_succ(state)
        assert capsys.readouterr().out == oracle.succ_transcript(state)


@pytest.mark.parametrize("function", [funny_puzzle.print_succ, funny_puzzle.solve])
def test_the_argument_is_not_changed_and_may_be_a_tuple(function, capsys):
    state = [2, 5, 1, 4, 0, 6, 7, 0, 3]
    function(state)
    assert state == [2, 5, 1, 4, 0, 6, 7, 0, 3]
    of_list = capsys.readouterr().out
    function(tuple(state))
    assert capsys.readouterr().out == of_list != ""


class Integer:
    """An integer of another library, as numpy's are."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def test_integers_of_other_libraries_are_printed_as_integers(capsys):
    funny_puzzle.solve([Integer(tile) for tile in oracle.GOAL])
    expected = "[1, 2, 3, 4, 5, 6, 7, 0, 0] h=0 moves: 0\nMax queue length: 1\n"
    assert capsys.readouterr().out == expected


@pytest.fixture(params=[funny_puzzle.print_succ, funny_puzzle.solve])
def refusal(request, capsys):
    """A function that tells how an argument is refused, before anything is printed."""

    def refused(state, error):
        name, _, why = error_of(error, request.param, state).partition(": ")
        assert capsys.readouterr().out == ""
        assert name == request.param.__name__
        return why

    return refused


@pytest.mark.parametrize(
    "state",
    [
        None,
        7,
        "123456700",
        [[1, 2, 3], [4, 0]],
        [1, 2, 3, 4, 5, 6, "7", 0.0, None],
        [1, 2, 3, 4, 5, 6, int, 0, 0],
    ],
    ids=str,
)
def test_what_is_no_list_of_integers_is_quoted(refusal, state):
    assert refusal(state, TypeError) == f"expected a list of integers, got {state!r}"


@pytest.mark.parametrize(
    "state, problems",
    [
        ({1, 2}, "missing: 3, 4, 5, 6, 7; blanks instead of two: 0"),
        ([1, 2, 3], "missing: 4, 5, 6, 7; blanks instead of two: 0"),
        ([*range(100)], "out of range: 8, 9, 10, 11, 12, 13, 14, 15, 16; blanks instead of two: 1"),
        ([1, 2, 2, 4, 5, 6, 7, 0, 0], "missing: 3; more than once: 2"),
        (
            [1, 2, 3, 4, 5, 6, 8, -1, 0],
            "missing: 7; out of range: -1, 8; blanks instead of two: 1",
        ),
        ((1, 2, 3, 4, 5, 6, 0, 0, 0), "missing: 7; blanks instead of two: 3"),
    ],
)
def test_bad_input_is_quoted_with_all_that_is_wrong(refusal, state, problems):
    quoted = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...]" if len(state) == 100 else repr(state)
    expected = f"expected the tiles 1 to 7 and two blanks (0), got {quoted}: {problems}"
    assert refusal(state, ValueError) == expected
