"""The driver of npuzzle, run in a student's process: it prints the answers of Board and Solver.

`grader.sandbox.driver` executes this text, `driver_board`, `driver_queue` and `driver_solver` as
one, imports a module of the submission, and calls one of the functions here on a list of (name,
rows of a board). The beginning of the submission's own output goes to stderr. A line of data begins
with the name of a board; a board is its rows, `1 2 / 3 0`, read from its string.
"""

import io
import os
import re
import sys
from operator import index
from zlib import crc32


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    Rows = list[list[int]]
    Boards = list[tuple[str, Rows]]

KEPT = 64 << 10  # so many bytes of what the submission prints are passed on
LARGEST_SHOWN = 10  # the most rows of a board that is printed whole
BEGINNING = 30  # so many characters of the text on a larger board are printed
# {a name that a method may have in other languages: the same in Python, without underscores}
ELSEWHERE = {"tostring": "str", "equals": "eq"}


class Aside(io.RawIOBase):
    """The stderr of this process, to which only the first bytes are passed on."""

    name = "<stdout>"
    room = KEPT

    def writable(self) -> bool:
        """True: bytes can be written."""
        return True

    def fileno(self) -> int:
        """The number of stderr."""
        return 2

    def write(self, data: "Any") -> int:
        """Write the bytes, or what is left of the room for them; say that all were written."""
        if self.room:
            os.write(2, data[: self.room])
            self.room = max(0, self.room - len(data))
        return len(data)


OUT = sys.stdout
# what a program puts in its place may write to the buffer of this one, so that it must stay open
OWN = sys.stdout = io.TextIOWrapper(
    io.BufferedWriter(Aside()), "utf-8", "backslashreplace", line_buffering=True
)


class Missing(Exception):
    """The submission lacks a class or method: the message is its name, such as `Board.is_goal`.

    The message ends with ` is spelled isGoal` if there is a similar name, and with ` is no method`
    if something else has the name.
    """


def _tell(name: str, value: object) -> None:
    """Print one line of data."""
    print(f"{name}: {value}", file=OUT, flush=True)


def _classes(*names: str) -> "list[Any]":
    """The submission's classes with these names, each from the module with the same name."""
    classes = [getattr(__import__(name.lower()), name, None) for name in names]
    for name, value in zip(names, classes):
        if value is None:
            raise Missing(name + _other_spelling(sys.modules[name.lower()], name))
    return classes


def _other_spelling(thing: object, name: str) -> str:
    """The end of the message on a missing name if an object has a similar one; else ""."""
    is_module = isinstance(thing, type(sys))
    owner = thing if is_module else type(thing)
    alike = [other for other in dir(owner) if _plain(other) == _plain(name) and other != name]
    number = 2 if name == "__eq__" else 1
    for other in sorted(alike, key=lambda other: other.startswith("_")):
        value = getattr(owner, other)
        may_be_meant = isinstance(value, property) or _takes(value, number)
        if is_module:
            may_be_meant = isinstance(value, type)
        if may_be_meant:
            return f" is spelled {other}"
    return ""


def _takes(value: "Any", number: int) -> bool:
    """Whether a value is a method that is called with so many arguments, its object included."""
    code: "Any" = getattr(value, "__code__", None)
    return code is not None and code.co_argcount - len(value.__defaults__ or ()) == number


def _plain(name: str) -> str:
    """A name in a form that is equal for others, as isGoal, neighbours and manhattan_distance."""
    name = name.replace("_", "").lower().replace("neighbour", "neighbor")
    return ELSEWHERE.get(name) or re.sub("^(get|calculate|calc|compute)|distance$", "", name)


def _demand(thing: object, method: str) -> None:
    """Raise Missing if a method that each class has is object's own, and a similar one is there."""
    if getattr(type(thing), method) is getattr(object, method):
        spelling = _other_spelling(thing, method)
        if spelling:
            raise Missing(f"{type(thing).__name__}.{method}{spelling}")


def _call(thing: object, method: str) -> "Any":
    """The answer of an object's method, as a bool if the method's name is a question."""
    answer = _asked(thing, method)
    return bool(answer) if method.startswith("is_") else answer


def _typed(thing: object, method: str) -> "Any":
    """The answer of a method if it is a bool or an integer, as required; else its type.

    Only one check asks for types, so that a wrong type costs points once. All others accept an
    answer that prints alike, or that `if` treats alike.
    """
    answer = _asked(thing, method)
    number = _integer(answer)
    if not method.startswith("is_"):
        return _no("int", answer) if number is None else number
    is_truth = isinstance(answer, bool) or number in (0, 1) or type(answer).__module__ == "numpy"
    return bool(answer) if is_truth else _no("bool", answer)


def _integer(answer: "Any") -> "int | None":
    """The integer in an answer, also numpy's; None if it is not one, as True and 4.0."""
    try:
        return None if isinstance(answer, bool) else index(answer)
    except TypeError:
        return None


def _no(name: str, thing: object) -> str:
    """The text that replaces a value if it is not of the type `name`."""
    kind = type(thing)
    where = "" if kind.__module__ in ("builtins", "board") else f"{kind.__module__}."
    return f"not of type {name}, but {where}{kind.__name__}"


def _asked(thing: object, method: str) -> "Any":
    """The answer of an object's method; Missing if a class of the submission lacks it."""
    is_builtin = type(thing).__module__ == "builtins"  # as None where a Board should be
    if not is_builtin and not callable(getattr(thing, method, None)):
        is_there = hasattr(thing, method)
        how = " is no method" if is_there else _other_spelling(thing, method)
        raise Missing(f"{type(thing).__name__}.{method}{how}")
    return getattr(thing, method)()


def _board(Board: type, rows: "Rows") -> "Any":
    """The student's board with these rows, which it may keep and change."""
    return Board([list(row) for row in rows])


def _boards(boards: "Boards") -> "Iterator[tuple[str, Any]]":
    """Yield the name of each board and the student's Board of it."""
    (Board,) = _classes("Board")
    for name, rows in boards:
        yield name, _board(Board, rows)


def _rows(tiles: "Sequence[object]", n: int) -> "list[list[Any]]":
    """The tiles in rows of n."""
    return [[*tiles[start : start + n]] for start in range(0, len(tiles), n)]


def _text(board: object) -> str:
    """The rows of a board, as its string shows them; the string if it shows none.

    Only the check of the string demands the dimension. If the value is not a Board, the text is its
    type. Numbers in an object's address are no tiles: they change from run to run.
    """
    if not _is_board(board):
        return _no("Board", board)
    _demand(board, "__str__")
    is_address = _without_str(board) and type(board).__repr__ is object.__repr__
    text = "" if is_address else str(board)
    rows = _rows_of_tiles(text)
    return " / ".join(map(" ".join, rows)) or _without_str(board) or " ".join(text.split())


def _rows_of_tiles(text: str) -> "list[list[str]]":
    """The rows in the string of a board, whatever else it says; [] if they are not there.

    They are what follows the dimension, or else all numbers if these make a square, or else n
    lines of n numbers each.
    """
    n, *tiles = numbers = re.findall("[0-9]+", text) or ["0"]
    if tiles and len(tiles) == int(n[:3]) ** 2:
        return _rows(tiles, int(n))
    side = round(len(numbers) ** 0.5)
    if side > 1 and len(numbers) == side * side:
        return _rows(numbers, side)
    squares = _squares([re.findall("[0-9]+", line) for line in text.splitlines()])
    return max(squares, key=_has_each_tile) if squares else []


def _squares(lines: "list[list[str]]") -> "list[list[list[str]]]":
    """The squares that lines of numbers make: n of n numbers each, one after another."""
    widths = [len(line) for line in lines]
    squares = []
    for place, n in enumerate(widths):
        if n > 1 and widths[place : place + n] == [n] * n:
            squares.append(lines[place : place + n])
    return squares


def _has_each_tile(rows: "list[list[str]]") -> bool:
    """Whether rows have each tile of a board of that many rows."""
    return set().union(*rows) == set(map(str, range(len(rows) ** 2)))


def _is_board(thing: object) -> bool:
    """Whether a value is a Board of the submission, where Board may be a function."""
    Board = __import__("board").Board
    kind = Board if isinstance(Board, type) else type(Board([[1, 2], [3, 0]]))
    return isinstance(thing, kind)


def _without_str(board: object) -> str:
    """The text printed for a board whose class has no string method; "" if it has one."""
    return "an object without __str__" if type(board).__str__ is object.__str__ else ""


def _texts(boards: "Sequence[object]") -> str:
    """The texts of several boards, sorted and joined."""
    return " and ".join(sorted(map(_text, boards)))


def _brief(text: str, n: int) -> str:
    """A text on a board of n rows; for a large board its beginning, length and digest."""
    if n <= LARGEST_SHOWN:
        return text
    whole = f"{n} rows of {len(text)} characters, digest {crc32(text.encode()):08x}"
    return f"{text[:BEGINNING]}... ({whole})"
