"""The common part of the sliding-tile assignments: instances, drawing, pictures.

A name of an instance is that of a file `NAME.txt` in `testinput/`, or says how a board is drawn,
the same whenever it is drawn:

    random-N-SEED         any N-by-N board, solvable or not
    solvable-N-SEED       a solvable one
    unsolvable-N-SEED     one that is not
    walk-N-STEPS-SEED     STEPS moves from the goal at most, none of them taken back at once
    exchanged-N-STEPS-SEED  the same after an exchange of the first two tiles: not solvable

An assignment file may give a range of seeds, as in random-2-1..100.
"""

import re
from functools import lru_cache
from pathlib import Path

from grader.assignment.hooks import Instances
from grader.assignments.squares import Rows, square
from grader.ground.files import Files
from grader.records.checks import Arguments
from grader.records.results import Picture


TESTINPUT = Path(__file__).resolve().parents[2] / "testinput"
SEEDS = re.compile(r"([a-z]+(?:-[0-9]{1,9})+)-([0-9]{1,6})\.\.([0-9]{1,6})")
DRAWN = re.compile(r"(random|solvable|unsolvable|walk|exchanged)((?:-[0-9]{1,9})+)")


def _path_of(name: str) -> Path:
    """The path of an instance's file, which need not exist."""
    return TESTINPUT / f"{name}.txt"


def state(name: str) -> list[int]:
    """The integers in an instance's file; ValueError if it holds anything else."""
    path = _path_of(name)
    try:
        words = path.read_text(encoding="ascii").split()
    except OSError as error:
        raise ValueError(f"expected the file {path}, got {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    wrong = [word[:40] for word in words if not re.fullmatch("[+-]?[0-9]{1,9}", word)]
    if wrong or not words:
        got = repr(wrong[0]) if wrong else "an empty file"
        raise ValueError(f"{path}: expected integers separated by white space, as 1 2 3, got {got}")
    return [int(word) for word in words]


def rows(name: str) -> Rows:
    """The rows of the board with this name, each a list of tiles.

    >>> rows("puzzle2x2-01"), rows("random-2-1"), rows("walk-2-3-1")
    ([[1, 2], [0, 3]], [[2, 0], [3, 1]], [[3, 1], [0, 2]])
    """
    return [[*row] for row in _rows(name)]


@lru_cache(maxsize=4_000)
def _rows(name: str) -> Rows:
    """The rows of a board, cached since each is read to be validated and for each of its checks."""
    match = DRAWN.fullmatch(name)
    if match and not _path_of(name).is_file():
        from grader.assignments import drawing  # students' copies have no such module

        numbers = [int(word) for word in match[2][1:].split("-")]
        return drawing.drawn(name, match[1], numbers[:-1])
    n, *tiles = state(name)
    try:
        return square(n, tiles)
    except ValueError as error:
        raise ValueError(f"{_path_of(name)}: {error}") from None


def expression(name: str) -> str:
    """An expression for a board's rows that works without the grader; short if drawn at random.

    >>> eval(expression("random-127-1")) == rows("random-127-1"), expression("puzzle2x2-01")
    (True, '[[1, 2], [0, 3]]')
    """
    kind, *numbers = name.split("-")
    if kind != "random" or not DRAWN.fullmatch(name):
        return repr(rows(name))
    n = int(numbers[0])
    return (
        f"(lambda tiles: [tiles[k:k + {n}] for k in range(0, {n * n}, {n})])("
        f"__import__('random').Random({name!r}).sample(range({n * n}), {n * n}))"
    )


class Boards(Instances):
    """The boards of `testinput/` and those drawn by their names; the only argument is the rows."""

    def read(self, name: str) -> Arguments:
        """The arguments: the rows of the board with this name."""
        return (rows(name),)

    def names(self, pattern: str) -> list[str]:
        """The names that match a pattern, sorted: a name itself, a range of seeds, or files' names.

        >>> [Boards().names(word) for word in ("puzzle2x2-0[01]", "random-3-1", "random-3-8..9")]
        [['puzzle2x2-00', 'puzzle2x2-01'], ['random-3-1'], ['random-3-8', 'random-3-9']]
        """
        if match := SEEDS.fullmatch(pattern):
            return [f"{match[1]}-{seed}" for seed in range(int(match[2]), int(match[3]) + 1)]
        if DRAWN.fullmatch(pattern) or _path_of(pattern).is_file():
            return [pattern]
        return sorted(path.stem for path in TESTINPUT.glob(f"{pattern}.txt"))

    def files(self, name: str) -> Files:
        """{path at the top of the checkout: bytes} of an instance's file.

        A board drawn by its name has no file in the checkout, but students' copies get one.

        >>> Boards().files("random-2-1")
        {'testinput/random-2-1.txt': b'2\\n2 0\\n3 1\\n'}
        """
        if _path_of(name).is_file():
            return {f"{TESTINPUT.name}/{name}.txt": _path_of(name).read_bytes()}
        board = rows(name)
        lines = [str(len(board)), *(" ".join(map(str, tiles)) for tiles in board)]
        return {f"{TESTINPUT.name}/{name}.txt": "".join(f"{line}\n" for line in lines).encode()}


class States(Boards):
    """The states of `testinput/`; the only argument is the list of nine numbers."""

    def read(self, name: str) -> Arguments:
        """The arguments: the state in the file with this name.

        >>> States().read("funny00-1")
        ([1, 2, 3, 4, 5, 6, 7, 0, 0],)
        """
        return (state(name),)


# ---- Pictures ----

STATE = re.compile(r"\s*[\[(]\s*([0-9]{1,2}(?:[\s,]+[0-9]{1,2}){8})\s*[\])]")
BOARD = re.compile(r"[0-9]+(?: [0-9]+)+(?: / [0-9]+(?: [0-9]+)+)+")
LARGEST_DRAWN = 5  # the most rows of a board that is drawn


def picture(line: str, column: int = 0) -> Picture | None:
    """The rows of the state that a line begins with, or of the board (`1 2 / 3 0`) at a column;
    else None.

    >>> picture("puzzle2x2-01: 1 0 / 3 2 and 1 2 / 0 3", 28)
    (('1', '2'), ('', '3'))
    >>> picture("[2, 5, 1, 4, 0, 6, 7, 0, 3] h=6 moves: 0")[1], picture("Max queue length: 384")
    (('4', '', '6'), None)
    """
    if match := STATE.match(line):
        return _cells(square(3, [int(tile) for tile in re.findall("[0-9]+", match[1])]))
    boards = (match[0] for match in BOARD.finditer(line) if match.end() >= column)
    rows = [[int(tile) for tile in row.split()] for row in next(boards, "").split(" / ")]
    is_square = all(len(row) == len(rows) <= LARGEST_DRAWN for row in rows)
    return _cells(rows) if is_square else None


def _cells(rows: Rows) -> Picture:
    return tuple(tuple(str(tile or "") for tile in row) for row in rows)
