"""Right: counts inversions where there are eight tiles, and keeps the best g of each state."""
import heapq


def get_manhattan_distance(state):
    total = 0
    for i in range(9):
        if state[i] != 0:
            goal = state[i] - 1
            total += abs(i // 3 - goal // 3) + abs(i % 3 - goal % 3)
    return total


def get_succ(state):
    succ = []
    for i in range(9):
        if state[i] == 0:
            for j in (i - 3, i + 3, i - 1, i + 1):
                if not 0 <= j < 9 or (abs(i - j) == 1 and i // 3 != j // 3) or state[j] == 0:
                    continue
                new = list(state)
                new[i], new[j] = new[j], new[i]
                succ.append(new)
    return sorted(succ)


def print_succ(state):
    for s in get_succ(state):
        print(f"{s} h={get_manhattan_distance(s)}")


def count_inversions(state):
    tiles = [t for t in state if t != 0]
    return sum(1 for i in range(len(tiles)) for j in range(i + 1, len(tiles)) if tiles[i] > tiles[j])


def solve(state):
    k = 9 - state.count(0)
    goal = list(range(1, k + 1)) + [0] * (9 - k)
    if k == 8 and count_inversions(state) % 2 == 1:
        print(False)
        return
    h = get_manhattan_distance(state)
    pq = [(h, state, (0, h, -1))]
    visited = []
    best = {tuple(state): 0}
    max_len = 0
    while pq:
        max_len = max(max_len, len(pq))
        node = heapq.heappop(pq)
        visited.append(node)
        if node[1] == goal:
            break
        g = node[2][0] + 1
        parent = len(visited) - 1
        for s in get_succ(node[1]):
            if g < best.get(tuple(s), g + 1):
                best[tuple(s)] = g
                h = get_manhattan_distance(s)
                heapq.heappush(pq, (g + h, s, (g, h, parent)))
    path = []
    while True:
        path.append(node)
        if node[2][2] == -1:
            break
        node = visited[node[2][2]]
    print(True)
    for node in reversed(path):
        print(f"{node[1]} h={node[2][1]} moves: {node[2][0]}")
    print(f"Max queue length: {max_len}")
