"""Shortest solutions of the N-puzzle: the textbook searches, each a line on one best-first search.

    $ python3 solver.py testinput/puzzle3x3-unsolvable.txt
    No solution possible
    $ python3 -i solver.py
    >>> solver = Solver(Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]]), "astar")
    >>> solver.moves(), solver.expanded, solver.generated, solver.max_frontier
    (4, 5, 10, 6)
    >>> directions(solver.solution())
    ['right', 'down', 'right', 'down']

The words are those of Russell & Norvig, Artificial Intelligence, 4th edition, chapter 3.
"""

import sys


if __name__ == "__main__" and sys.version_info < (3, 10):
    print("solver.py: expected Python 3.10 or newer, got", sys.version.split()[0], file=sys.stderr)
    sys.exit(2)

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from typing import NamedTuple

from board import Board


class Node(NamedTuple):
    """A board, the moves made to reach it, and the node that it was reached from."""

    board: Board
    moves: int
    parent: "Node | None"


Frontier = list[tuple[int, int, int, Node]]
Search = Iterator[Frontier]
Watch = Callable[[Frontier], object]
Heuristic = Callable[[Board], int]


def best_first_search(
    solver: "Solver", start: Board, heuristic: Heuristic, cost: int = 1, remember: bool = False
) -> Search:
    """Yield the frontier before each dequeue, until the goal is found; count in `solver`.

    The frontier is a heap of (priority, h, order, node): h is `heuristic(board)`, the priority is
    cost * moves + h, and order counts the enqueues, so that ties go to the lower h, then to the
    older node. With `remember`, a board enters the frontier once. Without, only the board that a
    node was reached from is kept out: the assignment's critical optimisation.
    """
    h = heuristic(start)
    frontier = [(h, h, 0, Node(start, 0, None))]
    reached = {start}
    solver.generated += 1
    while frontier:
        solver.max_frontier = max(solver.max_frontier, len(frontier))
        yield frontier
        solver.expanded += 1
        *_, node = heappop(frontier)
        if node.board.is_goal():
            solver.goal = node
            return
        before = node.parent.board if node.parent else None
        known = reached if remember else (before,)
        for board in node.board.neighbors():
            if board not in known:
                h, child = heuristic(board), Node(board, node.moves + 1, node)
                heappush(frontier, (cost * child.moves + h, h, solver.generated, child))
                solver.generated += 1
                if remember:
                    reached.add(board)


def astar_lockstep(solver: "Solver", start: Board) -> Search:
    """A* on the board and its twin in turns: the goal can be reached from exactly one of them."""
    twins = SEARCHES["astar"](solver, start.twin())
    for frontier in SEARCHES["astar"](solver, start):
        yield frontier
        frontier_of_twin = next(twins, [])
        if solver.goal:  # the twin's goal was reached
            solver.goal = None
            return
        yield frontier_of_twin


def by_engine(solver: "Solver", start: Board) -> Search:
    """The package `optimal`, whose depth-first searches have no frontier to yield."""
    import optimal  # only a call of this needs the import

    solution = optimal.patient_search(start.rows())
    solver.expanded, solver.generated = solution.expanded, solution.generated + 1
    solver.goal = Node(start, 0, None)
    for rows in solution.path(start.rows()):
        solver.goal = Node(Board(rows), solver.goal.moves + 1, solver.goal)
    return iter([])


greedy = partial(best_first_search, cost=0, remember=True)
SEARCHES: dict[str, Callable[["Solver", Board], Search]] = {
    # Breadth-first search: uninformed, optimal.
    "bfs": partial(best_first_search, heuristic=lambda board: 0, remember=True),
    # Greedy best-first search: not optimal. The sum isn't even admissible.
    "greedy-hamming": partial(greedy, heuristic=lambda board: board.hamming()),
    "greedy-manhattan": partial(greedy, heuristic=lambda board: board.manhattan()),
    "greedy-sum": partial(greedy, heuristic=lambda board: board.hamming() + board.manhattan()),
    # A* (Hart, Nilsson & Raphael 1968): optimal, for both heuristics are admissible. Manhattan
    # distances add up to at least the number of tiles out of place, and so lead there faster.
    "astar": partial(best_first_search, heuristic=lambda board: board.manhattan()),
    "astar-hamming": partial(best_first_search, heuristic=lambda board: board.hamming()),
    "astar-lockstep": astar_lockstep,
}
ALGORITHMS = {"auto": by_engine, **SEARCHES}


class Solver:
    """A solution of a board by one of ALGORITHMS, found when the Solver is made.

    Only the greedy algorithms may miss a shortest solution. `watch` sees the frontier before each
    dequeue. TypeError if `initial` is no Board, ValueError if there is no such algorithm.
    """

    def __init__(self, initial: Board, algorithm: str = "auto", watch: "Watch | None" = None):
        if not isinstance(initial, Board):
            raise TypeError(f"Solver: expected a Board, got {initial!r}")
        if algorithm not in ALGORITHMS:
            raise ValueError(f"Solver: expected one of {', '.join(ALGORITHMS)}, got {algorithm!r}")
        self.expanded = 0  # nodes dequeued, the goal's among them
        self.generated = 0  # nodes enqueued, the start's among them
        self.max_frontier = 0  # the most nodes that waited before a dequeue
        self.goal: Node | None = None  # its node, once it is reached
        if algorithm == "astar-lockstep" or initial.is_solvable():
            for frontier in ALGORITHMS[algorithm](self, initial):
                if watch:
                    watch(frontier)

    def is_solvable(self) -> bool:
        """Whether the goal can be reached."""
        return self.goal is not None

    def moves(self) -> int:
        """The number of moves of the solution; -1 if there is none."""
        return self.goal.moves if self.goal else -1

    def solution(self) -> "list[Board] | None":
        """The boards from `initial` to the goal; None if there is no solution.

        >>> Solver(Board([[1, 2], [0, 3]])).solution()
        [Board([[1, 2], [0, 3]]), Board([[1, 2], [3, 0]])]
        """
        path, node = [], self.goal
        while node:
            path.append(node.board)
            node = node.parent
        return path[::-1] or None


def directions(boards: Sequence[Board]) -> list[str]:
    """The way the blank moves from each board to the next: up, down, left or right.

    >>> directions([Board([[1, 2], [0, 3]]), Board([[1, 2], [3, 0]])])
    ['right']
    """
    words = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}
    squares = [board.blank() for board in boards]
    return [words[k - i, m - j] for (i, j), (k, m) in zip(squares, squares[1:])]


def transcript(solver: Solver) -> str:
    """The number of moves, then the boards of the solution, with blank lines between."""
    boards = solver.solution()
    if boards is None:
        return "No solution possible"
    return "\n\n".join([f"Minimum number of moves = {solver.moves()}", *map(str, boards)])


def main() -> int:
    """Print the solution of the board in each file; return 2 if a file holds none, else 0."""
    parser = ArgumentParser(epilog="Other searches: python3 -m lecture solve --help")
    parser.add_argument("FILE", nargs="+", help="a dimension and its tiles; -: standard input")
    files, status, separator = parser.parse_args().FILE, 0, ""
    for file in files:
        try:
            board = Board.read(file)
        except ValueError as error:
            print(f"solver.py: {error}", file=sys.stderr)
            status = 2
            continue
        if len(files) > 1:
            print(f"{separator}==> {file} <==", flush=True)
            separator = "\n"
        print(transcript(Solver(board)), flush=True)
    return status


if __name__ == "__main__" and (sys.argv[1:] or not sys.flags.interactive):
    sys.exit(main())
