"""Wrong: the distance of a tile is the difference of two indices of the list."""
import heapq

goal = [1, 2, 3, 4, 5, 6, 7, 0, 0]
get_h = lambda s: sum(abs(s.index(t) - goal.index(t)) for t in range(1, 8))
ok = lambda a, b: abs(a - b) == 3 or abs(a - b) == 1 and a // 3 == b // 3


def get_moves(s):
    out = []
    [out.append([s[b] if k == a else s[a] if k == b else s[k] for k in range(9)])
     for a in range(9) for b in range(9)
     if s[a] == 0 and s[b] != 0 and ok(a, b)]
    return sorted(out)


def print_succ(state):
    [print(s, f"h={get_h(s)}") for s in get_moves(state)]


def solve(state):
    q, used, log, m = [(get_h(state), state, (0, get_h(state), -1))], [], [], 0
    while True:
        m = max(m, len(q))
        top = heapq.heappop(q)
        log.append(top)
        used.append(str(top[1]))
        if top[1] == goal:
            break
        blocked = set(used)
        for s in get_moves(top[1]):
            if str(s) not in blocked:
                heapq.heappush(q, (top[2][0] + 1 + get_h(s), s, (top[2][0] + 1, get_h(s), len(log) - 1)))
    p = [top]
    while p[0][2][2] >= 0:
        p = [log[p[0][2][2]]] + p
    [print(e[1], f"h={e[2][1]}", f"moves: {e[2][0]}") for e in p]
    print("Max queue length:", m)
