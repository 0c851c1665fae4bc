"""Draws random boards; the board's name, explained in `sliding`, gives kind, size and seed.

Students' copies of the grader lack this module, since it knows what a move is and which boards are
solvable. There the boards are files.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from grader.assignment.searching import Searching
from grader.assignments.squares import Rows, square
from grader.traces import State


Chance = random.Random
Move = tuple[int, int]  # (the square of a blank, the square that it moves to)


def drawn(name: str, kind: str, numbers: Sequence[int]) -> Rows:
    """The rows of the board with this name, kind and numbers; the name is the seed, too."""
    return KINDS[kind](random.Random(name), *numbers)


def _any_board(chance: Chance, n: int) -> Rows:
    """The rows of any n-by-n board, each as likely as another."""
    return square(n, chance.sample(range(n * n), n * n))


def _solvable(chance: Chance, n: int, wanted: bool = True) -> Rows:
    """The rows of a solvable board (of an unsolvable one if not `wanted`)."""
    board = _any_board(chance, n)
    if is_solvable(board) != wanted:
        (i, j), (k, m) = [(i, j) for i in range(n) for j in range(n) if board[i][j]][:2]
        board[i][j], board[k][m] = board[k][m], board[i][j]
    return board


def is_solvable(board: Rows) -> bool:
    """Whether moves lead from a board to the goal: the permutation of all squares must be even just
    if the blank is an even number of moves away from its corner, since each move is one exchange
    (Johnson & Story 1879).

    >>> is_solvable([[1, 2], [0, 3]]), is_solvable([[2, 1], [3, 0]])
    (True, False)
    """
    n, tiles = len(board), sum(board, [])
    blank = tiles.index(0)
    away = 2 * (n - 1) - blank // n - blank % n
    cycles, visited = 0, set()
    for start in range(n * n):
        cycles += start not in visited
        while start not in visited:
            visited.add(start)
            start = (tiles[start] - 1) % (n * n)
    return (n * n - cycles) % 2 == away % 2


def _walked(chance: Chance, n: int, steps: int, first: Sequence[int] = (1, 2)) -> Rows:
    """The rows of a board some random moves from the goal, or from one with other `first` tiles."""
    return square(n, walk(chance, n, [*first, *range(3, n * n), 0], steps))


def walk(chance: Chance, n: int, tiles: Sequence[int], steps: int) -> list[int]:
    """The tiles of a board after random moves into its blanks, none of them undone by the next."""
    tiles = list(tiles)
    before: Move | None = None
    for _ in range(steps):
        moves = [move for move in _moves(tiles, n) if move[::-1] != before]
        before = blank, other = chance.choice(moves)
        tiles[blank], tiles[other] = tiles[other], 0
    return tiles


def _moves(tiles: Sequence[int], n: int) -> list[Move]:
    """All moves: of each blank those to the squares above, below, left and right with a tile."""
    moves = []
    for blank, tile in enumerate(tiles):
        if not tile:
            moves += [(blank, other) for other in beside(blank, n) if tiles[other]]
    return moves


def successors(tiles: Sequence[int], n: int) -> Iterator[tuple[int, ...]]:
    """Yield the tiles one move away: a blank has moved up, down, left or right.

    Two blanks are not exchanged.

    >>> list(successors([1, 0, 2, 0], 2))
    [(0, 1, 2, 0), (1, 0, 0, 2)]
    """
    for blank, other in _moves(tiles, n):
        after = list(tiles)
        after[blank], after[other] = after[other], 0
        yield tuple(after)


def beside(place: int, n: int) -> list[int]:
    """The squares of an n-by-n board above, below, left and right of a square.

    >>> beside(0, 3), beside(4, 3)
    ([3, 1], [1, 7, 3, 5])
    """
    row, column = divmod(place, n)
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [i * n + j for i, j in around if 0 <= i < n and 0 <= j < n]


def manhattan(tiles: Sequence[int], n: int) -> int:
    """The sum of the tiles' Manhattan distances on n-by-n squares, tile 1 in the first square.

    >>> manhattan([2, 1, 0, 3], 2)
    3
    """
    return sum(
        abs(square // n - (tile - 1) // n) + abs(square % n - (tile - 1) % n)
        for square, tile in enumerate(tiles)
        if tile
    )


def around(searching: Searching, goal: State, most: int) -> Iterator[list[State]]:
    """Yield the states at distance 0, 1, 2, ... from a goal, until there are `most` states."""
    layer, before = [goal], {goal}
    while layer:
        yield layer
        after = {state for one in layer for state in searching.successors(one)}
        layer = sorted(after - before) if len(before) < most else []
        before |= after


KINDS: dict[str, Callable[..., Rows]] = {
    "random": _any_board,
    "solvable": _solvable,
    "unsolvable": partial(_solvable, wanted=False),
    "walk": _walked,
    "exchanged": partial(_walked, first=(2, 1)),
}
