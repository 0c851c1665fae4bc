"""Right: nothing is searched before the first question, and the solution is yielded."""
import sys
from heapq import heappush, heappop

from board import Board


def search(board):
    """Yield None after each step, and the goal's node at the end."""
    h = board.manhattan()
    heap, serial = [(h, h, 0, 0, board, None)], 1
    while True:
        node = heappop(heap)
        _, _, _, moves, current, parent = node
        if current.is_goal():
            yield node
            return
        before = parent[4] if parent else None
        for neighbor in current.neighbors():
            if neighbor != before:
                h = neighbor.manhattan()
                heappush(heap, (moves + 1 + h, h, serial, moves + 1, neighbor, node))
                serial += 1
        yield None


class Solver:
    def __init__(self, board):
        self.mine, self.other = search(board), search(board.twin())
        self.node = None
        self.done = False

    def _solve(self):
        while not self.done:
            self.node = next(self.mine)
            self.done = self.node is not None or next(self.other) is not None
        return self.node

    def is_solvable(self):
        return self._solve() is not None

    def moves(self):
        return self._solve()[3] if self.is_solvable() else -1

    def solution(self):
        if self.is_solvable():
            return self._boards(self.node)

    def _boards(self, node):
        if node[5] is not None:
            yield from self._boards(node[5])
        yield node[4]


def boards_in(name):
    words = iter(open(name).read().split())
    n = int(next(words))
    yield Board([[int(next(words)) for _ in range(n)] for _ in range(n)])


if __name__ == "__main__":
    for board in boards_in(sys.argv[1]):
        solver = Solver(board)
        if solver.is_solvable():
            print("Minimum number of moves =", solver.moves())
            for each in solver.solution():
                print("", each, sep="\n")
        else:
            print("No solution possible")
