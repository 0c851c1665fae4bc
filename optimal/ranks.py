"""The ranks of the k! orders in which k tiles can stand, and how a move changes a rank.

The order is that in which the tiles stand on the board in reading order, and ranks are
lexicographic. A tile that moves sideways keeps its place in the order. A tile that moves up or down
jumps over the tiles of its group in between, at most N - 1: it changes places with one neighbor in
the order after another. In the factorial number system (digit e, worth e!, is the number of later
tiles that are smaller than the one with e tiles after it) such an exchange changes only two digits,
so that one table serves groups of every size, and several groups at once.
"""

from collections.abc import Sequence
from math import factorial


def rank(order: Sequence[int]) -> int:
    """The number of an order of distinct values, among all orders of these values.

    >>> rank([0, 1, 2]), rank([1, 0, 2]), rank([7, 5, 3])
    (0, 2, 5)
    """
    number = 0
    for place, tile in enumerate(order):
        later = order[place + 1 :]
        number += factorial(len(later)) * sum(other < tile for other in later)
    return number


def _exchanges(end: int) -> list[tuple[int, int, int]]:
    """How ranks of end + 1 tiles change when the first two tiles, in ascending order, change
    places.

    A triple (first, last, distance) says that the ranks first..last-1 grow by this distance.

    >>> _exchanges(2)
    [(0, 1, 2), (1, 2, 3), (3, 4, 2)]
    """
    whole, part = factorial(end), factorial(end - 1)
    runs = [
        (c * whole + d * part, (d + 1) * whole + c * part)
        for c in range(end)
        for d in range(c, end)
    ]
    return [(first, first + part, last - first) for first, last in runs]


def exchange_masks(end: int, size: int) -> dict[int, int]:
    """{distance: the set of the ranks below `size` that grow by this distance in an exchange}.

    The exchange is the one `end` tiles from the end.

    >>> {distance: bin(ranks) for distance, ranks in exchange_masks(2, 12).items()}
    {2: '0b1001001001', 3: '0b10000010'}
    """
    copies = sum(1 << start for start in range(0, size, factorial(end + 1)))
    masks: dict[int, int] = {}
    for first, last, distance in _exchanges(end):
        masks[distance] = masks.get(distance, 0) | ((1 << last) - (1 << first)) * copies
    return masks


def exchange_table(end: int, size: int) -> list[int]:
    """For each rank below `size`, the rank after the exchange `end` tiles from the end.

    >>> exchange_table(1, 6), exchange_table(2, 6)
    ([1, 0, 3, 2, 5, 4], [2, 4, 0, 5, 1, 3])
    """
    block = list(range(factorial(end + 1)))
    for first, last, distance in _exchanges(end):
        up, down = slice(first, last), slice(first + distance, last + distance)
        block[up], block[down] = block[down], block[up]
    return [start + rank for start in range(0, size, len(block)) for rank in block]


def jump(occupied: int, source: int, target: int) -> range:
    """The exchanges, in order, when a tile of the group on these squares moves to another square.

    >>> list(jump(0b01101, 0, 4)), list(jump(0b11100, 4, 0)), list(jump(0b1101, 0, 1))
    ([2, 1], [1, 2], [])
    """
    low, high = sorted((source, target))
    beyond = (occupied >> high + 1).bit_count()
    between = (occupied >> low + 1).bit_count() - beyond - (occupied >> high & 1)
    if source < target:
        return range(beyond + between, beyond, -1)
    return range(beyond + 1, beyond + between + 1)
