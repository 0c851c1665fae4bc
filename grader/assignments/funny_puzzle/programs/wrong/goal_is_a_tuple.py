"""Wrong: a list is compared with the goal, a tuple, and the search goes on until it is met."""
import heapq

GOAL_STATE = (1, 2, 3, 4, 5, 6, 7, 0, 0)
NEAR = [(1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (4, 6, 8), (5, 7)]


def calc_h(s):
    h = 0
    for i, v in enumerate(s):
        if v > 0:
            h += abs(i // 3 - (v - 1) // 3) + abs(i % 3 - (v - 1) % 3)
    return h


def succ(s):
    r = []
    for i in range(9):
        if s[i] == 0:
            for j in NEAR[i]:
                if s[j] > 0:
                    n = list(s)
                    n[i], n[j] = n[j], n[i]
                    r.append(n)
    return sorted(r)


def print_succ(state):
    for s in succ(state):
        print(s, "h=" + str(calc_h(s)))


def solve(state):
    heap = [(calc_h(state), state, 0, -1)]
    seen = {tuple(state)}
    order = []
    longest = 0
    found = False
    while not found:
        if heap:
            longest = max(longest, len(heap))
            f, s, g, p = heapq.heappop(heap)
            order.append((s, g, p))
            if s == GOAL_STATE:
                path = []
                i = len(order) - 1
                while i >= 0:
                    path.append(order[i])
                    i = order[i][2]
                for s, g, p in reversed(path):
                    print(s, "h=" + str(calc_h(s)), "moves: " + str(g))
                print("Max queue length: " + str(longest))
                found = True
            for n in succ(s):
                if tuple(n) not in seen:
                    seen.add(tuple(n))
                    heapq.heappush(heap, (g + 1 + calc_h(n), n, g + 1, len(order) - 1))
