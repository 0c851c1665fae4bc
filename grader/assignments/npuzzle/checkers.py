"""The checkers: where several answers are right, they read a property of the output; pure.

A checker takes a check, the lines of an output and those of the expected transcript (None while
that is being made from the model's output). It returns the lines to compare instead, which are the
same for every right answer, and perhaps notes that are shown whatever the verdict. A line begins
with the name of a board. What is no data is marked as such: a submission could print what a checker
concludes.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from grader.assignment.hooks import Lines, Reading
from grader.assignments.sliding import Rows
from grader.records import Check, Fact, fact


# the power of n between n*n and n*n*n: caches and lookups cost a little more in large boards
GROWTH = 2.6
CHEAP_S = 5e-5  # seconds of a call that no growth makes expensive
CALLS = 2  # of manhattan() for each insert: once, and once more for good measure
PRINTS_NOTHING = "solver.py printed nothing when it was run as a program"
UNCOUNTED = "no heap of heapq is used, nor are counts told"
SECONDS = re.compile(r": ([0-9]{1,9}(?:\.[0-9]{1,9})?(?:e-?[0-9]{1,2})?) s$")
# times the reference's inserts for each delete: what undoing the last move costs is 1.5
MORE_INSERTS = 1.3


# ---- Boards, as rows ----


def board_of(text: str) -> Rows | None:
    """The rows of a board as drivers print it, or None if it is none.

    >>> board_of("1 2 / 3 0"), board_of("1 2 / 3")
    ([[1, 2], [3, 0]], None)
    """
    rows = (
        [[int(word) for word in row.split()] for row in text.split("/")]
        if re.fullmatch("[0-9 /]+", text) and not re.search("[0-9]{9}", text)
        else []
    )
    tiles = sorted(tile for row in rows for tile in row)
    square = len({len(rows), *map(len, rows)}) == 1
    return rows if rows and square and tiles == [*range(len(tiles))] else None


def _places(rows: Rows) -> dict[int, tuple[int, int]]:
    """{tile: (row, column)} of a board.

    >>> _places([[1, 2], [3, 0]])[3]
    (1, 0)
    """
    return {tile: (i, j) for i, row in enumerate(rows) for j, tile in enumerate(row)}


def hamming(rows: Rows) -> int:
    """The number of tiles of a board that are out of place.

    >>> hamming([[2, 1], [0, 3]])
    3
    """
    return sum(
        tile != 0 and tile != i * len(rows) + j + 1 for tile, (i, j) in _places(rows).items()
    )


def manhattan(rows: Rows) -> int:
    """The sum of the distances of a board's tiles from their squares in the goal.

    >>> manhattan([[2, 1], [0, 3]])
    3
    """
    n = len(rows)
    return sum(
        abs(i - (tile - 1) // n) + abs(j - (tile - 1) % n)
        for tile, (i, j) in _places(rows).items()
        if tile
    )


def _changed(before: Rows, after: Rows) -> set[int]:
    """The tiles that are on other squares of one board than of another.

    >>> sorted(_changed([[1, 2], [0, 3]], [[1, 2], [3, 0]]))
    [0, 3]
    """
    old, new = _places(before), _places(after)
    return {tile for tile in old if old[tile] != new.get(tile)}


def is_move(before: Rows, after: Rows) -> bool:
    """Whether one move leads from one board to another.

    >>> is_move([[1, 2], [0, 3]], [[1, 2], [3, 0]]), is_move([[1, 2], [0, 3]], [[1, 3], [0, 2]])
    (True, False)
    """
    if len(before) != len(after) or 0 not in (tiles := _changed(before, after)) or len(tiles) != 2:
        return False
    (i, j), (k, m) = _places(before)[0], _places(after)[0]
    return abs(i - k) + abs(j - m) == 1


# ---- Checkers ----


def twin(check: Check, lines: Lines, _: Lines | None) -> Reading:
    """Any exchange of two tiles is a twin."""
    return Reading(
        tuple(_twin_line(name, text, rows) for name, text, rows in _parsed(check, lines))
    )


def _twin_line(name: str, text: str, rows: Rows | None) -> str:
    """The line on a twin: `rows` are the board's own, None where there is no such board."""
    other = board_of(text)
    if other is None or rows is None or len(other) != len(rows):
        return _no_data(name, text)
    tiles = _changed(rows, other)
    if 0 in tiles:
        return f"{name}: the blank is on another square"
    if len(tiles) != 2:
        return f"{name}: {len(tiles)} tiles are on other squares"
    return f"{name}: two tiles are exchanged"


def measured(check: Check, lines: Lines, _: Lines | None) -> Reading:
    """Boards with their `hamming` and `manhattan`, right if these are the board's, whichever it is.

    The first is the board itself, every other one a neighbor, or a twin, of the one before.
    """
    before, read = None, []
    for name, text, start in _parsed(check, lines):
        rows = board_of(text.rpartition(", of ")[2])
        is_first = name.rpartition(" ")[2] == "0"
        is_next = _follows(name, rows, start if is_first else before)
        read.append(_measured_line(name, text, rows, is_next))
        before = rows
    return Reading(tuple(read))


def _follows(name: str, rows: Rows | None, before: Rows | None) -> bool:
    """Whether a board is the one before, a neighbor of it or a twin of it, as the name's end says.

    >>> _follows("puzzle04, twin 1", [[2, 1], [3, 0]], [[1, 2], [3, 0]])
    True
    """
    _, word, steps = ["", "", *name.split(" ")][-3:]
    if steps not in ("0", "1", "2"):
        return True  # the boards between them are not printed
    if steps == "0" or rows is None or before is None or len(rows) != len(before):
        return rows == before
    tiles = _changed(before, rows)
    is_twin = len(tiles) == 2 and 0 not in tiles
    return is_move(before, rows) if word == "neighbor" else is_twin


def _measured_line(name: str, text: str, rows: Rows | None, is_next: bool = True) -> str:
    """The line on a board, of these rows, and its two numbers.

    >>> _measured_line("b, neighbor 2", "hamming 3, manhattan 3, of 2 1 / 0 3", [[2, 1], [0, 3]])
    'b, neighbor 2: hamming and manhattan are those of the board'
    """
    match = re.fullmatch(r"hamming (-?\w+), manhattan (-?\w+), of (.*)", text)
    if not match or not rows:
        return _no_data(name, text)
    if not is_next:
        return f"{name}: it is not that of the board: {match[3]}"
    true = str(hamming(rows)), str(manhattan(rows))
    if match.group(1, 2) == true:
        return f"{name}: hamming and manhattan are those of the board"
    return f"{name}: {text}, which has hamming {true[0]}, manhattan {true[1]}"


def path(check: Check, lines: Lines, _: Lines | None) -> Reading:
    """Any path of moves from the board to the goal; whether it is a shortest one, its moves say."""
    read = []
    for name, group in groupby(_parsed(check, lines), key=itemgetter(0)):
        texts = [(text, rows) for _, text, rows in group]
        if "," in name:  # what a method answers
            read += [f"{name}: {text}" for text, _ in texts]
        else:
            read += _path_lines(name, [text for text, _ in texts], texts[0][1])
    return Reading(tuple(read))


def _path_lines(name: str, texts: list[str], start: Rows | None) -> list[str]:
    """The lines on the boards of a solution: one, unless some are no boards at all."""
    boards = [rows for text in texts if (rows := board_of(text))]
    if start is None or len(boards) < len(texts):
        return [_no_data(name, text) for text in texts if start is None or not board_of(text)]
    goal = [[i * len(start) + j + 1 for j in range(len(start))] for i in range(len(start))]
    goal[-1][-1] = 0
    if boards[0] == goal != start and boards[-1] == start:
        return [f"{name}: the path goes from the goal to the board"]
    if boards[0] != start:
        after = "one move after the board" if is_move(start, boards[0]) else f"at {texts[0]}"
        return [f"{name}: the path begins {after}"]
    for number, (board, next_board) in enumerate(zip(boards, boards[1:]), 1):
        if not is_move(board, next_board):
            return [
                f"{name}: board {number + 1} of the path is not one move from the board before it"
            ]
    if boards[-1] != goal:
        return [f"{name}: the path ends at {texts[-1]}"]
    return [f"{name}: a path of {len(boards) - 1} moves from the board to the goal"]


def command(check: Check, lines: Lines, _: Lines | None) -> Reading:
    """A transcript of the command: its first line, and then a path."""
    ((name, start),) = check.arguments[0]
    text = "\n".join(lines)
    if not text.strip():
        return Reading((PRINTS_NOTHING,))
    first, _newline, rest = text.partition("\n")
    rows = [" ".join(row.split()) for row in rest.split("\n") if row.strip()]
    # a board begins with a row for its dimension; if none does, other checks say so
    has_dimension = bool(rows) and " " not in rows[0]
    height = len(start) + has_dimension
    boards = [rows[at : at + height] for at in range(0, len(rows), height)]
    if has_dimension:
        boards = [_without_dimension(board, len(start)) for board in boards]
    texts = list(map(" / ".join, boards))
    head = " ".join(first.split())
    return Reading((head, *_path_lines(name, texts, start)) if texts else (head,))


def _without_dimension(board: list[str], n: int) -> list[str]:
    """The rows of a board as the command prints it, without the first, which should be n."""
    return board[1:] if board[0] == str(n) else ["no dimension", *board]


def growth(check: Check, lines: Lines, _: Lines | None) -> Reading:
    """Whether the seconds on a small and on a large board grow no faster than n*n."""
    small, large = (len(rows) for _, rows in check.arguments[0])
    groups = groupby(lines, key=lambda line: line.split(":")[0])
    return Reading(tuple(_growth_line(name, list(group), small, large) for name, group in groups))


def _growth_line(name: str, lines: list[str], small: int, large: int) -> str:
    """The line on how the time of a method grows from boards of `small` rows to those of `large`
    rows.

    >>> _growth_line("str", ["str: 0.001 s", "str: 0.1 s"], 10, 40)
    'str: its time grows faster than n*n: 100 times with 4 times the rows'
    """
    if "," in name:  # what a method answers
        return ", ".join(lines)
    seconds = [float(match[1]) for line in lines if (match := SECONDS.search(line))]
    if len(seconds) != 2:
        return _no_data(name, " ".join(lines))
    times = seconds[1] / max(seconds[0], CHEAP_S / 10)
    if seconds[1] < CHEAP_S or times < (large / small) ** GROWTH:
        return f"{name}: its time grows no faster than n*n"
    rows = f"{large / small:.2g} times the rows"
    return f"{name}: its time grows faster than n*n: {times:.0f} times with {rows}"


def queue(check: Check, lines: Lines, expected: Lines | None) -> Reading:
    """The counts of a queue and the reference's: it may have few more inserts for every delete."""
    reference = dict(line.split(": ", 1) for line in expected or ())
    pairs = [line.partition(": ")[::2] for line in lines]
    compared = tuple(
        f"{name}: {_queue_text(text, reference.get(name, text))}" for name, text in pairs
    )
    if expected is None:
        return Reading(compared)
    texts = dict(pairs)
    notes = [
        fact("counted_beside", name=name, counts=text, reference=reference.get(name, "nothing"))
        if _counts(text)
        else fact("counted", name=name, counts=text)
        for name, text in texts.items()
        if "," not in name
    ]
    return Reading(compared, (*notes, *_repeated(texts)))


def _queue_text(text: str, other: str) -> str:
    """What is compared of the counts of a queue: the reference's, unless far from these."""
    if text == UNCOUNTED or re.fullmatch("[0-9]{1,9} calls", text):
        return other
    if re.fullmatch("-?[0-9]{1,9}", text):
        return text  # moves
    numbers, usual = _counts(text), _counts(other)
    if not numbers or not usual:
        return f"no data: {text}"
    many = numbers[0] / max(1, numbers[1]) > MORE_INSERTS * usual[0] / max(1, usual[1])
    return "many more inserts for each delete than by the reference" if many else other


def _repeated(texts: dict[str, str]) -> Iterator[Fact]:
    """Yield a note if manhattan() was called too often, by the check with the largest queue."""
    calls = [
        (numbers, int(texts[f"{name}, manhattan()"].split()[0]))
        for name, text in texts.items()
        if (numbers := _counts(text))
        and re.fullmatch("[0-9]{1,9} calls", texts.get(f"{name}, manhattan()", ""))
    ]
    numbers, most = max(calls, default=((1, 1, 1), 0))
    if most > CALLS * numbers[0]:
        times = f"{most / numbers[0]:.0f}"
        yield fact("calls", function="manhattan()", times=times, unit="board that was inserted")


def _counts(text: str) -> tuple[int, ...] | None:
    """(inserts, deletes, largest) in a line on a queue, or None.

    >>> _counts("30 inserts, 12 deletes, 19 at most")
    (30, 12, 19)
    """
    match = re.fullmatch("([0-9]{1,9}) inserts, ([0-9]{1,9}) deletes, ([0-9]{1,9}) at most", text)
    return tuple(map(int, match.groups())) if match else None


def _no_data(name: str, text: str) -> str:
    """The line on what is not what a driver prints.

    >>> _no_data("puzzle04", "two tiles are exchanged")
    'puzzle04: no data: two tiles are exchanged'
    """
    return f"{name}: no data: {text}"


def _parsed(check: Check, lines: Lines) -> Iterator[tuple[str, str, Rows | None]]:
    """Yield (name, text, the rows of the board that the name begins with, or None) of each line."""
    boards = dict(check.arguments[0])
    for line in lines:
        name, _, text = line.partition(": ")
        yield name, text, boards.get(name.split(",")[0])


CHECKERS = {
    "twin": twin,
    "measured": measured,
    "path": path,
    "command": command,
    "growth": growth,
    "queue": queue,
}
