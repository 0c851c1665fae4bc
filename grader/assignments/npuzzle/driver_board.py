"""Functions that print the answers of a submission's Board, and measure its memory and time."""

import gc
import re
from time import thread_time
from zlib import crc32


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .driver import (
        Boards,
        Rows,
        _board,
        _boards,
        _brief,
        _call,
        _classes,
        _demand,
        _rows,
        _rows_of_tiles,
        _tell,
        _text,
        _texts,
        _typed,
        _without_str,
    )

NUMBERS = ("dimension", "hamming", "manhattan", "is_goal")  # methods that have one right answer
# Calls of a method on each board, so that a lookup costs nothing beside the first call. Of those
# that make no boards there are more, as the time of n*n*n steps in C must show beside a process's.
TIMES, TIMES_OF_NUMBERS = 5, 15
CALLS, ENOUGH_S = 10, 0.002  # the calls that measure a method, and how long they may last
# second rows of boards that have the same digits if they are joined, that are equally far from the
# goal, and in which the tiles times their places have the same sum
ALIKE = (
    ([1, 11, 2, 3], [11, 1, 2, 3]),
    ([1, 11, 2, 3], [1, 11, 3, 2]),
    ([2, 1, 3, 4], [1, 2, 4, 3]),
)
PRIME = 7919  # taking every PRIME-th place of a list visits it in an order that looks random


def _answers(boards: "Boards", method: str) -> None:
    """Print the answer of one method for each board."""
    for name, board in _boards(boards):
        _tell(name, _call(board, method))


def dimension(boards: "Boards") -> None:
    """Print each board's dimension."""
    _answers(boards, "dimension")


def hamming(boards: "Boards") -> None:
    """Print each board's Hamming distance."""
    _answers(boards, "hamming")


def manhattan(boards: "Boards") -> None:
    """Print each board's Manhattan distance."""
    _answers(boards, "manhattan")


def is_goal(boards: "Boards") -> None:
    """Print whether each board is the goal."""
    _answers(boards, "is_goal")


def string(boards: "Boards") -> None:
    """Print each board's string on one line: bars between lines, single spaces."""
    for (name, board), (_, rows) in zip(_boards(boards), boards):
        _demand(board, "__str__")
        lines = [" ".join(line.split()) for line in str(board).strip().split("\n")]
        text = "" if re.match("[0-9]", lines[0]) else _without_str(board)
        _tell(name, text or _brief(" | ".join(lines), len(rows)))


def neighbors(boards: "Boards") -> None:
    """Print each board's neighbors, in the order of their texts."""
    for (name, board), (_, rows) in zip(_boards(boards), boards):
        _tell(name, _brief(_texts(_call(board, "neighbors")), len(rows)))


def neighbors_of_neighbors(boards: "Boards") -> None:
    """Print the neighbors of each neighbor, both in the order of their texts."""
    for name, board in _boards(boards):
        for neighbor in sorted(_call(board, "neighbors"), key=_text):
            _tell(f"{name}, of {_text(neighbor)}", _texts(_call(neighbor, "neighbors")))


def twin(boards: "Boards") -> None:
    """Print a twin of each board."""
    for name, board in _boards(boards):
        _tell(name, _text(_call(board, "twin")))


def kth(boards: "Boards") -> None:
    """Print hamming and manhattan of neighbors of neighbors (of twins of twins), k steps away."""
    (Board,) = _classes("Board")
    for name, rows in boards:
        for step, word in ((_nth_neighbor, "neighbor"), (_nth_twin, "twin")):
            board = _board(Board, rows)
            for k in range(14):
                if k in (0, 1, 2, 13):
                    distances = f"hamming {_call(board, 'hamming')}, manhattan "
                    distances += f"{_call(board, 'manhattan')}"
                    _tell(f"{name}, {word} {k}", f"{distances}, of {_text(board)}")
                board = step(board, k)


def kth_dimension(boards: "Boards") -> None:
    """Print the dimension of neighbors of neighbors (of twins of twins), k steps away."""
    for name, start in _boards(boards):
        for step, word in ((_nth_neighbor, "neighbor"), (_nth_twin, "twin")):
            board: object = start
            for k in range(14):
                board = step(board, k)
                if k in (0, 1, 12):
                    _tell(f"{name}, {word} {k + 1}", _call(board, "dimension"))


def _nth_neighbor(board: object, k: int) -> object:
    """One of a board's neighbors; the choice does not depend on the order of its list."""
    neighbors = sorted(_call(board, "neighbors"), key=_text)
    return neighbors[k * PRIME % len(neighbors)]


def _nth_twin(board: object, _: int) -> object:
    """A board's twin."""
    return _call(board, "twin")


def together(boards: "Boards") -> None:
    """Print the answers of boards that all exist before the first is asked, or their types."""
    pairs = list(_boards(boards))
    for method in ("hamming", "manhattan", "dimension", "is_goal"):
        for name, board in pairs:
            _tell(f"{name}, {method}", _typed(board, method))
    for name, board in pairs:
        _tell(f"{name}, str", _text(board))


class Liar:
    """An object that is not a board, though its string looks like one."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def equality(boards: "Boards") -> None:
    """Print whether boards equal themselves, each other, and objects that are not boards."""
    (Board,) = _classes("Board")
    for name, rows in boards:
        a, b, c = (_board(Board, rows) for _ in range(3))
        _demand(a, "__eq__")
        n = len(rows) + 1
        more = [*range((n - 1) ** 2, n * n)]
        corner = [[*row, tile] for row, tile in zip(rows, more)] + [more[n - 1 :]]
        others = {
            "another equal one": b,
            "None": None,
            "its own string": str(a),
            "its rows": rows,
            "an integer": 0,
            "an object with the same string": Liar(str(a)),
            # of a fourth board, as neighbors may spoil its board
            "a neighbor": next(iter(_call(_board(Board, rows), "neighbors"))),
            "a larger board that begins alike": Board(_rows([*sum(map(list, rows), []), *more], n)),
            "a larger board with the same corner": Board(corner),
            "a board with another last row": _board(Board, [*rows[:-1], rows[-1][::-1]]),
            "a board with the same first row": _board(Board, rows[:1] + rows[:0:-1]),
        }
        _tell(f"{name}, board == itself", bool(a == a))
        for what, other in others.items():
            _tell(f"{name}, board == {what}", bool(a == other))
            _tell(f"{name}, board != {what}", bool(a != other))
            if "larger" in what:
                _tell(f"{name}, {what} == board", bool(other == a))
        answers = {bool(equal) for equal in (a == b, b == c, a == c, b == a)}
        _compare_with_neighbors(Board, name, a, len(rows))
        _tell(f"{name}, {{a == b, b == c, a == c, b == a}}", answers)
        if len(rows) == 4:
            _compare_rows(Board, name, rows)


def _compare_rows(Board: "Any", name: str, rows: "Rows") -> None:
    """Print whether a board of four rows equals those with other second rows of the same tiles."""
    for own, row in ALIKE:
        first, _, *rest = _with_second_row(rows, own)
        board, other = (_board(Board, [first, second, *rest]) for second in (own, row))
        _tell(f"{name} with {own}, board == with {row}", bool(board == other))
        _tell(f"{name} with {own}, board != with {row}", bool(board != other))


def _compare_with_neighbors(Board: "Any", name: str, board: object, n: int) -> None:
    """Print whether the neighbors of a board of n rows equal boards made of their rows."""
    made = [(one, _rows_in(one, n)) for one in _call(board, "neighbors")]
    pairs = [(one, Board(rows)) for one, rows in made if rows]
    equal = [one == other for one, other in pairs]
    _tell(f"{name}, neighbors == boards made of their rows", all(equal))
    equal = [other == one for one, other in pairs]
    _tell(f"{name}, boards made of their rows == neighbors", all(equal))


def _rows_in(board: object, n: int) -> "Rows":
    """The rows in the string of a board of n rows, [] if these are not there."""
    rows = [row.split() for row in _text(board).split(" / ")]
    is_board = [len(row) for row in rows] == [n] * n and all("".join(row).isdigit() for row in rows)
    return [[int(tile) for tile in row] for row in rows] if is_board else []


def _with_second_row(rows: "Rows", row: "list[int]") -> "list[list[int]]":
    """A board of four rows after its tiles have changed places so that this is the second row."""
    tiles = sum(map(list, rows), [])
    for square, tile in enumerate(row, 4):
        place = tiles.index(tile)
        tiles[place], tiles[square] = tiles[square], tiles[place]
    return _rows(tiles, 4)


def argument_changed(boards: "Boards") -> None:
    """Print each board after the lists that it was made from have changed."""
    (Board,) = _classes("Board")
    for name, rows in boards:
        argument = [list(row) for row in rows]
        board = Board(argument)
        argument[0][0], argument[-1][-1] = argument[-1][-1], argument[0][0]
        _tell(f"{name}, an entry changed", _text(board))
        argument.reverse()
        _tell(f"{name}, the rows reversed", _text(board))


def any_order(boards: "Boards") -> None:
    """Print the answers and the text of each board, with its methods called in several orders.

    That the neighbors are right is another check's; here they are to stay as they were.
    """
    methods = ("twin", "neighbors", "manhattan", "is_goal", "hamming", "dimension")
    for name, board in _boards(boards):
        before = ""
        for turn in range(3):
            for method in methods[turn:] + methods[:turn]:
                answer = _call(board, method)
                if method == "neighbors":
                    texts = _texts(answer) or "none"
                    before = before or texts
                    _tell(f"{name}, neighbors", "as before" if texts == before else texts)
                elif method != "twin":
                    _tell(f"{name}, {method}", answer)
            _tell(f"{name}, the board after all that", _text(board))


def memory(boards: "Boards", number: int) -> None:
    """Hold `number` different boards of one size in memory; print a digest of their tiles.

    The grader measures the process from outside.
    """
    (Board,) = _classes("Board")
    ((_, rows),) = boards
    n, tiles = len(rows), sum(rows, [])
    held = [Board(_rows(tiles[turn:] + tiles[:turn], n)) for turn in range(number)]
    digest = 0
    for board in held:
        digest = crc32(_tiles(board, n).encode(), digest)
    _tell(f"{number} boards of {n} rows", f"{digest:08x}")


def growth(boards: "Boards", method: str) -> None:
    """Print a digest of a method's answers on all boards; if several, the first's answer, too.

    The grader measures the process from outside, so its time is all that the method does. For the
    explanation alone the process also reports the time of one call by its own clock.
    """
    (Board,) = _classes("Board")
    gc.disable()
    objects = [_board(Board, rows) for _, rows in boards]
    # made whatever the method is, so that a slow constructor shows in all processes alike
    others = [(_board(Board, rows), Board(_exchanged(rows))) for _, rows in boards]
    times = TIMES_OF_NUMBERS if method in NUMBERS else TIMES
    answers = [
        [_answer(method, board, pair) for _ in range(times)][-1]
        for board, pair in zip(objects, others)
    ]
    if method in NUMBERS and len(boards) > 1:
        _tell(f"{boards[0][0]}, {method}", answers[0])
    texts = [_shown(method, answer, rows) for answer, (_, rows) in zip(answers, boards)]
    _tell(f"{method} of {len(boards)}", f"{crc32(' '.join(texts).encode()):08x}")
    if method == "manhattan":
        _tell(method, f"{_least_s(objects[0].manhattan):.3g} s")


def _answer(method: str, board: object, others: "tuple[object, object]") -> object:
    """The answer of a board's method; `others` are an equal board and a different one."""
    if method == "Board":
        return board
    if method == "str":
        return str(board)
    if method == "==":
        return [bool(board == other) for other in others]
    answer = _call(board, method)
    return list(answer) if method == "neighbors" else answer


def _shown(method: str, answer: "Any", rows: "Rows") -> str:
    """The text of an answer, which shows if it is right; it is the same for all right twins."""
    n = len(rows)
    if method in ("Board", "str"):
        return _tiles(answer, n)
    if method == "neighbors":
        return " and ".join(sorted(_tiles(neighbor, n) for neighbor in answer))
    if method == "twin":
        pairs = zip(_tiles(answer, n).split(), sum(rows, []))
        return f"{sum(tile != str(own) for tile, own in pairs)} tiles on other squares"
    return str(answer)


def _tiles(board: object, n: int) -> str:
    """The tiles in the string of a board of n rows, or else its last numbers."""
    _demand(board, "__str__")
    text = str(board)
    rows = _rows_of_tiles(text)
    if len(rows) == n:
        return " ".join(map(" ".join, rows))
    return " ".join(re.findall("[0-9]+", text)[-n * n :])


def _exchanged(rows: "Rows") -> "Rows":
    """The rows with the last two of their tiles exchanged."""
    others = [list(row) for row in rows]
    others[-1][-2:] = others[-1][:-3:-1]
    return others


def _least_s(function: "Callable[[], object]") -> float:
    """The CPU seconds of the fastest of several calls, since other programs only slow calls."""
    times: "list[float]" = []
    while len(times) < CALLS and sum(times) < ENOUGH_S:
        start = thread_time()
        function()
        times.append(thread_time() - start)
    return min(times)
