"""Right, but slow: the queue is a list, of which the least entry is looked for; the states visited are a set."""

GOAL = (1, 2, 3, 4, 5, 6, 7, 0, 0)
BESIDE = {0: (1, 3), 1: (0, 2, 4), 2: (1, 5), 3: (0, 4, 6), 4: (1, 3, 5, 7), 5: (2, 4, 8), 6: (3, 7), 7: (4, 6, 8),
          8: (5, 7)}


def manhattan(state):
    total = 0
    for square, tile in enumerate(state):
        if tile:
            total += abs(square // 3 - (tile - 1) // 3) + abs(square % 3 - (tile - 1) % 3)
    return total


def successors(state):
    found = []
    for blank in range(9):
        if state[blank] == 0:
            for square in BESIDE[blank]:
                if state[square] != 0:
                    new = list(state)
                    new[blank], new[square] = new[square], 0
                    found.append(tuple(new))
    return sorted(found)


def print_succ(state):
    for each in successors(state):
        print(list(each), f"h={manhattan(each)}")


def solve(state):
    h = manhattan(state)
    queue = [(h, tuple(state), (0, h, -1))]
    popped, visited = [], set()
    longest = 0
    while queue:
        longest = max(longest, len(queue))
        best = min(queue)
        queue.remove(best)
        popped.append(best)
        state, (g, h, parent) = best[1:]
        visited.add(state)
        if state == GOAL:
            break
        for each in successors(state):
            if each not in visited:
                h = manhattan(each)
                queue.append((g + 1 + h, each, (g + 1, h, len(popped) - 1)))
    path = []
    place = len(popped) - 1
    while place != -1:
        path.insert(0, popped[place])
        place = popped[place][2][2]
    for _, state, (g, h, _) in path:
        print(list(state), f"h={h} moves: {g}")
    print("Max queue length:", longest)
