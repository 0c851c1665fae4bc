"""The k! orders in which k tiles can stand, numbered in lexicographic order, and what a move does to the
number.

The order is that of the tiles along the board in reading order. A tile that moves sideways keeps it. A tile
that moves up or down jumps over the at most N - 1 tiles of its group that stand in between: neighbours in the
order change places, one after the other. In the factorial number system (digit e, worth e!, is how many later
tiles are smaller than the one with e tiles after it) such an exchange touches two digits only, so one table
serves groups of every size, and several groups side by side.
"""

from math import factorial


def rank(order):
    """The number of an order of distinct values, among all orders of these values.

    >>> rank([0, 1, 2]), rank([1, 0, 2]), rank([7, 5, 3])
    (0, 2, 5)
    """
    after = range(len(order) - 1, -1, -1)
    return sum(
        factorial(end) * sum(later < tile for later in order[len(order) - end :])
        for end, tile in zip(after, order)
    )


def exchanges(end):
    """[(first, last, distance)]: the ranks first..last-1 of end + 1 tiles in which the two foremost stand in
    ascending order, and how far up the rank goes when these two change places.

    >>> exchanges(2)
    [(0, 1, 2), (1, 2, 3), (3, 4, 2)]
    """
    whole, part = factorial(end), factorial(end - 1)
    runs = [
        (c * whole + d * part, (d + 1) * whole + c * part)
        for c in range(end)
        for d in range(c, end)
    ]
    return [(first, first + part, last - first) for first, last in runs]


def exchange_masks(end, size):
    """{distance: the set of the ranks below `size` that an exchange `end` tiles from the last takes up by
    this distance}.

    >>> {distance: bin(ranks) for distance, ranks in exchange_masks(2, 12).items()}
    {2: '0b1001001001', 3: '0b10000010'}
    """
    copies = sum(1 << start for start in range(0, size, factorial(end + 1)))
    masks = {}
    for first, last, distance in exchanges(end):
        masks[distance] = masks.get(distance, 0) | ((1 << last) - (1 << first)) * copies
    return masks


def exchange_table(end, size):
    """For each rank below `size`, the rank after an exchange `end` tiles from the last.

    >>> exchange_table(1, 6), exchange_table(2, 6)
    ([1, 0, 3, 2, 5, 4], [2, 4, 0, 5, 1, 3])
    """
    block = list(range(factorial(end + 1)))
    for first, last, distance in exchanges(end):
        up, down = slice(first, last), slice(first + distance, last + distance)
        block[up], block[down] = block[down], block[up]
    return [start + rank for start in range(0, size, len(block)) for rank in block]


def jump(occupied, source, target):
    """The exchanges, in order, when a tile of the group on the squares `occupied` goes from one square to
    another.

    >>> list(jump(0b01101, 0, 4)), list(jump(0b11100, 4, 0)), list(jump(0b1101, 0, 1))
    ([2, 1], [1, 2], [])
    """
    low, high = sorted((source, target))
    beyond = (occupied >> high + 1).bit_count()
    between = (occupied >> low + 1).bit_count() - beyond - (occupied >> high & 1)
    return (
        range(beyond + between, beyond, -1)
        if source < target
        else range(beyond + 1, beyond + between + 1)
    )
