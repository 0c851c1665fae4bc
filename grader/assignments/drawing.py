"""Draws random boards; the board's name, explained in `sliding`, gives kind, size and seed.

Students' copies of the grader lack this module, since it knows what a move is and which boards are
solvable. There the boards are files.
"""

import random
from collections.abc import Callable, Iterator, Sequence

from grader.assignment.searching import Searching
from grader.assignments.squares import Rows, square
from grader.traces import State


Chance = random.Random


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


def _unsolvable(chance: Chance, n: int) -> Rows:
    """The rows of a board from which no moves lead to the goal."""
    return _solvable(chance, n, wanted=False)


def is_solvable(board: Rows) -> bool:
    """Whether moves lead from a board to the goal: the permutation of all squares must be even just
    if the blank is an even number of moves away from its corner, since each move is one exchange
    (Johnson & Story 1879).

    >>> is_solvable([[1, 2], [0, 3]]), is_solvable([[2, 1], [3, 0]])
    (True, False)
    """
    n, tiles = len(board), [tile for row in board for tile in row]
    blank = tiles.index(0)
    away = 2 * (n - 1) - blank // n - blank % n
    cycles, visited = 0, set()
    for start in range(n * n):
        cycles += start not in visited
        while start not in visited:
            visited.add(start)
            start = (tiles[start] - 1) % (n * n)
    return (n * n - cycles) % 2 == away % 2


def _from_goal(chance: Chance, n: int, steps: int) -> Rows:
    """The rows of a board some random moves from the goal."""
    return square(n, walk(chance, n, [*range(1, n * n), 0], steps))


def _exchanged(chance: Chance, n: int, steps: int) -> Rows:
    """The rows of a board some random moves from the goal with its tiles 1 and 2 exchanged."""
    return square(n, walk(chance, n, [2, 1, *range(3, n * n), 0], steps))


def walk(chance: Chance, n: int, tiles: Sequence[int], steps: int) -> list[int]:
    """The tiles of a board after random moves into its blanks, none of them undone by the next."""
    tiles = list(tiles)
    before: tuple[int, int] | None = None
    for _ in range(steps):
        moves = [
            (blank, other)
            for blank, tile in enumerate(tiles)
            if not tile
            for other in beside(blank, n)
            if tiles[other] and (other, blank) != before
        ]
        before = blank, other = chance.choice(moves)
        tiles[blank], tiles[other] = tiles[other], 0
    return tiles


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
    "unsolvable": _unsolvable,
    "walk": _from_goal,
    "exchanged": _exchanged,
}
