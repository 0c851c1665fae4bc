"""Shortest solutions of the N-puzzle: the textbook searches, and the experiment that compares them.

    $ python3 solver.py --moves testinput/puzzle04.txt
    Minimum number of moves = 4

    3
    0 1 3
    4 2 5
    7 8 6

    right down right down

>>> solver = Solver(Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]]), "astar")
>>> solver.moves(), solver.expanded, solver.generated, solver.max_frontier
(4, 5, 10, 6)
>>> directions(solver.solution())
['right', 'down', 'right', 'down']

The words used below (Russell & Norvig, Artificial Intelligence, 4th edition, chapter 3):
    node       a board, the moves made to reach it, and the node that it was reached from
    frontier   the priority queue of the nodes that wait to be expanded
    reached    the boards that have been in the frontier
    expand     take a node from the frontier and put its neighbors in
"""

import argparse
import csv
import os
import random
import re
import shutil
import sys
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from importlib.util import find_spec
from itertools import count, cycle
from time import process_time
from typing import NamedTuple

if __name__ == "__main__" and sys.version_info < (3, 10):
    sys.exit(print("solver.py: expected Python 3.10 or newer, got", sys.version.split()[0], file=sys.stderr) or 2)

from board import Board, board_of, goal


# ---- Best-first search, and each algorithm on top of it ----

class Node(NamedTuple):
    board: Board
    moves: int
    parent: "Node | None"


def best_first_search(start, heuristic, cost=1, remember=False):
    """Yield the frontier before each dequeue; return the goal's node, or None where the frontier ran empty.

    The frontier is a heap of (priority, h, order, node), where h is `heuristic(board)`, the priority is
    cost * moves + h, and order counts the enqueues. So among equal priorities the lower h comes first, then
    the older node. With `remember`, a board enters the frontier once. Without, expanding a node keeps out
    only the board that it was reached from: the assignment's critical optimisation, by which a board may be
    expanded once for each way that leads to it.
    """
    h = heuristic(start)
    frontier = [(h, h, 0, Node(start, 0, None))]
    reached = {start}
    order = count(1)
    while frontier:
        yield frontier
        *_, node = heappop(frontier)
        if node.board.is_goal():
            return node
        moves = node.moves + 1
        known = reached if remember else (node.parent and node.parent.board,)
        for board in node.board.neighbors():
            if board not in known:
                h = heuristic(board)
                heappush(frontier, (cost * moves + h, h, next(order), Node(board, moves, node)))
                if remember:
                    reached.add(board)


def bfs(start):
    """Breadth-first search: uninformed, optimal."""
    return best_first_search(start, heuristic=lambda board: 0, remember=True)


def greedy_hamming(start):
    """Greedy best-first search by the tiles out of place: not optimal."""
    return best_first_search(start, Board.hamming, cost=0, remember=True)


def greedy_manhattan(start):
    """Greedy best-first search by the Manhattan distance: not optimal."""
    return best_first_search(start, Board.manhattan, cost=0, remember=True)


def greedy_sum(start):
    """Greedy best-first search by Hamming + Manhattan, which isn't even admissible: not optimal."""
    return best_first_search(start, lambda board: board.hamming() + board.manhattan(), cost=0, remember=True)


def astar_manhattan(start):
    """A* by the Manhattan distance (Hart, Nilsson & Raphael 1968): optimal, because it is admissible."""
    return best_first_search(start, Board.manhattan)


def astar_hamming(start):
    """A* by the tiles out of place: optimal, and slower, because they never exceed the Manhattan distance."""
    return best_first_search(start, Board.hamming)


def astar_lockstep(start):
    """A* on the board and on its twin in turns: exactly one is solvable; returns None if that is the twin."""
    searches = astar_manhattan(start), astar_manhattan(start.twin())
    for search in cycle(searches):
        try:
            yield next(search)
        except StopIteration as end:
            return end.value if search is searches[0] else None


SEARCHES = {
    "bfs": bfs,
    "greedy-hamming": greedy_hamming,
    "greedy-manhattan": greedy_manhattan,
    "greedy-sum": greedy_sum,
    "astar": astar_manhattan,
    "astar-manhattan": astar_manhattan,
    "astar-hamming": astar_hamming,
    "astar-lockstep": astar_lockstep,
}
ALGORITHMS = ("auto", *SEARCHES)
NOT_OPTIMAL = ("greedy-hamming", "greedy-manhattan", "greedy-sum")


# ---- Running a search ----

@dataclass(frozen=True)
class Outcome:
    """What a search found, and what it cost.

    path          the boards from the start to the goal; None if there is no way
    expanded      nodes dequeued; the goal's, which ends the search, is the last of them
    generated     nodes enqueued, the start's among them
    max_frontier  the most nodes that waited before a dequeue, in either queue of lockstep
    """

    path: "tuple[Board, ...] | None" = None
    expanded: int = 0
    generated: int = 0
    max_frontier: int = 0


def outcome(search, watch=lambda frontier: None):
    """The Outcome of a best-first search; `watch` sees each frontier that it yields."""
    frontiers, expanded, max_frontier = {}, 0, 0
    while True:
        try:
            frontier = next(search)
        except StopIteration as end:
            expanded -= len(frontiers) - 1  # in lockstep the other search still waits for its turn
            waiting = sum(map(len, frontiers.values()))
            return Outcome(path_to(end.value), expanded, expanded + waiting, max_frontier)
        watch(frontier)
        frontiers[id(frontier)] = frontier
        expanded += 1
        max_frontier = max(max_frontier, len(frontier))


def path_to(node):
    """The boards from the start to a node; None if there is no node.

    >>> path_to(Node("goal", 1, Node("start", 0, None)))
    ('start', 'goal')
    """
    if node is None:
        return None
    path = [node.board]
    while node := node.parent:
        path.append(node.board)
    return tuple(reversed(path))


def solve(board, algorithm, watch=lambda frontier: None):
    """The Outcome of an algorithm on a board; an unsolvable one costs nothing, except in lockstep."""
    if algorithm != "astar-lockstep" and not board.is_solvable():
        return Outcome()
    if algorithm in SEARCHES:
        return outcome(SEARCHES[algorithm](board), watch)
    return bidirectional(board) if board.dimension() <= 3 else by_engine(board)


# ---- auto: what is fastest and optimal for the size ----

def bidirectional(start):
    """The Outcome of breadth-first searches from the start and from the goal that meet half-way (Pohl 1971).

    They proceed a layer at a time, the smaller one first. Their last layers are then the first that can share
    a board, and that one is on a shortest path. `generated` counts the boards of both searches, `expanded`
    those outside the last layers, and `max_frontier` those in the two last layers at one time.
    """
    n = start.dimension()
    ahead, behind = [{start: None}], [{board_of(n, goal(n)): None}]
    max_frontier = 2
    while (meeting := next((board for board in ahead[-1] if board in behind[-1]), None)) is None:
        smaller = min(ahead, behind, key=lambda layers: len(layers[-1]))
        smaller.append(next_layer(smaller))
        max_frontier = max(max_frontier, len(ahead[-1]) + len(behind[-1]))
    path = [*reversed(way_back(ahead, meeting)), *way_back(behind, meeting)[1:]]
    generated = sum(map(len, ahead + behind))
    return Outcome(tuple(path), generated - len(ahead[-1]) - len(behind[-1]), generated, max_frontier)


def next_layer(layers):
    """Each board one move beyond the last layer, and the board there that it was reached from.

    A move changes the colour of the blank's square, as on a chessboard, so no neighbor is in the same layer.
    """
    before = layers[-2] if len(layers) > 1 else ()
    return {neighbor: board for board in layers[-1] for neighbor in board.neighbors()
            if neighbor not in before}


def way_back(layers, board):
    """The boards from one in the last layer to the one in the first."""
    path = [board]
    for layer in reversed(layers[1:]):
        path.append(layer[path[-1]])
    return path


def by_engine(start):
    """The Outcome of the package `optimal`: iterative deepening, whose depth-first searches keep no frontier.

    `expanded` and `generated` are summed over all of them.
    """
    import optimal  # only here, so that nothing else pays for it

    with optimal.progress_line() as progress:
        found = optimal.search(start.rows(), progress)
    path = [start]
    for word in found.moves:
        path.append(next(board for board in path[-1].neighbors() if directions([path[-1], board]) == [word]))
    return Outcome(tuple(path), found.expanded, found.generated + 1, 0)


# ---- What the assignment asks for ----

@dataclass(frozen=True)
class Solver:
    """The solution of a board by one of ALGORITHMS, found when the Solver is made.

    `auto` is the fastest that is optimal: two breadth-first searches up to 3-by-3, beyond that the package
    `optimal`. Only the greedy algorithms may miss a shortest solution. TypeError if `initial` is no Board,
    ValueError if there is no such algorithm.
    """

    initial: Board
    algorithm: str = "auto"
    outcome: Outcome = field(init=False, repr=False, compare=False)

    def __post_init__(self):
        if not isinstance(self.initial, Board):
            raise TypeError(f"Solver: expected a Board, got {self.initial!r}")
        if self.algorithm not in ALGORITHMS:
            raise ValueError(f"Solver: expected one of {', '.join(ALGORITHMS)}, got {self.algorithm!r}")
        object.__setattr__(self, "outcome", solve(self.initial, self.algorithm))

    def is_solvable(self):
        """Whether the goal can be reached: told by parity, in lockstep by which search reached it.

        >>> Solver(Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]]), "astar-lockstep").is_solvable()
        False
        """
        return self.outcome.path is not None

    def moves(self):
        """The number of moves of the solution; -1 if there is none.

        >>> Solver(Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]])).moves()
        -1
        """
        return len(self.outcome.path) - 1 if self.is_solvable() else -1

    def solution(self):
        """A list of the boards from `initial` to the goal; None if there is no solution.

        >>> Solver(Board([[1, 2], [0, 3]])).solution()
        [Board([[1, 2], [0, 3]]), Board([[1, 2], [3, 0]])]
        """
        return list(self.outcome.path) if self.is_solvable() else None

    @property
    def expanded(self):
        """The number of nodes expanded."""
        return self.outcome.expanded

    @property
    def generated(self):
        """The number of nodes generated, the start's among them."""
        return self.outcome.generated

    @property
    def max_frontier(self):
        """The most nodes that waited at one time."""
        return self.outcome.max_frontier


WORDS = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}


def directions(boards):
    """The way the blank moves from each board to the next: up, down, left or right.

    >>> directions([Board([[1, 2], [0, 3]]), Board([[1, 2], [3, 0]])])
    ['right']
    """
    squares = [board.blank() for board in boards]
    return [WORDS[k - i, m - j] for (i, j), (k, m) in zip(squares, squares[1:])]


def random_board(n, chance):
    """A solvable n-by-n board, each as likely as any other, drawn from `chance`, a random.Random.

    >>> random_board(2, random.Random(1)).is_solvable()
    True
    """
    board = board_of(n, chance.sample(range(n * n), n * n))
    return board if board.is_solvable() else board.twin()


def effective_branching_factor(generated, moves):
    """b in N = b + b^2 + ... + b^moves, where N is `generated` without the start (Nilsson 1971).

    N^(1/moves), which stands for it in some courses, is larger: it takes all nodes to be in the last layer.

    >>> round(effective_branching_factor(53, 5), 2), round(crude_branching_factor(53, 5), 2)
    (1.92, 2.2)
    """
    low, high = 0, crude_branching_factor(generated, moves)
    for _ in range(50):
        b = (low + high) / 2
        low, high = (b, high) if sum(b ** k for k in range(1, moves + 1)) < generated - 1 else (low, b)
    return high


def crude_branching_factor(generated, moves):
    """N^(1/moves), where N is `generated` without the start; 0 where there were no moves.

    >>> crude_branching_factor(1001, 3), crude_branching_factor(1, 0)
    (10.0, 0.0)
    """
    return round((generated - 1) ** (1 / moves), 12) if moves > 0 else 0.0


# ---- The command: transcripts ----

def main(arguments=None):
    """The exit status of the command: 0, or 2 after an error, 130 after Ctrl-C, 141 after a closed pipe."""
    try:
        return run(arguments)
    except BrokenPipeError:
        return discard_output(141)
    except OSError as error:
        if not error.filename:
            discard_output(2)
        where = error.filename or "standard output"
        return complain(f"{where}: expected a file to write, got {error.strerror!r}")


def run(arguments):
    """The exit status of the command, unless its output can't be written."""
    try:
        options = options_of(arguments)
        status = compare(options) if options.compare else solve_all(options)
        print(end="", flush=True)
        return status
    except KeyboardInterrupt:
        return complain("interrupted", 130)
    except MemoryError:
        return complain("expected memory for a larger frontier, got none: another algorithm may need less")


def complain(error, status=2):
    """Print one line on stderr, after what stands on stdout so far; return the exit status."""
    print(end="", flush=True)
    print("solver.py:", *str(error).splitlines(), file=sys.stderr)
    return status


def discard_output(status):
    """Send what is still to be printed nowhere, since its reader is gone; return the exit status."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def solve_all(options):
    """Print the transcript of each input; return the exit status."""
    status, separator = 0, ""
    sources = [partial(read, name) for name in options.FILE]
    if options.random:
        sources = [partial(random_board, options.random, random.Random(options.seed))]
    for name, source in zip(options.FILE or [""], sources):
        try:
            board = source()
        except ValueError as error:
            status = complain(error)
            continue
        shown = name.encode(errors="backslashreplace").decode()
        print(end=f"{separator}==> {shown} <==\n" * (len(sources) > 1), flush=True)
        print_transcript(board, options)
        separator = "\n"
    return status


def read(name):
    """The board in the file of this name, or in the standard input if it is `-`."""
    return Board.read(0, "standard input") if name == "-" else Board.read(name)


def print_transcript(board, options):
    """Print the solution of a board, and what else the options ask for, with blank lines between."""
    [algorithm] = options.algorithm
    start = process_time()
    found = solve(board, algorithm, tracer() if options.trace else lambda frontier: None)
    cpu_s = process_time() - start
    paragraphs = transcript(found, algorithm, options.moves)
    print("\n\n".join(paragraphs + [statistics(found, algorithm, cpu_s)] * options.stats))


def transcript(found, algorithm, in_words):
    """The paragraphs of a solution: the number of moves and the boards, or the first board and the moves.

    >>> transcript(solve(Board([[1, 2], [0, 3]]), "bfs"), "bfs", in_words=True)
    ['Minimum number of moves = 1', '2\\n1 2\\n0 3', 'right']
    """
    if found.path is None:
        return ["No solution possible"]
    moves = len(found.path) - 1
    head = f"Minimum number of moves = {moves}"
    if algorithm in NOT_OPTIMAL:
        head = f"Number of moves = {moves} ({algorithm} may miss the minimum)"
    if in_words:
        return [head, str(found.path[0])] + [" ".join(directions(found.path))] * (moves > 0)
    return [head, *map(str, found.path)]


def statistics(found, algorithm, cpu_s):
    """The paragraph of --stats.

    >>> print(statistics(Outcome((None, None), 2, 3, 2), "bfs", 0.5))
    algorithm = bfs
    expanded = 2
    generated = 3
    max frontier = 2
    effective branching factor = 2.000
    CPU seconds = 0.500
    """
    branching = effective_branching_factor(found.generated, len(found.path or ()) - 1)
    return (f"algorithm = {algorithm}\nexpanded = {found.expanded}\ngenerated = {found.generated}\n"
            f"max frontier = {found.max_frontier}\neffective branching factor = {branching:.3f}\n"
            f"CPU seconds = {cpu_s:.3f}")


def tracer():
    """A function that prints each frontier it is given as the next step, as wide as the terminal."""
    steps, width = count(), shutil.get_terminal_size().columns
    return lambda frontier: print(step_text(next(steps), frontier, width), end="\n\n")


def step_text(step, frontier, width):
    """The nodes of a frontier in the order of their dequeues, side by side.

    >>> print(step_text(0, next(astar_manhattan(Board([[1, 2], [0, 3]]))), 80))
    Step 0:    priority  = 1
               moves     = 0
               manhattan = 1
               2
               1 2
               0 3
    """
    columns = [[f"priority  = {priority}", f"moves     = {node.moves}",
                f"manhattan = {node.board.manhattan()}", *str(node.board).splitlines()]
               for priority, _, _, node in sorted(frontier)]
    wide = max(len(line) for column in columns for line in column)
    label = f"Step {step}:    "
    fit = max(1, (width - len(label) + 4) // (wide + 4))
    lines = ["    ".join(line.ljust(wide) for line in lines)
             for first in range(0, len(columns), fit) for lines in zip(*columns[first:first + fit])]
    return label + f"\n{'':{len(label)}}".join(line.rstrip() for line in lines)


# ---- The command: the experiment ----

class Record(NamedTuple):
    """One algorithm on one board of the experiment; `optimal` is the least number of moves."""

    algorithm: str
    tiles: str
    optimal: int
    moves: int
    expanded: int
    generated: int
    max_frontier: int
    branching: float
    crude_branching: float
    cpu_s: float


COLUMNS = {  # field of a record: (its title, its format in the table)
    "moves": ("moves", "7.1f"),
    "expanded": ("expanded", "11.1f"),
    "generated": ("generated", "11.1f"),
    "max_frontier": ("max frontier", "14.1f"),
    "branching": ("b", "7.3f"),
    "crude_branching": ("N^(1/d)", "9.3f"),
    "cpu_s": ("CPU s", "9.4f"),
}


def compare(options):
    """Run the experiment and print its table; write the CSV file and the figure if asked for; return 0."""
    with open(options.csv or os.devnull, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(Record._fields)
        records = []
        for record in experiment(options):
            records.append(record)
            writer.writerow(record)
    print(f"{options.compare} random boards of size {options.size}, seed {options.seed}\n")
    print(table(records))
    if options.plot:
        plot(records, options.plot)
    return 0


def experiment(options):
    """Yield the Record of each algorithm on each random board, with a progress line on a terminal."""
    chance = random.Random(options.seed)
    try:
        for number in range(1, options.compare + 1):
            board = random_board(options.size, chance)
            optimal = len(solve(board, "auto").path) - 1
            for algorithm in options.algorithm:
                progress(f"board {number} of {options.compare}: {algorithm}")
                yield measured(board, algorithm, optimal)
    finally:
        progress("")


def progress(text):
    """Replace the progress line, if stderr is a terminal."""
    if sys.stderr.isatty():
        print(f"\r{text:60}\r", end="", file=sys.stderr, flush=True)


def measured(board, algorithm, optimal):
    """The Record of an algorithm on a board."""
    start = process_time()
    found = solve(board, algorithm)
    cpu_s = process_time() - start
    moves, generated = len(found.path) - 1, found.generated
    return Record(algorithm, " ".join(str(tile) for row in board.rows() for tile in row), optimal, moves,
                  found.expanded, generated, found.max_frontier, effective_branching_factor(generated, moves),
                  crude_branching_factor(generated, moves), cpu_s)


def table(records):
    """The mean and the maximum of each measure, two lines an algorithm, and how often it was optimal."""
    titles = "".join(f"{title:>{int(form.split('.')[0])}}" for title, form in COLUMNS.values())
    lines = [f"{'':22}{titles}  optimal"]
    for algorithm in dict.fromkeys(record.algorithm for record in records):
        mine = [record for record in records if record.algorithm == algorithm]
        share = f"{sum(record.moves == record.optimal for record in mine)} of {len(mine)}"
        for name, summary, last in ("mean", mean, share), ("max", max, ""):
            figures = [f"{summary([getattr(record, key) for record in mine]):{form}}"
                       for key, (_, form) in COLUMNS.items()]
            lines.append(f"{algorithm:17} {name:4}{''.join(figures)}  {last}".rstrip())
            algorithm = ""
    return "\n".join(lines)


def mean(numbers):
    """The arithmetic mean.

    >>> mean([1, 2, 6])
    3.0
    """
    return sum(numbers) / len(numbers)


def curves(records, key):
    """For each algorithm, (solution depths, the mean of a measure at each of them).

    >>> record = Record("bfs", "1 2 0 3", 1, 1, 2, 3, 2, 2.0, 2.0, 0.1)
    >>> curves([record, record._replace(expanded=5)], "expanded")
    {'bfs': ([1], [3.5])}
    """
    found = {}
    for record in records:
        found.setdefault(record.algorithm, {}).setdefault(record.optimal, []).append(getattr(record, key))
    return {algorithm: (sorted(depths), [mean(depths[depth]) for depth in sorted(depths)])
            for algorithm, depths in found.items()}


def plot(records, path):
    """Write the figure: branching factor and expanded nodes against depth, one curve an algorithm."""
    from matplotlib.figure import Figure
    figure = Figure(figsize=(11, 5), layout="constrained")
    for axes, key, label in zip(figure.subplots(1, 2), ("branching", "expanded"),
                                ("effective branching factor", "nodes expanded")):
        for algorithm, (depths, means) in curves(records, key).items():
            axes.plot(depths, means, marker=".", label=algorithm)
        axes.set(xlabel="moves of a shortest solution", ylabel=label)
        axes.legend()
    axes.set_yscale("log")
    figure.savefig(path)


# ---- The command: its options ----

class Parser(argparse.ArgumentParser):
    """A parser whose errors take one line."""

    def error(self, message):
        """Exit with status 2."""
        self.exit(complain(f"{message} (--help lists the options)"))


def options_of(arguments):
    """The options of the command line, checked, with defaults that depend on each other filled in."""
    parser = parser_of()
    options, strangers = parser.parse_known_intermixed_args(arguments)
    options.algorithm = options.algorithm or default_algorithms(options)
    problems = [f"expected an option of --help, got {stranger!r}" for stranger in strangers]
    problems += clashes(options)
    if problems:
        parser.error("; ".join(problems))
    options.size = options.size or 3
    if options.seed is None:
        options.seed = random.randrange(10 ** 6)
    return options


def default_algorithms(options):
    """Those that are run if none is named: for an experiment, all that come to an end at its size."""
    if not options.compare:
        return ["astar" if options.trace else "auto"]
    return [name for name in ALGORITHMS if name != "astar-manhattan"  # the same as astar
            and ((options.size or 3) <= 3 or name == "auto" or name in NOT_OPTIMAL)]


def clashes(options):
    """What is wrong with the options together, a phrase for each problem."""
    modes = [mode for mode in ("FILE", "--random", "--compare") if getattr(options, mode.strip("-"))]
    belongs = {"csv": "--compare", "plot": "--compare", "size": "--compare"}
    belongs.update(dict.fromkeys(("trace", "stats", "moves"), "FILE or --random"))
    problems = [f"expected {mode} with --{name}, got {modes[0]}" for name, mode in belongs.items()
                if getattr(options, name) and len(modes) == 1 and modes[0] not in mode]
    if len(modes) != 1:
        given = " and ".join(modes) or "none"
        problems.append(f"expected either FILE... or --random or --compare, got {given}")
    if options.trace and options.algorithm == ["auto"]:
        problems.append("expected an algorithm with a priority queue for --trace, got 'auto'")
    if not options.compare and len(options.algorithm) > 1:
        problems.append(f"expected one algorithm, got {','.join(options.algorithm)!r}")
    if options.plot and find_spec("matplotlib") is None:
        problems.append("expected matplotlib for --plot, got none (pip install matplotlib)")
    return problems


def parser_of():
    """The parser of the command line."""
    parser = Parser(
        prog="solver.py", allow_abbrev=False, usage="python3 solver.py [options] FILE...",
        description="Print a shortest solution of each board: the number of moves, then its boards, with "
                    "blank lines between; or `No solution possible`. "
                    "Several files are headed by their names.",
        epilog=f"Algorithms, separated by commas where there are several: {', '.join(ALGORITHMS)}. "
               "The greedy ones may miss the minimum.")
    add = parser.add_argument
    add("FILE", nargs="*", help="a board: its dimension, then its tiles, row by row; `-`: standard input")
    add("--algorithm", type=algorithms, metavar="NAME", help="one of the list below; to compare, several")
    add("--moves", action="store_true", help="print the moves, not the boards: the way the *blank* moves")
    add("--stats", action="store_true", help="print what the search took as well")
    add("--trace", action="store_true", help="print the priority queue before each dequeue; implies astar")
    add("--random", type=whole(2, 127), metavar="N", help="solve a random solvable N-by-N board")
    add("--seed", type=whole(0, 999_999_999), metavar="S", help="make the same random boards again")
    add("--compare", type=whole(1, 999_999_999), metavar="COUNT", help="run them on COUNT random boards")
    add("--size", type=whole(2, 127), metavar="N", help="compare on N-by-N boards; the default is 3")
    add("--csv", metavar="FILE", help="write a line for each algorithm and board of the comparison")
    add("--plot", metavar="FILE", help="draw the comparison, if matplotlib is installed")
    return parser


def algorithms(text):
    """The names in a list with commas; an error for argparse if one is no algorithm.

    >>> algorithms("bfs,astar")
    ['bfs', 'astar']
    """
    names = text.split(",")
    strangers = [name for name in names if name not in ALGORITHMS]
    if strangers:
        known, got = ", ".join(ALGORITHMS), ", ".join(map(repr, strangers))
        raise argparse.ArgumentTypeError(f"expected one of {known}, got {got}")
    return names


def whole(low, high):
    """A function that reads a whole number in a range, or raises an error for argparse.

    >>> whole(2, 127)("4")
    4
    """
    def number(text):
        """The whole number that a text is."""
        if not re.fullmatch("[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"expected a whole number from {low} to {high}, got {text!r}")
        return int(text)
    return number


if __name__ == "__main__":
    sys.exit(main())
