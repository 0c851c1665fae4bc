"""Prints a search step by step: its priority queue before each dequeue."""

import shutil
from itertools import count

from board import Board
from lecture.commands.solve import transcript
from solver import Frontier, Solver, Watch


def show(board: Board, algorithm: str) -> None:
    """Print the priority queue before each dequeue, then the solution."""
    solver = Solver(board, algorithm, _printer())
    print(transcript(solver, algorithm))


def _printer() -> Watch:
    """A function that prints a frontier as the next step, as wide as the terminal."""
    numbers, width = count(), shutil.get_terminal_size().columns
    return lambda frontier: print(_step(next(numbers), frontier, width), end="\n\n")


def _step(number: int, frontier: Frontier, width: int) -> str:
    """The nodes of a frontier in the order of their dequeues, side by side.

    >>> from solver import Node
    >>> print(_step(0, [(1, 1, 0, Node(Board([[1, 2], [0, 3]]), 0, None))], 80))
    Step 0:    priority  = 1
               moves     = 0
               manhattan = 1
               2
               1 2
               0 3
    """
    columns = [
        [
            f"priority  = {priority}",
            f"moves     = {node.moves}",
            f"manhattan = {node.board.manhattan()}",
            *str(node.board).splitlines(),
        ]
        for priority, _, _, node in sorted(frontier)
    ]
    widest = max(len(line) for column in columns for line in column)
    label = f"Step {number}:    "
    fit = max(1, (width - len(label) + 4) // (widest + 4))
    lines = []
    for first in range(0, len(columns), fit):
        for side_by_side in zip(*columns[first : first + fit]):
            lines.append("    ".join(line.ljust(widest) for line in side_by_side).rstrip())
    return label + f"\n{'':{len(label)}}".join(lines)
