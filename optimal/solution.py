"""The result of a search."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from . import grid


class Solution(NamedTuple):
    """A shortest solution, and the nodes that all its depth-first searches took together.

    moves      the moves of the blank, as words
    expanded   the number of nodes whose successors were generated
    generated  the number of those successors
    """

    moves: list[str]
    expanded: int
    generated: int

    def path(self, rows: Sequence[Sequence[int]]) -> Iterator[list[list[int]]]:
        """Yield the rows of the board after each move; `rows` are those before the first.

        >>> list(Solution(["right"], 2, 3).path([[1, 2], [0, 3]]))
        [[[1, 2], [3, 0]]]
        """
        n, tiles = len(rows), [tile for row in rows for tile in row]
        beside, blank = grid.neighbors(n), tiles.index(0)
        for move in self.moves:
            square = next(square for square, way in beside[blank].items() if way == move)
            tiles[blank], tiles[square] = tiles[square], 0
            blank = square
            yield [tiles[i : i + n] for i in range(0, n * n, n)]
