"""Right: a sorted bucket for each f instead of a heap."""
from bisect import insort

target = [1, 2, 3, 4, 5, 6, 7, 0, 0]


def distance(state):
    d = 0
    for i, n in enumerate(state):
        if n:
            j = target.index(n)
            d += abs(i // 3 - j // 3) + abs(i % 3 - j % 3)
    return d


def options(state):
    found = []
    for i in range(9):
        for j in range(i + 1, 9):
            close = j == i + 3 or (j == i + 1 and j % 3 != 0)
            if close and (state[i] == 0 or state[j] == 0) and state[i] != state[j]:
                new = list(state)
                new[i], new[j] = new[j], new[i]
                found.append(new)
    found.sort()
    return found


class Buckets:
    def __init__(self):
        self.by_f = {}
        self.size = 0

    def push(self, f, item):
        insort(self.by_f.setdefault(f, []), item)
        self.size += 1

    def pop(self):
        f = min(self.by_f)
        item = self.by_f[f].pop(0)
        if not self.by_f[f]:
            del self.by_f[f]
        self.size -= 1
        return item


def print_succ(state):
    for s in options(state):
        print(f"{s} h={distance(s)}")


def solve(state):
    q = Buckets()
    q.push(distance(state), (state, 0, -1))
    order = []
    popped = set()
    most = 0
    while q.size:
        most = max(most, q.size)
        s, g, parent = q.pop()
        order.append((s, g, parent))
        popped.add(tuple(s))
        if s == target:
            break
        for t in options(s):
            if tuple(t) not in popped:
                q.push(g + 1 + distance(t), (t, g + 1, len(order) - 1))
    back = order[-1]
    steps = [back]
    while back[2] >= 0:
        back = order[back[2]]
        steps.append(back)
    for s, g, _ in steps[::-1]:
        print(f"{s} h={distance(s)} moves: {g}")
    print(f"Max queue length: {most}")
