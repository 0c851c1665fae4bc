"""Boards as rows of tiles."""

from collections.abc import Sequence


Rows = list[list[int]]


def square(n: int, tiles: Sequence[int]) -> Rows:
    """The tiles as n rows."""
    if len(tiles) != n * n:
        raise ValueError(f"expected {n * n} tiles after the dimension {n}, got {len(tiles)}")
    return [[*tiles[start : start + n]] for start in range(0, n * n, n)]
