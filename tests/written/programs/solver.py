import heapq
import sys

from board import Board


class Node:
    def __init__(self, board, moves, parent):
        self.board, self.moves, self.parent = board, moves, parent
        self.estimate = moves + board.manhattan()

    def __lt__(self, other):
        return (self.estimate, -self.moves) < (other.estimate, -other.moves)


class Solver:
    def __init__(self, initial):
        if not hasattr(initial, "manhattan"):
            raise TypeError(f"expected a Board, got {type(initial).__name__}")
        boards = None
        queues = [[Node(initial, 0, None)], [Node(initial.twin(), 0, None)]]
        while boards is None:
            for is_twin, queue in enumerate(queues):
                node = heapq.heappop(queue)
                if node.board.is_goal():
                    boards = [] if is_twin else self.way(node)
                    break
                for board in node.board.neighbors():
                    if node.parent is None or not board == node.parent.board:
                        heapq.heappush(queue, Node(board, node.moves + 1, node))
        self.boards = boards

    def way(self, node):
        boards = []
        while node is not None:
            boards.append(node.board)
            node = node.parent
        return boards[::-1]

    def is_solvable(self):
        return self.boards != []

    def moves(self):
        return len(self.boards) - 1

    def solution(self):
        return list(self.boards) or None


def main(file):
    with open(file) as opened:
        n, *tiles = map(int, opened.read().split())
    solver = Solver(Board([tiles[start : start + n] for start in range(0, n * n, n)]))
    if not solver.is_solvable():
        print("No solution possible")
        return
    print("Minimum number of moves =", solver.moves())
    for board in solver.solution():
        print(board)


if __name__ == "__main__":
    main(sys.argv[1])
