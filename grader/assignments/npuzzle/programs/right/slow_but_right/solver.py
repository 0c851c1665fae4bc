"""Right: slow, for each comparison of two nodes asks both boards for the Manhattan distance again."""
import heapq
import sys

from board import Board


class Node:
    def __init__(self, board, moves, previous):
        self.board = board
        self.moves = moves
        self.previous = previous

    def priority(self):
        return self.moves + self.board.manhattan()

    def __lt__(self, other):
        if self.priority() == other.priority():
            return self.board.manhattan() < other.board.manhattan()
        return self.priority() < other.priority()


class Solver:
    def __init__(self, initial):
        if initial is None:
            raise ValueError("no board")
        self.nodes = [Node(initial, 0, None)]
        self.twins = [Node(initial.twin(), 0, None)]
        self.end = None
        while True:
            node = heapq.heappop(self.nodes)
            if node.board.is_goal():
                self.end = node
                break
            self.expand(node, self.nodes)
            node = heapq.heappop(self.twins)
            if node.board.is_goal():
                break
            self.expand(node, self.twins)

    def expand(self, node, queue):
        for board in node.board.neighbors():
            if node.previous == None or not (board == node.previous.board):
                heapq.heappush(queue, Node(board, node.moves + 1, node))

    def is_solvable(self):
        if self.end == None:
            return False
        return True

    def moves(self):
        if self.is_solvable():
            return self.end.moves
        return -1

    def solution(self):
        if not self.is_solvable():
            return None
        boards = []
        node = self.end
        while node != None:
            boards = [node.board] + boards
            node = node.previous
        return boards


if __name__ == "__main__":
    file = open(sys.argv[1])
    lines = file.readlines()
    tiles = []
    for line in lines[1:]:
        if line.strip() != "":
            tiles.append([int(x) for x in line.split()])
    solver = Solver(Board(tiles))
    if solver.is_solvable():
        print("Minimum number of moves = %d" % solver.moves())
        for board in solver.solution():
            print()
            print(board)
    else:
        print("No solution possible")
