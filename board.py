"""An immutable board of the N-puzzle: N*N - 1 tiles and a blank, on N by N squares.

    $ python3 board.py testinput/puzzle04.txt
    3
    0 1 3
    4 2 5
    7 8 6

    hamming = 4
    manhattan = 4
    goal = no
    solvable = yes
    neighbors = 2
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

import argparse
import os
import re
import reprlib
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import index, ne
from os import PathLike
from typing import Any, NoReturn


if __name__ == "__main__" and sys.version_info < (3, 10):
    version = sys.version.split()[0]
    print("board.py: expected Python 3.10 or newer, got", version, file=sys.stderr)
    sys.exit(2)

Tiles = tuple[int, ...]
SIZES = range(2, 128)
LONGEST_FILE = 1 << 20  # characters; a board of the largest size takes a tenth of that


# ---- The puzzle's geometry, computed once for each dimension ----


@cache
def _goal(n: int) -> Tiles:
    """The tile on each square of the goal."""
    return (*range(1, n * n), 0)


@cache
def _goal_lines(n: int) -> tuple[list[int], list[int]]:
    """(The row of each tile's goal square, the column of it), both indexed by the tile."""
    squares = [n * n - 1, *range(n * n - 1)]
    return [square // n for square in squares], [square % n for square in squares]


@cache
def _slides(n: int) -> list[list[tuple[int, list[int], int, int]]]:
    """For each square of the blank, the tiles that can slide there: from above, below, left, right.

    A slide is (the tile's square, the goal lines of all tiles, the tile's line before, its line
    after). Lines are rows if the tile slides up or down, columns if it slides sideways.
    """
    rows, columns = _goal_lines(n)
    table = []
    for blank in range(n * n):
        i, j = divmod(blank, n)
        slides = [
            (blank - n, rows, i - 1, i),
            (blank + n, rows, i + 1, i),
            (blank - 1, columns, j - 1, j),
            (blank + 1, columns, j + 1, j),
        ]
        table.append([slide for slide in slides if 0 <= slide[2] < n])
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
    _n: int
    _tiles: Tiles
    _blank: int
    _manhattan: int

    def __new__(cls, tiles: Sequence[Sequence[int]]) -> "Board":  # __init__ could be called again
        return _new_board(cls, *_measured(*_tiles_of_rows(tiles)))

    @classmethod
    def parse(cls, text: str, where: str = "Board.parse") -> "Board":
        """The board whose dimension and tiles, row by row, `text` lists; white space is free.

        ValueError names everything that is wrong, with its line, and begins with `where`.

        >>> Board.parse("2 1 2 3 0")
        Board([[1, 2], [3, 0]])
        """
        return _new_board(Board, *_measured(*_tiles_of_text(text, where)))

    @classmethod
    def read(cls, path: "str | int | PathLike[str]", where: str = "") -> "Board":
        """The board in the file at `path`, in the format of `parse`.

        ValueError names everything that is wrong, and begins with `where`, or else with the path.
        """
        where = where or str(path)
        return cls.parse(_text_of(path, where), where)

    def dimension(self) -> int:
        """n, the number of rows and of columns."""
        return self._n

    def rows(self) -> tuple[Tiles, ...]:
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
        """The sum of the tiles' Manhattan distances to their goal squares."""
        return self._manhattan  # in O(1)

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
        tiles, exchanges = list(self._tiles), 0
        for square in range(len(tiles) - 1):
            while tiles[square] != square + 1:  # put what is here where it belongs
                other = tiles[square] - 1  # the blank belongs at -1, the last square
                tiles[square], tiles[other] = tiles[other], tiles[square]
                exchanges += 1
        distance = 2 * (self._n - 1) - sum(self.blank())
        return exchanges % 2 == distance % 2

    def twin(self) -> "Board":
        """A board with two tiles of this one exchanged.

        Of a board and its twin, exactly one is solvable.

        >>> Board([[1, 0], [3, 2]]).twin()
        Board([[1, 0], [2, 3]])
        """
        n, tiles = self._n, list(self._tiles)  # the first two of row 1, or else of row 2
        left = 0 if tiles[0] and tiles[1] else n
        tiles[left], tiles[left + 1] = tiles[left + 1], tiles[left]
        return _new_board(Board, *_measured(n, tuple(tiles)))

    def neighbors(self) -> "list[Board]":
        """The 2 to 4 boards one move away: those where the blank has moved up, down, left, right.

        >>> Board([[1, 2], [3, 0]]).neighbors()
        [Board([[1, 0], [3, 2]]), Board([[1, 2], [0, 3]])]
        """
        n, blank, manhattan = self._n, self._blank, self._manhattan
        boards = []
        for square, goals, before, after in _slides(n)[blank]:
            tiles = list(self._tiles)
            tile = tiles[blank] = tiles[square]
            tiles[square] = 0
            # its Manhattan distance is this one's but for the one tile that moved
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

    def __reduce__(self) -> tuple[type["Board"], tuple[tuple[Tiles, ...]]]:
        return Board, (self.rows(),)  # copies and pickles are made by the constructor, too

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{_IMMUTABLE} {name} = {_quoted(value)}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{_IMMUTABLE} del {name}")


_IMMUTABLE = "Board: expected no change of what is immutable, got"
_NEW = object.__new__
_SET_N, _SET_TILES, _SET_BLANK, _SET_MANHATTAN = (
    getattr(Board, name).__set__ for name in Board.__slots__
)


def _new_board(cls: type[Board], n: int, tiles: Tiles, blank: int, manhattan: int) -> Board:
    """A new board: the one place where boards get their attributes, past `__setattr__`.

    The slots' own setters take 0.27 us. object.__setattr__ would take 0.38 us, of the 0.47 us that
    `neighbors` takes for a board, in which A* spends most of its time (3-by-3, CPython 3.11).
    """
    board = _NEW(cls)
    _SET_N(board, n)
    _SET_TILES(board, tiles)
    _SET_BLANK(board, blank)
    _SET_MANHATTAN(board, manhattan)
    return board


def _measured(n: int, tiles: Tiles) -> tuple[int, Tiles, int, int]:
    """(n, tiles, the blank's square, the Manhattan distance), computed from scratch."""
    rows, columns = _goal_lines(n)
    distances = (
        abs(rows[tile] - square // n) + abs(columns[tile] - square % n)
        for square, tile in enumerate(tiles)
        if tile
    )
    return n, tiles, tiles.index(0), sum(distances)


# ---- Input, and all that can be wrong with it ----


def _tiles_of_rows(rows: Any) -> tuple[int, Tiles]:
    """(n, tiles) of nested sequences; TypeError or ValueError if they are no board."""
    if not _is_sequence(rows):
        raise TypeError(f"Board: expected a sequence of rows, got {_quoted(rows)}")
    n, problems, entries = len(rows), [], []
    if n not in SIZES:
        raise ValueError(f"Board: expected 2 to 127 rows, got {n}")
    for number, row in enumerate(rows, 1):
        if not _is_sequence(row) or len(row) != n:
            problems.append(f"row {number}: expected {n} tiles, got {_quoted(row)}")
        if _is_sequence(row):
            entries += [(f"row {number}", entry) for entry in row]
    of_integers = all(map(_is_sequence, rows)) and all(_is_integer(entry) for _, entry in entries)
    return n, _checked("Board", n, entries, problems, ValueError if of_integers else TypeError)


def _tiles_of_text(text: str, where: str) -> tuple[int, Tiles]:
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
    if not isinstance(n, int) or n not in SIZES:
        raise ValueError(f"{where}: {place}: expected a dimension from 2 to 127, got {_quoted(n)}")
    problems = []
    if len(entries) != n * n:
        problems = [f"expected {n * n} tiles after the dimension {n}, got {len(entries)}"]
    return n, _checked(where, n, entries, problems, ValueError)


def _text_of(path: "str | int | PathLike[str]", where: str) -> str:
    """The text of the file at `path`; ValueError if it has none, or is far too long for a board."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            text = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise ValueError(f"{where}: expected a file with a board, got {error.strerror!r}") from None
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise ValueError(f"{where}: expected text, got the byte {byte:#04x}") from None
    if len(text) > LONGEST_FILE:
        raise ValueError(f"{where}: expected at most {LONGEST_FILE} characters, got more")
    return text


def _checked(
    where: str, n: int, entries: Iterable[tuple[str, Any]], problems: list[str], error: type
) -> Tiles:
    """The tiles in (place, tile) pairs; an `error` that names `problems` and all others, if any."""
    squares, places = range(n * n), dict[int, str]()
    for place, entry in entries:
        tile = index(entry) if _is_integer(entry) else None
        if tile is None or tile not in squares:
            got = _quoted(entry if tile is None else tile)
            problems.append(f"{place}: expected a tile from 0 to {n * n - 1}, got {got}")
        elif tile in places:
            problems.append(f"{place}: expected each tile once, got {tile} again")
        else:
            places[tile] = place
    problems += [
        f"expected the tile {tile}, got none" for tile in range(n * n) if tile not in places
    ]
    if len(problems) > 9:
        problems[9:] = [f"and {len(problems) - 9} more"]
    if problems:
        raise error(f"{where}: {'; '.join(problems)}")
    return tuple(places)


def _is_sequence(value: object) -> bool:
    """Whether a value can hold rows or tiles: it has a length and an order, and is no text."""
    has_items = hasattr(value, "__len__") and hasattr(value, "__getitem__")
    return has_items and not hasattr(value, "keys") and not isinstance(value, (str, bytes))


def _is_integer(entry: object) -> bool:
    """Whether an entry is an integer, as numpy's are; True and False are none."""
    return hasattr(entry, "__index__") and not isinstance(entry, (bool, type))


def _quoted(value: object) -> str:
    """The repr of a value, shortened, or its type where it has none."""
    try:
        return reprlib.repr(value)
    except ValueError:  # from integers of thousands of digits
        return f"<{type(value).__name__}>"


# ---- The command ----


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Print the board in each file, and its facts; return 2 if a file holds none, else 0."""
    parser = Parser(
        prog="board.py",
        allow_abbrev=False,
        description="Print each board and what is known of it without a search.",
    )
    file = "a board: its dimension, then its tiles, row by row; `-`: standard input"
    parser.add_argument("FILE", nargs="+", help=file)
    status, separator = 0, ""
    for name in parser.parse_args(arguments).FILE:
        try:
            print(separator + _with_facts(read_board(name)))
            separator = "\n"
        except ValueError as error:
            status = complain("board.py", error)
    return status


def _with_facts(board: Board) -> str:
    """A board, and below it what is known of it without a search.

    >>> print(_with_facts(Board([[1, 2], [0, 3]])))
    2
    1 2
    0 3
    <BLANKLINE>
    hamming = 1
    manhattan = 1
    goal = no
    solvable = yes
    neighbors = 2
    """
    facts = {
        "hamming": board.hamming(),
        "manhattan": board.manhattan(),
        "goal": "yes" if board.is_goal() else "no",
        "solvable": "yes" if board.is_solvable() else "no",
        "neighbors": len(board.neighbors()),
    }
    return "\n".join([str(board), "", *(f"{name} = {fact}" for name, fact in facts.items())])


def read_board(name: str) -> Board:
    """The board in a file, or in the standard input, `-`; ValueError if there is none."""
    return Board.read(0, "standard input") if name == "-" else Board.read(name)


# ---- What all our commands have in common ----


class Parser(argparse.ArgumentParser):
    """A parser whose errors take one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2."""
        sys.exit(complain(self.prog, f"{message} (--help lists the options)"))


def complain(name: str, error: object, status: int = 2) -> int:
    """Print one line on stderr, after what stands on stdout so far; return the exit status."""
    print(end="", flush=True)
    print(f"{name}:", *str(error).splitlines(), file=sys.stderr)
    return status


def exit_status(name: str, command: Callable[[], int]) -> int:
    """That of a command; 2, 130 or 141 after an error, Ctrl-C, or a reader that has left."""
    try:
        try:
            status = command()
        except KeyboardInterrupt:
            status = complain(name, "interrupted", 130)
        except MemoryError:
            need = "expected memory for a larger frontier, got none"
            status = complain(name, f"{need}: another algorithm may need less")
        print(end="", flush=True)
        return status
    except OSError as error:
        if not error.filename:  # from standard output, to which nothing more can be written
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 141
        where = error.filename or "standard output"
        return complain(name, f"{where}: expected a file to write, got {error.strerror!r}")


if __name__ == "__main__" and (len(sys.argv) > 1 or not sys.flags.interactive):
    sys.exit(exit_status("board.py", main))
