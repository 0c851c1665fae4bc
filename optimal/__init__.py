"""Finds shortest solutions of sliding-tile boards, of any 15-puzzle among them, in pure Python.

>>> solve([[1, 2, 3, 4], [5, 6, 7, 8], [0, 10, 11, 12], [9, 13, 14, 15]])
['down', 'right', 'right', 'right']
"""

import sys


if sys.version_info < (3, 10):
    sys.stderr.write("optimal: expected Python 3.10 or newer, got %s\n" % sys.version.split()[0])
    sys.exit(2)

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import TYPE_CHECKING, Optional


if TYPE_CHECKING:
    from .idastar import Engine
    from .patterns import Patterns
    from .solution import Solution


Rows = Sequence[Sequence[int]]
Progress = Optional[Callable[[int, int], None]]
GROUPS = {
    2: [[1, 2, 3]],
    3: [[1, 2, 4, 5], [3, 6, 7, 8]],
    4: [[5, 9, 10, 13, 14], [1, 2, 3, 6, 7], [4, 8, 11, 12, 15]],
    5: [
        [1, 2, 6, 7],
        [3, 4, 5, 10],
        [8, 9, 13, 14],
        [11, 12, 16, 17],
        [15, 19, 20, 24],
        [18, 21, 22, 23],
    ],
    6: [
        [1, 2, 7],
        [3, 8, 9],
        [4, 5, 10],
        [6, 11, 12],
        [13, 14, 19],
        [15, 20, 21],
        [16, 17, 22],
        [18, 23, 24],
        [25, 26, 31],
        [27, 32, 33],
        [28, 29, 34],
        [30, 35],
    ],
}
FIRST_WITHOUT_TABLES = (4, 5, 6)  # the groups of boards of smaller dimensions take 0.03 s
MOST_WITHOUT_TABLES = 500_000  # so many successors take 0.07 s


def solve(rows: Rows) -> list[str]:
    """The moves of a shortest solution: the ways that the blank moves, as `search` finds them."""
    return search(rows).moves


def search(rows: Rows, progress: Progress = None) -> "Solution":
    """The Solution of a board, N rows of N integers, 0 the blank.

    ValueError if the rows are no board or it is unsolvable. `progress` is called now and then with
    (a lower bound of the solution's length, the number of nodes generated).
    """
    from . import grid, lines

    n, tiles = grid.checked(rows)
    return engine(n).search(tiles, progress) if n in GROUPS else lines.search(n, tiles, progress)


def quick_search(rows: Rows, progress: Progress = None) -> "Solution":
    """The Solution that `search` finds; an easy board is solved faster, without tables.

    A board whose tables take long to make is first searched without them, so briefly that a hard
    board takes at most a fifth longer. The Solution counts both searches.
    """
    from . import grid, manhattan
    from .solution import Solution

    n, tiles = grid.checked(rows)
    if n not in FIRST_WITHOUT_TABLES:
        return search(rows, progress)
    first, is_solved = manhattan.search(n, tiles, MOST_WITHOUT_TABLES)
    if is_solved:
        return first
    second = engine(n).search(tiles, progress)
    expanded, generated = first.expanded + second.expanded, first.generated + second.generated
    return Solution(second.moves, expanded, generated)


def patient_search(rows: Rows) -> "Solution":
    """The Solution that `quick_search` finds, with the line of `progress_line`."""
    with progress_line() as progress:
        return quick_search(rows, progress)


def progress_line() -> AbstractContextManager:
    """A context manager; it gives a `progress` for `search` that shows a line on a terminal.

    After 20 seconds stderr says once, on a terminal or not, that the board may take for ever.
    """
    from . import progress

    return progress.line(sys.stderr, progress.searching, progress.FOR_EVER)


@cache
def engine(n: int) -> "Engine":
    """The Engine for N-by-N boards, made when it is first asked for.

    It uses the large tables if they have been made, else small ones, which it makes. If the large
    ones can't be used, stderr says why.
    """
    from . import idastar, patterns

    return idastar.Engine(_large(n) or patterns.build(n, GROUPS[n]))


def _large(n: int) -> "Optional[Patterns]":
    """The Patterns of the large tables; None if there are none, or if they can't be used."""
    from . import storage

    try:
        return storage.load(n) if n in storage.GROUPS else None
    except storage.Unusable as problem:
        print(f"optimal: {problem}; going on without", file=sys.stderr)
        return None
