"""Right: iterative deepening A*, with no queue at all, on the board and on its twin by turns."""
import math
import sys

from board import Board

sys.setrecursionlimit(10000)


def visit(path, h, bound):
    """True if the goal was reached, and then it ends the path; else the least f beyond the bound."""
    board = path[-1]
    f = len(path) - 1 + h
    if f > bound:
        return f
    if h == 0:
        return True
    least = math.inf
    for neighbor in board.neighbors():
        if len(path) == 1 or neighbor != path[-2]:
            path.append(neighbor)
            result = visit(path, neighbor.manhattan(), bound)
            if result is True:
                return True
            least = min(least, result)
            path.pop()
    return least


class Solver:
    def __init__(self, board):
        searches = [[board], [board.twin()]]
        bounds = [path[0].manhattan() for path in searches]
        while True:
            turn = 0 if bounds[0] <= bounds[1] else 1
            path = searches[turn]
            result = visit(path, path[0].manhattan(), bounds[turn])
            if result is True:
                self.path = path if turn == 0 else None
                return
            bounds[turn] = result

    def is_solvable(self):
        return bool(self.path)

    def moves(self):
        return len(self.path) - 1 if self.path else -1

    def solution(self):
        return self.path and tuple(self.path)


def main(file):
    n, *tiles = map(int, file.read().split())
    solver = Solver(Board([tiles[i:i + n] for i in range(0, n * n, n)]))
    if not solver.is_solvable():
        sys.exit(print("No solution possible"))
    sys.stdout.write(f"Minimum number of moves = {solver.moves()}\n")
    for board in solver.solution():
        sys.stdout.write(f"\n{board}\n")


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        main(file)
