"""Wrong: h of the template was never written: it is 0."""
import heapq


def get_distance(from_state, to_state=[1, 2, 3, 4, 5, 6, 7, 0, 0]):
    """
    TODO: the Manhattan distance between two states, without the blanks.
    """
    distance = 0
    return distance


def get_successors(state):
    successor_list = []
    for blank in range(len(state)):
        if state[blank] != 0:
            continue
        neighbors = []
        if blank > 2:
            neighbors.append(blank - 3)
        if blank < 6:
            neighbors.append(blank + 3)
        if blank % 3 != 0:
            neighbors.append(blank - 1)
        if blank % 3 != 2:
            neighbors.append(blank + 1)
        for neighbor in neighbors:
            if state[neighbor] == 0:
                continue
            successor = state.copy()
            successor[blank] = state[neighbor]
            successor[neighbor] = state[blank]
            successor_list.append(successor)
    return sorted(successor_list)


def print_succ(state):
    for successor in get_successors(state):
        print(successor, "h={}".format(get_distance(successor)))


def solve(state, goal=[1, 2, 3, 4, 5, 6, 7, 0, 0]):
    state_list = []
    pq = []
    visited = {}
    parents = []
    max_length = 0
    h = get_distance(state)
    heapq.heappush(pq, (h, state, (0, h, -1)))
    while pq:
        max_length = max(len(pq), max_length)
        item = heapq.heappop(pq)
        parents.append(item)
        visited[str(item[1])] = True
        if item[1] == goal:
            break
        for successor in get_successors(item[1]):
            if str(successor) in visited:
                continue
            g = item[2][0] + 1
            h = get_distance(successor)
            heapq.heappush(pq, (g + h, successor, (g, h, len(parents) - 1)))
    while item[2][2] != -1:
        state_list.append([item[1], item[2][1], item[2][0]])
        item = parents[item[2][2]]
    state_list.append([item[1], item[2][1], item[2][0]])
    state_list.reverse()
    for entry in state_list:
        print(entry[0], "h={}".format(entry[1]), "moves: {}".format(entry[2]))
    print("Max queue length: {}".format(max_length))
