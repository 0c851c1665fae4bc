from heapq import heappop, heappush


def distance(state):
    total = 0
    for square, tile in enumerate(state):
        if tile:
            row, column = divmod(square, 3)
            goal_row, goal_column = divmod(tile - 1, 3)
            total += abs(row - goal_row) + abs(column - goal_column)
    return total


def next_states(state):
    found = []
    for blank in range(9):
        for other in range(9):
            beside = abs(blank // 3 - other // 3) + abs(blank % 3 - other % 3) == 1
            if beside and state[blank] == 0 and state[other] != 0:
                after = list(state)
                after[blank], after[other] = after[other], 0
                found.append(after)
    return sorted(found)


def print_succ(state):
    for after in next_states(state):
        print(f"{after} h={distance(after)}")


def solve(state):
    goal = [1, 2, 3, 4, 5, 6, 7, 0, 0]
    popped, popped_states = [], set()
    h = distance(state)
    queue = [(h, list(state), (0, h, -1))]
    longest = 0
    while queue:
        longest = max(longest, len(queue))
        entry = heappop(queue)
        f, here, (g, h, parent) = entry
        if here == goal:
            break
        number = len(popped)
        popped.append(entry)
        popped_states.add(tuple(here))
        for after in next_states(here):
            h = distance(after)
            if tuple(after) not in popped_states:
                heappush(queue, (g + 1 + h, after, (g + 1, h, number)))
    path = [entry]
    while path[-1][2][2] != -1:
        path.append(popped[path[-1][2][2]])
    path.reverse()
    for f, here, (g, h, parent) in path:
        print(f"{here} h={h} moves: {g}")
    print(f"Max queue length: {longest}")
