"""The right answers about boards, for checkers that compare answers with them."""

from collections.abc import Callable

from grader.assignments import drawing
from grader.assignments.squares import Rows


def hamming(rows: Rows) -> int:
    """The number of tiles of a board that are out of place.

    >>> hamming([[2, 1], [0, 3]])
    3
    """
    return sum(tile not in (0, wanted) for wanted, tile in enumerate(sum(rows, []), 1))


def manhattan(rows: Rows) -> int:
    """The sum of the distances of a board's tiles from their squares in the goal.

    >>> manhattan([[2, 1], [0, 3]])
    3
    """
    return drawing.manhattan(sum(rows, []), len(rows))


def tiles(rows: Rows) -> str:
    """The tiles of a board, row by row.

    >>> tiles([[2, 1], [0, 3]])
    '2 1 0 3'
    """
    return " ".join(map(str, sum(rows, [])))


def neighbors(rows: Rows) -> str:
    """The tiles of each board one move away, the texts sorted and joined.

    >>> neighbors([[2, 1], [0, 3]])
    '0 1 2 3 and 2 1 3 0'
    """
    near = drawing.successors(sum(rows, []), len(rows))
    return " and ".join(sorted(" ".join(map(str, board)) for board in near))


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
