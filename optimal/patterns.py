"""Pattern databases: how many moves a group of tiles needs, whatever the other tiles do.

Only the moves of the group's own tiles are counted. So the values of disjoint groups may be added,
and the sum is still no more than the moves of a whole solution, each of which moves one tile:
admissible (Korf & Felner, 2002; Felner, Korf & Hanan, 2004).

A state of a group is: the squares it occupies, the order of its tiles on them (a rank, see
ranks.py), and the region of the other squares that holds the blank, which goes about in it for
nothing. The breadth-first search from the goal treats all the orders on the same squares at once: a
set of ranks is a big integer, which a move to a side leaves as it is, and a move up or down shifts
and masks. Groups of equal size share their squares, regions and moves, so they are searched side by
side, in one integer.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import factorial
from typing import Any

from .grid import neighbors
from .ranks import exchange_masks, jump, rank


LEVEL_BITS = 6  # enough for 63 moves; the eight-tile group of the large tables needs 38
LISTED_N = 4

Group = Sequence[int]
# {squares of a group: the regions that the blank can reach}
Regions = dict[int, list[tuple[int, int]]]
Orders = dict[int, int]  # {squares, or a state: the set of orders on them}
Arcs = list[list[tuple[Sequence[int], list[int]]]]  # for each state, a list of its arcs


class Patterns:
    """The values of disjoint groups of tiles: a group's value is `rows[squares][order]`.

    `squares` is the set of squares that the group occupies. `order` is the rank of its tiles on
    them, plus k! for each earlier group with k tiles, its own number.
    """

    def __init__(self, n: int, groups: Sequence[Group], values: Any) -> None:
        self.n, self.groups = n, [sorted(group) for group in groups]
        self.group_of = {tile: number for number, group in enumerate(self.groups) for tile in group}
        self.orders = max(
            factorial(size) * len(equals) for size, equals in _by_size(self.groups).items()
        )
        self.rows = _cut(n, self.groups, values)

    def place(self, tiles: Sequence[int], number: int) -> tuple[int, int, int]:
        """(squares, order, value) of a board's group, by the group's number.

        >>> build(2, [[1, 2], [3]]).place((0, 1, 3, 2), 0)
        (10, 0, 2)
        """
        group, size = self.groups[number], len(self.groups[number])
        squares = sum(1 << square for square, tile in enumerate(tiles) if tile in group)
        earlier = sum(len(other) == size for other in self.groups[:number])
        order = rank([tile for tile in tiles if tile in group]) + factorial(size) * earlier
        return squares, order, self.rows[squares][order]


def build(n: int, groups: Sequence[Group]) -> Patterns:
    """The Patterns of these groups on the N-by-N board, computed in this process.

    5-5-5 on the 4-by-4 board takes about 0.5 s and 1.6 MB, 8 tiles half a minute and 519 MB.
    """
    return Patterns(n, groups, b"".join(rows(n, groups)))


def _by_size(groups: Sequence[Group]) -> dict[int, list[Group]]:
    """{k: the groups of k tiles}, smallest first.

    >>> _by_size([[3], [1, 2], [4]])
    {1: [[3], [4]], 2: [[1, 2]]}
    """
    return {
        size: [group for group in groups if len(group) == size]
        for size in sorted(set(map(len, groups)))
    }


def _cut(n: int, groups: Sequence[Group], values: Any) -> Any:
    """For each set of squares that a group may occupy, its row of the values.

    It is a list up to N = 4, where a list is faster than a dictionary.

    >>> _cut(2, [[1], [2, 3]], bytes(range(16)))[:6]
    [None, b'\\x00', b'\\x01', b'\\x04\\x05', b'\\x02', b'\\x06\\x07']
    """
    parts, end = {}, 0
    for size, equals in _by_size(groups).items():
        width = factorial(size) * len(equals)
        for squares in _sets_of_squares(n, size):
            parts[squares], end = values[end : end + width], end + width
    return [parts.get(squares) for squares in range(1 << n * n)] if n <= LISTED_N else parts


def _sets_of_squares(n: int, size: int) -> list[int]:
    """All sets of `size` squares of the N-by-N board, ascending as integers.

    >>> _sets_of_squares(2, 3)
    [7, 11, 13, 14]
    """
    sets = combinations(range(n * n), size)
    return sorted(sum(1 << square for square in squares) for squares in sets)


def rows(
    n: int, groups: Sequence[Group], progress: "Callable[[int, int], None] | None" = None
) -> Iterator[bytes]:
    """The rows of values, in the order of `_cut`; calls progress(size, level) at each level."""
    for size, equals in _by_size(groups).items():
        width = factorial(size) * len(equals)
        planes = {squares: [0] * LEVEL_BITS for squares in _sets_of_squares(n, size)}
        for level, reached in enumerate(_levels(n, equals)):
            for squares, orders in reached.items():
                _add_level(planes[squares], level, orders)
            if progress:
                progress(size, level)
        for squares in sorted(planes):
            yield _row(planes.pop(squares), width)


def _add_level(planes: list[int], level: int, orders: int) -> None:
    """Add the binary digits of the level to the bit planes, for these orders."""
    for digit in range(LEVEL_BITS):
        if level >> digit & 1:
            planes[digit] |= orders


def _row(planes: Sequence[int], width: int) -> bytes:
    """The bytes whose bits are in the planes: bit i of each plane belongs to byte i.

    >>> _row([0b0011, 0b0101], 4)
    b'\\x03\\x01\\x02\\x00'
    """
    zeros = int.from_bytes(b"0" * width, "big")
    digits = (
        int.from_bytes(format(plane, f"0{width}b").encode(), "big") - zeros for plane in planes
    )
    return sum(digit << place for place, digit in enumerate(digits)).to_bytes(width, "little")


def _levels(n: int, groups: Sequence[Group]) -> Iterator[Orders]:
    """{squares: orders first reached} after 0, 1, 2, ... moves, for groups of one size."""
    size = len(groups[0])
    regions, owners = _regions_of(n, size)
    arcs = _arcs(n, regions, owners)
    known, reached = dict.fromkeys(regions, 0), [0] * len(owners)
    masks = [
        list(exchange_masks(end, factorial(size) * len(groups)).items()) if end else []
        for end in range(size)
    ]
    frontier = _goals(n, groups, regions)
    while frontier:
        level: Orders = {}
        for state, orders in frontier.items():
            squares = owners[state]
            if fresh := orders & ~known[squares]:
                known[squares] |= fresh
                level[squares] = level.get(squares, 0) | fresh
        yield level
        frontier = _expanded(frontier, arcs, masks, reached)


def _goals(n: int, groups: Sequence[Group], regions: Regions) -> Orders:
    """{state: the orders of all groups at their goals}, the blank at its own."""
    frontier: Orders = {}
    for number, group in enumerate(groups):
        squares = sum(1 << tile - 1 for tile in group)
        state = next(state for region, state in regions[squares] if region >> n * n - 1)
        frontier[state] = frontier.get(state, 0) | 1 << number * factorial(len(group))
    return frontier


def _expanded(
    frontier: Orders, arcs: Arcs, masks: list[list[tuple[int, int]]], reached: list[int]
) -> Orders:
    """The next frontier, without states that were reached; this frontier is added to `reached`
    first.
    """
    after: Orders = {}
    for state, orders in frontier.items():
        reached[state] |= orders
        for ends, targets in arcs[state]:
            moved = orders
            for end in ends:
                moved = _exchanged(moved, masks[end])
            for target in targets:
                after[target] = after.get(target, 0) | moved
    fresh = ((state, orders & ~reached[state]) for state, orders in after.items())
    return {state: orders for state, orders in fresh if orders}


def _exchanged(orders: int, masks: Sequence[tuple[int, int]]) -> int:
    """The orders after an exchange, given as its `exchange_masks`."""
    after = 0
    for distance, mask in masks:
        after |= (orders & mask) << distance | orders >> distance & mask
    return after


def _regions_of(n: int, size: int) -> tuple[Regions, list[int]]:
    """(The regions that the blank can be in, with their states; the squares of each state)."""
    around = [sum(1 << other for other in near) for near in neighbors(n)]
    regions: Regions = {}
    owners: list[int] = []
    for squares in _sets_of_squares(n, size):
        parts = list(_connected_parts((1 << n * n) - 1 ^ squares, around))
        regions[squares] = list(zip(parts, range(len(owners), len(owners) + len(parts))))
        owners += [squares for _ in parts]
    return regions, owners


def _connected_parts(free: int, around: Sequence[int]) -> Iterator[int]:
    """The connected parts of a set of squares; `around` has the set of each square's neighbors.

    >>> around = [sum(1 << other for other in near) for near in neighbors(2)]
    >>> list(_connected_parts(0b1001, around)), list(_connected_parts(0b111, around))
    ([1, 8], [7])
    """
    while free:
        region, border = 0, free & -free
        while border:
            region |= border
            near = 0
            for square in _members(border):
                near |= around[square]
            border = near & free & ~region
        yield region
        free ^= region


def _members(squares: int) -> list[int]:
    """The squares of a set, ascending.

    >>> _members(0b10110)
    [1, 2, 4]
    """
    members = []
    while squares:
        low = squares & -squares
        members.append(low.bit_length() - 1)
        squares ^= low
    return members


def _arcs(n: int, regions: Regions, owners: Sequence[int]) -> Arcs:
    """For each state, the moves of a tile into the blank's region, grouped by their exchanges.

    Each group is a pair of (exchanges, the states to which the moves with these exchanges lead).
    """
    around = neighbors(n)
    arcs: list[dict[Sequence[int], list[int]]] = [{} for _ in owners]
    for squares, parts in regions.items():
        for region, state in parts:
            for target in _members(region):
                for source in around[target]:
                    if squares >> source & 1:
                        moved = squares ^ (1 << source | 1 << target)
                        after = next(s for other, s in regions[moved] if other >> source & 1)
                        arcs[state].setdefault(jump(squares, source, target), []).append(after)
    return [list(ways.items()) for ways in arcs]
