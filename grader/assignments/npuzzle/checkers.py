"""The checkers: where several answers are right, they read a property of the output; pure.

A checker takes a check, the lines of an output and those of the expected transcript (None while
that is being made from the model's output). It returns the lines to compare instead, which are the
same for every right answer, and perhaps notes that are shown whatever the verdict. A line begins
with the name of a board. What is no data is marked as such: a submission could print what a checker
concludes.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from operator import itemgetter
from zlib import crc32

from grader.assignment.hooks import Lines, Reading
from grader.assignments import sliding
from grader.assignments.npuzzle import lockstep
from grader.assignments.sliding import Rows
from grader.records import Check, Fact, fact


Board = tuple[str, Rows]
# the methods whose growth is measured
MEASURED = "Board", "str", "==", "dimension", "hamming", "manhattan", "is_goal", "twin", "neighbors"
# times as long as for as many squares on small boards: between n*n, where caches and lookups cost a
# little more on large boards, and n*n*n, where all that a process does besides makes the ratio less
GROWTH = 1.75
CLOCK_S = 0.005  # less than any process takes
TOOK = re.compile("\x1etook ([0-9]{1,6}\\.[0-9]{1,6}) s, [0-9.]+ MiB")
CALLS = 2  # of manhattan() for each insert: once, and once more for good measure
# bytes for each square: boards of so many rows are compared, and a list has a word for each entry
MEASURED_FROM, MORE_MEMORY, WORD = 20, 2, 8
PRINTS_NOTHING = "solver.py printed nothing when it was run as a program"
UNCOUNTED = "no heap of heapq is used, nor are counts told"
SECONDS = re.compile(r": ([0-9]{1,9}(?:\.[0-9]{1,9})?(?:e-?[0-9]{1,2})?) s$")
# times the reference's inserts for each delete: what undoing the last move costs is 1.5
MORE_INSERTS = 1.3
# times its deletes on all boards together, which other ties change much less than on a single one
MORE_DELETES = 4
MANY_INSERTS = "many more inserts for each delete than by the reference"
FAR_MORE = "many times the deletes of the reference, on all boards together"


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


def many(small: Rows, large: Rows) -> tuple[list[Board], list[Board]]:
    """Named boards of the sizes of two: a large one, and small ones with as many squares in all."""
    return _many(len(small), len(large))


@cache
def _many(small: int, large: int) -> tuple[list[Board], list[Board]]:
    """Named boards of `small` rows and one of `large` rows, with about as many squares in all."""
    names = [f"random-{small}-{seed + 1}" for seed in range(large**2 // small**2 or 1)]
    last = f"random-{large}-1"
    return [(name, sliding.rows(name)) for name in names], [(last, sliding.rows(last))]


def growth(check: Check, lines: Lines, _: Lines | None) -> Reading:
    """Whether a method takes about as long for many small boards as for few large ones.

    They have as many squares in all, so that it does if its time grows as n*n. Each process that
    calls a method is measured from outside; that it did the work its answers show.
    """
    sizes = [len(rows) for _, rows in check.arguments[0]]
    processes = _processes(lines)
    answers = [line for line in lines if "," in line and not TOOK.match(line)]
    if len(processes) != 2 * len(MEASURED) or len(sizes) != 2:
        wrong = [_no_data(name, " ".join(lines)[:200]) for name in MEASURED]
        return Reading((*answers, *wrong))
    pairs = zip(MEASURED, processes[::2], processes[1::2])
    return Reading((*answers, *(_growth_line(*pair, sizes[0], sizes[1]) for pair in pairs)))


def _processes(lines: Lines) -> list[tuple[dict[str, str], float]]:
    """({what: text} of the lines of data, seconds) of each process; [] if a line is there twice."""
    processes: list[tuple[dict[str, str], float]] = []
    data: dict[str, str] = {}
    for line in lines:
        if match := TOOK.fullmatch(line):
            processes.append((data, float(match[1])))
            data = {}
            continue
        name, _, text = line.partition(": ")
        if name in data:
            return []
        data[name] = text
    return processes


def _growth_line(
    method: str,
    on_small: tuple[dict[str, str], float],
    on_large: tuple[dict[str, str], float],
    small: int,
    large: int,
) -> str:
    """The line on how the time of a method grows from boards of `small` rows to those of `large`.

    >>> _growth_line("str", ({"str of 63": "0"}, 0.1), ({"str of 1": "0"}, 0.9), 16, 127)
    'str: its time grows faster than n*n: 9.0 times for as many squares on boards of 127 rows'
    """
    for (data, _), boards in zip((on_small, on_large), _many(small, large)):
        told = data.get(f"{method} of {len(boards)}", "nothing")
        if method == "manhattan" and method not in data:  # which explaining reads
            told = "nothing"
        if told == "nothing" or told != (_digest(method, small, large, len(boards)) or told):
            return _no_data(method, " ".join(data.values())[:200])
    times = on_large[1] / max(on_small[1], CLOCK_S)
    if times < GROWTH:
        return f"{method}: its time grows no faster than n*n"
    squares = f"for as many squares on boards of {large} rows"
    return f"{method}: its time grows faster than n*n: {times:.1f} times {squares}"


@cache
def _digest(method: str, small: int, large: int, number: int) -> str:
    """The digest of the right answers of a method on one of two lists of boards.

    It is "" for a method whose answers are not checked here.
    """
    boards = next(boards for boards in _many(small, large) if len(boards) == number)
    right = {
        "dimension": len,
        "hamming": hamming,
        "manhattan": manhattan,
        "is_goal": lambda _: False,
    }
    if method not in right:
        return ""
    answers = [right[method](rows) for _, rows in boards]
    return f"{crc32(' '.join(map(str, answers)).encode()):08x}"


def memory(check: Check, lines: Lines, _: Lines | None) -> Reading:
    """Whether the bytes of boards of growing size grow no faster than the number of squares."""
    per_square = []
    for name, text, rows in _parsed(check, lines):
        match = re.fullmatch("([0-9]{1,12}) bytes", text)
        if not match or rows is None:
            return Reading((_no_data(name, text),))
        per_square.append((int(match[1]) / len(rows) ** 2, len(rows)))
    if len(per_square) != len(check.arguments[0]):
        return Reading((_no_data("memory", f"{len(per_square)} lines"),))
    # a small board is mostly what every object costs
    first = next(size for size, n in per_square if n >= MEASURED_FROM)
    told = ", ".join(f"{size:.0f} for {n} rows" for size, n in per_square)
    if per_square[-1][0] > MORE_MEMORY * max(first, WORD):
        return Reading((f"memory: it grows faster than n*n: bytes for each square: {told}",))
    note = fact("counted", name="memory", counts=f"bytes for each square: {told}")
    return Reading(("memory: it grows no faster than n*n",), (note,))


def queue(check: Check, lines: Lines, expected: Lines | None) -> Reading:
    """The counts of a queue and the reference's: it may have few more inserts for every delete.

    Counts that are nearer to those of the board and its twin together are compared with these.
    """
    reference = dict(line.split(": ", 1) for line in expected or ())
    right = dict(reference)  # the lines that are the same for every right answer
    reference |= _in_lockstep(check, lines, reference)
    pairs = [line.partition(": ")[::2] for line in lines]
    own = _deletes(text for name, text in pairs if name in reference)
    is_far = own > MORE_DELETES * _deletes(reference.values()) > 0
    compared = tuple(
        f"{name}: {FAR_MORE}"
        if is_far and _counts(text)
        else f"{name}: {right.get(name, read) if read == other else read}"
        for name, text in pairs
        for other in [reference.get(name, text)]
        for read in [_queue_text(text, other)]
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


def inserts_for_each_delete(lines: Lines) -> float:
    """How many inserts there are for each delete in lines on queues, all boards together.

    >>> inserts_for_each_delete(("a: 30 inserts, 12 deletes, 19 at most", "a, moves(): 4"))
    2.5
    """
    counts = [numbers for _, _, text in _split(lines) if (numbers := _counts(text))]
    deletes = sum(number for _, number, _ in counts)
    return sum(number for number, _, _ in counts) / max(1, deletes)


def _deletes(texts: Iterable[str]) -> int:
    """The deletes in lines on queues, together."""
    return sum(numbers[1] for text in texts if (numbers := _counts(text)))


def _in_lockstep(check: Check, lines: Lines, reference: dict[str, str]) -> dict[str, str]:
    """{name: the counts of both searches} of all boards, {} where those of one are nearer."""
    own = {name: numbers for name, _, text in _split(lines) if (numbers := _counts(text))}
    known = {name: _counts(text) for name, text in reference.items()}
    names = [name for name in own if known.get(name)]
    both = {
        name: lockstep.counts(tuple(map(tuple, rows)))
        for name, rows in check.arguments[0]
        if name in names
    }
    if not names or set(both) != set(names):
        return {}
    deletes = sum(own[name][1] for name in names)
    one = sum(numbers[1] for name in names if (numbers := known[name]))
    two = sum(numbers[1] for numbers in both.values())
    if abs(deletes - one) <= abs(deletes - two):
        return {}
    return {name: "%d inserts, %d deletes, %d at most" % both[name] for name in names}


def _split(lines: Lines) -> list[tuple[str, str, str]]:
    """The name of each line, the separator and the text."""
    return [line.partition(": ") for line in lines]


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
    return MANY_INSERTS if many else other


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
    "many_paths": path,
    "command": command,
    "growth": growth,
    "memory": memory,
    "queue": queue,
}
