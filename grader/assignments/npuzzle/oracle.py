"""The transcripts of `npuzzle`, computed without any code of the model solution: by sums over rows,
by breadth-first searches, and by the names of instances that give their moves.

Each function of the driver has a function here that yields the lines of its transcript.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import count, permutations, zip_longest
from zlib import crc32

from grader.records.checks import Check


Board = tuple[tuple[int, ...], ...]  # the rows of the board
Boards = list[tuple[str, Board]]  # boards with their names
Lines = Callable[[Boards], Iterable[str]]
# (f, h, number of the insert, g, board, the board before)
Entry = tuple[int, int, int, int, Board, Board | None]

# Names of files that say how many moves are needed; other tests prove these numbers.
NAME_WITH_MOVES = re.compile(r"puzzle(?:\d+x\d+-)?(\d\d)")
MOST = 50_000  # A* is given up after so many deletes
FAR = 20  # a search for at most so many moves on a larger board goes from both ends
ORDERS = ("twin", "neighbors", "manhattan", "is_goal", "hamming", "dimension")
PLACES = (0, 1, 2, 13)  # the neighbors and twins that are shown, by number


class Unknown(Exception):
    """Raised if a board has too many moves to be searched for."""


# ---- Boards ----


def goal(n: int) -> Board:
    """The goal of n rows."""
    return tuple(tuple((i * n + j + 1) % (n * n) for j in range(n)) for i in range(n))


def hamming(board: Board) -> int:
    """The number of tiles out of place."""
    squares = zip(sum(board, ()), sum(goal(len(board)), ()))
    return sum(tile != wanted and tile != 0 for tile, wanted in squares)


def manhattan(board: Board) -> int:
    """The number of rows and columns between each tile and its square in the goal, summed up."""
    n, total = len(board), 0
    for i, row in enumerate(board):
        for j, tile in enumerate(row):
            if tile:
                total += abs(i - (tile - 1) // n) + abs(j - (tile - 1) % n)
    return total


def neighbors(board: Board) -> Iterator[Board]:
    """Yield the boards one move away."""
    n = len(board)
    blank = sum(board, ()).index(0)
    i, j = divmod(blank, n)
    for k, m in (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1):
        if 0 <= k < n and 0 <= m < n:
            after = [list(row) for row in board]
            after[i][j], after[k][m] = after[k][m], 0
            yield tuple(map(tuple, after))


def text(board: Board) -> str:
    """A board in the driver's form."""
    return " / ".join(" ".join(map(str, row)) for row in board)


def texts(boards: Iterable[Board]) -> str:
    """Several boards in the driver's form, sorted and joined."""
    return " and ".join(sorted(map(text, boards)))


def brief(shown: str, board: Board) -> str:
    """A text on a board, as the driver prints it: of a large one its beginning and a digest."""
    n = len(board)
    if n <= 10:
        return shown
    whole = f"{n} rows of {len(shown)} characters, digest {crc32(shown.encode()):08x}"
    return f"{shown[:30]}... ({whole})"


# ---- Moves ----


@cache
def depths(n: int) -> dict[Board, int]:
    """{board: least moves to the goal} of all boards of n rows, by breadth-first search."""
    level = [goal(n)]
    depth = {level[0]: 0}
    for board in level:
        for after in neighbors(board):
            if after not in depth:
                depth[after] = depth[board] + 1
                level.append(after)
    return depth


def moves(name: str, board: Board) -> int:
    """The moves of a shortest solution, -1 if there is none; Unknown if a search is too long."""
    if match := NAME_WITH_MOVES.fullmatch(name):
        return int(match[1])
    if "unsolvable" in name:
        return -1
    return depths(2).get(board, -1) if len(board) == 2 else between(board)


@cache
def between(board: Board) -> int:
    """The moves from a board to the goal, breadth first from both ends."""
    levels = [{board}, {goal(len(board))}]
    reached = [set(level) for level in levels]
    for depth in range(FAR + 1):
        if reached[0] & levels[1] or reached[1] & levels[0]:
            return depth
        turn = depth % 2
        after = {neighbor for one in levels[turn] for neighbor in neighbors(one)}
        levels[turn] = after - reached[turn]
        reached[turn] |= levels[turn]
    return depths(3).get(board, -1) if len(board) == 3 else textbook_a_star(board)[0]


@cache
def textbook_a_star(start: Board) -> tuple[int, int, int, int]:
    """(Moves, inserts, deletes, largest queue) of A*, which never goes back to the board before.

    Of nodes with the same f those with less h come first, then the older ones.
    """
    queue: list[Entry] = [(manhattan(start), manhattan(start), 0, 0, start, None)]
    order, inserts, largest = count(1), 1, 1
    for deletes in range(1, MOST + 1):
        largest = max(largest, len(queue))
        _, h, _, g, board, before = heappop(queue)
        if not h:
            return g, inserts, deletes, largest
        for after in neighbors(board):
            if after != before:
                h = manhattan(after)
                heappush(queue, (g + 1 + h, h, next(order), g + 1, after, board))
                inserts += 1
    raise Unknown


# ---- The lines of each function of the driver ----


def _line_each(value: Callable[[Board], object]) -> Lines:
    """A function that yields a line for each board, with a value of the board."""
    return lambda boards: (f"{name}: {value(board)}" for name, board in boards)


def neighbors_of_neighbors(boards: Boards) -> Iterator[str]:
    """Yield the lines on the neighbors of each neighbor."""
    for name, board in boards:
        for near in sorted(neighbors(board), key=text):
            yield f"{name}, of {text(near)}: {texts(neighbors(near))}"


def kth(boards: Boards) -> Iterator[str]:
    """Yield the lines that the checker reads for right distances, whichever boards were chosen."""
    for name, _ in boards:
        yield from (
            f"{name}, {word} {k}: hamming and manhattan are those of the board"
            for word in ("neighbor", "twin")
            for k in PLACES
        )


def kth_dimension(boards: Boards) -> Iterator[str]:
    """Yield the lines on the dimensions of boards reached by neighbors and twins."""
    for name, board in boards:
        for word in ("neighbor", "twin"):
            yield from (f"{name}, {word} {k}: {len(board)}" for k in (1, 2, 13))


def together(boards: Boards) -> Iterator[str]:
    """Yield the lines on boards that all exist before the first is asked."""
    for method in ("hamming", "manhattan", "dimension", "is_goal"):
        yield from (f"{name}, {method}: {VALUES[method](board)}" for name, board in boards)
    yield from (f"{name}, str: {text(board)}" for name, board in boards)


def equality(boards: Boards) -> Iterator[str]:
    """Yield the lines on whether boards equal themselves, each other, and other objects."""
    for name, board in boards:
        yield f"{name}, board == itself: True"
        for what in EQUALS:
            is_mirrored = what == EQUALS[-1] and board[1:] == board[:0:-1]
            equal = what == EQUALS[0] or is_mirrored
            yield f"{name}, board == {what}: {equal}"
            yield f"{name}, board != {what}: {not equal}"
            if "larger" in what:
                yield f"{name}, {what} == board: False"
        yield f"{name}, neighbors == boards made of their rows: True"
        yield f"{name}, boards made of their rows == neighbors: True"
        yield f"{name}, {{a == b, b == c, a == c, b == a}}: {{True}}"
        if len(board) == 4:
            for own, row in ROWS:
                yield f"{name} with {own}, board == with {row}: False"
                yield f"{name} with {own}, board != with {row}: True"


def argument_changed(boards: Boards) -> Iterator[str]:
    """Yield the lines on boards that don't change when their lists do."""
    for name, board in boards:
        yield from (
            f"{name}, {what}: {text(board)}" for what in ("an entry changed", "the rows reversed")
        )


def any_order(boards: Boards) -> Iterator[str]:
    """Yield the lines on each board's methods in several orders."""
    for name, board in boards:
        for turn in range(3):
            for method in ORDERS[turn:] + ORDERS[:turn]:
                if method in VALUES:
                    yield f"{name}, {method}: {VALUES[method](board)}"
                elif method == "neighbors":
                    yield f"{name}, neighbors: as before"
            yield f"{name}, the board after all that: {text(board)}"


def _moves_and(*more: str) -> Lines:
    """A function that yields a line on the moves of each board, and then these on the board."""

    def lines(boards: Boards) -> Iterator[str]:
        for name, board in boards:
            yield f"{name}, moves(): {moves(name, board)}"
            for line in more:
                yield f"{name}, {line}"

    return lines


def _answers(name: str, board: Board) -> dict[str, object]:
    """What the methods of a board's Solver answer, or the number of boards for solution."""
    least = moves(name, board)
    length = least + 1 if least >= 0 else None
    return {"is_solvable": least >= 0, "moves": least, "solution": length}


def solution(boards: Boards) -> Iterator[str]:
    """Yield the lines on each board's moves, and the checker's line for any right path."""
    for name, board in boards:
        yield f"{name}, moves(): {moves(name, board)}"
        yield f"{name}: a path of length {moves(name, board)} from the board to the goal"


def unsolvable(boards: Boards) -> Iterator[str]:
    """Yield the lines on whether each board is solvable."""
    for name, board in boards:
        least = moves(name, board)
        yield f"{name}, is_solvable(): {least >= 0}"
        yield f"{name}, moves(): {least}"
        yield f"{name}, solution(): {'boards' if least >= 0 else None}"


def two_solvers(boards: Boards) -> Iterator[str]:
    """Yield the lines on two solvers asked in turn, for each board and the next."""
    for pair in zip(boards, boards[1:]):
        for method in ("moves", "solution", "moves", "is_solvable", "solution", "moves"):
            for (name, board), (other, _) in pair, pair[::-1]:
                yield f"{name} beside {other}, {method}: {_answers(name, board)[method]}"


def answers_in_any_order(boards: Boards) -> Iterator[str]:
    """Yield the lines on each order of a solver's methods."""
    for name, board in boards:
        answers = _answers(name, board)
        for order in permutations(answers):
            values = ", ".join(str(answers[method]) for method in order)
            yield f"{name}, {', '.join(order)}: {values}"


def queue(boards: Boards) -> Iterator[str]:
    """Yield the lines on each board's queue, where no comparison computes h."""
    for name, board in boards:
        _, inserts, deletes, largest = textbook_a_star(board)
        yield f"{name}, moves(): {moves(name, board)}"
        yield f"{name}: {inserts} inserts, {deletes} deletes, {largest} at most"
        yield f"{name}, manhattan() by comparisons: 0 calls"
    yield "all boards together: no more than 4 times the deletes of the reference"


def command(boards: Boards) -> Iterator[str]:
    """Yield the lines of the command's transcript, with the checker's line for the path."""
    ((name, board),) = boards
    least = moves(name, board)
    yield f"Minimum number of moves = {least}" if least >= 0 else "No solution possible"
    if least >= 0:
        yield f"{name}: a path of length {least} from the board to the goal"


def growth(boards: Boards) -> Iterator[str]:
    """Yield the lines on the first board's answers, and on the growth of each method's time."""
    name, board = boards[0]
    yield from (f"{name}, {method}: {VALUES[method](board)}" for method in VALUES)
    for method in ("Board", "str", "==", *VALUES, "twin", "neighbors"):
        yield f"{method}: its time grows no faster than n*n"


# the second rows of the boards that are compared
ROWS = (
    ("[1, 11, 2, 3]", "[11, 1, 2, 3]"),
    ("[1, 11, 2, 3]", "[1, 11, 3, 2]"),
    ("[2, 1, 3, 4]", "[1, 2, 4, 3]"),
)
EQUALS = (
    "another equal one",
    "None",
    "its own string",
    "its rows",
    "an integer",
    "an object with the same string",
    "a neighbor",
    "a larger board that begins alike",
    "a larger board with the same corner",
    "a board with another last row",
    "a board with the same first row",
)
VALUES: dict[str, Callable[[Board], int]] = {
    "dimension": len,
    "hamming": hamming,
    "manhattan": manhattan,
    "is_goal": lambda board: board == goal(len(board)),
}
TRANSCRIPTS: dict[str, Lines] = {
    **{method: _line_each(value) for method, value in VALUES.items()},
    "string": _line_each(
        lambda board: brief(f"{len(board)} | {text(board).replace('/', '|')}", board)
    ),
    "neighbors": _line_each(lambda board: brief(texts(neighbors(board)), board)),
    "twin": _line_each(lambda board: "two tiles are exchanged"),
    "neighbors_of_neighbors": neighbors_of_neighbors,
    "kth": kth,
    "kth_dimension": kth_dimension,
    "memory": lambda _: ["memory: it grows no faster than n*n"],
    "answers_in_any_order": answers_in_any_order,
    "compared": _moves_and("a board is compared with: boards alone"),
    "queue_nodes": _moves_and("the nodes: as they were inserted"),
    "equality": equality,
    "together": together,
    "argument_changed": argument_changed,
    "any_order": any_order,
    "moves": _moves_and(),
    "without_str": _moves_and(),
    "solution": solution,
    "unsolvable": unsolvable,
    "two_solvers": two_solvers,
    "command": command,
    "queue": queue,
    "growth": growth,
    "none_raises": lambda _: [
        "Solver(Board([[1, 2], [0, 3]])).moves(): 1",
        "Solver(None): an exception raised",
    ],
}


def proof(check: Check, transcript: str, _: str = "") -> str | None:
    """The problem of a transcript of an `npuzzle` check, "" if it is right, None if unknown."""
    if not check.function:
        return "it prints when it is imported" if transcript else ""
    if check.function not in TRANSCRIPTS:
        return None
    boards = [(name, tuple(map(tuple, rows))) for name, rows in check.arguments[0]]
    try:
        expected = list(TRANSCRIPTS[check.function](boards))
    except Unknown:
        return None
    pairs = zip_longest(transcript.splitlines(), expected)
    for number, (line, wanted) in enumerate(pairs, 1):
        if line != wanted:
            return f"line {number} is {line!r}, not {wanted!r}"
    return ""
