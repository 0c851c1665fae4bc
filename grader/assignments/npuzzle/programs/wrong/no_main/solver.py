"""Wrong: nothing runs it as a program."""
import heapq


class Solver:
    def __init__(self, board):
        if board is None:
            raise ValueError("no board")
        self.path = None
        queues = [[], []]
        self.number = 0
        for queue, start in zip(queues, (board, board.twin())):
            self.push(queue, 0, start, None)
        while True:
            for queue in queues:
                _, _, _, moves, board, before = node = heapq.heappop(queue)
                if board.is_goal():
                    if queue is queues[0]:
                        self.path = self.back(node)
                    return
                for other in board.neighbors():
                    if before is None or other != before[4]:
                        self.push(queue, moves + 1, other, node)

    def push(self, queue, moves, board, before):
        h = board.manhattan()
        self.number += 1
        heapq.heappush(queue, (moves + h, h, self.number, moves, board, before))

    def back(self, node):
        path = []
        while node is not None:
            path.insert(0, node[4])
            node = node[5]
        return path

    def is_solvable(self):
        return self.path is not None

    def moves(self):
        return -1 if self.path is None else len(self.path) - 1

    def solution(self):
        return self.path
