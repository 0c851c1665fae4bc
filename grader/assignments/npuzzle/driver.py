"""What runs in a student's process for the assignment npuzzle: it prints, as data, what Board and
Solver answer.

`grader.sandbox.driver` executes this text, and calls one function on a list of (name, rows of a
board). The function imports the submission once all that is used here has been imported; what the
submission prints goes to stderr. A line of data begins with the name of a board; a board is its
rows, `1 2 / 3 0`, read from its string.
"""

import gc
import heapq
import inspect
import re
import runpy
import sys
from itertools import permutations
from time import thread_time
from zlib import crc32


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    Rows = list[list[int]]
    Boards = list[tuple[str, Rows]]

OUT = sys.stdout
LARGEST_SHOWN = 10  # rows of a board that is printed as a whole
TIMES = 5  # calls of a method on each board: what is only looked up then costs nothing
NUMBERS = ("dimension", "hamming", "manhattan", "is_goal")  # methods with one right answer
CALLS, ENOUGH_S = 10, 0.002  # how often a method is called to measure it, and how long at most
FIRST_NODES = 2  # those of a board and of its twin, which no function of heapq inserts
PRIME = 7919  # steps through a list in an order that looks random


class Missing(Exception):
    """The submission has no class or method of that name: `Board.is_goal`.

    The message goes on ` is spelled isGoal` if there is one of a name like it, and ` is no method`
    if there is something else of that name.
    """


def _tell(name: str, value: object) -> None:
    """Print one line of data."""
    print(f"{name}: {value}", file=OUT, flush=True)


def _classes(*names: str) -> "list[Any]":
    """The classes of the submission, from the modules that are called like them."""
    sys.stdout = sys.stderr
    classes = [getattr(__import__(name.lower()), name, None) for name in names]
    for name, value in zip(names, classes):
        if value is None:
            raise Missing(name + _other_spelling(sys.modules[name.lower()], name))
    return classes


def _other_spelling(thing: object, name: str) -> str:
    """The end of the message on a name that is missing, if a thing has one that is like it."""
    alike = [other for other in dir(thing) if _plain(other) == _plain(name)]
    return f" is spelled {alike[0]}" if alike else ""


def _plain(name: str) -> str:
    """A name as it may be recognised in other spellings, such as isGoal and neighbours."""
    return name.replace("_", "").lower().replace("neighbour", "neighbor")


def _call(thing: object, method: str) -> "Any":
    """What a method of an object answers, as a bool if that is a question."""
    if not callable(getattr(thing, method, None)):
        is_there = hasattr(thing, method)
        how = " is no method" if is_there else _other_spelling(thing, method)
        raise Missing(f"{type(thing).__name__}.{method}{how}")
    answer = getattr(thing, method)()
    return bool(answer) if method.startswith("is_") else answer


def _board(Board: type, rows: "Rows") -> "Any":
    """The student's board of some rows, which are its own."""
    return Board([list(row) for row in rows])


def _boards(boards: "Boards") -> "Iterator[tuple[str, Any]]":
    """Yield the name of each board and the student's Board of it."""
    (Board,) = _classes("Board")
    for name, rows in boards:
        yield name, _board(Board, rows)


def _rows(tiles: "Sequence[object]", n: int) -> "list[list[Any]]":
    """The tiles as rows of n."""
    return [[*tiles[start : start + n]] for start in range(0, len(tiles), n)]


def _text(board: object) -> str:
    """The rows of a board, from the integers in its string; that string if they are no square.

    Only the check of the string itself minds that the dimension is missing.
    """
    text = str(board)
    n, *tiles = numbers = re.findall("[0-9]+", text) or ["0"]
    if tiles and len(tiles) == int(n[:3]) ** 2:
        return " / ".join(map(" ".join, _rows(tiles, int(n))))
    side = round(len(numbers) ** 0.5)
    if side > 1 and len(numbers) == side * side:
        return " / ".join(map(" ".join, _rows(numbers, side)))
    return _without_str(board) or " ".join(text.split())


def _without_str(board: object) -> str:
    """What is printed of a board whose class has no string of its own; "" if it has one."""
    return "an object without __str__" if type(board).__str__ is object.__str__ else ""


def _texts(boards: "Sequence[object]") -> str:
    """Several boards, in the order of their texts."""
    return " and ".join(sorted(map(_text, boards)))


def _brief(text: str, n: int) -> str:
    """A text on a board of n rows, or of a large board the digest of the text."""
    if n <= LARGEST_SHOWN:
        return text
    return f"{n} rows of {len(text)} characters, digest {crc32(text.encode()):08x}"


# ---- Board ----


def _answers(boards: "Boards", method: str) -> None:
    """Print what a method of each board answers."""
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
    """Print each board's string, with bars between its lines, white space as one space."""
    for (name, board), (_, rows) in zip(_boards(boards), boards):
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
    """Print hamming and manhattan of k-th neighbors, and of k-th twins, for some k."""
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
    """Print the dimension of k-th neighbors, and of k-th twins, for some k."""
    for name, start in _boards(boards):
        for step, word in ((_nth_neighbor, "neighbor"), (_nth_twin, "twin")):
            board: object = start
            for k in range(14):
                board = step(board, k)
                if k in (0, 1, 12):
                    _tell(f"{name}, {word} {k + 1}", _call(board, "dimension"))


def _nth_neighbor(board: object, k: int) -> object:
    """One of a board's neighbors, the same whatever their order."""
    neighbors = sorted(_call(board, "neighbors"), key=_text)
    return neighbors[k * PRIME % len(neighbors)]


def _nth_twin(board: object, _: int) -> object:
    """A board's twin."""
    return _call(board, "twin")


def together(boards: "Boards") -> None:
    """Print what boards answer that are all there before the first is asked."""
    pairs = list(_boards(boards))
    for method in ("hamming", "manhattan", "dimension", "is_goal"):
        for name, board in pairs:
            _tell(f"{name}, {method}", _call(board, method))
    for name, board in pairs:
        _tell(f"{name}, str", _text(board))


class Liar:
    """Something that is no board, though its string is that of one."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def equality(boards: "Boards") -> None:
    """Print whether boards are equal to themselves, to each other, and to what is no board."""
    (Board,) = _classes("Board")
    for name, rows in boards:
        a, b, c = (_board(Board, rows) for _ in range(3))
        n = len(rows) + 1
        others = {
            "another equal one": b,
            "None": None,
            "its own string": str(a),
            "its rows": rows,
            "an integer": 0,
            "an object with the same string": Liar(str(a)),
            "a neighbor": next(iter(_call(a, "neighbors"))),
            "the goal of another size": Board(_rows([*range(1, n * n), 0], n)),
            "a board with the same first row": _board(Board, rows[:1] + rows[:0:-1]),
        }
        _tell(f"{name}, board == itself", bool(a == a))
        for what, other in others.items():
            _tell(f"{name}, board == {what}", bool(a == other))
            _tell(f"{name}, board != {what}", bool(a != other))
        answers = {bool(equal) for equal in (a == b, b == c, a == c, b == a)}
        _tell(f"{name}, {{a == b, b == c, a == c, b == a}}", answers)


def argument_changed(boards: "Boards") -> None:
    """Print each board after changes in the lists that it was constructed from."""
    (Board,) = _classes("Board")
    for name, rows in boards:
        argument = [list(row) for row in rows]
        board = Board(argument)
        argument[0][0], argument[-1][-1] = argument[-1][-1], argument[0][0]
        _tell(f"{name}, an entry changed", _text(board))
        argument.reverse()
        argument.pop()
        _tell(f"{name}, a row dropped", _text(board))


def any_order(boards: "Boards") -> None:
    """Print each board after each of its methods, called in several orders."""
    methods = ("twin", "neighbors", "manhattan", "is_goal", "hamming", "dimension")
    for name, board in _boards(boards):
        for turn in range(3):
            for method in methods[turn:] + methods[:turn]:
                answer = _call(board, method)
                if method not in ("twin", "neighbors"):
                    _tell(f"{name}, {method}", answer)
            _tell(f"{name}, the board after all that", _text(board))


def memory(boards: "Boards") -> None:
    """Print the bytes that each board takes, without what a board of its size made for all."""
    import tracemalloc  # after which every allocation would cost more

    (Board,) = _classes("Board")
    for name, rows in boards:
        _board(Board, rows)
        copy = [list(row) for row in rows]
        gc.collect()
        tracemalloc.start()
        board = Board(copy)
        size = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        _tell(f"{name}, memory", f"{size} bytes")
        del board


def growth(boards: "Boards", method: str) -> None:
    """Print a digest of what a method of all boards answers, and of several boards the first's.

    The process is measured from outside, so what the method takes is all that it does. For the
    explanation alone it also says how long one call takes by its own clock.
    """
    (Board,) = _classes("Board")
    gc.disable()
    objects = [_board(Board, rows) for _, rows in boards]
    others = [_board(Board, rows) for _, rows in boards] if method == "==" else objects
    answers = [
        [_answer(method, board, other) for _ in range(TIMES)][-1]
        for board, other in zip(objects, others)
    ]
    if method in NUMBERS and len(boards) > 1:
        _tell(f"{boards[0][0]}, {method}", answers[0])
    text = " ".join(map(str, answers))
    _tell(f"{method} of {len(boards)}", f"{crc32(text.encode()):08x}")
    if method == "manhattan":
        _tell(method, f"{_least_s(objects[0].manhattan):.3g} s")


def _answer(method: str, board: object, other: object) -> object:
    """What a method answers, or what is measured of how it does."""
    if method == "Board":
        return None
    if method == "str":
        return len(str(board))
    if method == "==":
        return bool(board == other)
    answer = _call(board, method)
    if method == "neighbors":
        return len(list(answer))
    return None if method == "twin" else answer


def _least_s(function: "Callable[[], object]") -> float:
    """The CPU seconds of the fastest of several calls: what else goes on makes calls slower."""
    times: "list[float]" = []
    while len(times) < CALLS and sum(times) < ENOUGH_S:
        start = thread_time()
        function()
        times.append(thread_time() - start)
    return min(times)


# ---- Solver ----


def _solvers(boards: "Boards") -> "Iterator[tuple[str, Any]]":
    """Yield the name of each board and its Solver."""
    Board, Solver = _classes("Board", "Solver")
    for name, rows in boards:
        yield name, Solver(_board(Board, rows))


def moves(boards: "Boards") -> None:
    """Print the moves of each board's solution."""
    for name, solver in _solvers(boards):
        _tell(f"{name}, moves()", _call(solver, "moves"))


def solution(boards: "Boards") -> None:
    """Print the moves of each solution, and its boards."""
    for name, solver in _solvers(boards):
        _tell(f"{name}, moves()", _call(solver, "moves"))
        path = _call(solver, "solution")
        texts = ["None"] if path is None else [_text(board) for board in path] or ["no boards"]
        for text in texts:
            _tell(name, text)


def solvable(boards: "Boards") -> None:
    """Print whether each board is solvable, its moves, and whether there is a solution."""
    for name, solver in _solvers(boards):
        _tell(f"{name}, is_solvable()", _call(solver, "is_solvable"))
        _tell(f"{name}, moves()", _call(solver, "moves"))
        path = _call(solver, "solution")
        _tell(f"{name}, solution()", "None" if path is None else "boards")


def two_solvers(boards: "Boards") -> None:
    """Print what two solvers answer in turns, each asked twice, their methods in several orders."""
    Board, Solver = _classes("Board", "Solver")
    for (one, rows), (two, others) in zip(boards, boards[1:]):
        solvers = [(one, two, Solver(_board(Board, rows)))]
        solvers.append((two, one, Solver(_board(Board, others))))
        for method in ("moves", "solution", "moves", "is_solvable", "solution", "moves"):
            for name, other, solver in solvers:
                answer = _call(solver, method)
                if method == "solution" and answer is not None:
                    answer = len(list(answer))
                _tell(f"{name} beside {other}, {method}", answer)


def answers_in_any_order(boards: "Boards") -> None:
    """Print what a new solver answers for every order of its methods."""
    Board, Solver = _classes("Board", "Solver")
    for name, rows in boards:
        for methods in permutations(("is_solvable", "moves", "solution")):
            solver, answers = Solver(_board(Board, rows)), []
            for method in methods:
                answer = _call(solver, method)
                if method == "solution" and answer is not None:
                    answer = len(list(answer))
                answers.append(answer)
            _tell(f"{name}, {', '.join(methods)}", ", ".join(map(str, answers)))


def compared(boards: "Boards") -> None:
    """Print the moves of each board, and with what the solver compares boards."""
    Board, Solver = _classes("Board", "Solver")
    equal, others = Board.__eq__, set()

    def equal_and_noted(board: object, other: object) -> object:
        """Whether two things are equal; the other's type is noted."""
        if other is not None and not isinstance(other, Board):
            others.add(type(other).__name__)
        return equal(board, other)

    Board.__eq__ = equal_and_noted
    for name, rows in boards:
        others.clear()
        _tell(f"{name}, moves()", _call(Solver(_board(Board, rows)), "moves"))
        _tell(f"{name}, a board is compared with", ", ".join(sorted(others)) or "boards alone")


def none_raises(boards: "Boards") -> None:
    """Print whether Solver(None) raises, though a board is solved."""
    Board, Solver = _classes("Board", "Solver")
    solver = Solver(Board([[1, 2], [0, 3]]))
    _tell("Solver(Board([[1, 2], [0, 3]])).moves()", _call(solver, "moves"))
    try:
        _call(Solver(None), "moves")
        _tell("Solver(None)", "nothing raised")
    except Missing:
        raise
    except Exception:
        _tell("Solver(None)", "an exception raised")


def without_str(boards: "Boards") -> None:
    """Print the moves of each board, where the string of every board is the same."""
    Board, _ = _classes("Board", "Solver")
    Board.__str__ = Board.__repr__ = lambda board: "a board"
    moves(boards)


def command(boards: "Boards") -> None:
    """Run solver.py as a command on a file with the one board; what it prints is the data."""
    ((name, rows),) = boards
    lines = [str(len(rows)), *(" ".join(f"{tile:2}" for tile in row) for row in rows)]
    with open(f"{name}.txt", "w", encoding="ascii") as file:
        print(*lines, sep="\n", file=file)
    sys.argv[:] = ["solver.py", f"{name}.txt"]
    try:
        runpy.run_path("solver.py", run_name="__main__")
    except SystemExit as end:
        if end.code:
            raise


# ---- The queue ----


class Count:
    """The inserts and deletes of heaps, the length of the longest, and the calls of a method."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Count from 0 on."""
        self.inserts = self.deletes = self.largest = self.calls = 0

    def called(self, method: "Callable[[Any], Any]") -> "Callable[[Any], Any]":
        """A method that counts its calls."""

        def call_and_count(thing: object) -> object:
            """The method, called by its object."""
            self.calls += 1
            return method(thing)

        return call_and_count

    def watched(
        self, function: "Callable[..., Any]", inserts: int, deletes: int
    ) -> "Callable[..., Any]":
        """A function of `heapq` that counts."""

        def call_and_count(heap: "list[Any]", *arguments: object) -> object:
            """The function, called on a heap."""
            self.inserts += inserts
            self.deletes += deletes
            self.largest = max(self.largest, len(heap) + (inserts > deletes))
            return function(heap, *arguments)

        return call_and_count

    def watch(self) -> None:
        """Count from now on what all modules do that import `heapq` later."""
        for name, inserts, deletes in (
            ("heappush", 1, 0),
            ("heappop", 0, 1),
            ("heapreplace", 1, 1),
            ("heappushpop", 1, 1),
        ):
            setattr(heapq, name, self.watched(getattr(heapq, name), inserts, deletes))

    def agrees(self, inserts: int, deletes: int) -> bool:
        """Whether a Solver's own counts may be true: heaps have others only for the first nodes."""
        differences = abs(inserts - self.inserts), abs(deletes - self.deletes)
        return not self.deletes or max(differences) <= FIRST_NODES

    def text(self) -> str:
        """The counts as data."""
        if not self.deletes:
            return "no heap of heapq is used, nor are counts told"
        return f"{self.inserts} inserts, {self.deletes} deletes, {self.largest} at most"


def queue(boards: "Boards", what: str = "counts", inserts: int = 0) -> None:
    """Print the counts of each board's search, or do work that is measured from outside.

    That is a search of which nothing is counted, or some inserts to compare it with.
    """
    if what == "counts":
        _counts(boards)
    elif what == "work":
        _work(boards)
    else:
        _measure(boards, inserts)


def _work(boards: "Boards") -> None:
    """Print the moves of each board, and nothing is counted."""
    Board, Solver = _classes("Board", "Solver")
    for name, rows in boards:
        _tell(f"{name}, moves()", _call(_by_a_star(Solver, _board(Board, rows)), "moves"))


def _measure(boards: "Boards", inserts: int) -> None:
    """Insert so many nodes in a search that undoes moves and does not look for the goal."""
    (Board,) = _classes("Board")
    ((_, rows),) = boards
    heap: "list[Any]" = [(0, 0, 0, _board(Board, rows), None)]
    order = 0
    while order < inserts:
        node = heapq.heappop(heap)
        for board in node[3].neighbors():
            order += 1
            entry = (node[2] + 1 + board.manhattan(), order, node[2] + 1, board, node)
            heapq.heappush(heap, entry)


def _counts(boards: "Boards") -> None:
    """Print the counts of each board's queue, the Solver's or its heaps', and manhattan's calls."""
    count = Count()
    count.watch()
    Board, Solver = _classes("Board", "Solver")
    Board.manhattan = count.called(Board.manhattan)
    for name, rows in boards:
        count.reset()
        solver = _by_a_star(Solver, _board(Board, rows))
        _tell(f"{name}, moves()", _call(solver, "moves"))
        own: "list[Any]" = [
            getattr(solver, key, None) for key in ("generated", "expanded", "max_frontier")
        ]
        if all(isinstance(number, int) for number in own) and count.agrees(*own[:2]):
            count.inserts, count.deletes, count.largest = own
        _tell(name, count.text())
        _tell(f"{name}, manhattan()", f"{count.calls} calls")


def queue_nodes(boards: "Boards") -> None:
    """Print the moves of each board, and whether the nodes in heaps stay in order.

    A node that is changed once it is in the queue may stand behind one that it should precede.
    """
    pop, disorder = heapq.heappop, set()

    def in_order_and_popped(heap: "list[Any]") -> object:
        """The first node of a heap, taken out; whether the heap is in order is noted."""
        if any(heap[place] < heap[(place - 1) // 2] for place in range(1, len(heap))):
            disorder.add("changed while they are in the queue")
        return pop(heap)

    setattr(heapq, "heappop", in_order_and_popped)
    Board, Solver = _classes("Board", "Solver")
    for name, rows in boards:
        disorder.clear()
        _tell(f"{name}, moves()", _call(_by_a_star(Solver, _board(Board, rows)), "moves"))
        _tell(f"{name}, the nodes", ", ".join(disorder) or "as they were inserted")


def _by_a_star(Solver: type, board: object) -> "Any":
    """A Solver that uses A*, if it lets its caller choose as the model solution does."""
    try:
        if "algorithm" in inspect.signature(Solver).parameters:
            return Solver(board, algorithm="astar")
    except Exception:
        pass  # it means something else by the word
    return Solver(board)
