"""The bars of board.py and solver.py: `python3 -m tests.bench_solver`, or `make bench`."""

import random
import timeit
from pathlib import Path

from board import Board
from grader.assignments.npuzzle import oracle
from lecture.experiment import random_board
from solver import Solver
from testinput.generate import instances
from tests.benchmark import ROOT, bar, command, cpu_s, finish, title


ROUNDS = 5
METHODS = """
    hamming manhattan is_goal is_solvable twin neighbors rows blank __str__ __repr__ __hash__
""".split()


def path(name):
    """The file of an instance."""
    return str(Path(ROOT, "testinput", f"{name}.txt"))


def names(n, most):
    """The names of the solvable n-by-n instances of at most so many moves."""
    return [
        name
        for name, (size, moves) in instances().items()
        if size == n and moves is not None and moves <= most
    ]


def slowest(algorithm, files):
    """(CPU seconds of the slowest command among these instances, its name)."""
    return max((command(*WAYS[algorithm], path(name))[0], name) for name in files)


def bench_commands():
    """The whole command, on each instance."""
    title("python3 solver.py FILE, the interpreter's start included, the slowest of all")
    for algorithm, n, most, at_most in (
        ("astar", 3, 31, 1.5),
        ("auto", 3, 31, 0.3),
        ("auto", 4, 50, 5),
        ("auto", 5, 44, 5),
    ):
        files = names(n, most)
        cpu_s, name = slowest(algorithm, files)
        bar(
            f"{algorithm}, {len(files)} boards {n}x{n} up to {most} moves: {name}",
            cpu_s,
            "s",
            at_most,
        )


TABLES = (
    "import sys, optimal; from board import Board; "
    "print(*optimal.solve(Board.read(sys.argv[1]).rows()))"
)
A_STAR = (
    "import sys; from board import Board; from solver import Solver, transcript; "
    "print(transcript(Solver(Board.read(sys.argv[1]), 'astar')))"
)
WAYS = {"auto": ("solver.py",), "astar": ("-c", A_STAR), "tables": ("-c", TABLES)}


def least_s(file):
    """{way: the least CPU seconds that it took in some rounds}, each way once a round."""
    least = dict.fromkeys(WAYS, 1e9)
    for _ in range(ROUNDS):
        for way, arguments in WAYS.items():
            least[way] = min(least[way], command(*arguments, file)[0])
    return least


def bench_easy_boards():
    """`auto` beside the two that it chooses from, textbook A* and the search by tables."""
    title("4x4 up to 30 moves: auto beside astar and the search by tables, in turns")
    seconds = {name: least_s(path(name)) for name in names(4, 30)}
    ratios = {
        name: least["auto"] / min(least["astar"], least["tables"])
        for name, least in seconds.items()
    }
    worst, slowest_one = max(ratios, key=ratios.get), max(seconds, key=lambda n: seconds[n]["auto"])
    bar(f"as a multiple of the better of the two: {worst}", ratios[worst], "", 1.3)
    bar(f"the slowest: {slowest_one}", seconds[slowest_one]["auto"], "s", 0.2)


def bench_best_first_search():
    """A* beside a plain textbook search, in turns: both expand the same number of nodes."""
    title("astar and a textbook A*, on the 3x3 board of 31 moves")
    board = Board.read(path("puzzle3x3-31"))
    textbook = oracle.textbook_a_star.__wrapped__  # without its cache
    plain, model = [], []
    for _ in range(ROUNDS):
        seconds, (_, inserts, deletes, largest) = cpu_s(textbook, board.rows())
        plain.append(seconds)
        seconds, solver = cpu_s(Solver, board, "astar")
        model.append(seconds)
        counts = solver.generated, solver.expanded, solver.max_frontier
        assert counts == (inserts, deletes, largest)
    bar("textbook A* over model solution", min(plain) / min(model), "x", at_least=1.35)


def bench_experiment():
    """The experiment on a hundred boards."""
    title("python3 -m lecture compare 100")
    for algorithms, at_most in (
        ("greedy-hamming,greedy-manhattan,greedy-sum", 5),
        ("bfs,greedy-hamming,greedy-manhattan,greedy-sum,astar", 90),
    ):
        cpu_s, _, _ = command(
            "-m", "lecture", "compare", "100", "--seed", "1", "--algorithm", algorithms
        )
        bar(algorithms, cpu_s, "s", at_most)


def s_a_tile(method, n):
    """Seconds that a method of a random n-by-n board takes for each tile."""
    board = random_board(n, random.Random(n))
    call = getattr(board, method)
    call()  # the first call makes the tables of this size
    times = 200_000 // (n * n)
    return min(timeit.repeat(call, number=times, repeat=5)) / times / (n * n)


def bench_growth():
    """The time of each method of Board for each tile, which must not grow with the board."""
    title("Board: the time a tile of 127x127 boards, as a multiple of that of 8x8 boards")
    for method in METHODS:
        bar(method, s_a_tile(method, 127) / s_a_tile(method, 8), "", 2)


if __name__ == "__main__":
    bench_best_first_search()
    bench_commands()
    bench_easy_boards()
    bench_growth()
    bench_experiment()
    finish()
