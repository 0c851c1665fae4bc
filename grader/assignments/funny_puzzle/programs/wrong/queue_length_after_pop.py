"""Wrong: the queue is measured after the pop, so that the path is right and its last line is not."""
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


def solve(state):
    h = get_manhattan_distance(state)
    pq = [(h, state, (0, h, -1))]
    visited = []
    closed = set()
    max_len = 0
    while pq:
        node = heapq.heappop(pq)
        max_len = max(max_len, len(pq))
        visited.append(node)
        closed.add(tuple(node[1]))
        if node[1] == [1, 2, 3, 4, 5, 6, 7, 0, 0]:
            break
        g = node[2][0] + 1
        parent = len(visited) - 1
        for s in get_succ(node[1]):
            if tuple(s) not in closed:
                h = get_manhattan_distance(s)
                heapq.heappush(pq, (g + h, s, (g, h, parent)))
    path = []
    while True:
        path.append(node)
        if node[2][2] == -1:
            break
        node = visited[node[2][2]]
    for node in reversed(path):
        print(f"{node[1]} h={node[2][1]} moves: {node[2][0]}")
    print(f"Max queue length: {max_len}")
