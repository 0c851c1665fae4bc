"""Wrong: a counter breaks ties, and the number of moves is labelled steps."""
import itertools
from queue import PriorityQueue


def heur(st):
    s = 0
    for k in range(1, 8):
        p = st.index(k)
        s += abs(p // 3 - (k - 1) // 3) + abs(p % 3 - (k - 1) % 3)
    return s


def gen(st):
    for a, b in [(0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (3, 6), (4, 5), (4, 7), (5, 8), (6, 7), (7, 8)]:
        if (st[a] == 0) ^ (st[b] == 0):
            new = st[:a] + (st[b],) + st[a + 1:b] + (st[a],) + st[b + 1:]
            yield new


def print_succ(state):
    for new in sorted(gen(tuple(state))):
        print(f"{list(new)} h={heur(new)}")


def solve(state):
    tickets = itertools.count()
    pq = PriorityQueue()
    pq.put((heur(state), next(tickets), tuple(state), 0, None))
    closed = set()
    biggest = 0
    while not pq.empty():
        biggest = max(biggest, pq.qsize())
        node = pq.get()
        f, ticket, st, g, parent = node
        closed.add(st)
        if st == (1, 2, 3, 4, 5, 6, 7, 0, 0):
            break
        for new in sorted(gen(st)):
            if new not in closed:
                pq.put((g + 1 + heur(new), next(tickets), new, g + 1, node))
    path = []
    while node:
        path.append(node)
        node = node[4]
    for _, _, st, g, _ in path[::-1]:
        print(f"{list(st)} h={heur(st)} steps: {g}")
    print(f"Max queue length: {biggest}")
