"""IDA* by Manhattan distances alone, for boards so easy that tables aren't worth making.

It needs nothing but a list of the slides from each square, and looks at two million successors in
less time than the tables of 4-by-4 boards take to make. Most of those boards that need up to 30
moves take it some thousands (Korf, 1985; the pruning is that of `pruning.py`).
"""

from collections.abc import Sequence
from functools import cache
from itertools import count
from operator import length_hint

from . import pruning
from .grid import neighbors
from .solution import Solution


PRUNED_LENGTH = 6

Slide = tuple[int, list[int], list[int]]


def search(n: int, tiles: Sequence[int], most: int) -> "tuple[Solution, bool]":
    """(The Solution of a solvable board, True); False if it takes more than `most` successors.

    Then the Solution has no moves, and says what the search took so far.
    """
    blank, slides, bound = tiles.index(0), _slides(n), _distance(n, tiles)
    board, path, expanded, left = list(tiles), list[int](), count(), iter(range(most))

    def reaches_goal(blank: int, room: int, h: int, state: int) -> bool:
        """Whether the goal is within `room` moves more than one; its squares go to `path`."""
        next(expanded)
        for square, after, change in slides[blank]:
            if after[state]:
                next(left)
                tile = board[square]
                new_h = h + change[tile]
                if new_h <= room:
                    board[blank] = tile
                    if not new_h or reaches_goal(square, room - 1, new_h, after[state]):
                        path.append(square)
                        return True
                    board[square] = tile
        return False

    found, h = not bound, bound
    try:
        while not found:
            found = reaches_goal(blank, bound - 1, h, pruning.START)
            bound += 2
    except StopIteration:  # of `left`
        path.clear()
    squares, around = [blank, *reversed(path)], neighbors(n)
    words = [around[here][there] for here, there in zip(squares, squares[1:])]
    return Solution(words, next(expanded), most - length_hint(left)), found


def _distance(n: int, tiles: Sequence[int]) -> int:
    """The sum of the tiles' Manhattan distances.

    >>> _distance(2, [3, 1, 0, 2])
    3
    """
    return sum(_between(n, square, tile - 1) for square, tile in enumerate(tiles) if tile)


def _between(n: int, square: int, other: int) -> int:
    """The Manhattan distance of two squares.

    >>> _between(3, 0, 8)
    4
    """
    return abs(square // n - other // n) + abs(square % n - other % n)


@cache
def _slides(n: int) -> list[list[Slide]]:
    """For each square of the blank, the tiles that can slide there.

    A slide is (the tile's square, the pruning machine's states after it, how much the tile's
    Manhattan distance grows, indexed by the tile).
    """
    machine, goals = pruning.machine(PRUNED_LENGTH, n), range(n * n - 1)
    return [
        [
            (square, machine[word], [0, *(_growth(n, square, blank, goal) for goal in goals)])
            for square, word in around.items()
        ]
        for blank, around in enumerate(neighbors(n))
    ]


def _growth(n: int, before: int, after: int, goal: int) -> int:
    """How much farther from its goal a tile is after its slide.

    >>> _growth(3, 1, 2, 2), _growth(3, 1, 2, 0)
    (-1, 1)
    """
    return _between(n, after, goal) - _between(n, before, goal)
