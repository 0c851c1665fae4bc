"""The checkers: where several answers are right, they read a property of the output; pure.

A checker takes a check, the lines of an output and those of the expected transcript (None while
that is being made from the model's output). It returns the lines to compare instead, which are the
same for every right answer, and perhaps notes that are shown whatever the verdict. A line begins
with the name of a board. What is no data is marked as such: a submission could print what a checker
concludes.

What tells right answers is imported where it is needed: students' copies of the grader don't have
it, nor the checks that need it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain, groupby
from operator import attrgetter, itemgetter
from zlib import crc32

from grader.assignment.hooks import Lines, Printed, Reading, Took
from grader.assignments import sliding
from grader.assignments.npuzzle.data import no_data, not_measured, parsed
from grader.assignments.squares import Rows
from grader.records.checks import Check


Board = tuple[str, Rows]
# the methods whose growth is measured
MEASURED = "Board", "str", "==", "dimension", "hamming", "manhattan", "is_goal", "twin", "neighbors"
BY_STRING = "Board", "twin", "neighbors"  # their answers are boards, and read from strings
# A method may take this many times as long as squares grow. It lies between n*n, where it is up to
# 1.65 times for dicts and tuples that only small boards keep in the caches of a processor, and
# n*n*n, where fixed costs leave twice or more. A method that takes STOPPED times as long is beyond
# doubt, and not waited for.
GROWTH, STOPPED = 1.8, 3
# Each process makes its boards, and so takes at least this share of the time of the one that asks
# for dimensions, unless dimension() itself is slow.
SHARE = 0.8
FASTER, NO_FASTER = "its time grows faster than n*n", "its time grows no faster than n*n"
MOST_SEED = 999_999  # larger seeds draw the same boards as smaller ones
CLOCK_S = 0.005  # no process takes less
# The number of squares of all boards that are held, how many times the memory for them is too much
# on large boards, and the bytes for each square in a list.
SQUARES, MORE_MEMORY, WORD = 115_200, 2, 8
BOARD, TOO_LARGE = re.compile("[0-9 /]+"), re.compile("[0-9]{9}")
LONGEST = 100_000  # the most characters that the text of a board has: 127 rows need fewer
DISTANCES = re.compile(r"hamming (-?\w{1,20}), manhattan (-?\w{1,20}), of ")
PRINTS_NOTHING = "solver.py printed nothing when it was run as a program"


# ---- Boards, as rows ----


def board_of(text: str) -> Rows | None:
    """The rows of a board from the text that drivers print; None if the text is not a board.

    >>> board_of("1 2 / 3 0"), board_of("1 2 / 3")
    ([[1, 2], [3, 0]], None)
    """
    if len(text) > LONGEST or not BOARD.fullmatch(text) or TOO_LARGE.search(text):
        return None
    rows = [list(map(int, row.split())) for row in text.split("/")]
    tiles = sorted(chain.from_iterable(rows))
    square = len({len(rows), *map(len, rows)}) == 1
    return rows if square and tiles == [*range(len(tiles))] else None


def _differing(before: Rows, after: Rows) -> list[tuple[int, int]]:
    """The squares, as (row, column), on which two boards of one size have different tiles.

    >>> _differing([[1, 2], [0, 3]], [[1, 2], [3, 0]])
    [(1, 0), (1, 1)]
    """
    return [
        (i, j)
        for i, (row, other) in enumerate(zip(before, after))
        if row != other
        for j in range(len(row))
        if row[j] != other[j]
    ]


def _changed(before: Rows, after: Rows) -> set[int]:
    """The tiles of a board that are on other squares in another board of its size.

    >>> sorted(_changed([[1, 2], [0, 3]], [[1, 2], [3, 0]]))
    [0, 3]
    """
    return {before[i][j] for i, j in _differing(before, after)}


def is_move(before: Rows, after: Rows) -> bool:
    """Whether one move leads from one board to another.

    >>> is_move([[1, 2], [0, 3]], [[1, 2], [3, 0]]), is_move([[1, 2], [0, 3]], [[1, 3], [0, 2]])
    (True, False)
    """
    squares = _differing(before, after) if len(before) == len(after) else []
    if len(squares) != 2:
        return False
    (i, j), (k, m) = squares
    return abs(i - k) + abs(j - m) == 1 and 0 in (before[i][j], before[k][m])


# ---- Checkers ----


def twin(check: Check, printed: Printed, _: Lines | None) -> Reading:
    """A Reading that is the same for any right twin: two tiles exchanged."""
    return Reading(
        tuple(_twin_line(name, text, rows) for name, text, rows in parsed(check, printed))
    )


def _twin_line(name: str, text: str, rows: Rows | None) -> str:
    """The line on a twin; `rows` are those of the original board, None if it is unknown."""
    other = board_of(text)
    if text.startswith("not of type "):
        return f"{name}: {text}"
    if other is None or rows is None or len(other) != len(rows):
        return no_data(name, text, "not a board of this size")
    tiles = _changed(rows, other)
    if 0 in tiles:
        return f"{name}: the blank is on another square"
    if len(tiles) != 2:
        return f"{name}: {len(tiles)} tiles are on other squares"
    return f"{name}: two tiles are exchanged"


def measured(check: Check, printed: Printed, _: Lines | None) -> Reading:
    """A Reading that is right if each board's printed `hamming` and `manhattan` fit that board.

    The first board is the given one, every other is a neighbor or a twin of the one before.
    """
    before, read = None, []
    for name, text, start in parsed(check, printed):
        distances = DISTANCES.match(text)
        rows = board_of(text[distances.end() :]) if distances else None
        if distances and rows:
            is_first = name.rpartition(" ")[2] == "0"
            is_next = _follows(name, rows, start if is_first else before)
            read.append(_measured_line(name, distances, rows, is_next))
        else:
            read.append(no_data(name, text, "not a board" if distances else "no data"))
        before = rows
    return Reading(tuple(read))


def _follows(name: str, rows: Rows | None, before: Rows | None) -> bool:
    """Whether a board is equal to, a neighbor of, or a twin of the one before, as its name says.

    >>> _follows("puzzle04, twin 1", [[2, 1], [3, 0]], [[1, 2], [3, 0]])
    True
    """
    _, word, steps = ["", "", *name.split(" ")][-3:]
    if steps not in ("0", "1", "2"):
        return True  # the boards between start and goal are not printed
    if steps == "0" or rows is None or before is None or len(rows) != len(before):
        return rows == before
    tiles = _changed(before, rows)
    is_twin = len(tiles) == 2 and 0 not in tiles
    return is_move(before, rows) if word == "neighbor" else is_twin


def _measured_line(name: str, distances: re.Match[str], rows: Rows, is_next: bool = True) -> str:
    """The line on a board with these rows, whose distances are the groups of a match.

    >>> distances = DISTANCES.match("hamming 3, manhattan 3, of 2 1 / 0 3")
    >>> _measured_line("b, neighbor 2", distances, [[2, 1], [0, 3]])
    'b, neighbor 2: hamming and manhattan are those of the board'
    >>> _measured_line("b, twin 1", distances, [[2, 1], [0, 3]], is_next=False)
    'b, twin 1: no twin of the board before: 2 1 / 0 3'
    """
    board = distances.string[distances.end() :]
    if not is_next:
        word, step = ["", *name.split(" ")][-2:]
        what = "not the given board" if step == "0" else f"no {word} of the board before"
        return f"{name}: {what}: {board}"
    from grader.assignments.npuzzle.answers import hamming, manhattan

    true = str(hamming(rows)), str(manhattan(rows))
    if distances.groups() == true:
        return f"{name}: hamming and manhattan are those of the board"
    own = "hamming {}, manhattan {}".format(*distances.groups())
    return f"{name}: {own}, in place of {true[0]} and {true[1]}, of {board}"


def path(check: Check, printed: Printed, _: Lines | None) -> Reading:
    """A Reading that is the same for all right paths; the number of moves is part of it."""
    read = []
    earlier: dict[str, Rows | None] = {}
    for name, group in groupby(parsed(check, printed), key=itemgetter(0)):
        texts = [(text, rows) for _, text, rows in group]
        if "," in name:  # such a name stands for what a method answers
            read += [f"{name}: {text}" for text, _ in texts]
        else:
            read += _path_lines(name, [text for text, _ in texts], texts[0][1], earlier)
            earlier[name] = texts[0][1]
    return Reading(tuple(read))


def _path_lines(
    name: str, texts: list[str], start: Rows | None, earlier: Mapping[str, Rows | None]
) -> list[str]:
    """The line on a solution's boards; if some are not boards, a line on each of those.

    `earlier` are the boards, by name, that were solved before in the same process.
    """
    if start is None:
        return [no_data(name, text, "not a path of boards") for text in texts]
    boards = [rows for text in texts if (rows := board_of(text))]
    if len(boards) < len(texts):
        odd = [text for text in texts if not board_of(text)]
        return [no_data(name, text, "not a path of boards") for text in odd]
    goal = [[i * len(start) + j + 1 for j in range(len(start))] for i in range(len(start))]
    goal[-1][-1] = 0
    if boards[0] == goal != start and boards[-1] == start:
        return [f"{name}: the path goes from the goal to the board"]
    if boards[0] != start:
        after = f"at {texts[0]}"
        for other, rows in earlier.items():
            if rows == boards[0] != goal:
                after = f"at a board that was solved before, {other}"
        if is_move(start, boards[0]):
            after = "one move after the board"
        return [f"{name}: the path begins {after}"]
    for number, (board, next_board) in enumerate(zip(boards, boards[1:]), 1):
        if not is_move(board, next_board):
            return [
                f"{name}: board {number + 1} of the path is not one move from the board before it"
            ]
    if boards[-1] != goal:
        before = f"at {texts[-1]}"
        if is_move(boards[-1], goal):
            before = "one move before the goal"
        return [f"{name}: the path ends {before}"]
    return [f"{name}: a path of length {len(boards) - 1} from the board to the goal"]


def command(check: Check, printed: Printed, _: Lines | None) -> Reading:
    """A Reading of the command's output: its first line, followed by a path."""
    ((name, start),) = check.arguments[0]
    text = "\n".join(printed.lines)
    if not text.strip():
        return Reading((PRINTS_NOTHING,))
    first, _newline, rest = text.partition("\n")
    rows = [" ".join(row.split()) for row in rest.split("\n") if row.strip()]
    # A board's text begins with a line for its dimension. If no board's does, other checks say so.
    has_dimension = bool(rows) and " " not in rows[0]
    height = len(start) + has_dimension
    boards = [rows[at : at + height] for at in range(0, len(rows), height)]
    if has_dimension:
        boards = [_without_dimension(board, len(start)) for board in boards]
    texts = list(map(" / ".join, boards))
    head = " ".join(first.split())
    return Reading((head, *_path_lines(name, texts, start, {})) if texts else (head,))


def _without_dimension(board: list[str], n: int) -> list[str]:
    """The rows of a printed board without its first row, the dimension n."""
    return board[1:] if board[0] == str(n) else ["no dimension", *board]


@cache
def many(small: int, large: int, seed: int) -> tuple[list[Board], list[Board]]:
    """Named boards with `small` rows, and one with `large` rows, about equal in total squares.

    The first is the same for all seeds, since its answers are in the transcript.
    """
    more = [_name(small, seed, number) for number in range(2, 1 + (large**2 // small**2 or 1))]
    names, last = [_name(small, 0, 1), *more], _name(large, seed, 1)
    return [(name, sliding.rows(name)) for name in names], [(last, sliding.rows(last))]


def _name(n: int, seed: int, number: int) -> str:
    """The name of a board of n rows; every seed has a thousand of its own, 0 the usual ones.

    >>> _name(16, 0, 1), _name(127, 42, 1), _name(16, MOST_SEED + 1, 1)
    ('random-16-1', 'random-127-42001', 'random-16-1001')
    """
    own = seed and 1 + (seed - 1) % MOST_SEED
    return f"random-{n}-{own * 1000 + number}"


def growth(check: Check, printed: Printed, _: Lines | None) -> Reading:
    """A Reading on the times of methods: do many small boards take as long as one large board?

    All the small boards have as many squares as the large one, so the times are equal if they grow
    as n*n. Each process is measured from outside; its answers prove that it did the work.
    """
    sizes = [len(rows) for _, rows in check.arguments[0]]
    answers = [line for line in printed.lines if "," in line]
    if not 0 < len(printed.processes) <= 2 * len(MEASURED) or len(sizes) != 2:
        wrong = [no_data(name, " ".join(printed.lines)[:200]) for name in MEASURED]
        return Reading((*answers, *wrong))
    # after a failure, such as a limit that was crossed, these are the methods before it
    pairs = zip(MEASURED, printed.processes[::2], printed.processes[1::2])
    read = {pair[0]: _growth_line(*pair, sizes[0], sizes[1], check.seed) for pair in pairs}
    spoiled: Sequence[str] = ()  # which of them is slow, too, shows once the other is mended
    if FASTER in read.get("dimension", "") and _all_as_long(printed.processes):
        read["Board"] = read["dimension"].replace("dimension", "Board", 1)
        spoiled = MEASURED[1:]
    elif FASTER in read.get("str", ""):
        spoiled = BY_STRING
    for method, line in read.items():
        if method in spoiled and FASTER in line:
            read[method] = f"{method}: {NO_FASTER}"
    return Reading((*answers, *read.values()))


def _all_as_long(processes: Sequence[Took]) -> bool:
    """Whether to make the large board takes nearly all the time that its dimension takes."""
    made_and_asked = processes[2 * MEASURED.index("dimension") + 1]
    return min(map(attrgetter("cpu_s"), processes[1::2])) >= SHARE * made_and_asked.cpu_s


def growing(seconds: Sequence[float]) -> list[int]:
    """The numbers of the processes in pairs whose second one seems to take too long.

    >>> growing([0.1, 0.1, 0.1, 0.2])
    [2, 3]
    """
    pairs = zip(seconds[::2], seconds[1::2])
    return [
        number
        for place, pair in enumerate(pairs)
        if GROWTH <= _times(*pair) < STOPPED
        for number in (2 * place, 2 * place + 1)
    ]


def _times(small_s: float, large_s: float) -> float:
    """The time of the second process, as a multiple of the first one's."""
    return large_s / max(small_s, CLOCK_S)


def _growth_line(
    method: str, on_small: Took, on_large: Took, small: int, large: int, seed: int = 0
) -> str:
    """The line on the growth of a method's time from boards of `small` rows to `large` rows.

    >>> on_small, on_large = (
    ...     Took((f"str of {number}: {_digest('str', 16, 127, number)}",), cpu_s, 9)
    ...     for number, cpu_s in ((63, 0.1), (1, 0.9))
    ... )
    >>> _growth_line("str", on_small, on_large, 16, 127)
    'str: its time grows faster than n*n: 9.0 times on 127 rows'
    """
    for took, boards in zip((on_small, on_large), many(small, large, seed)):
        data = dict(line.partition(": ")[::2] for line in took.lines)
        answers = data.get(f"{method} of {len(boards)}", "")
        right = _digest(method, small, large, len(boards), seed)
        is_timed = method != "manhattan" or method in data  # the explaining code reads this
        is_once = len(data) == len(took.lines)
        is_measured = answers == right and is_timed and is_once
        if not is_measured and not took.was_stopped:
            return not_measured(method)
    times = _times(on_small.cpu_s, on_large.cpu_s)
    if times < GROWTH:
        return f"{method}: {NO_FASTER}"
    more = "more than " if on_large.was_stopped else ""
    return f"{method}: {FASTER}: {more}{times:.1f} times on {large} rows"


@cache
def _digest(method: str, small: int, large: int, number: int, seed: int = 0) -> str:
    """The digest of a method's right answers on the small boards or on the large one."""
    from grader.assignments.npuzzle.answers import OF_RANDOM

    boards = next(boards for boards in many(small, large, seed) if len(boards) == number)
    answers = [OF_RANDOM[method](rows) for _, rows in boards]
    return f"{crc32(' '.join(map(str, answers)).encode()):08x}"


def held(check: Check) -> list[tuple[Board, int]]:
    """The boards to hold in memory, with their number: for each size some, then twice as many."""
    return [
        (board, times * SQUARES // len(board[1]) ** 2)
        for board in [_drawn(check.seed, *board) for board in check.arguments[0]]
        for times in (1, 2)
    ]


def _drawn(seed: int, name: str, rows: Rows) -> Board:
    """A board of the size of these rows, drawn by a seed; the board itself if that is 0."""
    return (name, sliding.rows(_name(len(rows), seed, 1)) if seed else rows)


def memory(check: Check, printed: Printed, _: Lines | None) -> Reading:
    """A Reading on memory: does a board's memory grow no faster than its number of squares?

    The difference between the two numbers of boards is measured for small and for large boards,
    which have as many squares in total. Each process is measured from outside; its answers prove
    that it held the boards.
    """
    boards, texts = held(check), [" ".join(took.lines) for took in printed.processes]
    if len(texts) != len(boards):
        return Reading((no_data("memory", " ".join(printed.lines)[:200]),))
    for ((_name, rows), number), text in zip(boards, texts):
        if text != f"{number} boards of {len(rows)} rows: {_digest_of_held(rows, number)}":
            return Reading((not_measured("memory"),))
    few_small, many_small, few_large, many_large = (took.memory_mib for took in printed.processes)
    least_mib = WORD * SQUARES / (1 << 20)
    times = (many_large - few_large) / max(many_small - few_small, least_mib)
    if times < MORE_MEMORY:
        return Reading(("memory: it grows no faster than n*n",))
    n = len(boards[-1][0][1])
    return Reading((f"memory: it grows faster than n*n: {times:.0f} times on {n} rows",))


def _digest_of_held(rows: Rows, number: int) -> str:
    """The digest of the tiles of all boards that a process holds."""
    tiles, digest = list(map(str, sum(rows, []))), 0
    for turn in range(number):
        digest = crc32(" ".join(tiles[turn:] + tiles[:turn]).encode(), digest)
    return f"{digest:08x}"
