"""What boards answer rightly, for the checkers that compare with it."""

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


# what methods answer on large boards that are drawn at random, of which none is the goal
OF_RANDOM: dict[str, Callable[[Rows], object]] = {
    "dimension": len,
    "hamming": hamming,
    "manhattan": manhattan,
    "is_goal": lambda _: False,
}
