"""Which failures are one problem: the same value, line or message, whichever check shows it."""

from grader.diagnose.problems import likeness, problems
from grader.records.results import Difference
from tests.documents import changed, submission
from tests.test_problems import WRONG


def valued(check, expected, actual, call, instance="a"):
    """A failed result of a driver's check, in whose line a value is wrong."""
    column = next(place for place in range(99) if expected[: place + 1] != actual[: place + 1])
    difference = Difference(1, expected, actual, column, instance=instance)
    function = check.partition("/")[0]
    return changed(WRONG, check=check, function=function, call=call, difference=difference)


OF_MOVES = [
    ("solution/a", "a, moves(): 4", "a, moves(): 5", "solver.solution()"),
    ("random/a", "a: 4", "a: 5", "Solver(Board([[1]])).moves()"),
    ("compared/a", "a: 4", "a: 5", "Solver(Board([[2]])).moves()  # == compares boards"),
    ("beside/a", "a beside b, moves: 4", "a beside b, moves: 5", "solver.is_solvable()"),
    (
        "answers/a",
        "a, solvable, moves, rows: True, 4, 9",
        "a, solvable, moves, rows: True, 5, 9",
        "x",
    ),
    ("command/a", "Minimum number of moves = 4", "Minimum number of moves = 5", "run()"),
]
OF_NONE = [
    ("unsolvable/a", "a, moves(): -1", "a, moves(): None", "solver.moves()"),
    ("answers/b", "a, solvable, moves: False, -1", "a, solvable, moves: False, no int", "x"),
]
OTHERS = [
    ("answers/c", "a, solvable, moves: True, 4", "a, solvable, moves: False, 4", "x"),
    ("hamming/a", "a: 4", "a: 5", "Board([[1]]).hamming()"),
    (
        "kth/a",
        "a, neighbor 0: hamming 4, manhattan 5, of 1 2",
        "a, neighbor 0: hamming 4, none",
        "x",
    ),
]


def test_a_wrong_value_is_one_thing_whichever_check_shows_it_and_however():
    assert {likeness(valued(*values)) for values in OF_MOVES} == {("number", "moves")}
    assert {likeness(valued(*values)) for values in OF_NONE} == {("value", "moves")}
    several = [likeness(valued(*values)) for values in OTHERS]
    assert len({*several, ("number", "moves"), ("value", "moves")}) == len(several) + 2
    both = [valued(*values) for values in (*OF_MOVES, *OF_NONE)]
    assert sizes(*both) == [len(OF_MOVES), len(OF_NONE)]


def sizes(*results):
    """How many results each problem of a submission with these has."""
    return [len(problem.results) for problem in problems(submission("ada", results))]


def test_a_grid_in_the_place_of_words_is_one_thing_in_all_sizes():
    grids = "2 1 / 3 0", "2 1 3 / 4 5 6 / 7 8 0"
    lines = [f"a, twin 1: hamming 2, manhattan 0, not 2 and 2, of {grid}" for grid in grids]
    shown = [valued("kth/a", "a, twin 1: those of the board", line, "x") for line in lines]
    assert len(set(map(likeness, shown))) == 1
