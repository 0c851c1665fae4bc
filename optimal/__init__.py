"""Shortest solutions of sliding-tile boards, any 15-puzzle's among them, in pure Python.

    >>> solve([[1, 2, 3, 4], [5, 6, 7, 8], [0, 10, 11, 12], [9, 13, 14, 15]])
    ['down', 'right', 'right', 'right']
"""

from functools import cache

GROUPS = {
    2: [[1, 2, 3]],
    3: [[1, 2, 4, 5], [3, 6, 7, 8]],
    4: [[5, 9, 10, 13, 14], [1, 2, 3, 6, 7], [4, 8, 11, 12, 15]],
    5: [[1, 2, 6, 7], [3, 4, 5, 10], [8, 9, 13, 14], [11, 12, 16, 17], [15, 19, 20, 24], [18, 21, 22, 23]],
}


def solve(rows, progress=None):
    """The moves of a shortest solution: 'up', 'down', 'left', 'right' is the way the blank moves. See `search`."""
    return search(rows, progress).moves


def search(rows, progress=None):
    """The Solution of a board: N rows of N integers, 0 the blank, N >= 2; ValueError if it is malformed or unsolvable."""
    from . import grid, lines

    n, tiles = grid.checked(rows)
    return engine(n).search(tiles, progress) if n in GROUPS else lines.search(n, tiles, progress)


@cache
def engine(n):
    """The Engine for N-by-N boards, made when it is first needed."""
    from . import patterns
    from .idastar import Engine

    return Engine(patterns.made(n, GROUPS[n]))
