"""Right: comprehensions and lambdas wherever they fit."""
import heapq

GOAL = [*range(1, 8), 0, 0]
rc = lambda i: divmod(i, 3)
md = lambda a, b: sum(abs(x - y) for x, y in zip(rc(a), rc(b)))
h = lambda s: sum(md(i, t - 1) for i, t in enumerate(s) if t)
exchange = lambda s, a, b: [s[b] if i == a else s[a] if i == b else t for i, t in enumerate(s)]


def succ(s):
    return sorted(exchange(s, a, b)
                  for a in range(9) if s[a] == 0
                  for b in range(9) if s[b] != 0 and md(a, b) == 1)


def print_succ(state):
    print(*[f"{s} h={h(s)}" for s in succ(state)], sep="\n")


def solve(state):
    heap, gone, log, lengths = [(h(state), list(state), (0, h(state), -1))], set(), [], []
    while not log or log[-1][1] != GOAL:
        lengths.append(len(heap))
        log.append(heapq.heappop(heap))
        _, s, (g, _, _) = log[-1]
        gone.add(tuple(s))
        if s != GOAL:
            for n in [n for n in succ(s) if tuple(n) not in gone]:
                heapq.heappush(heap, (g + 1 + h(n), n, (g + 1, h(n), len(log) - 1)))
    chain = [log[-1]]
    while chain[-1][2][2] >= 0:
        chain.append(log[chain[-1][2][2]])
    print(*[f"{s} h={hs} moves: {g}" for _, s, (g, hs, _) in reversed(chain)], sep="\n")
    print(f"Max queue length: {max(lengths)}")
