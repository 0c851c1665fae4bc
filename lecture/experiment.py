"""The experiment: runs each algorithm on the same random boards.

>>> record, = run("astar", [Board([[1, 2], [0, 3]])], [1])
>>> record[:7]
('astar', '1 2 0 3', 1, 1, 2, 3, 2)
"""

import random
from collections.abc import Iterable, Iterator
from time import process_time
from typing import NamedTuple

from board import Board
from solver import Solver


class Record(NamedTuple):
    """The measurements of one algorithm on one board; `optimal` is the least number of moves."""

    algorithm: str
    tiles: str
    optimal: int
    moves: int
    expanded: int
    generated: int
    max_frontier: int
    branching: float
    crude_branching: float
    cpu_s: float


def random_board(n: int, chance: random.Random) -> Board:
    """A random solvable n-by-n board; all are equally likely.

    >>> random_board(2, random.Random(1)).is_solvable()
    True
    """
    tiles = chance.sample(range(n * n), n * n)
    board = Board([tiles[start : start + n] for start in range(0, n * n, n)])
    return board if board.is_solvable() else board.twin()


def random_boards(count: int, n: int, seed: int) -> list[Board]:
    """`count` random boards; the same seed gives the same boards."""
    chance = random.Random(seed)
    return [random_board(n, chance) for _ in range(count)]


def run(algorithm: str, boards: Iterable[Board], optimal: Iterable[int]) -> Iterator[Record]:
    """Yield the Record of an algorithm on each board; `optimal` has the boards' least moves."""
    for board, moves in zip(boards, optimal):
        yield _measured(algorithm, board, moves)


def _measured(algorithm: str, board: Board, optimal: int) -> Record:
    """The Record of an algorithm on a board."""
    start = process_time()
    solver = Solver(board, algorithm)
    cpu_s = process_time() - start
    moves, generated = solver.moves(), solver.generated
    tiles = " ".join(str(tile) for row in board.rows() for tile in row)
    return Record(
        algorithm,
        tiles,
        optimal,
        moves,
        solver.expanded,
        generated,
        solver.max_frontier,
        effective_branching_factor(generated, moves),
        crude_branching_factor(generated, moves),
        cpu_s,
    )


def effective_branching_factor(generated: int, moves: int) -> float:
    """b in N = b + b^2 + ... + b^moves, where N is `generated` without the start (Nilsson 1971).

    >>> round(effective_branching_factor(53, 5), 2)
    1.92
    """
    low, high = 0.0, (generated - 1) ** (1 / moves) if moves > 0 else 0.0
    for _ in range(50):
        b = (low + high) / 2
        if sum(b**k for k in range(1, moves + 1)) < generated - 1:
            low = b
        else:
            high = b
    return high


def crude_branching_factor(generated: int, moves: int) -> float:
    """N^(1/moves), where N is `generated` without the start; 0 if there were no moves.

    Some courses use it in place of the effective branching factor. It is larger, as it takes all
    nodes to be in the last layer.

    >>> crude_branching_factor(1001, 3), crude_branching_factor(1, 0)
    (10.0, 0.0)
    """
    return round((generated - 1) ** (1 / moves), 12) if moves > 0 else 0.0
