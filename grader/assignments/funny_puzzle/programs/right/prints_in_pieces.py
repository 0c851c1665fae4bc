"""Right: a line is printed in pieces."""
import heapq

NEIGHBOURS = {0: [1, 3], 1: [0, 2, 4], 2: [1, 5],
              3: [0, 4, 6], 4: [1, 3, 5, 7], 5: [2, 4, 8],
              6: [3, 7], 7: [4, 6, 8], 8: [5, 7]}
GOAL = [1, 2, 3, 4, 5, 6, 7, 0, 0]


def heuristic(state):
    h = 0
    for tile in range(1, 8):
        here = state.index(tile)
        there = GOAL.index(tile)
        h += abs(here // 3 - there // 3)
        h += abs(here % 3 - there % 3)
    return h


def get_children(state):
    children = []
    blanks = [i for i, x in enumerate(state) if x == 0]
    for blank in blanks:
        for other in NEIGHBOURS[blank]:
            if other not in blanks:
                child = state.copy()
                child[blank] = child[other]
                child[other] = 0
                children.append(child)
    children.sort()
    return children


def print_state(state):
    print("[", end="")
    for tile in state[:-1]:
        print(tile, end=", ")
    print(state[-1], end="]")
    print(" h=", end="")
    print(heuristic(state), end="")


def print_succ(state):
    for child in get_children(state):
        print_state(child)
        print()


def solve(state):
    open_list = []
    visited = []
    expanded = set()
    h = heuristic(state)
    heapq.heappush(open_list, (h, state, (0, h, -1)))
    max_queue = 0
    while open_list:
        max_queue = max(max_queue, len(open_list))
        f, current, info = heapq.heappop(open_list)
        visited.append((current, info))
        expanded.add(str(current))
        if current == GOAL:
            break
        for child in get_children(current):
            if str(child) not in expanded:
                h = heuristic(child)
                heapq.heappush(open_list, (info[0] + 1 + h, child, (info[0] + 1, h, len(visited) - 1)))
    route = []
    number = len(visited) - 1
    while number != -1:
        route.append(visited[number][0])
        number = visited[number][1][2]
    route.reverse()
    move = 0
    for step in route:
        print_state(step)
        print(" moves:", end=" ")
        print(move)
        move += 1
    print("Max queue", end=" ")
    print("length: ", end="")
    print(max_queue)
