"""Wrong: an entry holds its whole path, which breaks ties between equal states."""
import sys
from heapq import heappop, heappush

FINAL = (1, 2, 3, 4, 5, 6, 7, 0, 0)
DIST = [[0] * 9] + [[abs(p // 3 - t // 3) + abs(p % 3 - t % 3) for p in range(9)] for t in range(7)]
STEPS = ((0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8),
         (0, 3), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8))


def cost(s):
    return sum(DIST[tile][place] for place, tile in enumerate(s))


def expand(s):
    for a, b in STEPS:
        if (s[a] == 0) != (s[b] == 0):
            t = list(s)
            t[a], t[b] = t[b], t[a]
            yield tuple(t)


def print_succ(state):
    lines = []
    for s in sorted(expand(state)):
        lines.append("{} h={}".format(list(s), cost(s)))
    sys.stdout.write("\n".join(lines))


def solve(state):
    start = tuple(state)
    frontier = [(cost(start), start, [start])]
    closed = set()
    length = 0
    while frontier:
        length = max(length, len(frontier))
        f, s, chain = heappop(frontier)
        closed.add(s)
        if s == FINAL:
            break
        for t in expand(s):
            if t not in closed:
                heappush(frontier, (len(chain) + cost(t), t, chain + [t]))
    lines = []
    for i, s in enumerate(chain):
        lines.append("{} h={} moves: {}".format(list(s), cost(s), i))
    lines.append("Max queue length: {}".format(length))
    sys.stdout.write("\n".join(lines))
