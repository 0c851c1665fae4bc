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
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count, cycle
from time import process_time
from typing import NamedTuple

from board import Board, board_of, goal


# ---- Best-first search, and each algorithm on top of it ----

class Node(NamedTuple):
    board: Board
    moves: int
    parent: "Node | None"


def best_first_search(start, priority, remember=False):
    """Yield the frontier before each dequeue; return the goal's node, or None where the frontier ran empty.

    The frontier is a heap of (priority, -moves, order, node). So among equal priorities the node with more
    moves comes first, which for A* is the one with the lower heuristic, and among those the one enqueued first.
    With `remember`, a board enters the frontier once. Without, only the board that a node was reached from
    is kept out when the node is expanded: the assignment's critical optimisation, which needs less
    memory for each node, and expands a board once for each way that leads to it.
    """
    frontier = [(priority(start, 0), 0, 0, Node(start, 0, None))]
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
                heappush(frontier, (priority(board, moves), -moves, next(order), Node(board, moves, node)))
                if remember:
                    reached.add(board)


def bfs(start):
    """Breadth-first search: uninformed, optimal."""
    return best_first_search(start, lambda board, moves: moves, remember=True)


def greedy_hamming(start):
    """Greedy best-first search by the tiles out of place: not optimal."""
    return best_first_search(start, lambda board, moves: board.hamming(), remember=True)


def greedy_manhattan(start):
    """Greedy best-first search by the Manhattan distance: not optimal."""
    return best_first_search(start, lambda board, moves: board.manhattan(), remember=True)


def greedy_sum(start):
    """Greedy best-first search by Hamming + Manhattan, which isn't even admissible: not optimal."""
    return best_first_search(start, lambda board, moves: board.hamming() + board.manhattan(), remember=True)


def astar_manhattan(start):
    """A* by the Manhattan distance (Hart, Nilsson & Raphael 1968): optimal, because it is admissible."""
    return best_first_search(start, lambda board, moves: moves + board.manhattan())


def astar_hamming(start):
    """A* by the tiles out of place: optimal, and slower, because they never exceed the Manhattan distance."""
    return best_first_search(start, lambda board, moves: moves + board.hamming())


def astar_lockstep(start):
    """A* on the board and on its twin in turns: one of them is solvable, and None is returned if it is the twin."""
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


# ---- Running a search ----

@dataclass(frozen=True)
class Outcome:
    """What a search found, and what it cost.

    path          the boards from the start to the goal; None if there is no way
    expanded      nodes dequeued; the goal's, which ends the search, is the last of them
    generated     nodes enqueued, the start's among them
    max_frontier  the most nodes that waited before a dequeue
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
    """The Outcome of breadth-first searches from the start and from the goal, which meet half-way (Pohl 1971).

    They proceed a layer at a time, the smaller one first. Their last layers are then the first that can share
    a board, and that one is on a shortest path. `generated` counts the boards of both, `expanded` those of them
    that aren't in a last layer, and `max_frontier` those in both last layers.
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

    Since a move changes the colour of the blank's square, as on a chessboard, no neighbor is in the same layer.
    """
    before = layers[-2] if len(layers) > 1 else ()
    return {neighbor: board for board in layers[-1] for neighbor in board.neighbors() if neighbor not in before}


def way_back(layers, board):
    """The boards from one in the last layer to the one in the first."""
    path = [board]
    for layer in reversed(layers[1:]):
        path.append(layer[path[-1]])
    return path


def by_engine(start):
    """The Outcome of A* for now."""
    return solve(start, "astar")


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
    """N^(1/moves), where N is `generated` without the start; 0 where nothing had to be moved.

    >>> crude_branching_factor(1001, 3), crude_branching_factor(1, 0)
    (10.0, 0.0)
    """
    return round((generated - 1) ** (1 / moves), 12) if moves else 0.0
