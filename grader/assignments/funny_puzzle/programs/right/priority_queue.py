"""Right: with queue.PriorityQueue and a dictionary for each node."""
from queue import PriorityQueue

goal_state = [1, 2, 3, 4, 5, 6, 7, 0, 0]


def getHeuristic(state):
    h = 0
    for i in range(0, 9):
        if state[i] == 0:
            continue
        goalIndex = goal_state.index(state[i])
        h += abs(int(i / 3) - int(goalIndex / 3))
        h += abs((i % 3) - (goalIndex % 3))
    return h


def makeMove(state, blank, tile):
    newState = state.copy()
    newState[blank], newState[tile] = newState[tile], newState[blank]
    return newState


def getSuccessors(state):
    successors = []
    for i in range(0, 9):
        if state[i] != 0:
            continue
        # up
        if i - 3 >= 0 and state[i - 3] != 0:
            successors.append(makeMove(state, i, i - 3))
        # down
        if i + 3 <= 8 and state[i + 3] != 0:
            successors.append(makeMove(state, i, i + 3))
        # left
        if i % 3 != 0 and state[i - 1] != 0:
            successors.append(makeMove(state, i, i - 1))
        # right
        if i % 3 != 2 and state[i + 1] != 0:
            successors.append(makeMove(state, i, i + 1))
    return sorted(successors)


def print_succ(state):
    for s in getSuccessors(state):
        print(str(s) + " h=" + str(getHeuristic(s)))


def solve(state):
    pq = PriorityQueue()
    h = getHeuristic(state)
    pq.put((h, state, (0, h, -1)))
    nodes = []
    closed = set()
    maxLength = 0
    while not pq.empty():
        maxLength = max(maxLength, pq.qsize())
        f, current, (g, h, parent) = pq.get()
        nodes.append({"state": current, "g": g, "h": h, "parent": parent})
        closed.add(tuple(current))
        if current == goal_state:
            break
        for s in getSuccessors(current):
            if tuple(s) not in closed:
                newH = getHeuristic(s)
                pq.put((g + 1 + newH, s, (g + 1, newH, len(nodes) - 1)))
    path = []
    node = nodes[-1]
    while True:
        path.append(node)
        if node["parent"] == -1:
            break
        node = nodes[node["parent"]]
    for node in reversed(path):
        print(str(node["state"]) + " h=" + str(node["h"]) + " moves: " + str(node["g"]))
    print("Max queue length: " + str(maxLength))
