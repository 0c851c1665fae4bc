"""Wrong: the queue is a deque: first in, first out, whatever f is."""
from collections import deque


def man_dist(state):
    d = 0
    for n in [1, 2, 3, 4, 5, 6, 7]:
        i = state.index(n)
        d += abs(i // 3 - (n - 1) // 3)
        d += abs(i % 3 - (n - 1) % 3)
    return d


def swap(state, a, b):
    s = state[:]
    s[a], s[b] = s[b], s[a]
    return s


def successors(state):
    succs = []
    zeros = [i for i in range(9) if state[i] == 0]
    for z in zeros:
        if z not in (0, 1, 2) and z - 3 not in zeros:
            succs.append(swap(state, z, z - 3))
        if z not in (6, 7, 8) and z + 3 not in zeros:
            succs.append(swap(state, z, z + 3))
        if z not in (0, 3, 6) and z - 1 not in zeros:
            succs.append(swap(state, z, z - 1))
        if z not in (2, 5, 8) and z + 1 not in zeros:
            succs.append(swap(state, z, z + 1))
    succs.sort()
    return succs


def print_succ(state):
    for s in successors(state):
        print(s, "h=" + str(man_dist(s)))


def solve(state):
    queue = deque()
    queue.append((state, 0, -1))
    visited = set([tuple(state)])
    done = []
    max_len = 0
    while len(queue) != 0:
        max_len = max(max_len, len(queue))
        current = queue.popleft()
        done.append(current)
        if man_dist(current[0]) == 0:
            break
        for s in successors(current[0]):
            if tuple(s) not in visited:
                visited.add(tuple(s))
                queue.append((s, current[1] + 1, len(done) - 1))
    path = []
    k = len(done) - 1
    while k != -1:
        path = [done[k]] + path
        k = done[k][2]
    for s, g, _ in path:
        print(s, "h=" + str(man_dist(s)), "moves:", g)
    print("Max queue length:", max_len)
