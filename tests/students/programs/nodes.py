"""Right: a class for nodes that compare, and links to the parent nodes."""

from heapq import heappop, heappush


class Node:
    def __init__(self, state, parent, turn):
        self.state = state
        self.parent = parent
        self.turn = turn
        self.g = parent.g + 1 if parent else 0
        self.h = self.estimate()

    def estimate(self):
        h = 0
        for place, tile in enumerate(self.state):
            if tile == 0:
                continue
            row, column = divmod(place, 3)
            goal_row, goal_column = divmod(tile - 1, 3)
            h += abs(row - goal_row) + abs(column - goal_column)
        return h

    def key(self):
        return (self.g + self.h, self.state, self.g, self.h, self.turn)

    def __lt__(self, other):
        return self.key() < other.key()

    def line(self):
        return str(self.state) + " h=" + str(self.h)

    def children(self):
        found = []
        for blank in [place for place in range(9) if self.state[place] == 0]:
            row, column = divmod(blank, 3)
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                r, c = row + down, column + right
                if 0 <= r < 3 and 0 <= c < 3 and self.state[3 * r + c] != 0:
                    state = self.state[:]
                    state[blank], state[3 * r + c] = state[3 * r + c], 0
                    found.append(state)
        return found


def print_succ(state):
    for child in sorted(Node(state, None, -1).children()):
        print(Node(child, None, -1).line())


def search(state):
    queue = [Node(state, None, -1)]
    done = set()
    turn = 0
    most = 0
    while queue:
        most = max(most, len(queue))
        node = heappop(queue)
        if node.state == [1, 2, 3, 4, 5, 6, 7, 0, 0]:
            return node, most
        done.add(tuple(node.state))
        for child in node.children():
            if tuple(child) not in done:
                heappush(queue, Node(child, node, turn))
        turn += 1
    return None, most


def solve(state):
    node, most = search(list(state))
    path = []
    while node:
        path.append(node)
        node = node.parent
    path.reverse()
    for node in path:
        print(node.line() + " moves: " + str(node.g))
    print("Max queue length: " + str(most))
