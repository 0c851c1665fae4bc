"""Right: tuples for states and entries, comprehensions, and paths by parents' numbers."""

from heapq import heappop, heappush


GOAL = (1, 2, 3, 4, 5, 6, 7, 0, 0)
BESIDE = {
    i: [j for j in range(9) if abs(i // 3 - j // 3) + abs(i % 3 - j % 3) == 1] for i in range(9)
}


def distance(i, tile):
    return abs(i // 3 - (tile - 1) // 3) + abs(i % 3 - (tile - 1) % 3)


def manhattan(state):
    return sum(distance(i, tile) for i, tile in enumerate(state) if tile)


def swapped(state, i, j):
    cells = list(state)
    cells[i], cells[j] = cells[j], cells[i]
    return tuple(cells)


def moves_from(state):
    blanks = [i for i, tile in enumerate(state) if tile == 0]
    return [swapped(state, i, j) for i in blanks for j in BESIDE[i] if state[j]]


def print_succ(state):
    for after in sorted(moves_from(state)):
        print(f"{list(after)} h={manhattan(after)}")


def a_star(start):
    frontier = [(manhattan(start), start, (0, manhattan(start), -1))]
    order, closed, biggest = [], set(), 1
    while True:
        _, state, (g, h, parent) = heappop(frontier)
        order.append((state, parent))
        if state == GOAL:
            return order, biggest
        closed.add(state)
        for after in moves_from(state):
            if after not in closed:
                cost = (g + 1, manhattan(after), len(order) - 1)
                heappush(frontier, (cost[0] + cost[1], after, cost))
        biggest = max(biggest, len(frontier))


def solve(state):
    order, biggest = a_star(tuple(state))
    path, at = [], len(order) - 1
    while at >= 0:
        path, at = [order[at][0], *path], order[at][1]
    for count, step in enumerate(path):
        print(f"{list(step)} h={manhattan(step)} moves: {count}")
    print(f"Max queue length: {biggest}")
