"""The geometry of an N-by-N board.

Squares count from 0 in reading order. Tile t belongs on square t - 1, the blank on the last.
Sets of squares are integers, bit s for square s.
"""

from collections.abc import Sequence
from reprlib import Repr


class _Quotes(Repr):
    """Makes short reprs, also of integers that have too many digits for Python to write."""

    def repr_int(self, value: int, level: int) -> str:
        """The repr of an integer."""
        return super().repr_int(value, level) if value.bit_length() < 1000 else "<int>"


quoted = _Quotes().repr


def neighbors(n: int) -> list[dict[int, str]]:
    """For each square, {neighboring square: the way a blank moves to get there}.

    >>> neighbors(2)
    [{2: 'down', 1: 'right'}, {3: 'down', 0: 'left'}, {0: 'up', 3: 'right'}, {1: 'up', 2: 'left'}]
    """
    around = []
    for square in range(n * n):
        row, column = divmod(square, n)
        ways = [
            (row > 0, -n, "up"),
            (row < n - 1, n, "down"),
            (column > 0, -1, "left"),
            (column < n - 1, 1, "right"),
        ]
        around.append({square + step: word for inside, step, word in ways if inside})
    return around


def words(n: int, squares: Sequence[int]) -> list[str]:
    """The moves of a blank that goes along these squares.

    >>> words(2, [0, 2, 3])
    ['down', 'right']
    """
    around = neighbors(n)
    return [around[here][there] for here, there in zip(squares, squares[1:])]


def distance(n: int, square: int, other: int) -> int:
    """The Manhattan distance of two squares.

    >>> distance(3, 0, 8)
    4
    """
    return abs(square // n - other // n) + abs(square % n - other % n)


def transposed(square: int, n: int) -> int:
    """The square that the reflection across the main diagonal exchanges with this one.

    >>> [transposed(square, 3) for square in range(9)]
    [0, 3, 6, 1, 4, 7, 2, 5, 8]
    """
    return square % n * n + square // n


def reflected(tiles: Sequence[int], n: int) -> tuple[int, ...]:
    """The board reflected across the main diagonal, with its tiles renamed so that the goal stays.

    A solution of one is a solution of the other when up and left, and down and right, are
    exchanged.

    >>> reflected((1, 2, 3, 0), 2), reflected((1, 0, 3, 2), 2)
    ((1, 2, 3, 0), (1, 2, 0, 3))
    """
    mirrored = [tiles[transposed(square, n)] for square in range(n * n)]
    return tuple(transposed(tile - 1, n) + 1 if tile else 0 for tile in mirrored)


def checked(rows: Sequence[Sequence[int]]) -> tuple[int, tuple[int, ...]]:
    """(N, the tiles of `rows` in reading order); ValueError if the rows are no solvable board.

    >>> checked([[1, 2], [0, 3]])
    (2, (1, 2, 0, 3))
    >>> checked([[2, 1], [3, 0]])
    Traceback (most recent call last):
    ValueError: board: expected a solvable one, got [[2, 1], [3, 0]]
    """
    n = len(rows)
    if n < 2 or any(len(row) != n for row in rows):
        raise ValueError(f"board: expected N rows of N tiles, N >= 2, got {quoted(rows)}")
    tiles = tuple(tile for row in rows for tile in row)
    if any(type(tile) is not int for tile in tiles) or sorted(tiles) != list(range(n * n)):
        raise ValueError(f"board: expected each of 0 to {n * n - 1} once, got {quoted(rows)}")
    if not is_solvable(tiles, n):
        raise ValueError(f"board: expected a solvable one, got {quoted(rows)}")
    return n, tiles


def is_solvable(tiles: Sequence[int], n: int) -> bool:
    """Whether the goal can be reached: the permutation is as even as the blank's distance from it.

    Every move exchanges the blank with a tile, which changes both parities. O(N*N): counts cycles.

    >>> is_solvable((1, 2, 3, 4, 5, 6, 8, 7, 0), 3), is_solvable((0, 1, 3, 4, 2, 5, 7, 8, 6), 3)
    (False, True)
    """
    blank = tiles.index(0)
    exchanges = n * n - _cycles([(tile or n * n) - 1 for tile in tiles])
    return (exchanges + 2 * (n - 1) - blank // n - blank % n) % 2 == 0


def _cycles(permutation: Sequence[int]) -> int:
    """How many cycles a permutation of 0, 1, 2, ... has.

    >>> _cycles([0, 2, 1, 3])
    3
    """
    left, count = set(permutation), 0
    while left:
        count += 1
        start = here = left.pop()
        while (here := permutation[here]) != start:
            left.remove(here)
    return count
