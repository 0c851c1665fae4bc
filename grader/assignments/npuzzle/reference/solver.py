"""A* for the N-puzzle, and a command that prints the solutions of the boards in files."""

import sys
from heapq import heappop, heappush
from itertools import count

from board import Board


class Node:
    """A board, the number of moves to it, and the node that it was reached from."""

    def __init__(self, board, moves, parent):
        self.board, self.moves, self.parent = board, moves, parent


class Queue:
    """A queue of nodes by f = moves + h; of equal ones the lower h goes first, then the older."""

    def __init__(self):
        self.heap, self.order = [], count()

    def push(self, node):
        """Insert a node."""
        h = node.board.manhattan()
        heappush(self.heap, (node.moves + h, h, next(self.order), node))

    def pop(self):
        """Remove the first node and return it."""
        return heappop(self.heap)[-1]


def a_star(start):
    """The boards of a shortest path from the start to the goal, None if there is none."""
    if not start.is_solvable():
        return None
    queue = Queue()
    queue.push(Node(start, 0, None))
    while queue.heap:
        node = queue.pop()
        if node.board.is_goal():
            return path_to(node)
        expand(node, queue)
    return None


def expand(node, queue):
    """Push the neighbors of a node, except for the board that it was reached from."""
    before = node.parent and node.parent.board
    for board in node.board.neighbors():
        if board != before:
            queue.push(Node(board, node.moves + 1, node))


def path_to(node):
    """The boards from the start to a node."""
    path = []
    while node:
        path.append(node.board)
        node = node.parent
    return path[::-1]


class Solver:
    """The solution of a board, found when the Solver is made."""

    def __init__(self, initial):
        if not isinstance(initial, Board):
            raise TypeError("Solver: expected a Board")
        self._path = a_star(initial)

    def is_solvable(self):
        """Whether the goal can be reached."""
        return self._path is not None

    def moves(self):
        """The number of moves of a shortest solution, -1 if there is none."""
        return len(self._path) - 1 if self.is_solvable() else -1

    def solution(self):
        """The boards of a shortest solution, None if there is none."""
        return list(self._path) if self.is_solvable() else None


def main(files):
    """Print the solution of the board in each file."""
    for file in files:
        with open(file, encoding="utf-8") as lines:
            n, *tiles = map(int, lines.read().split())
        solver = Solver(Board([tiles[i:i + n] for i in range(0, n * n, n)]))
        if not solver.is_solvable():
            print("No solution possible")
        else:
            print(f"Minimum number of moves = {solver.moves()}")
            for board in solver.solution():
                print(f"\n{board}")


if __name__ == "__main__":
    main(sys.argv[1:])
