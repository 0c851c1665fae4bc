"""Pattern databases: the exact number of moves that a group of tiles needs, whatever the other tiles do.

Only the moves of the group's own tiles are counted. So the values of disjoint groups may be added, and the
sum is still no more than the moves of a whole solution, each of which moves one tile: admissible (Korf &
Felner, 2002; Felner, Korf & Hanan, 2004).

A state of a group is: the squares it occupies, the order of its tiles on them (a rank, see ranks.py), and the
region of the other squares that holds the blank, which goes about in it for nothing. The breadth-first search
from the goal treats all the orders on the same squares at once: a set of ranks is a big integer, which a move
to a side leaves as it is, and a move up or down shifts and masks. Groups of equal size share their squares,
regions and moves, so they are searched side by side, in one integer.
"""

from itertools import combinations
from math import factorial

from .grid import neighbours
from .ranks import exchange_masks, jump, rank


LEVEL_BITS = 6  # enough for 63 moves; the eight-tile group of the large tables needs 38
LISTED_N = 4


class Patterns:
    """The values of disjoint groups of tiles: that of the group numbered g is `rows[squares][order]`.

    `squares` is the set of those it occupies, `order` is the rank of its tiles on them, plus k! for each
    earlier group of its size, k.
    """

    def __init__(self, n, groups, values):
        self.n, self.groups = n, [sorted(group) for group in groups]
        self.group_of = {tile: number for number, group in enumerate(self.groups) for tile in group}
        self.orders = max(
            factorial(size) * len(equals) for size, equals in by_size(self.groups).items()
        )
        self.rows = cut(n, self.groups, values)

    def place(self, tiles, number):
        """(squares, order, value) of the group of this number on a board.

        >>> made(2, [[1, 2], [3]]).place((0, 1, 3, 2), 0)
        (10, 0, 2)
        """
        group, size = self.groups[number], len(self.groups[number])
        found = [(square, tile) for square, tile in enumerate(tiles) if tile in group]
        squares = sum(1 << square for square, _ in found)
        earlier = sum(len(other) == size for other in self.groups[:number])
        order = rank([tile for _, tile in found]) + factorial(size) * earlier
        return squares, order, self.rows[squares][order]


def made(n, groups, progress=None):
    """The Patterns of these groups on the N-by-N board, made in this process.

    5-5-5 on the 4-by-4 board takes about 0.5 s and 1.6 MB, 8 tiles some minutes and 519 MB.
    """
    return Patterns(n, groups, b"".join(rows(n, groups, progress)))


def by_size(groups):
    """{k: the groups of k tiles}, smallest first.

    >>> by_size([[3], [1, 2], [4]])
    {1: [[3], [4]], 2: [[1, 2]]}
    """
    return {
        size: [group for group in groups if len(group) == size]
        for size in sorted(set(map(len, groups)))
    }


def cut(n, groups, values):
    """For each set of squares that a group may occupy, its row of the values: a list up to N = 4, where it is
    faster than a dictionary.

    >>> cut(2, [[1], [2, 3]], bytes(range(16)))[:6]
    [None, b'\\x00', b'\\x01', b'\\x04\\x05', b'\\x02', b'\\x06\\x07']
    """
    found, end = {}, 0
    for size, equals in by_size(groups).items():
        width = factorial(size) * len(equals)
        for squares in sets_of_squares(n, size):
            found[squares], end = values[end : end + width], end + width
    return [found.get(squares) for squares in range(1 << n * n)] if n <= LISTED_N else found


def sets_of_squares(n, size):
    """All sets of `size` squares of the N-by-N board, ascending as integers.

    >>> sets_of_squares(2, 3)
    [7, 11, 13, 14]
    """
    return sorted(
        sum(1 << square for square in chosen) for chosen in combinations(range(n * n), size)
    )


def rows(n, groups, progress=None):
    """Iterate over the rows of values, in the order of `cut`; calls progress(size, level) at each level."""
    for size, equals in by_size(groups).items():
        width = factorial(size) * len(equals)
        planes = {squares: [0] * LEVEL_BITS for squares in sets_of_squares(n, size)}
        for level, found in enumerate(levels(n, equals)):
            for squares, orders in found.items():
                note(planes[squares], level, orders)
            if progress:
                progress(size, level)
        for squares in sorted(planes):
            yield row(planes.pop(squares), width)


def note(planes, level, orders):
    """Add the level's binary digits, for these orders, to the bit planes."""
    for digit in range(LEVEL_BITS):
        if level >> digit & 1:
            planes[digit] |= orders


def row(planes, width):
    """The bytes whose binary digits are the planes', the i-th byte's in bit i of each.

    >>> row([0b0011, 0b0101], 4)
    b'\\x03\\x01\\x02\\x00'
    """
    zeros = int.from_bytes(b"0" * width, "big")
    digits = (
        int.from_bytes(format(plane, f"0{width}b").encode(), "big") - zeros for plane in planes
    )
    return sum(digit << place for place, digit in enumerate(digits)).to_bytes(width, "little")


def levels(n, groups):
    """Iterate over {squares: orders first reached} after 0, 1, 2, ... moves of a tile, for groups of equal
    size.
    """
    homes, owners = regions_of(n, len(groups[0]))
    arcs = arcs_between(n, homes, owners)
    size, seen, reached = len(groups[0]), dict.fromkeys(homes, 0), [0] * len(owners)
    masks = [
        list(exchange_masks(end, factorial(size) * len(groups)).items()) if end else []
        for end in range(size)
    ]
    frontier = goals(n, groups, homes)
    while frontier:
        found = {}
        for state, orders in frontier.items():
            squares = owners[state]
            if fresh := orders & ~seen[squares]:
                seen[squares] |= fresh
                found[squares] = found.get(squares, 0) | fresh
        yield found
        frontier = expanded(frontier, arcs, masks, reached)


def goals(n, groups, homes):
    """{state: the orders of all groups at their goals}, the blank at its own."""
    frontier = {}
    for number, group in enumerate(groups):
        squares = sum(1 << tile - 1 for tile in group)
        state = next(state for region, state in homes[squares] if region >> n * n - 1)
        frontier[state] = frontier.get(state, 0) | 1 << number * factorial(len(group))
    return frontier


def expanded(frontier, arcs, masks, reached):
    """The frontier one level on: adds the present one to `reached`, which is where none of it returns to."""
    after = {}
    for state, orders in frontier.items():
        reached[state] |= orders
        for ends, targets in arcs[state]:
            moved = orders
            for end in ends:
                moved = exchanged(moved, masks[end])
            for target in targets:
                after[target] = after.get(target, 0) | moved
    fresh = ((state, orders & ~reached[state]) for state, orders in after.items())
    return {state: orders for state, orders in fresh if orders}


def exchanged(orders, masks):
    """The orders after an exchange whose `exchange_masks` these are."""
    after = 0
    for distance, mask in masks:
        after |= (orders & mask) << distance | orders >> distance & mask
    return after


def regions_of(n, size):
    """({squares: [(region of the others, its number)]}, for each number the squares): every region that the
    blank can be in.
    """
    around = [sum(1 << other for other in near) for near in neighbours(n)]
    homes, owners = {}, []
    for squares in sets_of_squares(n, size):
        parts = list(regions((1 << n * n) - 1 ^ squares, around))
        homes[squares] = list(zip(parts, range(len(owners), len(owners) + len(parts))))
        owners += [squares] * len(parts)
    return homes, owners


def regions(free, around):
    """Iterate over the connected parts of a set of squares; `around`: for each square, the set of its
    neighbours.
    """
    while free:
        region, border = 0, free & -free
        while border:
            region |= border
            near = 0
            for square in members(border):
                near |= around[square]
            border = near & free & ~region
        yield region
        free ^= region


def members(squares):
    """The squares of a set, ascending.

    >>> members(0b10110)
    [1, 2, 4]
    """
    found = []
    while squares:
        low = squares & -squares
        found.append(low.bit_length() - 1)
        squares ^= low
    return found


def arcs_between(n, homes, owners):
    """For each state, [(exchanges, [states that the moves with these exchanges lead to])]: all moves of a
    tile into the blank's region.
    """
    around = neighbours(n)
    arcs = [{} for _ in owners]
    for squares, parts in homes.items():
        for region, state in parts:
            for target in members(region):
                for source in around[target]:
                    if squares >> source & 1:
                        moved = squares ^ (1 << source | 1 << target)
                        after = next(
                            state for region, state in homes[moved] if region >> source & 1
                        )
                        arcs[state].setdefault(jump(squares, source, target), []).append(after)
    return [list(ways.items()) for ways in arcs]
