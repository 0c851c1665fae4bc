"""What must be printed of boards, worked out without the model solutions: by sums over rows, by
breadth-first searches, and by the names of instances that tell their moves.

Each function of a driver's has one here, which yields the lines of its transcript.
"""

import re
from functools import cache
from heapq import heappop, heappush
from itertools import count
from zlib import crc32


# names of files that tell the moves; others prove them
TOLD = re.compile(r"puzzle(?:\d+x\d+-)?(\d\d)")
MOST = 50_000  # deletes of an A* that is not given up
FAR = 20  # moves up to which larger boards are searched from both ends
ORDERS = ("twin", "neighbors", "manhattan", "is_goal", "hamming", "dimension")


class Unknown(Exception):
    """The moves of a board that are too many to be searched."""


# ---- Boards, as tuples of rows ----


def goal(n):
    """The goal of n rows."""
    return tuple(tuple((i * n + j + 1) % (n * n) for j in range(n)) for i in range(n))


def hamming(rows):
    """The number of tiles that the goal has elsewhere."""
    return sum(
        a != b and a != 0 for row, wanted in zip(rows, goal(len(rows))) for a, b in zip(row, wanted)
    )


def manhattan(rows):
    """The sum over the tiles of the rows and columns between each and its goal."""
    n, total = len(rows), 0
    for i, row in enumerate(rows):
        for j, tile in enumerate(row):
            if tile:
                total += abs(i - (tile - 1) // n) + abs(j - (tile - 1) % n)
    return total


def neighbours(rows):
    """The boards one move away."""
    n = len(rows)
    ((i, j),) = [(i, j) for i, row in enumerate(rows) for j, tile in enumerate(row) if tile == 0]
    for k, m in (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1):
        if 0 <= k < n and 0 <= m < n:
            after = [list(row) for row in rows]
            after[i][j], after[k][m] = after[k][m], 0
            yield tuple(map(tuple, after))


def text(rows):
    """A board as a driver shows it."""
    return " / ".join(" ".join(map(str, row)) for row in rows)


def texts(boards):
    """Several boards as a driver shows them, in the order of their texts."""
    return " and ".join(sorted(map(text, boards)))


def brief(shown, rows):
    """What a driver shows of a text about a board: of a large board its digest."""
    n = len(rows)
    return (
        shown
        if n <= 10
        else f"{n} rows of {len(shown)} characters, digest {crc32(shown.encode()):08x}"
    )


# ---- Moves ----


@cache
def depths(n):
    """{board: its least number of moves} of all boards of n rows, breadth first from the goal."""
    level = [goal(n)]
    found = {level[0]: 0}
    for rows in level:
        for after in neighbours(rows):
            if after not in found:
                found[after] = found[rows] + 1
                level.append(after)
    return found


def moves(name, rows):
    """The moves of a shortest solution, -1 if there is none; Unknown if they are too many to be
    searched.
    """
    if told := TOLD.fullmatch(name):
        return int(told[1])
    return (
        -1 if "unsolvable" in name else depths(2).get(rows, -1) if len(rows) == 2 else between(rows)
    )


@cache
def between(rows):
    """The moves from a board to the goal, breadth first from both ends."""
    sides = [{rows}, {goal(len(rows))}]
    seen = [set(side) for side in sides]
    for depth in range(FAR + 1):
        if sides[0] & sides[1] or seen[0] & sides[1] or seen[1] & sides[0]:
            return depth
        turn = depth % 2
        sides[turn] = {after for each in sides[turn] for after in neighbours(each)} - seen[turn]
        seen[turn] |= sides[turn]
    return depths(3).get(rows, -1) if len(rows) == 3 else textbook_a_star(rows)[0]


@cache
def textbook_a_star(start):
    """(Moves, inserts, deletes, largest queue) of A*, which never goes back to the board before.

    Of nodes with the same f those with less h come first, then the older ones.
    """
    queue, order = [(manhattan(start), manhattan(start), 0, 0, start, None)], count(1)
    inserts, largest = 1, 1
    for deletes in range(1, MOST + 1):
        largest = max(largest, len(queue))
        _, h, _, g, board, before = heappop(queue)
        if not h:
            return g, inserts, deletes, largest
        for after in neighbours(board):
            if after != before:
                heappush(
                    queue,
                    (g + 1 + manhattan(after), manhattan(after), next(order), g + 1, after, board),
                )
                inserts += 1
    raise Unknown


# ---- The lines of each function of the driver ----


def each(value):
    """A function that yields a line for each board, with a value of its rows."""
    return lambda boards: (f"{name}: {value(rows)}" for name, rows in boards)


def neighbours_of_neighbours(boards):
    """The lines on the neighbors of each neighbor."""
    for name, rows in boards:
        for near in sorted(neighbours(rows), key=text):
            yield f"{name}, of {text(near)}: {texts(neighbours(near))}"


def kth(boards):
    """The lines that a checker reads from whatever boards the answers are about."""
    for name, _ in boards:
        yield from (
            f"{name}, {word} {k}: hamming and manhattan are those of the board"
            for word in ("neighbor", "twin")
            for k in (0, 1, 2, 13)
        )


def together(boards):
    """The lines on boards that are all made before the first is asked."""
    for method in ("hamming", "manhattan", "dimension", "is_goal"):
        yield from (f"{name}, {method}: {VALUES[method](rows)}" for name, rows in boards)
    yield from (f"{name}, str: {text(rows)}" for name, rows in boards)


def equality(boards):
    """The lines on whether boards equal themselves, each other, and what is no board."""
    for name, rows in boards:
        yield f"{name}, board == itself: True"
        for what in EQUALS:
            equal = what == EQUALS[0] or what == EQUALS[-1] and rows[1:] == rows[:0:-1]
            yield f"{name}, board == {what}: {equal}"
            yield f"{name}, board != {what}: {not equal}"
        yield f"{name}, {{a == b, b == c, a == c, b == a}}: {{True}}"


def argument_changed(boards):
    """The lines on boards that stay as they are."""
    for name, rows in boards:
        yield from (
            f"{name}, {what}: {text(rows)}" for what in ("an entry changed", "a row dropped")
        )


def any_order(boards):
    """The lines on each board's methods in several orders."""
    for name, rows in boards:
        for turn in range(3):
            yield from (
                f"{name}, {method}: {VALUES[method](rows)}"
                for method in ORDERS[turn:] + ORDERS[:turn]
                if method in VALUES
            )
            yield f"{name}, the board after all that: {text(rows)}"


def moves_lines(boards):
    """The lines on the moves of each board."""
    yield from (f"{name}, moves(): {moves(name, rows)}" for name, rows in boards)


def solution(boards):
    """The lines on the moves of each board, and what a checker reads from whatever path."""
    for name, rows in boards:
        yield f"{name}, moves(): {moves(name, rows)}"
        yield f"{name}: a path of {moves(name, rows)} moves from the board to the goal"


def solvable(boards):
    """The lines on whether each board is solvable."""
    for name, rows in boards:
        least = moves(name, rows)
        yield f"{name}, is_solvable(): {least >= 0}"
        yield f"{name}, moves(): {least}"
        yield f"{name}, solution(): {'boards' if least >= 0 else None}"


def two_solvers(boards):
    """The lines on each two solvers beside each other."""
    for pair in zip(boards, boards[1:]):
        for method in ("moves", "solution", "moves", "is_solvable", "solution", "moves"):
            for (name, rows), (other, _) in pair, pair[::-1]:
                least = moves(name, rows)
                answers = {
                    "moves": least,
                    "solution": least + 1 if least >= 0 else None,
                    "is_solvable": least >= 0,
                }
                yield f"{name} beside {other}, {method}: {answers[method]}"


def queue(boards):
    """The lines on each board's queue; h is asked for once for each insert."""
    for name, rows in boards:
        _, inserts, deletes, largest = textbook_a_star(rows)
        yield f"{name}, moves(): {moves(name, rows)}"
        yield f"{name}: {inserts} inserts, {deletes} deletes, {largest} at most"
        yield f"{name}, manhattan(): {inserts} calls"


def command(boards):
    """The lines of the command's transcript, its path as a checker reads it."""
    ((name, rows),) = boards
    least = moves(name, rows)
    yield f"Minimum number of moves = {least}" if least >= 0 else "No solution possible"
    if least >= 0:
        yield f"{name}: a path of {least} moves from the board to the goal"


def growth(boards):
    """The lines on what the first board answers, and on how the time of each method grows."""
    name, rows = boards[0]
    yield from (f"{name}, {method}: {VALUES[method](rows)}" for method in VALUES)
    yield from (
        f"{method}: its time grows no faster than n*n"
        for method in (
            "Board",
            "str",
            "==",
            "dimension",
            "hamming",
            "manhattan",
            "is_goal",
            "twin",
            "neighbors",
        )
    )


EQUALS = (
    "another equal one",
    "None",
    "its own string",
    "its rows",
    "an integer",
    "an object with the same string",
    "a neighbor",
    "the goal of another size",
    "a board with the same first row",
)
VALUES = {
    "dimension": len,
    "hamming": hamming,
    "manhattan": manhattan,
    "is_goal": lambda rows: rows == goal(len(rows)),
}
TRANSCRIPTS = {
    **{method: each(value) for method, value in VALUES.items()},
    "string": each(lambda rows: brief(f"{len(rows)} | {text(rows).replace('/', '|')}", rows)),
    "neighbors": each(lambda rows: brief(texts(neighbours(rows)), rows)),
    "twin": each(lambda rows: "two tiles are exchanged"),
    "neighbors_of_neighbors": neighbours_of_neighbours,
    "kth": kth,
    "equality": equality,
    "together": together,
    "argument_changed": argument_changed,
    "any_order": any_order,
    "moves": moves_lines,
    "without_str": moves_lines,
    "solution": solution,
    "solvable": solvable,
    "two_solvers": two_solvers,
    "command": command,
    "queue": queue,
    "growth": growth,
    "none_raises": lambda _: [
        "Solver(Board([[1, 2], [0, 3]])).moves(): 1",
        "Solver(None): an exception raised",
    ],
}


def proof(check, transcript, _=""):
    """What is wrong with the transcript of a check of `npuzzle`, "" if nothing is, None if it is
    not known.
    """
    if not check.function:
        return "it prints when it is imported" if transcript else ""
    if check.function not in TRANSCRIPTS:
        return None
    boards = [(name, tuple(map(tuple, rows))) for name, rows in check.arguments[0]]
    try:
        expected = list(TRANSCRIPTS[check.function](boards))
    except Unknown:
        return None
    return next(
        (
            f"line {number} is {line!r}, not {wanted!r}"
            for number, (line, wanted) in enumerate(
                zip(transcript.splitlines() + [None], expected + [None]), 1
            )
            if line != wanted
        ),
        "",
    )
