"""Right: A* on the board and on its twin in lockstep, with the critical optimisation."""
import heapq
import sys

from board import Board


class SearchNode:
    def __init__(self, board, moves, prev):
        self.board = board
        self.moves = moves
        self.prev = prev
        self.manhattan = board.manhattan()
        self.priority = moves + self.manhattan

    def __lt__(self, other):
        if self.priority != other.priority:
            return self.priority < other.priority
        return self.manhattan < other.manhattan


class Solver:
    def __init__(self, initial):
        if initial is None:
            raise ValueError("initial board is None")
        pq = [SearchNode(initial, 0, None)]
        twin_pq = [SearchNode(initial.twin(), 0, None)]
        self._goal = None
        while True:
            node = self._step(pq)
            if node.board.is_goal():
                self._goal = node
                break
            if self._step(twin_pq).board.is_goal():
                break

    @staticmethod
    def _step(pq):
        node = heapq.heappop(pq)
        if node.board.is_goal():
            return node
        for neighbor in node.board.neighbors():
            if node.prev is None or neighbor != node.prev.board:
                heapq.heappush(pq, SearchNode(neighbor, node.moves + 1, node))
        return node

    def is_solvable(self):
        return self._goal is not None

    def moves(self):
        if self._goal is None:
            return -1
        return self._goal.moves

    def solution(self):
        if self._goal is None:
            return None
        path = []
        node = self._goal
        while node is not None:
            path.append(node.board)
            node = node.prev
        path.reverse()
        return path


def read_board(filename):
    with open(filename) as f:
        numbers = [int(word) for word in f.read().split()]
    n = numbers[0]
    return Board([numbers[1 + i * n:1 + (i + 1) * n] for i in range(n)])


def main():
    solver = Solver(read_board(sys.argv[1]))
    if not solver.is_solvable():
        print("No solution possible")
        return
    print("Minimum number of moves = " + str(solver.moves()))
    for board in solver.solution():
        print()
        print(board)


if __name__ == "__main__":
    main()
