"""Right by itself: A* that never goes back to the board before, as == tells."""
import sys
from dataclasses import dataclass
from heapq import heappop, heappush

from board import Board


@dataclass
class Node:
    board: Board
    moves: int
    parent: "Node | None"

    def __post_init__(self):
        self.h = self.board.manhattan()

    def __lt__(self, other):
        return (self.moves + self.h, self.h) < (other.moves + other.h, other.h)


class Solver:
    def __init__(self, board):
        if not isinstance(board, Board):
            raise ValueError("expected a Board")
        self.end = self.search(board) if board.is_solvable() else None

    def search(self, start):
        frontier = [Node(start, 0, None)]
        while frontier:
            node = heappop(frontier)
            if node.board.is_goal():
                return node
            for board in node.board.neighbors():
                if node.parent and board == node.parent.board:
                    continue
                heappush(frontier, Node(board, node.moves + 1, node))

    def is_solvable(self):
        return self.end is not None

    def moves(self):
        return self.end.moves if self.end else -1

    def solution(self):
        if not self.end:
            return None
        path, node = [], self.end
        while node:
            path.append(node.board)
            node = node.parent
        return path[::-1]


if __name__ == "__main__":
    n, *tiles = map(int, open(sys.argv[1]).read().split())
    solver = Solver(Board([tiles[k:k + n] for k in range(0, n * n, n)]))
    if solver.is_solvable():
        print("Minimum number of moves =", solver.moves())
        for board in solver.solution():
            print()
            print(board)
    else:
        print("No solution possible")
