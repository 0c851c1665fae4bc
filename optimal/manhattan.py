"""IDA* by Manhattan distances alone, for boards so easy that tables are not worth making.

It needs only a list of the slides from each square, and looks at two million successors in less
time than the tables of 4-by-4 boards take to make. Most boards of that size that need up to 30
moves take it some thousands (Korf, 1985; `pruning.py` has the pruning).
"""

from collections.abc import Sequence
from functools import cache
from itertools import count
from operator import length_hint

from . import pruning
from .grid import distance, neighbors, words
from .solution import Solution


PRUNED_LENGTH = 6

Slide = tuple[int, list[int], list[int]]


def search(n: int, tiles: Sequence[int], most: int) -> "tuple[Solution, bool]":
    """(The Solution of a solvable board, whether it was found within `most` successors).

    If it was not, the Solution has no moves, but the counts so far.
    """
    blank, slides, bound = tiles.index(0), _slides(n), _distance(n, tiles)
    board, path, expanded, left = list(tiles), list[int](), count(), iter(range(most))

    def reaches_goal(blank: int, room: int, h: int, state: int) -> bool:
        """Whether the goal is within `room` + 1 moves; if so, the blank's squares are added to
        `path`.
        """
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
    except StopIteration:  # raised by `left`
        path.clear()
    moves = words(n, [blank, *reversed(path)])
    return Solution(moves, next(expanded), most - length_hint(left)), found


def _distance(n: int, tiles: Sequence[int]) -> int:
    """The sum of the tiles' Manhattan distances.

    >>> _distance(2, [3, 1, 0, 2])
    3
    """
    return sum(distance(n, square, tile - 1) for square, tile in enumerate(tiles) if tile)


@cache
def _slides(n: int) -> list[list[Slide]]:
    """For each square of the blank, the tiles that can slide into it.

    A slide is (the tile's square, the pruning machine's states after it, {tile: how much its
    Manhattan distance grows} as a list).
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
    """The change of a tile's distance from its goal square by a slide.

    >>> _growth(3, 1, 2, 2), _growth(3, 1, 2, 0)
    (-1, 1)
    """
    return distance(n, after, goal) - distance(n, before, goal)
