"""Right: parity instead of the twin, a closed set, and queue.PriorityQueue."""
import sys
from itertools import count
from queue import PriorityQueue

from board import Board


class Solver(object):
    def __init__(self, board: Board):
        if not isinstance(board, Board):
            raise TypeError("a Solver needs a Board")
        self._path = None
        if board.is_solvable():
            self._path = self._search(board)

    def _search(self, start):
        tie = count()
        pq = PriorityQueue()
        pq.put((start.manhattan(), next(tie), 0, start, None))
        closed = set()
        while not pq.empty():
            entry = pq.get()
            _, _, g, board, _ = entry
            if board.is_goal():
                return self._trace(entry)
            if board in closed:
                continue
            closed.add(board)
            for nb in board.neighbors():
                if nb not in closed:
                    pq.put((g + 1 + nb.manhattan(), next(tie), g + 1, nb, entry))

    @staticmethod
    def _trace(entry):
        path = []
        while entry:
            path.insert(0, entry[3])
            entry = entry[4]
        return path

    def is_solvable(self) -> bool:
        return self._path is not None

    def moves(self) -> int:
        return len(self._path) - 1 if self._path is not None else -1

    def solution(self):
        return self._path


if __name__ == '__main__':
    with open(sys.argv[1]) as f:
        n = int(f.readline())
        rows = []
        for _ in range(n):
            rows.append([int(t) for t in f.readline().split()])
    s = Solver(Board(rows))
    if s.is_solvable():
        print(f"Minimum number of moves = {s.moves()}\n")
        print("\n\n".join(str(b).rstrip("\n") for b in s.solution()))
    else:
        print("No solution possible")
