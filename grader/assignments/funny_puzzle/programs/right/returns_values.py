"""Right: the functions also return values, which nobody prints."""
import heapq


def manhattan(state, goal=[1, 2, 3, 4, 5, 6, 7, 0, 0]):
    distance = 0
    for tile in state:
        if tile != 0:
            a, b = state.index(tile), goal.index(tile)
            distance += abs(a // 3 - b // 3) + abs(a % 3 - b % 3)
    return distance


def is_adjacent(a, b):
    same_row = a // 3 == b // 3 and abs(a - b) == 1
    same_column = abs(a - b) == 3
    return same_row or same_column


def get_succ(state):
    succ_states = []
    zeros = [i for i in range(len(state)) if state[i] == 0]
    for zero in zeros:
        for i in range(len(state)):
            if is_adjacent(zero, i) and state[i] != 0:
                new_state = list(state)
                new_state[zero] = state[i]
                new_state[i] = 0
                succ_states.append(new_state)
    return sorted(succ_states)


def print_succ(state):
    succ_states = get_succ(state)
    for succ_state in succ_states:
        print(succ_state, "h={}".format(manhattan(succ_state)))
    return succ_states


def solve(state):
    pq = []
    closed = {}
    trace = {}
    number = -1
    max_length = 0
    heapq.heappush(pq, (manhattan(state), state, (0, manhattan(state), -1)))
    while pq:
        max_length = max(len(pq), max_length)
        cost, current, (g, h, parent) = heapq.heappop(pq)
        number += 1
        trace[number] = (current, g, h, parent)
        closed[tuple(current)] = True
        if h == 0:
            break
        for succ in get_succ(current):
            if tuple(succ) in closed:
                continue
            succ_h = manhattan(succ)
            heapq.heappush(pq, (g + 1 + succ_h, succ, (g + 1, succ_h, number)))
    path = []
    while number != -1:
        path.append(trace[number])
        number = trace[number][3]
    path = path[::-1]
    for current, g, h, parent in path:
        print(current, "h={}".format(h), "moves: {}".format(g))
    print("Max queue length: {}".format(max_length))
    return True
