"""Shortest solutions of the N-puzzle: the textbook searches, each a line on one best-first search.

    $ python3 solver.py --moves testinput/puzzle04.txt
    Minimum number of moves = 4

    3
    0 1 3
    4 2 5
    7 8 6

    right down right down
    $ python3 -i solver.py
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
import sys
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from time import process_time
from typing import NamedTuple


if __name__ == "__main__" and sys.version_info < (3, 10):
    version = sys.version.split()[0]
    print("solver.py: expected Python 3.10 or newer, got", version, file=sys.stderr)
    sys.exit(2)

from board import Board, Parser, complain, exit_status, read_board


# ---- Best-first search, and each algorithm on top of it ----


class Node(NamedTuple):
    """A board, the moves made to reach it, and the node that it was reached from."""

    board: Board
    moves: int
    parent: "Node | None"


Frontier = list[tuple[int, int, int, Node]]
Search = Generator[Frontier, None, "Node | None"]


def best_first_search(
    start: Board, heuristic: Callable[[Board], int], cost: int = 1, remember: bool = False
) -> Search:
    """Yield the frontier before each dequeue; return the goal's node, or None if there is none.

    The frontier is a heap of (priority, h, order, node), where h is `heuristic(board)`, the
    priority is cost * moves + h, and order counts the enqueues. So among equal priorities the lower
    h comes first, then the older node. With `remember`, a board enters the frontier once. Without,
    expanding a node keeps out only the board that it was reached from: the assignment's critical
    optimisation, by which a board may be expanded once for each way that leads to it.
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
    return None


def _greedy(start: Board, heuristic: Callable[[Board], int]) -> Search:
    """Greedy best-first search: the moves made count for nothing."""
    return best_first_search(start, heuristic, cost=0, remember=True)


def _astar_lockstep(start: Board) -> Search:
    """A* on the board and its twin in turns: exactly one is solvable; None if that is the twin."""
    searches = SEARCHES["astar"](start), SEARCHES["astar"](start.twin())
    while True:
        for search in searches:
            try:
                yield next(search)
            except StopIteration as end:
                return end.value if search is searches[0] else None


SEARCHES: dict[str, Callable[[Board], Search]] = {
    # Breadth-first search: uninformed, optimal.
    "bfs": lambda start: best_first_search(start, lambda board: 0, remember=True),
    # Greedy best-first search: not optimal. The sum isn't even admissible.
    "greedy-hamming": lambda start: _greedy(start, Board.hamming),
    "greedy-manhattan": lambda start: _greedy(start, Board.manhattan),
    "greedy-sum": lambda start: _greedy(start, lambda board: board.hamming() + board.manhattan()),
    # A* (Hart, Nilsson & Raphael 1968): optimal, for both heuristics are admissible. Manhattan
    # distances add up to more than the number of tiles out of place, and so lead there faster.
    "astar": lambda start: best_first_search(start, Board.manhattan),
    "astar-manhattan": lambda start: best_first_search(start, Board.manhattan),
    "astar-hamming": lambda start: best_first_search(start, Board.hamming),
    "astar-lockstep": _astar_lockstep,
}
ALGORITHMS = ("auto", *SEARCHES)
NOT_OPTIMAL = ("greedy-hamming", "greedy-manhattan", "greedy-sum")


# ---- Running a search ----


@dataclass(frozen=True)
class Outcome:
    """The path that a search led to, and what it cost.

    path          the boards from the start to the goal; None if there is no way
    expanded      nodes dequeued; the goal's, which ends the search, is the last of them
    generated     nodes enqueued, the start's among them
    max_frontier  the most nodes that waited before a dequeue, in either queue of lockstep
    """

    path: "tuple[Board, ...] | None" = None
    expanded: int = 0
    generated: int = 0
    max_frontier: int = 0


Watch = Callable[[Frontier], None]


def solve(board: Board, algorithm: str, watch: Watch = lambda frontier: None) -> Outcome:
    """The Outcome of an algorithm on a board; `watch` sees the frontier before each dequeue.

    An unsolvable board costs nothing, except in lockstep.
    """
    if algorithm != "astar-lockstep" and not board.is_solvable():
        return Outcome()
    return _by_engine(board) if algorithm == "auto" else _run(SEARCHES[algorithm](board), watch)


def _run(search: Search, watch: Watch) -> Outcome:
    """The Outcome of a best-first search; `watch` sees each frontier that it yields."""
    frontiers: dict[int, Frontier] = {}
    expanded = max_frontier = 0
    while True:
        try:
            frontier = next(search)
        except StopIteration as end:
            expanded -= len(frontiers) - 1  # in lockstep the other search still waits for its turn
            waiting = sum(map(len, frontiers.values()))
            return Outcome(_path_to(end.value), expanded, expanded + waiting, max_frontier)
        watch(frontier)
        frontiers[id(frontier)] = frontier
        expanded += 1
        max_frontier = max(max_frontier, len(frontier))


def _path_to(node: "Node | None") -> "tuple[Board, ...] | None":
    """The boards from the start to a node; None if there is no node."""
    path = []
    while node:
        path.append(node.board)
        node = node.parent
    return tuple(reversed(path)) or None


def _by_engine(start: Board) -> Outcome:
    """The Outcome of the package `optimal`: iterative deepening, whose searches keep no frontier.

    `expanded` and `generated` are summed over all of them.
    """
    import optimal  # only here, so that nothing else pays for it

    with optimal.progress_line() as progress:
        solution = optimal.quick_search(start.rows(), progress)
    path = [start]
    for move in solution.moves:
        neighbors = path[-1].neighbors()
        path += [board for board in neighbors if directions([path[-1], board]) == [move]]
    return Outcome(tuple(path), solution.expanded, solution.generated + 1, 0)


# ---- What the assignment asks for ----


@dataclass(frozen=True)
class Solver:
    """The solution of a board by one of ALGORITHMS, computed when the Solver is made.

    `auto` is the fastest, the package `optimal`. Only the greedy algorithms may miss a shortest
    solution. TypeError if `initial` is no Board, ValueError if there is no such algorithm.
    """

    initial: Board
    algorithm: str = "auto"
    outcome: Outcome = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.initial, Board):
            raise TypeError(f"Solver: expected a Board, got {self.initial!r}")
        if self.algorithm not in ALGORITHMS:
            raise ValueError(
                f"Solver: expected one of {', '.join(ALGORITHMS)}, got {self.algorithm!r}"
            )
        object.__setattr__(self, "outcome", solve(self.initial, self.algorithm))

    def is_solvable(self) -> bool:
        """Whether the goal can be reached: by parity, in lockstep by which search reached it.

        >>> Solver(Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]]), "astar-lockstep").is_solvable()
        False
        """
        return self.outcome.path is not None

    def moves(self) -> int:
        """The number of moves of the solution; -1 if there is none.

        >>> Solver(Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]])).moves()
        -1
        """
        return len(self.outcome.path or ()) - 1

    def solution(self) -> "list[Board] | None":
        """The boards from `initial` to the goal; None if there is no solution.

        >>> Solver(Board([[1, 2], [0, 3]])).solution()
        [Board([[1, 2], [0, 3]]), Board([[1, 2], [3, 0]])]
        """
        return list(self.outcome.path or ()) or None

    @property
    def expanded(self) -> int:
        """The number of nodes expanded."""
        return self.outcome.expanded

    @property
    def generated(self) -> int:
        """The number of nodes generated, the start's among them."""
        return self.outcome.generated

    @property
    def max_frontier(self) -> int:
        """The most nodes that waited at one time."""
        return self.outcome.max_frontier


_WORDS = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}


def directions(boards: Sequence[Board]) -> list[str]:
    """The way the blank moves from each board to the next: up, down, left or right.

    >>> directions([Board([[1, 2], [0, 3]]), Board([[1, 2], [3, 0]])])
    ['right']
    """
    squares = [board.blank() for board in boards]
    return [_WORDS[k - i, m - j] for (i, j), (k, m) in zip(squares, squares[1:])]


def effective_branching_factor(generated: int, moves: int) -> float:
    """b in N = b + b^2 + ... + b^moves, where N is `generated` without the start (Nilsson 1971).

    >>> round(effective_branching_factor(53, 5), 2)
    1.92
    """
    low, high = 0.0, (generated - 1) ** (1 / moves) if moves > 0 else 0.0
    for _ in range(50):
        b = (low + high) / 2
        if sum(b**k for k in range(1, moves + 1)) < generated - 1:
            low = b
        else:
            high = b
    return high


# ---- The command ----


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Print the solution of the board in each file; return 2 if a file holds none, else 0."""
    options = _options(arguments)
    status, separator = 0, ""
    for name in options.FILE:
        try:
            board = read_board(name)
        except ValueError as error:
            status = complain("solver.py", error)
            continue
        if len(options.FILE) > 1:
            shown = name.encode(errors="backslashreplace").decode()
            print(f"{separator}==> {shown} <==", flush=True)
            separator = "\n"
        start = process_time()
        outcome = _solve_patiently(board, options.algorithm)
        paragraphs = transcript(outcome, options.algorithm, options.moves)
        if options.stats:
            paragraphs.append(_statistics(outcome, options.algorithm, process_time() - start))
        print("\n\n".join(paragraphs))
    return status


def _solve_patiently(board: Board, algorithm: str) -> Outcome:
    """The Outcome as `solve` has it; stderr shows how far the search is.

    On a terminal that is a line, and elsewhere only that a search may take for ever.
    """
    from optimal import progress

    expanded = count(1)
    with progress.line(sys.stderr, progress.expanding, progress.FOR_EVER) as show:

        def watch(frontier: Frontier) -> None:
            """Report one dequeue in a thousand."""
            number = next(expanded)
            if number % 1000 == 0:
                show(number, len(frontier))

        return solve(board, algorithm, watch)


def transcript(outcome: Outcome, algorithm: str, in_words: bool = False) -> list[str]:
    """The number of moves, and the boards; `in_words`, the first board, and the moves.

    >>> transcript(solve(Board([[1, 2], [0, 3]]), "bfs"), "bfs", in_words=True)
    ['Minimum number of moves = 1', '2\\n1 2\\n0 3', 'right']
    """
    if outcome.path is None:
        return ["No solution possible"]
    words = directions(outcome.path)
    head = f"Minimum number of moves = {len(words)}"
    if algorithm in NOT_OPTIMAL:
        head = f"Number of moves = {len(words)} ({algorithm} may miss the minimum)"
    if not in_words:
        return [head, *map(str, outcome.path)]
    paragraphs = [head, str(outcome.path[0]), " ".join(words)]
    return paragraphs if words else paragraphs[:2]


def _statistics(outcome: Outcome, algorithm: str, cpu_s: float) -> str:
    """The paragraph of --stats."""
    branching = effective_branching_factor(outcome.generated, len(outcome.path or ()) - 1)
    return (
        f"algorithm = {algorithm}\nexpanded = {outcome.expanded}\n"
        f"generated = {outcome.generated}\nmax frontier = {outcome.max_frontier}\n"
        f"effective branching factor = {branching:.3f}\nCPU seconds = {cpu_s:.3f}"
    )


def _options(arguments: "Sequence[str] | None") -> argparse.Namespace:
    """The options of the command line."""
    parser = Parser(
        prog="solver.py",
        allow_abbrev=False,
        description="Print a shortest solution of each board: the number of moves, then its "
        "boards, with blank lines between; or `No solution possible`.",
        epilog=f"Algorithms: {', '.join(ALGORITHMS)}. The greedy ones may miss the minimum. "
        "The experiment that compares them: python3 -m lecture --help",
    )
    add = parser.add_argument
    file = "a board: its dimension, then its tiles, row by row; `-`: standard input"
    names = "one of the list below"
    moves = "print the moves, not the boards: the way the *blank* moves"
    add("FILE", nargs="+", help=file)
    add("--algorithm", type=known_algorithm, default="auto", metavar="NAME", help=names)
    add("--moves", action="store_true", help=moves)
    add("--stats", action="store_true", help="print what the search took as well")
    return parser.parse_intermixed_args(arguments)


def known_algorithm(name: str) -> str:
    """The name itself; an error for argparse if there is no such algorithm."""
    if name not in ALGORITHMS:
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(ALGORITHMS)}, got {name!r}")
    return name


if __name__ == "__main__" and (len(sys.argv) > 1 or not sys.flags.interactive):
    sys.exit(exit_status("solver.py", main))
