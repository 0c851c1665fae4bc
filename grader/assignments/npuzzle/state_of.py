"""Recognises a board in a value from a student's queue: its rows, in any form.

The student's process runs this, on any Python from 3.6 on.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LARGEST = 127  # the most rows of a board


def state_of(value: "Any") -> "tuple[tuple[int, ...], ...] | None":
    """The rows in nested lists, a list of all tiles or an array; None if it holds no board.

    >>> state_of([1, 2, 3, 0]), state_of([[1, 2], [3, 3]])
    (((1, 2), (3, 0)), None)
    """
    if not isinstance(value, (list, tuple, bytes, bytearray)):
        return state_of(value.tolist()) if hasattr(type(value), "tolist") else None
    rows = [row for row in value if isinstance(row, (list, tuple, bytes, bytearray))]
    tiles = [tile for row in rows for tile in row] if rows and len(rows) == len(value) else value
    side = round(len(tiles) ** 0.5)
    if not 2 <= side <= LARGEST or side * side != len(tiles):
        return None
    if not all(hasattr(type(tile), "__index__") for tile in tiles):
        return None
    tiles = [tile.__index__() for tile in tiles]
    if sorted(tiles) != list(range(side * side)):
        return None
    return tuple(tuple(tiles[start : start + side]) for start in range(0, len(tiles), side))
