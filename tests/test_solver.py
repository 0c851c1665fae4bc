"""Solver: one property over every algorithm, and the textbook's promises, counted."""

import random
from collections import deque
from itertools import permutations

import pytest

import optimal
import solver
from board import Board
from lecture.options import NOT_OPTIMAL
from solver import ALGORITHMS, Solver
from tests.boards import board_from, distances_from_goal, frontiers, goal, random_board
from tests.helpers import error_of, python


PUZZLE04 = Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]])
UNSOLVABLE = Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]])
SLOW_BEYOND = {"bfs": 18, "astar-hamming": 22}  # moves from which on a search is slow


by_each_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS)


@pytest.fixture(scope="module")
def board_at():
    """For 0 to 31 moves, a 3-by-3 board that needs so many."""
    first = {}
    for board, moves in distances_from_goal(3).items():
        first.setdefault(moves, board)
    return [first[moves] for moves in range(32)]


def assert_solved(board, algorithm, moves):
    """A legal path, from the start, to the goal; optimal where promised."""
    result = Solver(board, algorithm)
    path = result.solution()
    assert result.is_solvable() and path[0] == board and path[-1].is_goal()
    assert all(after in before.neighbors() for before, after in zip(path, path[1:]))
    assert len(path) == result.moves() + 1
    assert result.moves() >= moves if algorithm in NOT_OPTIMAL else result.moves() == moves
    assert result.generated >= result.expanded >= 0 and 0 <= result.max_frontier <= result.generated


# ---- Every algorithm ----


@by_each_algorithm
def test_every_algorithm_solves_all_solvable_2x2_boards(algorithm):
    for board, moves in distances_from_goal(2).items():
        assert_solved(board, algorithm, moves)


@by_each_algorithm
def test_every_algorithm_finds_legal_paths_that_are_shortest_where_promised(algorithm, board_at):
    for moves in range(SLOW_BEYOND.get(algorithm, 31), -1, -3):
        assert_solved(board_at[moves], algorithm, moves)


@by_each_algorithm
def test_every_algorithm_finds_no_solution_of_an_unsolvable_board(algorithm):
    for tiles in permutations(range(4)):
        board = board_from(2, tiles)
        if board not in distances_from_goal(2):
            result = Solver(board, algorithm)
            assert (result.is_solvable(), result.moves(), result.solution()) == (False, -1, None)
    assert Solver(UNSOLVABLE, algorithm).moves() == -1


@pytest.mark.parametrize("algorithm", ("auto", "greedy-sum", "astar", "astar-lockstep"))
@pytest.mark.parametrize("n", (4, 10))
def test_larger_boards_a_few_moves_from_the_goal_are_solved(algorithm, n):
    for seed in range(2):
        board, chance = goal(n), random.Random(seed)
        for _ in range(11):
            board = chance.choice(board.neighbors())
        assert_solved(board, algorithm, Solver(board, "bfs").moves())


# ---- The frontier ----


def dequeued(search):
    """(priority, h, order, node) of each dequeue, and the length of the frontier before it."""
    return [(min(frontier), len(frontier)) for frontier in search]


def test_among_equal_priorities_the_lower_heuristic_is_dequeued_first_then_the_older_node():
    for frontier in frontiers("astar", random_board(3, 4)):
        ties = [
            (node.board.manhattan(), order)
            for priority, _, order, node in frontier
            if priority == frontier[0][0]
        ]
        assert frontier[0][1:3] == min(ties)
        assert len({order for _, _, order, _ in frontier}) == len(frontier)


def test_breadth_first_search_expands_the_boards_that_a_plain_queue_does_in_its_order(board_at):
    start = board_at[12]
    queue, reached, expanded = deque([start]), {start}, []
    while not queue[0].is_goal():
        expanded.append(queue.popleft())
        beyond = [board for board in expanded[-1].neighbors() if board not in reached]
        reached.update(beyond)
        queue.extend(beyond)
    steps = dequeued(frontiers("bfs", start))
    assert [entry[-1].board for entry, _ in steps] == [*expanded, queue[0]]
    result = Solver(start, "bfs")
    assert (result.expanded, result.generated) == (len(expanded) + 1, len(reached))
    assert result.max_frontier == max(length for _, length in steps)


def test_lockstep_takes_turns_and_counts_both_searches():
    alone = [entry[-1].board for entry, _ in dequeued(frontiers("astar", PUZZLE04))]
    result = Solver(PUZZLE04, "astar-lockstep")
    boards = [frontier[0][-1].board for frontier in frontiers("astar-lockstep", PUZZLE04)]
    assert boards[0] == PUZZLE04 and boards[1] == PUZZLE04.twin()
    assert boards[::2] == alone
    assert result.expanded == 5 + 4 and result.generated > 10
    unsolvable = Solver(PUZZLE04.twin(), "astar-lockstep")
    assert not unsolvable.is_solvable() and unsolvable.expanded > 0
    other = Solver(PUZZLE04.twin(), "astar")
    assert (other.expanded, other.generated, other.max_frontier) == (0, 0, 0)


# ---- The object ----


@pytest.mark.parametrize("stranger", (None, "3 0 1 3", [[1, 2], [3, 0]], 7, Board))
def test_a_solver_takes_nothing_but_a_board(stranger):
    assert error_of(TypeError, Solver, stranger) == f"Solver: expected a Board, got {stranger!r}"


def test_an_unknown_algorithm_is_refused_with_the_names_of_the_known():
    assert error_of(ValueError, Solver, PUZZLE04, "dijkstra") == (
        "Solver: expected one of auto, bfs, greedy-hamming, greedy-manhattan, greedy-sum, "
        "astar, astar-hamming, astar-lockstep, got 'dijkstra'"
    )


def test_a_changed_list_of_boards_changes_no_solver():
    result = Solver(PUZZLE04)
    result.solution().clear()
    assert len(result.solution()) == 5 and result.solution() == Solver(PUZZLE04).solution()


def test_the_textbook_searches_load_no_engine():
    search = "from solver import *; Solver(Board([[1, 2], [0, 3]]), 'astar')"
    program = f"import sys; {search}; print('optimal' in sys.modules)"
    assert python("-c", program).stdout == "False\n"


def test_the_engine_solves_2x2_and_3x3_boards_too_and_says_what_it_took(board_at):
    for board in board_at[31], goal(2):
        result = Solver(board)
        engine = optimal.search(board.rows())
        assert solver.directions(result.solution()) == engine.moves
        counters = result.expanded, result.generated, result.max_frontier
        assert counters == (engine.expanded, engine.generated + 1, 0)
