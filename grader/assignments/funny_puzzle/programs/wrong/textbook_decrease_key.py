"""Wrong: as in a textbook, a node in the open list is replaced if a shorter way to it is found."""


class State:

    def __init__(self, tiles, cost, before, number):
        self.tiles = tiles
        self.cost = cost
        self.before = before
        self.number = number
        self.left = 0
        for i in range(9):
            if tiles[i] > 0:
                x, y = i % 3, i // 3
                gx, gy = (tiles[i] - 1) % 3, (tiles[i] - 1) // 3
                self.left += abs(x - gx) + abs(y - gy)

    def __eq__(self, other):
        return self.tiles == other.tiles

    def __lt__(self, other):
        mine = (self.cost + self.left, self.tiles, self.cost, self.number)
        return mine < (other.cost + other.left, other.tiles, other.cost, other.number)

    def children(self, number):
        out = []
        for i in range(9):
            for j in range(9):
                beside = abs(i // 3 - j // 3) + abs(i % 3 - j % 3) == 1
                if beside and self.tiles[i] == 0 and self.tiles[j] != 0:
                    t = self.tiles[:]
                    t[i], t[j] = t[j], t[i]
                    out.append(State(t, self.cost + 1, self, number))
        return out


def print_succ(state):
    kids = State(state, 0, None, -1).children(0)
    kids.sort(key=lambda kid: kid.tiles)
    for kid in kids:
        print(str(kid.tiles) + " h=" + str(kid.left))


def solve(state):
    # OPEN and CLOSED lists as in the lecture
    OPEN = [State(list(state), 0, None, -1)]
    CLOSED = {}
    most = 0
    count = 0
    while len(OPEN) > 0:
        most = max(most, len(OPEN))
        OPEN.sort()
        current = OPEN.pop(0)
        CLOSED[tuple(current.tiles)] = current.cost
        if current.left == 0:
            break
        for child in current.children(count):
            if tuple(child.tiles) in CLOSED:
                continue
            if child in OPEN:
                old = OPEN.index(child)
                if child.cost < OPEN[old].cost:
                    OPEN[old] = child  # better way found
            else:
                OPEN.append(child)
        count = count + 1
    path = [current]
    while path[0].before is not None:
        path.insert(0, path[0].before)
    for s in path:
        print(str(s.tiles) + " h=" + str(s.left) + " moves: " + str(s.cost))
    print("Max queue length: " + str(most))
