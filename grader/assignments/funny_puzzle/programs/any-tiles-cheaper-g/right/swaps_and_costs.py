"""Right: counts the swaps that sort the board, and keeps the least cost of each state."""
import heapq


def goal_of(state):
    tiles = sorted(tile for tile in state if tile)
    return tiles + [0] * (9 - len(tiles))


def can_be_solved(state):
    if state.count(0) > 1:
        return True
    board = [tile or 9 for tile in state]
    blank = board.index(9)
    parity = (blank // 3 + blank % 3) % 2
    for place in range(9):
        while board[place] != place + 1:
            other = board[place] - 1
            board[place], board[other] = board[other], board[place]
            parity += 1
    return parity % 2 == 0


class Node:
    def __init__(self, state, g=0, parent=None, parent_number=-1):
        self.state = state
        self.g = g
        self.h = self.heuristic()
        self.parent = parent
        self.key = (self.g + self.h, self.state, self.g, self.h, parent_number)

    def __lt__(self, other):
        return self.key < other.key

    def __str__(self):
        return f"{self.state} h={self.h}"

    def heuristic(self):
        h = 0
        for position, tile in enumerate(self.state):
            if tile == 0:
                continue
            row, column = divmod(position, 3)
            goal_row, goal_column = divmod(tile - 1, 3)
            h += abs(row - goal_row) + abs(column - goal_column)
        return h

    def neighbors(self):
        result = []
        for blank in [p for p in range(9) if self.state[p] == 0]:
            row, column = divmod(blank, 3)
            for r, c in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]:
                if 0 <= r <= 2 and 0 <= c <= 2 and self.state[3 * r + c] != 0:
                    copy = self.state[:]
                    copy[blank], copy[3 * r + c] = copy[3 * r + c], 0
                    result.append(copy)
        return result


class Search:
    def __init__(self, start):
        self.goal = goal_of(start)
        self.queue = [Node(list(start))]
        self.cost = {tuple(start): 0}
        self.pops = 0
        self.longest = 0

    def run(self):
        while self.queue:
            self.longest = max(self.longest, len(self.queue))
            node = heapq.heappop(self.queue)
            if node.state == self.goal:
                return node
            for state in node.neighbors():
                if node.g + 1 < self.cost.get(tuple(state), 1000):
                    self.cost[tuple(state)] = node.g + 1
                    heapq.heappush(self.queue, Node(state, node.g + 1, node, self.pops))
            self.pops += 1


def print_succ(state):
    for succ in sorted(Node(list(state)).neighbors()):
        print(Node(succ))


def solve(state):
    if not can_be_solved(state):
        print("False")
        return
    print("True")
    search = Search(state)
    node = search.run()
    path = []
    while node is not None:
        path.insert(0, node)
        node = node.parent
    for node in path:
        print(node, "moves:", node.g)
    print("Max queue length:", search.longest)
