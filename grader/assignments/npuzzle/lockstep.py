"""Counts of the queues of A* on a board and on its twin, taking turns until one finds the goal.

A right Solver may work like this; then its counts are the sums of both searches. Each search is the
reference's: it never goes back to the board before, and among nodes with equal f those with less h
come first, then the older ones.
"""

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count, cycle

from grader.assignments.drawing import manhattan, successors


Tiles = tuple[int, ...]
Rows = tuple[Tiles, ...]
Counts = tuple[int, int, int]


@lru_cache(maxsize=200)
def counts(rows: Rows) -> Counts:
    """(inserts, deletes, length of the longer queue) of both searches together.

    >>> counts(((1, 2), (0, 3)))
    (6, 3, 2)
    """
    tiles, n = sum(rows, ()), len(rows)
    searches = [search(start, n) for start in (tiles, _twin(tiles, n))]
    last = [(0, 0, 0), (0, 0, 0)]
    for turn in cycle((0, 1)):
        last[turn], moves = next(searches[turn])
        if moves is not None:
            break
    (inserts, deletes, longest), (others, other_deletes, other_longest) = last
    return inserts + others, deletes + other_deletes, max(longest, other_longest)


def search(start: Tiles, n: int) -> Iterator[tuple[Counts, int | None]]:
    """Yield after each delete the counts so far, and the moves to the goal once that is deleted."""
    order, inserts, longest = count(1), 1, 1
    first = 0, manhattan(start, n), 0, 0, start, ()
    queue: list[tuple[int, int, int, int, Tiles, Tiles]] = [first]
    for deletes in count(1):
        _, h_before, _, moves, tiles, before = heappop(queue)
        for after in successors(tiles, n) if h_before else ():
            if after != before:
                inserts, h_after = inserts + 1, manhattan(after, n)
                entry = (moves + 1 + h_after, h_after, next(order), moves + 1, after, tiles)
                heappush(queue, entry)
        longest = max(longest, len(queue))
        yield (inserts, deletes, longest), None if h_before else moves


def _twin(tiles: Tiles, n: int) -> Tiles:
    """The board with the first two tiles of its first row exchanged, or of its second."""
    twin, place = list(tiles), 0 if tiles[0] and tiles[1] else n
    twin[place], twin[place + 1] = twin[place + 1], twin[place]
    return tuple(twin)
