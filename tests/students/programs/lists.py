"""Right: lists for states and entries, and indexes of parents."""

from heapq import heappop, heappush


GOAL = [1, 2, 3, 4, 5, 6, 7, 0, 0]


def heuristic(state):
    total = 0
    for i in range(9):
        if state[i] != 0:
            goal = state[i] - 1
            total += abs(i // 3 - goal // 3) + abs(i % 3 - goal % 3)
    return total


def neighbors(state):
    result = []
    for i in range(9):
        if state[i] == 0:
            for j in (i - 3, i - 1, i + 1, i + 3):
                if 0 <= j < 9 and (i // 3 == j // 3 or i % 3 == j % 3) and state[j] != 0:
                    copy = list(state)
                    copy[i], copy[j] = copy[j], copy[i]
                    result.append(copy)
    return sorted(result)


def print_succ(state):
    for succ in neighbors(state):
        print(succ, "h=" + str(heuristic(succ)))


def solve(state):
    h = heuristic(state)
    queue = [[h, state, [0, h, -1]]]
    popped, visited = [], set()
    longest = 0
    while queue:
        longest = max(longest, len(queue))
        entry = heappop(queue)
        state, (g, h, parent) = entry[1], entry[2]
        popped.append([state, h, parent])
        if state == GOAL:
            break
        visited.add(tuple(state))
        number = len(popped) - 1
        for succ in neighbors(state):
            if tuple(succ) not in visited:
                new_h = heuristic(succ)
                heappush(queue, [g + 1 + new_h, succ, [g + 1, new_h, number]])
    path = []
    number = len(popped) - 1
    while number != -1:
        path.insert(0, popped[number])
        number = popped[number][2]
    for moves in range(len(path)):
        print(path[moves][0], "h=" + str(path[moves][1]), "moves:", moves)
    print("Max queue length:", longest)
