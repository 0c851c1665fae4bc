"""An immutable board of the N-puzzle: N*N - 1 tiles and a blank, on N by N squares.

    $ python3 -i board.py
    >>> board = Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]])
    >>> board.hamming(), board.manhattan(), board.is_goal(), board.is_solvable()
    (4, 4, False, True)
    >>> for neighbor in board.neighbors():
    ...     print(neighbor)
    3
    4 1 3
    0 2 5
    7 8 6
    3
    1 0 3
    4 2 5
    7 8 6

The words used below:
    n          the dimension: the number of rows, and of columns
    square     0 to n*n - 1, row by row
    tile       1 to n*n - 1; 0 is the blank
"""

from collections.abc import Sequence
from functools import cache
from operator import index, ne
from os import PathLike
from reprlib import repr as quoted
from typing import Any


def distance(n: int, a: int, b: int) -> int:
    """The Manhattan distance between two squares."""
    return abs(a // n - b // n) + abs(a % n - b % n)


@cache
def distances(n: int, tile: int) -> bytes:
    """The distance of each square from the tile's goal square: a row of the table of all tiles."""
    return bytes(distance(n, tile - 1, square) for square in range(n * n))


@cache
def beside(n: int, square: int) -> list[int]:
    """The squares above, below, left and right of a square, as far as there are any."""
    i, j = divmod(square, n)
    places = (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)
    return [k * n + m for k, m in places if 0 <= k < n and 0 <= m < n]


class Board:
    """An n-by-n board, from a sequence of n sequences of n integers; 0 is the blank.

    Every method takes O(n*n) or less. TypeError or ValueError names everything wrong with `tiles`.

    >>> Board([[1, 2], [3, 3]])
    Traceback (most recent call last):
    ValueError: Board: row 2: expected each tile once, got 3 again; expected the tile 0, got none
    """

    __slots__ = ("_n", "_tile_at", "_blank_at", "_manhattan")

    def __init__(self, tiles: Sequence[Sequence[int]]) -> None:
        try:
            rows = [[index(tile) for tile in row] for row in tiles]
        except TypeError:
            raise TypeError(f"Board: expected rows of integers, got {quoted(tiles)}") from None
        n = len(rows)
        if any(len(row) != n for row in rows):
            raise ValueError(f"Board: expected {n} rows of {n} tiles, got {quoted(rows)}")
        self._n, self._tile_at = n, _checked("Board", n, [tile for row in rows for tile in row])
        self._blank_at = self._tile_at.index(0)
        parts = [distance(n, tile - 1, square) for square, tile in enumerate(self._tile_at) if tile]
        self._manhattan = sum(parts)

    @classmethod
    def parse(cls, text: str, where: str = "Board.parse") -> "Board":
        """The board whose dimension and tiles, row by row, `text` lists; white space is free.

        ValueError names everything that is wrong, and begins with `where`.

        >>> Board.parse("2 1 2 3 0")
        Board([[1, 2], [3, 0]])
        """
        words: list[Any] = text.split() or [""]
        n, *tiles = [int(word) if word.isdecimal() and len(word) < 10 else word for word in words]
        _checked(where, n, tiles)
        return cls([tiles[i : i + n] for i in range(0, n * n, n)])

    @classmethod
    def read(cls, path: "str | PathLike[str]") -> "Board":
        """The board in the file at `path`, in the format of `parse`; `-` is the standard input.

        ValueError names everything that is wrong, and begins with the path.
        """
        where = "standard input" if path == "-" else str(path)
        try:
            with open(0 if path == "-" else path, encoding="utf-8-sig", errors="replace") as file:
                text = file.read(1 << 20)  # ten times what the largest board needs
        except OSError as error:
            problem = f"expected a file with a board, got {error.strerror!r}"
            raise ValueError(f"{where}: {problem}") from None
        return cls.parse(text, where)

    def dimension(self) -> int:
        """n, the number of rows and of columns."""
        return self._n

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The tiles, as a tuple for each row."""
        n, tiles = self._n, self._tile_at
        return tuple(tiles[i : i + n] for i in range(0, n * n, n))

    def blank(self) -> tuple[int, int]:
        """(Row, column) of the blank, both counted from 0."""
        return divmod(self._blank_at, self._n)

    def hamming(self) -> int:
        """The number of tiles out of place: as many squares lack the tile that belongs there."""
        return sum(map(ne, self._tile_at, range(1, self._n**2)))

    def manhattan(self) -> int:
        """The sum of the tiles' Manhattan distances to their goal squares."""
        return self._manhattan

    def is_goal(self) -> bool:
        """Whether each tile is on its goal square: 1, 2, ..., n*n - 1, and the blank last."""
        return self._manhattan == 0

    def is_solvable(self) -> bool:
        """Whether moves lead from here to the goal.

        >>> Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]]).is_solvable()
        False
        """
        # A move exchanges the blank with a tile. So the number of exchanges that would put
        # everything in place and the blank's distance from its corner are both odd or both even,
        # as in the goal (Johnson & Story 1879).
        tiles, exchanges = list(self._tile_at), 0
        for square in range(len(tiles) - 1):
            while tiles[square] != square + 1:  # put this square's tile where it belongs
                other = tiles[square] - 1  # the blank belongs at -1, the last square
                tiles[square], tiles[other] = tiles[other], tiles[square]
                exchanges += 1
        return exchanges % 2 == distance(self._n, self._blank_at, len(tiles) - 1) % 2

    def twin(self) -> "Board":
        """A board with two tiles of this one exchanged.

        Of a board and its twin, exactly one is solvable.

        >>> Board([[1, 0], [3, 2]]).twin()
        Board([[1, 0], [2, 3]])
        """
        rows = [list(row) for row in self.rows()]
        row = rows[1] if 0 in rows[0][:2] else rows[0]
        row[0], row[1] = row[1], row[0]
        return Board(rows)

    def neighbors(self) -> "list[Board]":
        """The 2 to 4 boards one move away: those where the blank has moved up, down, left, right.

        >>> Board([[1, 2], [3, 0]]).neighbors()
        [Board([[1, 0], [3, 2]]), Board([[1, 2], [0, 3]])]
        """
        n, blank, boards = self._n, self._blank_at, []
        for square in beside(n, blank):
            tiles, tile = list(self._tile_at), self._tile_at[square]
            tiles[blank], tiles[square] = tile, 0
            h = distances(n, tile)
            board = Board.__new__(Board)  # __init__ would check what is right already
            board._n, board._tile_at, board._blank_at = n, tuple(tiles), square
            board._manhattan = self._manhattan - h[square] + h[blank]
            boards.append(board)
        return boards

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._tile_at == other._tile_at

    def __hash__(self) -> int:
        return hash(self._tile_at)

    def __repr__(self) -> str:
        return f"Board({[list(row) for row in self.rows()]})"

    def __str__(self) -> str:
        width = len(str(self._n**2 - 1))
        lines = [" ".join(f"{tile:{width}}" for tile in row) for row in self.rows()]
        return "\n".join([str(self._n), *lines])


def _checked(where: str, n: Any, tiles: Sequence[Any]) -> tuple[int, ...]:
    """The tiles, row by row; a ValueError that names everything that is wrong, if anything is."""
    if n not in range(2, 128):
        raise ValueError(f"{where}: expected a dimension from 2 to 127, got {quoted(n)}")
    wanted, seen, problems = range(n * n), set(), []
    for square, tile in enumerate(tiles):
        row = f"row {square // n + 1}"
        if tile not in wanted:
            problems.append(f"{row}: expected a tile from 0 to {n * n - 1}, got {quoted(tile)}")
        elif tile in seen:
            problems.append(f"{row}: expected each tile once, got {tile} again")
        seen.add(tile)
    problems += [f"expected the tile {tile}, got none" for tile in wanted if tile not in seen]
    if len(problems) > 9:
        problems[9:] = [f"and {len(problems) - 9} more"]
    if problems:
        raise ValueError(f"{where}: {'; '.join(problems)}")
    return tuple(tiles)
