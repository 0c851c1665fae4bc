"""Right: parity, and A* with the critical optimisation."""
import heapq
import sys

from board import Board


class Solver:
    def __init__(self, initial):
        if initial is None:
            raise TypeError("the board is None")
        self.solvable = initial.is_solvable()
        self.goal_node = None
        if self.solvable:
            self.search(initial)

    def search(self, initial):
        h = initial.manhattan()
        count = 0
        pq = [(h, h, count, 0, initial, None)]  # f, h, tie, moves, board, previous node
        while True:
            node = heapq.heappop(pq)
            f, h, tie, moves, board, prev = node
            if board.is_goal():
                self.goal_node = node
                return
            for nb in board.neighbors():
                if prev is not None and nb == prev[4]:
                    continue
                h = nb.manhattan()
                count += 1
                heapq.heappush(pq, (moves + 1 + h, h, count, moves + 1, nb, node))

    def is_solvable(self):
        return self.solvable

    def moves(self):
        return self.goal_node[3] if self.solvable else -1

    def solution(self):
        if not self.solvable:
            return None
        path = []
        node = self.goal_node
        while node is not None:
            path.append(node[4])
            node = node[5]
        return path[::-1]


if __name__ == "__main__":
    with open(sys.argv[1]) as f:
        lines = f.read().strip().splitlines()
    board = Board([list(map(int, line.split())) for line in lines[1:]])
    solver = Solver(board)
    if solver.is_solvable():
        print("Minimum number of moves =", solver.moves())
        for b in solver.solution():
            print()
            print(b)
    else:
        print("No solution possible")
