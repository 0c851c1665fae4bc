"""Right: a dictionary of parents by the number of the pop."""

from heapq import heappop, heappush


PLACES = {tile: divmod(tile - 1, 3) for tile in range(1, 8)}
SIDES = [(0, 1), (1, 0), (0, -1), (-1, 0)]


def get_h(state):
    result = 0
    for index, tile in enumerate(state):
        if tile in PLACES:
            row, col = PLACES[tile]
            result += abs(index // 3 - row) + abs(index % 3 - col)
    return result


def get_succ(state):
    succ = []
    for index in range(9):
        if state[index] == 0:
            for dr, dc in SIDES:
                row, col = index // 3 + dr, index % 3 + dc
                if row in (0, 1, 2) and col in (0, 1, 2) and state[row * 3 + col] != 0:
                    new_state = state.copy()
                    new_state[index] = state[row * 3 + col]
                    new_state[row * 3 + col] = 0
                    succ.append(new_state)
    succ.sort()
    return succ


def print_succ(state):
    for new_state in get_succ(state):
        print("{} h={}".format(new_state, get_h(new_state)))


def get_path(parents, number):
    path = []
    while number in parents:
        state, number = parents[number]
        path.append(state)
    return path[::-1]


def solve(state):
    pq = []
    heappush(pq, (get_h(state), state, (0, get_h(state), -1)))
    parents = {}
    visited = {}
    max_length = 0
    while len(pq) > 0:
        if len(pq) > max_length:
            max_length = len(pq)
        f, current, (g, h, parent) = heappop(pq)
        number = len(parents)
        parents[number] = (current, parent)
        visited[str(current)] = g
        if h == 0:
            path = get_path(parents, number)
            for moves, step in enumerate(path):
                print("{} h={} moves: {}".format(step, get_h(step), moves))
            print("Max queue length: {}".format(max_length))
            return
        for new_state in get_succ(current):
            if str(new_state) not in visited:
                h = get_h(new_state)
                heappush(pq, (g + 1 + h, new_state, (g + 1, h, number)))
