"""Recognises a state in a value from a student's queue: nine numbers, in any form.

The student's process runs this, on any Python from 3.6 on.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SQUARES = 9


def state_of(value: "Any") -> "tuple[int, ...] | None":
    """The nine numbers in a list, rows, bytes, text or array; None if it holds no state.

    >>> state_of("123456700") == state_of([[1, 2, 3], [4, 5, 6], [7, 0, 0]])
    True
    """
    if isinstance(value, str):
        value = [int(word) for word in value if "0" <= word <= "8"]
    elif isinstance(value, (list, tuple)):
        rows = [row for row in value if isinstance(row, (list, tuple))]
        if rows and len(rows) == len(value):
            value = [tile for row in rows for tile in row]
    elif hasattr(type(value), "tolist"):
        return state_of(value.tolist())
    elif not isinstance(value, (bytes, bytearray)):
        return None
    if len(value) != SQUARES or not all(hasattr(type(tile), "__index__") for tile in value):
        return None
    value = [tile.__index__() for tile in value]
    tiles = sorted(tile for tile in value if tile)
    if tiles and tiles == list(range(1, len(tiles) + 1)):
        return tuple(value)
    return None
