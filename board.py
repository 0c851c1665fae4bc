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
    n          the dimension: rows, and columns, of the board
    square     0 to n*n - 1, row by row
    tile       1 to n*n - 1; 0 is the blank
    line       a row or a column, by its number, where either will do
"""

import re
import reprlib
import sys
from collections.abc import Sequence
from functools import cache
from operator import index, ne
from os import PathLike


if __name__ == "__main__" and sys.version_info < (3, 10):
    sys.exit(
        print(
            "board.py: expected Python 3.10 or newer, got", sys.version.split()[0], file=sys.stderr
        )
        or 2
    )

SIZES = range(2, 128)
LONGEST_FILE = 1 << 20  # characters; a board of the largest size takes a tenth of that


# ---- The puzzle's geometry, computed once for each dimension ----


@cache
def _goal(n):
    """The tile on each square of the goal."""
    return (*range(1, n * n), 0)


@cache
def _goal_lines(n):
    """(The row of each tile's goal square, the column of it), each indexed by the tile."""
    squares = [n * n - 1, *range(n * n - 1)]
    return [square // n for square in squares], [square % n for square in squares]


@cache
def _slides(n):
    """For each square of the blank, the tiles that can slide there: from above, below, left, right.

    Each is (the tile's square, the goal lines of tiles, the line before, the line after), where the
    lines are rows or columns, whichever the slide changes.
    """
    rows, columns = _goal_lines(n)
    table = []
    for blank in range(n * n):
        i, j = divmod(blank, n)
        around = [
            (blank - n, rows, i - 1, i),
            (blank + n, rows, i + 1, i),
            (blank - 1, columns, j - 1, j),
            (blank + 1, columns, j + 1, j),
        ]
        table.append([slide for slide in around if 0 <= slide[2] < n])
    return table


# ---- The board ----


class Board:
    """An n-by-n board, from a sequence of n sequences of n integers; 0 is the blank.

    Every method takes O(n*n) or less. TypeError or ValueError names everything wrong with `tiles`.

    >>> Board([[1, 2], [3, 3]])
    Traceback (most recent call last):
    ValueError: Board: row 2: expected each tile once, got 3 again; expected the tile 0, got none
    """

    __slots__ = ("_n", "_tiles", "_blank", "_manhattan")

    def __new__(cls, tiles: Sequence[Sequence[int]]) -> "Board":  # __init__ could be called again
        return _new_board(cls, *_measured(*_checked(tiles)))

    @classmethod
    def parse(cls, text: str, where: str = "Board.parse") -> "Board":
        """The board whose dimension and tiles, row by row, `text` lists; white space is free.

        ValueError names everything that is wrong, with its line, and begins with `where`.

        >>> Board.parse("2 1 2 3 0")
        Board([[1, 2], [3, 0]])
        """
        return _new_board(Board, *_measured(*_parsed(where, text)))

    @classmethod
    def read(cls, path: "str | int | PathLike", where: str = "") -> "Board":
        """The board in the file at `path`, in the format of `parse`.

        ValueError names everything that is wrong, and begins with `where`, or else with the path.
        """
        where = where or str(path)
        return cls.parse(_text_of(path, where), where)

    def dimension(self) -> int:
        """n, the number of rows and of columns."""
        return self._n

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The tiles, as a tuple for each row."""
        n, tiles = self._n, self._tiles
        return tuple(tiles[start : start + n] for start in range(0, n * n, n))

    def blank(self) -> tuple[int, int]:
        """(Row, column) of the blank, both counted from 0."""
        return divmod(self._blank, self._n)

    def hamming(self) -> int:
        """The number of tiles out of place; the blank isn't a tile."""
        return sum(map(ne, self._tiles, _goal(self._n))) - (self._tiles[-1] != 0)

    def manhattan(self) -> int:
        """The sum of the tiles' Manhattan distances to their goal squares, in O(1)."""
        return self._manhattan

    def is_goal(self) -> bool:
        """Whether each tile is on its goal square: 1, 2, ..., n*n - 1, and the blank last."""
        return self._manhattan == 0

    def is_solvable(self) -> bool:
        """Whether moves lead from here to the goal (Johnson & Story 1879).

        A move exchanges the blank with a tile. So the number of exchanges that would put everything
        in place and the blank's distance from its corner are both odd or both even, as in the goal.

        >>> Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]]).is_solvable()
        False
        """
        tiles, cycles = self._tiles, 0
        seen = [False] * len(tiles)
        for square in range(len(tiles)):
            cycles += not seen[square]
            while not seen[square]:
                seen[square] = True
                square = tiles[square] - 1  # where that tile belongs; the blank at -1, the last
        exchanges, distance = len(tiles) - cycles, 2 * (self._n - 1) - sum(self.blank())
        return exchanges % 2 == distance % 2

    def twin(self) -> "Board":
        """The board with the first two tiles of row 1 exchanged; of row 2, if the blank is there.

        Of a board and its twin, exactly one is solvable.

        >>> Board([[1, 0], [3, 2]]).twin()
        Board([[1, 0], [2, 3]])
        """
        n, tiles = self._n, list(self._tiles)
        left = 0 if tiles[0] and tiles[1] else n
        tiles[left], tiles[left + 1] = tiles[left + 1], tiles[left]
        return _new_board(Board, *_measured(n, tuple(tiles)))

    def neighbors(self) -> "list[Board]":
        """The 2 to 4 boards one move away: those where the blank has moved up, down, left, right.

        A neighbor's Manhattan distance is updated from this one's, by the one tile that moved.

        >>> Board([[1, 2], [3, 0]]).neighbors()
        [Board([[1, 0], [3, 2]]), Board([[1, 2], [0, 3]])]
        """
        n, blank, manhattan, boards = self._n, self._blank, self._manhattan, []
        for square, goals, before, after in _slides(n)[blank]:
            tiles = list(self._tiles)
            tile = tiles[blank] = tiles[square]
            tiles[square] = 0
            closer = abs(goals[tile] - before) - abs(goals[tile] - after)
            boards.append(_new_board(Board, n, tuple(tiles), square, manhattan - closer))
        return boards

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._tiles == other._tiles

    def __hash__(self) -> int:
        return hash(self._tiles)

    def __str__(self) -> str:
        width = len(str(self._n**2 - 1))
        lines = (" ".join(f"{tile:{width}}" for tile in row) for row in self.rows())
        return "\n".join([str(self._n), *lines])

    def __repr__(self) -> str:
        return f"Board({[list(row) for row in self.rows()]})"

    def __reduce__(self):  # copies and pickles are made by the constructor, too
        return Board, (self.rows(),)

    def __setattr__(self, name, value):
        raise AttributeError(
            f"Board: expected no change of what is immutable, got {name} = {_quoted(value)}"
        )

    def __delattr__(self, name):
        raise AttributeError(f"Board: expected no change of what is immutable, got del {name}")


_NEW = object.__new__
_SET_N, _SET_TILES, _SET_BLANK, _SET_MANHATTAN = (
    getattr(Board, name).__set__ for name in Board.__slots__
)


def _new_board(cls, n, tiles, blank, manhattan):
    """A new board: the one place where boards get their attributes, past `__setattr__`.

    The slots' own setters take 0.27 us, object.__setattr__ would take 0.38 us, of the 0.47 us that
    `neighbors` takes for a board, in which A* spends most of its time (3-by-3, CPython 3.11).
    """
    board = _NEW(cls)
    _SET_N(board, n)
    _SET_TILES(board, tiles)
    _SET_BLANK(board, blank)
    _SET_MANHATTAN(board, manhattan)
    return board


def _measured(n, tiles):
    """(n, tiles, the blank's square, the Manhattan distance), computed from scratch."""
    rows, columns = _goal_lines(n)
    distances = (
        abs(rows[tile] - square // n) + abs(columns[tile] - square % n)
        for square, tile in enumerate(tiles)
        if tile
    )
    return n, tiles, tiles.index(0), sum(distances)


# ---- Input, and all that can be wrong with it ----


def _checked(rows):
    """(n, tiles) of nested sequences; TypeError or ValueError if they are no board."""
    if not _is_sequence(rows):
        raise TypeError(f"Board: expected a sequence of rows, got {_quoted(rows)}")
    n = len(rows)
    if n not in SIZES:
        raise ValueError(f"Board: expected 2 to 127 rows, got {n}")
    numbered = [(f"row {number}", row) for number, row in enumerate(rows, 1)]
    problems = [
        f"{place}: expected {n} tiles, got {_quoted(row)}"
        for place, row in numbered
        if not _is_sequence(row) or len(row) != n
    ]
    entries = [
        (place, index(entry) if _is_integer(entry) else entry)
        for place, row in numbered
        if _is_sequence(row)
        for entry in row
    ]
    typed = all(map(_is_sequence, rows)) and all(_is_integer(entry) for _, entry in entries)
    _refuse("Board", problems + _misplaced(n, entries), ValueError if typed else TypeError)
    return n, tuple(tile for _, tile in entries)


def _parsed(where, text):
    """(n, tiles) of a text; ValueError, beginning with `where`, if it is no board's."""
    if not isinstance(text, str):
        raise TypeError(f"{where}: expected text, got {_quoted(text)}")
    entries = [
        (f"line {number}", int(word) if re.fullmatch("[0-9]{1,9}", word) else word)
        for number, line in enumerate(text.split("\n"), 1)
        for word in line.split()
    ]
    if not entries:
        raise ValueError(f"{where}: expected a dimension and its tiles, got no text")
    place, n = entries.pop(0)
    if n not in SIZES:
        raise ValueError(f"{where}: {place}: expected a dimension from 2 to 127, got {_quoted(n)}")
    problems = _misplaced(n, entries)
    if len(entries) != n * n:
        problems.insert(0, f"expected {n * n} tiles after the dimension {n}, got {len(entries)}")
    _refuse(where, problems)
    return n, tuple(tile for _, tile in entries)


def _text_of(path, where):
    """The text of the file at `path`; ValueError if it has none, or is far too long for a board."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            text = file.read(LONGEST_FILE + 1)
    except OSError as error:
        problem = f"expected a file with a board, got {error.strerror!r}"
    except UnicodeDecodeError as error:
        problem = f"expected text, got the byte {error.object[error.start]:#04x}"
    else:
        if len(text) <= LONGEST_FILE:
            return text
        problem = f"expected at most {LONGEST_FILE} characters, got more"
    raise ValueError(f"{where}: {problem}")


def _misplaced(n, entries):
    """What is wrong with the (place, entry) of each square, a phrase for each problem."""
    problems, missing = [], set(range(n * n))
    for place, entry in entries:
        if not _is_integer(entry) or entry not in range(n * n):
            problems.append(f"{place}: expected a tile from 0 to {n * n - 1}, got {_quoted(entry)}")
        elif entry in missing:
            missing.remove(entry)
        else:
            problems.append(f"{place}: expected each tile once, got {entry} again")
    return problems + [f"expected the tile {tile}, got none" for tile in sorted(missing)]


def _refuse(where, problems, error=ValueError, shown=9):
    """Raise `error` if there are any problems, naming them all; beyond `shown`, their number."""
    more = [f"and {len(problems) - shown} more"] if len(problems) > shown else []
    if problems:
        raise error(f"{where}: {'; '.join(problems[:shown] + more)}")


def _is_sequence(value):
    """Whether a value can hold rows or tiles: it has a length and an order, and is no text."""
    return (
        hasattr(value, "__len__")
        and hasattr(value, "__getitem__")
        and not hasattr(value, "keys")
        and not isinstance(value, (str, bytes))
    )


def _is_integer(entry):
    """Whether an entry is an integer, as numpy's are; True and False are none."""
    return hasattr(entry, "__index__") and not isinstance(entry, (bool, type))


def _quoted(value):
    """The repr of a value, shortened, or its type where it has none."""
    try:
        return reprlib.repr(value)
    except ValueError:  # from integers of thousands of digits
        return f"<{type(value).__name__}>"
