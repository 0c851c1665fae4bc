"""The search, against all distances of the 8-puzzle, and against A* on larger boards."""

import sys
from itertools import islice, permutations

import pytest

import optimal
from board import Board
from optimal import grid, lines, manhattan, pruning
from solver import Solver
from tests.boards import after, rows_of, walked
from tests.helpers import error_of, run_at_root


def assert_shortest(rows, moves, fewest):
    """The moves lead from these rows to the goal, and are as few as there may be."""
    assert after(rows, moves) == [*range(1, len(rows) ** 2), 0]
    assert len(moves) == fewest


def a_star_moves(rows):
    """The length of a shortest solution, by textbook A*, which shares no code with it."""
    return Solver(Board(rows), "astar").moves()


SLOW = [pytest.mark.slow, pytest.mark.timeout(3600)]


@pytest.mark.parametrize("step", [401, pytest.param(1, marks=SLOW)])
def test_8_puzzles_and_the_two_hardest_are_solved_in_the_fewest_moves(step, distances):
    hardest = [tiles for tiles, moves in distances.items() if moves == 31]
    assert len(hardest) == 2
    for tiles in [*list(distances)[::step], *hardest]:
        assert_shortest(rows_of(tiles, 3), optimal.solve(rows_of(tiles, 3)), distances[tiles])


@pytest.mark.parametrize(
    "n, lengths", [(4, [*range(26)] * 16), (5, [16] * 6), (7, [16] * 6), (10, [16] * 6)]
)
def test_random_boards_up_to_25_moves_agree_with_a_star(n, lengths):
    for seed, length in enumerate(lengths):
        rows = walked(n, length, seed)
        assert_shortest(rows, optimal.solve(rows), a_star_moves(rows))


@pytest.mark.long
def test_easy_boards_are_solved_in_the_fewest_moves_without_tables(monkeypatch):
    boards = [walked(n, 39 if n == 4 else 14, seed) for n in (4, 5, 6) for seed in range(12)]
    expected = [len(optimal.solve(rows)) for rows in boards]
    assert max(expected) >= 26
    monkeypatch.setattr(optimal, "engine", None)
    for rows, moves in zip(boards, expected):
        solution = optimal.quick_search(rows)
        assert_shortest(rows, solution.moves, moves)
        assert solution.expanded <= solution.generated + 1


def test_a_board_that_is_not_easy_is_solved_with_tables_and_both_searches_count(monkeypatch):
    rows = walked(4, 200, 3)
    tiles = sum(rows, [])
    monkeypatch.setattr(optimal, "MOST_WITHOUT_TABLES", 1000)
    first, is_solved = manhattan.search(4, tiles, 1000)
    second, both = optimal.search(rows), optimal.quick_search(rows)
    assert (first.moves, first.generated, is_solved) == ([], 1000, False)
    expanded, generated = first.expanded + second.expanded, 1000 + second.generated
    assert both == (second.moves, expanded, generated)


def test_the_search_by_manhattan_distances_agrees_with_all_distances(distances):
    for tiles in list(distances)[::5003]:
        solution, is_solved = manhattan.search(3, tiles, 10**7)
        assert is_solved
        assert_shortest(rows_of(tiles, 3), solution.moves, distances[tiles])


def test_a_search_without_tables_ends_at_its_limit():
    tiles = sum(walked(4, 40, 1), [])
    needed = manhattan.search(4, tiles, 10**6)[0].generated
    assert manhattan.search(4, tiles, needed)[1] and not manhattan.search(4, tiles, needed - 1)[1]


def test_the_search_by_lines_agrees_with_all_distances(distances):
    for tiles in list(distances)[::5003]:
        assert_shortest(rows_of(tiles, 3), lines.search(3, tiles).moves, distances[tiles])


def test_manhattan_and_conflicts_never_exceed_the_distance_and_are_kept_up_to_date(distances):
    for tiles in list(distances)[::101]:
        board = lines.Board(3, tiles)
        assert board.h <= distances[tiles] and (board.h - distances[tiles]) % 2 == 0
        for square in board.around[board.blank]:
            here = board.blank
            board.move(square)
            assert board.h == lines.Board(3, board.tiles).h
            board.move(here)


def test_a_127_by_127_board_is_solved():
    rows = walked(127, 12, 1)
    assert_shortest(rows, optimal.solve(rows), 12)


def test_the_goal_needs_no_move_and_no_node():
    for n in (2, 3, 4, 5, 6, 7):
        goal = rows_of([*range(1, n * n), 0], n)
        assert optimal.search(goal) == optimal.quick_search(goal) == ([], 0, 0)


def test_tuples_and_lists_of_rows_are_the_same_and_stay_as_they_were():
    rows = walked(4, 30, 5)
    copy = [list(row) for row in rows]
    assert optimal.search(rows) == optimal.search(tuple(map(tuple, rows)))
    assert rows == copy


def test_two_searches_in_turns_do_not_disturb_each_other():
    outer, inner = walked(4, 200, 3), walked(4, 30, 4)
    alone, solutions = optimal.search(outer), []
    assert optimal.search(outer, lambda *_: solutions.append(optimal.search(inner))) == alone
    assert solutions and all(solution == optimal.search(inner) for solution in solutions)


@pytest.mark.parametrize(
    "rows, message",
    [
        ([], "board: expected N rows of N tiles, N >= 2, got []"),
        ([[1, 2], [3]], "board: expected N rows of N tiles, N >= 2, got [[1, 2], [3]]"),
        ([[1, 2], [3, 3]], "board: expected each of 0 to 3 once, got [[1, 2], [3, 3]]"),
        ([[1, 2], [3, False]], "board: expected each of 0 to 3 once, got [[1, 2], [3, False]]"),
        ([[1, 2], [3, 10**5000]], "board: expected each of 0 to 3 once, got [[1, 2], [3, <int>]]"),
        ([[1, 2], [3, "0"]], "board: expected each of 0 to 3 once, got [[1, 2], [3, '0']]"),
        ([[1, 3], [2, 0]], "board: expected a solvable one, got [[1, 3], [2, 0]]"),
    ],
)
def test_what_is_no_solvable_board_is_refused(rows, message):
    assert error_of(ValueError, optimal.solve, rows) == message


def test_parity_tells_the_solvable_boards(distances):
    assert all(
        grid.is_solvable(tiles, 3) == (tiles in distances)
        for tiles in islice(permutations(range(9)), 0, None, 41)
    )


def test_importing_the_package_loads_no_part_of_it():
    code = (
        "import sys, optimal; print([name for name in sys.modules if name.startswith('optimal.')])"
    )
    command = [sys.executable, "-c", code]
    assert run_at_root(*command, check=True).stdout == "[]\n"


def test_the_pruning_machine_forbids_the_first_duplicates_there_are():
    assert pruning.duplicates(2, 4) == {"ud", "du", "lr", "rl"}
    assert {len(word) for word in pruning.duplicates(8, 4)} == {2, 6, 7, 8}
