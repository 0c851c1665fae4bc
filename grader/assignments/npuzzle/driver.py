"""What runs in a student's process for the assignment npuzzle: prints what Board and Solver answer,
as data.

`driver` executes this text, and calls one function on a list of (name, rows of a board). The
submission is imported by the function, after all that is used here has been; what it prints itself
goes to stderr. A line begins with the name of a board; a board is printed as its rows, `1 2 / 3 0`,
read from its string.
"""

import gc
import heapq
import inspect
import re
import runpy
import sys
from time import thread_time
from zlib import crc32


OUT = sys.stdout
SHOWN = 10  # rows of the largest board that is printed as a whole
# how often a method is called to measure it, and how long in a round at most
ROUNDS, CALLS, ENOUGH_S = 4, 10, 0.02
SEEDED = 7919  # a prime: steps through a list in an order that looks random


class Missing(Exception):
    """The submission has no class or method of that name."""


def tell(name, value):
    """Print one line of data."""
    print(f"{name}: {value}", file=OUT, flush=True)


def classes(*names):
    """The classes of the submission, from the modules that are called like them."""
    sys.stdout = sys.stderr
    found = [getattr(__import__(name.lower()), name, None) for name in names]
    for name, value in zip(names, found):
        if value is None:
            raise Missing(name)
    return found if len(found) > 1 else found[0]


def call(thing, method, *arguments):
    """What a method of an object gives."""
    if not callable(getattr(thing, method, None)):
        raise Missing(f"{type(thing).__name__}.{method}")
    return getattr(thing, method)(*arguments)


def asked(thing, method):
    """What a method without arguments answers, as a bool if that is a question."""
    return bool(call(thing, method)) if method.startswith("is_") else call(thing, method)


def board_of(Board, rows):
    """The student's board of some rows, which are its own."""
    return Board([list(row) for row in rows])


def shown(board):
    """A board as its rows, from the integers in its string; the string itself if they are no
    square.
    """
    text = str(board)
    n, *tiles = re.findall("[0-9]+", text) or ["0"]
    if len(tiles) != int(n[:3]) ** 2 or not tiles:
        return " ".join(text.split())
    return " / ".join(
        " ".join(tiles[start : start + int(n)]) for start in range(0, len(tiles), int(n))
    )


def brief(text, board):
    """A text on a board, or of a large board its digest."""
    n = call(board, "dimension")
    return (
        text
        if n <= SHOWN
        else f"{n} rows of {len(text)} characters, digest {crc32(text.encode()):08x}"
    )


# ---- Board ----


def each(boards, value):
    """Print `value(board)` of each board."""
    Board = classes("Board")
    for name, rows in boards:
        tell(name, value(board_of(Board, rows)))


def dimension(boards):
    """Print each board's dimension."""
    each(boards, lambda board: call(board, "dimension"))


def hamming(boards):
    """Print each board's hamming."""
    each(boards, lambda board: call(board, "hamming"))


def manhattan(boards):
    """Print each board's manhattan."""
    each(boards, lambda board: call(board, "manhattan"))


def is_goal(boards):
    """Print whether each board is the goal."""
    each(boards, lambda board: asked(board, "is_goal"))


def string(boards):
    """Print each board's string, its lines with bars between, white space made one blank."""
    each(
        boards,
        lambda board: brief(
            " | ".join(" ".join(line.split()) for line in str(board).strip().split("\n")), board
        ),
    )


def neighbors(boards):
    """Print each board's neighbors, in the order of their texts."""
    each(
        boards,
        lambda board: brief(" and ".join(sorted(map(shown, call(board, "neighbors")))), board),
    )


def neighbors_of_neighbors(boards):
    """Print the neighbors of each neighbor, both in the order of their texts."""
    Board = classes("Board")
    for name, rows in boards:
        for neighbor in sorted(call(board_of(Board, rows), "neighbors"), key=shown):
            tell(
                f"{name}, of {shown(neighbor)}",
                " and ".join(sorted(map(shown, call(neighbor, "neighbors")))),
            )


def twin(boards):
    """Print a twin of each board."""
    each(boards, lambda board: shown(call(board, "twin")))


def kth(boards):
    """Print hamming and manhattan of k-th neighbors, and of k-th twins, for some k."""
    Board = classes("Board")
    for name, rows in boards:
        for step, word in ((nth_neighbor, "neighbor"), (nth_twin, "twin")):
            board = board_of(Board, rows)
            for k in range(14):
                if k in (0, 1, 2, 13):
                    tell(
                        f"{name}, {word} {k}",
                        f"hamming {call(board, 'hamming')}, "
                        f"manhattan {call(board, 'manhattan')}, of {shown(board)}",
                    )
                board = step(board, k)


def nth_neighbor(board, k):
    """One of a board's neighbors, whatever their order."""
    found = sorted(call(board, "neighbors"), key=shown)
    return found[k * SEEDED % len(found)]


def nth_twin(board, _):
    """A board's twin."""
    return call(board, "twin")


def together(boards):
    """Print what boards answer that are all made before the first is asked."""
    Board = classes("Board")
    made = [(name, board_of(Board, rows)) for name, rows in boards]
    for method in ("hamming", "manhattan", "dimension", "is_goal"):
        for name, board in made:
            tell(f"{name}, {method}", asked(board, method))
    for name, board in made:
        tell(f"{name}, str", shown(board))


class Liar:
    """Something that is no board, though its string is that of one."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text

    __repr__ = __str__


def equality(boards):
    """Print whether boards are equal to themselves, to each other, and to what is no board."""
    Board = classes("Board")
    for name, rows in boards:
        a, b, c = (board_of(Board, rows) for _ in range(3))
        others = {
            "another equal one": b,
            "None": None,
            "its own string": str(a),
            "its rows": rows,
            "an integer": 0,
            "an object with the same string": Liar(str(a)),
            "a neighbor": next(iter(call(a, "neighbors"))),
            "the goal of another size": board_of(Board, goal(len(rows) + 1)),
            "a board with the same first row": board_of(Board, rows[:1] + rows[:0:-1]),
        }
        tell(f"{name}, board == itself", bool(a == a))
        for what, other in others.items():
            tell(f"{name}, board == {what}", bool(a == other))
            tell(f"{name}, board != {what}", bool(a != other))
        tell(
            f"{name}, {{a == b, b == c, a == c, b == a}}",
            {bool(x) for x in (a == b, b == c, a == c, b == a)},
        )


def goal(n):
    """The rows of the goal."""
    tiles = [*range(1, n * n), 0]
    return [tiles[start : start + n] for start in range(0, n * n, n)]


def argument_changed(boards):
    """Print each board after the lists that it was made from, and its neighbors, are changed."""
    Board = classes("Board")
    for name, rows in boards:
        given = [list(row) for row in rows]
        board = Board(given)
        given[0][0], given[-1][-1] = given[-1][-1], given[0][0]
        tell(f"{name}, an entry changed", shown(board))
        given.reverse()
        given.pop()
        tell(f"{name}, a row dropped", shown(board))


def any_order(boards):
    """Print each board after each of its methods, called in several orders."""
    Board = classes("Board")
    methods = ("twin", "neighbors", "manhattan", "is_goal", "hamming", "dimension")
    for name, rows in boards:
        board = board_of(Board, rows)
        for turn in range(3):
            for method in methods[turn:] + methods[:turn]:
                answer = asked(board, method)
                if method in ("manhattan", "is_goal", "hamming", "dimension"):
                    tell(f"{name}, {method}", answer)
            tell(f"{name}, the board after all that", shown(board))


def growth(boards):
    """Print what the first board answers, and the seconds of each method, the least of many calls,
    on each board.
    """
    Board = classes("Board")
    made = [(rows, board_of(Board, rows), board_of(Board, rows)) for _, rows in boards]
    calls = {
        "Board": lambda rows, *_: Board(rows),
        "str": lambda _, board, __: str(board),
        "==": lambda _, board, other: board == other,
    }
    for method in ("dimension", "hamming", "manhattan", "is_goal", "twin"):
        calls[method] = lambda _, board, __, method=method: call(board, method)
    calls["neighbors"] = lambda _, board, __: list(call(board, "neighbors"))
    for method in ("dimension", "hamming", "manhattan", "is_goal"):
        tell(f"{boards[0][0]}, {method}", asked(made[0][1], method))
    turns = [(name, number) for name in calls for number in range(len(made))]
    seconds = dict.fromkeys(turns, float("inf"))
    for turn in turns * ROUNDS:  # so that no method has all its turns while the machine is busiest
        seconds[turn] = min(seconds[turn], least_seconds(calls[turn[0]], made[turn[1]]))
    for (name, _), least in seconds.items():
        tell(name, f"{least:.3g} s")


def least_seconds(function, given):
    """The CPU seconds of the fastest of several calls: what else goes on in the machine only makes
    calls slower.

    They are those of the thread; a process of limited CPU time may be told its own in coarse steps.
    """
    gc.disable()
    times, begun = [], thread_time()
    while len(times) < CALLS and (not times or thread_time() - begun < ENOUGH_S):
        start = thread_time()
        function(*given)
        times.append(thread_time() - start)
    gc.enable()
    return min(times)


# ---- Solver ----


def solvers(boards):
    """Yield the name of each board and its Solver."""
    Board, Solver = classes("Board", "Solver")
    for name, rows in boards:
        yield name, Solver(board_of(Board, rows))


def moves(boards):
    """Print the moves of each board's solution."""
    for name, solver in solvers(boards):
        tell(f"{name}, moves()", call(solver, "moves"))


def solution(boards):
    """Print the moves of each solution, and its boards."""
    for name, solver in solvers(boards):
        tell(f"{name}, moves()", call(solver, "moves"))
        for board in path(solver):
            tell(name, board)


def path(solver):
    """The boards of a solver's solution, or ["None"]."""
    found = call(solver, "solution")
    return ["None"] if found is None else [shown(board) for board in found] or ["no boards"]


def solvable(boards):
    """Print whether each board is solvable, its moves, and how its solution begins."""
    for name, solver in solvers(boards):
        tell(f"{name}, is_solvable()", asked(solver, "is_solvable"))
        tell(f"{name}, moves()", call(solver, "moves"))
        found = call(solver, "solution")
        tell(f"{name}, solution()", "None" if found is None else "boards")


def two_solvers(boards):
    """Print what two solvers answer in turns, each asked twice, their methods in several orders."""
    Board, Solver = classes("Board", "Solver")
    for (one, rows), (two, others) in zip(boards, boards[1:]):
        solvers = [(one, Solver(board_of(Board, rows))), (two, Solver(board_of(Board, others)))]
        for method in ("moves", "solution", "moves", "is_solvable", "solution", "moves"):
            for name, solver in solvers:
                answer = asked(solver, method)
                told = (
                    answer
                    if method != "solution"
                    else answer
                    if answer is None
                    else len(list(answer))
                )
                tell(f"{name} beside {two if name == one else one}, {method}", told)


def none_raises(boards):
    """Print whether Solver(None) raises, though a board is solved."""
    Board, Solver = classes("Board", "Solver")
    tell(
        "Solver(Board([[1, 2], [0, 3]])).moves()",
        call(Solver(board_of(Board, [[1, 2], [0, 3]])), "moves"),
    )
    try:
        call(Solver(None), "moves")
        tell("Solver(None)", "nothing raised")
    except Missing:
        raise
    except Exception:
        tell("Solver(None)", "an exception raised")


def without_str(boards):
    """Print the moves of each board, where the string of every board is the same."""
    Board = classes("Board", "Solver")[0]
    Board.__str__ = Board.__repr__ = lambda board: "a board"
    moves(boards)


def command(boards):
    """Run solver.py as a command on a file with the one board; what it prints is the data."""
    ((name, rows),) = boards
    with open(f"{name}.txt", "w", encoding="ascii") as file:
        print(
            len(rows), *(" ".join(f"{tile:2}" for tile in row) for row in rows), sep="\n", file=file
        )
    sys.argv[:] = ["solver.py", f"{name}.txt"]
    try:
        runpy.run_path("solver.py", run_name="__main__")
    except SystemExit as end:
        if end.code:
            raise


# ---- The queue ----


class Count:
    """How often was put into heaps and taken from them, how long the longest was, how often a
    method was called.
    """

    def __init__(self):
        self.inserts = self.deletes = self.largest = self.calls = 0

    def called(self, method):
        """A method that counts its calls."""

        def call_and_count(thing):
            """The method, called by its object."""
            self.calls += 1
            return method(thing)

        return call_and_count

    def watched(self, function, inserts, deletes):
        """A function of `heapq` that counts."""

        def call_and_count(heap, *arguments):
            """The function, called on a heap."""
            self.inserts += inserts
            self.deletes += deletes
            self.largest = max(self.largest, len(heap) + (inserts > deletes))
            return function(heap, *arguments)

        return call_and_count

    def watch(self):
        """Count from now on what all modules do that import `heapq` later."""
        for name, inserts, deletes in (
            ("heappush", 1, 0),
            ("heappop", 0, 1),
            ("heapreplace", 1, 1),
            ("heappushpop", 1, 1),
        ):
            setattr(heapq, name, self.watched(getattr(heapq, name), inserts, deletes))

    def text(self):
        """The counts as data."""
        return f"{self.inserts} inserts, {self.deletes} deletes, {self.largest} at most"


def queue(boards):
    """Print the counts of the queue for each board, which the Solver tells or its heaps, and calls
    of manhattan.
    """
    count = Count()
    count.watch()
    Board, Solver = classes("Board", "Solver")
    Board.manhattan = count.called(Board.manhattan)
    for name, rows in boards:
        count.__init__()
        solver = by_a_star(Solver, board_of(Board, rows))
        tell(f"{name}, moves()", call(solver, "moves"))
        told = [getattr(solver, each, None) for each in ("generated", "expanded", "max_frontier")]
        if all(isinstance(number, int) for number in told):
            count.inserts, count.deletes, count.largest = told
        tell(
            name, count.text() if count.deletes else "no heap of heapq is used, nor are counts told"
        )
        tell(f"{name}, manhattan()", f"{count.calls} calls")


def by_a_star(Solver, board):
    """A Solver that uses A*, if it lets its caller choose as the model solution does."""
    try:
        if "algorithm" in inspect.signature(Solver).parameters:
            return Solver(board, algorithm="astar")
    except Exception:
        pass  # it means something else by the word
    return Solver(board)
