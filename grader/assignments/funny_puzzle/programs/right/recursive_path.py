"""Right: recursion prints the path; the states are tuples inside."""
from heapq import heappush, heappop

goal = (1, 2, 3, 4, 5, 6, 7, 0, 0)
where = {tile: (i // 3, i % 3) for i, tile in enumerate(goal) if tile}


def h_of(state):
    total = 0
    for i in range(9):
        if state[i]:
            r, c = where[state[i]]
            total += abs(r - i // 3) + abs(c - i % 3)
    return total


def swap(state, a, b):
    new = list(state)
    new[a], new[b] = new[b], new[a]
    return tuple(new)


def successors(state):
    out = []
    for i in range(9):
        if state[i] == 0:
            if i > 2 and state[i - 3]:
                out.append(swap(state, i, i - 3))
            if i < 6 and state[i + 3]:
                out.append(swap(state, i, i + 3))
            if i % 3 > 0 and state[i - 1]:
                out.append(swap(state, i, i - 1))
            if i % 3 < 2 and state[i + 1]:
                out.append(swap(state, i, i + 1))
    return out


def print_succ(state):
    for succ in sorted(successors(tuple(state))):
        print(list(succ), "h=" + str(h_of(succ)))


def print_path(explored, index):
    """Print everything up to explored[index]; returns how many moves that were."""
    f, state, (g, h, parent) = explored[index]
    if parent != -1:
        print_path(explored, parent)
    print(list(state), "h=" + str(h), "moves: " + str(g))


def solve(state):
    state = tuple(state)
    h = h_of(state)
    pq, explored, closed, longest = [], [], set(), 0
    heappush(pq, (h, state, (0, h, -1)))
    while True:
        if len(pq) > longest:
            longest = len(pq)
        current = heappop(pq)
        explored.append(current)
        closed.add(current[1])
        if current[1] == goal:
            print_path(explored, len(explored) - 1)
            print("Max queue length: " + str(longest))
            return
        g = current[2][0] + 1
        for succ in successors(current[1]):
            if succ not in closed:
                h = h_of(succ)
                heappush(pq, (g + h, succ, (g, h, len(explored) - 1)))
