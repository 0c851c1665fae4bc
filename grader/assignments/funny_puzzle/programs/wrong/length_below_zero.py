"""Wrong: the maximum queue length keeps the value that it began with, -1."""
import heapq
from itertools import product

TARGET = {1: (0, 0), 2: (0, 1), 3: (0, 2), 4: (1, 0), 5: (1, 1), 6: (1, 2), 7: (2, 0)}
CELLS = list(product(range(3), repeat=2))


def estimate(grid):
    return sum(abs(r - TARGET[grid[r, c]][0]) + abs(c - TARGET[grid[r, c]][1])
               for r, c in CELLS if grid[r, c])


def as_grid(state):
    return dict(zip(CELLS, state))


def as_list(grid):
    return [grid[cell] for cell in CELLS]


def expand(grid):
    for r, c in CELLS:
        if grid[r, c] == 0:
            for cell in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if grid.get(cell, 0) != 0:
                    new = dict(grid)
                    new[r, c], new[cell] = new[cell], 0
                    yield new


def print_succ(state):
    for new in sorted(map(as_list, expand(as_grid(state)))):
        print(new, "h=%s" % estimate(as_grid(new)))


def solve(state):
    max_queue = -1
    frontier = [(estimate(as_grid(state)), list(state), (0, -1))]
    popped = []
    expanded = set()
    while frontier:
        # keep track of the longest queue
        if len(frontier) < max_queue:
            max_queue = len(frontier)
        _, current, (g, parent) = heapq.heappop(frontier)
        popped.append((current, g, parent))
        expanded.add(tuple(current))
        if estimate(as_grid(current)) == 0:
            break
        for new in map(as_list, expand(as_grid(current))):
            if tuple(new) not in expanded:
                entry = (g + 1 + estimate(as_grid(new)), new, (g + 1, len(popped) - 1))
                heapq.heappush(frontier, entry)

    def show(number):
        current, g, parent = popped[number]
        if parent >= 0:
            show(parent)
        print(current, "h=%s" % estimate(as_grid(current)), "moves: %s" % g)

    show(len(popped) - 1)
    print("Max queue length: %s" % max_queue)
