"""What the assignments on sliding tiles have in common: instances, drawing, pictures.

A name of an instance is that of a file `NAME.txt` in `testinput/`, or says how a board is drawn,
the same whenever it is drawn:

    random-N-SEED         any N-by-N board, solvable or not
    solvable-N-SEED       a solvable one
    unsolvable-N-SEED     one that is not
    walk-N-STEPS-SEED     STEPS moves from the goal at most, none of them taken back at once
    exchanged-N-STEPS-SEED  the same after an exchange of the first two tiles: not solvable

An assignment file may give a range of seeds, as in random-2-1..100.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from grader.assignment.hooks import Picture
from grader.tracing.searching import Searching
from grader.tracing.trace import State


Rows = list[list[int]]
Chance = random.Random

SEARCH = re.compile("solv|solution|moves|queue")  # what functions that search are called
TESTINPUT = Path(__file__).resolve().parents[2] / "testinput"
SEEDS = re.compile(r"([a-z]+(?:-[0-9]{1,9})+)-([0-9]{1,6})\.\.([0-9]{1,6})")
DRAWN = re.compile(r"(random|solvable|unsolvable|walk|exchanged)((?:-[0-9]{1,9})+)")


def state(name: str) -> list[int]:
    """The integers in an instance's file, as one list; ValueError if it holds anything else."""
    path = TESTINPUT / f"{name}.txt"
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
    """The rows of the board of that name, each a list of its tiles.

    >>> rows("puzzle2x2-01"), rows("random-2-1"), rows("walk-2-3-1")
    ([[1, 2], [0, 3]], [[2, 0], [3, 1]], [[3, 1], [0, 2]])
    """
    return [[*row] for row in _rows(name)]


@lru_cache(maxsize=500)
def _rows(name: str) -> Rows:
    """The rows, remembered, since several checks have boards in common."""
    if match := DRAWN.fullmatch(name):
        numbers = [int(word) for word in match[2][1:].split("-")]
        return KINDS[match[1]](random.Random(name), *numbers[:-1])
    n, *tiles = state(name)
    try:
        return square(n, tiles)
    except ValueError as error:
        raise ValueError(f"{TESTINPUT / name}.txt: {error}") from None


def files(name: str) -> list[Path]:
    """The file that the instance of that name is read from; none if it is drawn."""
    path = TESTINPUT / f"{name}.txt"
    return [path] if path.is_file() else []


def expression(name: str) -> str:
    """What to type for the rows of the board of that name without the grader; short if it is drawn
    at random.

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


def square(n: int, tiles: Sequence[int]) -> Rows:
    """The tiles as n rows."""
    if len(tiles) != n * n:
        raise ValueError(f"expected {n * n} tiles after the dimension {n}, got {len(tiles)}")
    return [[*tiles[start : start + n]] for start in range(0, n * n, n)]


def names(pattern: str) -> list[str]:
    """The names that a pattern stands for: itself if it is one, those of a range of seeds, else
    those of the files that it matches, sorted.

    >>> names("puzzle2x2-0[01]"), names("random-3-1"), names("random-3-8..9")
    (['puzzle2x2-00', 'puzzle2x2-01'], ['random-3-1'], ['random-3-8', 'random-3-9'])
    """
    if match := SEEDS.fullmatch(pattern):
        return [f"{match[1]}-{seed}" for seed in range(int(match[2]), int(match[3]) + 1)]
    if DRAWN.fullmatch(pattern) or (TESTINPUT / f"{pattern}.txt").is_file():
        return [pattern]
    return sorted(path.stem for path in TESTINPUT.glob(f"{pattern}.txt"))


# ---- Drawing ----


def _any_board(chance: Chance, n: int) -> Rows:
    """The rows of any n-by-n board, each as likely as another."""
    return square(n, chance.sample(range(n * n), n * n))


def _solvable(chance: Chance, n: int, wanted: bool = True) -> Rows:
    """The rows of a solvable board, or of one that is not: two tiles are exchanged where needed."""
    board = _any_board(chance, n)
    if is_solvable(board) != wanted:
        (i, j), (k, m) = [(i, j) for i in range(n) for j in range(n) if board[i][j]][:2]
        board[i][j], board[k][m] = board[k][m], board[i][j]
    return board


def _unsolvable(chance: Chance, n: int) -> Rows:
    """The rows of a board from which no moves lead to the goal."""
    return _solvable(chance, n, wanted=False)


def is_solvable(board: Rows) -> bool:
    """Whether moves lead from a board to the goal: the permutation of all squares must be even just
    if the blank is an even number of moves away from its corner, since each move is one exchange
    (Johnson & Story 1879).

    >>> is_solvable([[1, 2], [0, 3]]), is_solvable([[2, 1], [3, 0]])
    (True, False)
    """
    n, tiles = len(board), [tile for row in board for tile in row]
    blank = tiles.index(0)
    away = 2 * (n - 1) - blank // n - blank % n
    cycles, visited = 0, set()
    for start in range(n * n):
        cycles += start not in visited
        while start not in visited:
            visited.add(start)
            start = (tiles[start] - 1) % (n * n)
    return (n * n - cycles) % 2 == away % 2


def _from_goal(chance: Chance, n: int, steps: int) -> Rows:
    """The rows of a board some random moves from the goal."""
    return square(n, walk(chance, n, [*range(1, n * n), 0], steps))


def _exchanged(chance: Chance, n: int, steps: int) -> Rows:
    """The rows of a board some random moves from the goal with its first two tiles exchanged."""
    return square(n, walk(chance, n, [2, 1, *range(3, n * n), 0], steps))


def walk(chance: Chance, n: int, tiles: Sequence[int], steps: int) -> list[int]:
    """The tiles of an n-by-n board after random moves into its blanks, none taken back at once."""
    tiles = list(tiles)
    before: tuple[int, int] | None = None
    for _ in range(steps):
        moves = [
            (blank, other)
            for blank, tile in enumerate(tiles)
            if not tile
            for other in beside(blank, n)
            if tiles[other] and (other, blank) != before
        ]
        before = blank, other = chance.choice(moves)
        tiles[blank], tiles[other] = tiles[other], 0
    return tiles


def beside(place: int, n: int) -> list[int]:
    """The squares of an n-by-n board above, below, left and right of one.

    >>> beside(0, 3), beside(4, 3)
    ([3, 1], [1, 7, 3, 5])
    """
    row, column = divmod(place, n)
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [i * n + j for i, j in around if 0 <= i < n and 0 <= j < n]


def manhattan(tiles: Sequence[int], n: int) -> int:
    """The sum of the tiles' Manhattan distances on n-by-n squares, tile 1 in the first square.

    >>> manhattan([2, 1, 0, 3], 2)
    3
    """
    return sum(
        abs(square // n - (tile - 1) // n) + abs(square % n - (tile - 1) % n)
        for square, tile in enumerate(tiles)
        if tile
    )


def around(searching: Searching, goal: State) -> Iterator[State]:
    """Yield the states from which moves lead to a goal, by the number of moves, then ascending."""
    layer, before = [goal], {goal}
    while layer:
        yield from layer
        after = {state for one in layer for state in searching.successors(one)}
        layer = sorted(after - before)
        before |= after


KINDS: dict[str, Callable[..., Rows]] = {
    "random": _any_board,
    "solvable": _solvable,
    "unsolvable": _unsolvable,
    "walk": _from_goal,
    "exchanged": _exchanged,
}


# ---- Pictures ----

STATE = re.compile(r"\s*[\[(]\s*([0-9]{1,2}(?:[\s,]+[0-9]{1,2}){8})\s*[\])]")
BOARD = re.compile(r"[0-9]+(?: [0-9]+)+(?: / [0-9]+(?: [0-9]+)+)+")
LARGEST_DRAWN = 5  # rows


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
    """The rows as what is drawn of them."""
    return tuple(tuple(str(tile or "") for tile in row) for row in rows)
