"""The right answers about boards, for checkers that compare answers with them."""

from collections.abc import Callable

from grader.assignments.squares import Rows


def hamming(rows: Rows) -> int:
    """The number of tiles of a board that are out of place.

    >>> hamming([[2, 1], [0, 3]])
    3
    """
    n = len(rows)
    return sum(
        tile not in (0, i * n + j + 1) for i, row in enumerate(rows) for j, tile in enumerate(row)
    )


def manhattan(rows: Rows) -> int:
    """The sum of the distances of a board's tiles from their squares in the goal.

    >>> manhattan([[2, 1], [0, 3]])
    3
    """
    n = len(rows)
    return sum(
        abs(i - (tile - 1) // n) + abs(j - (tile - 1) % n)
        for i, row in enumerate(rows)
        for j, tile in enumerate(row)
        if tile
    )


def tiles(rows: Rows) -> str:
    """The tiles of a board, row by row.

    >>> tiles([[2, 1], [0, 3]])
    '2 1 0 3'
    """
    return " ".join(str(tile) for row in rows for tile in row)


def neighbors(rows: Rows) -> str:
    """The tiles of each board one move away, the texts sorted and joined.

    >>> neighbors([[2, 1], [0, 3]])
    '0 1 2 3 and 2 1 3 0'
    """
    n, flat = len(rows), [tile for row in rows for tile in row]
    blank = flat.index(0)
    i, j = divmod(blank, n)
    texts = []
    for k, m in (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1):
        if 0 <= k < n and 0 <= m < n:
            moved = list(flat)
            moved[blank], moved[k * n + m] = moved[k * n + m], 0
            texts.append(" ".join(map(str, moved)))
    return " and ".join(sorted(texts))


# What the driver shows of methods' answers on large random boards, none of which is the goal.
OF_RANDOM: dict[str, Callable[[Rows], object]] = {
    "Board": tiles,
    "str": tiles,
    "==": lambda _: [True, False],
    "dimension": len,
    "hamming": hamming,
    "manhattan": manhattan,
    "is_goal": lambda _: False,
    "twin": lambda _: "2 tiles on other squares",
    "neighbors": neighbors,
}
