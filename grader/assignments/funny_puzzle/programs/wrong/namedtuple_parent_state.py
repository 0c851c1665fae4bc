"""Wrong: a node holds its parent's state, which the heap compares where states are equal."""
from collections import namedtuple
import heapq as hq

Node = namedtuple("Node", "f state parent g h came_from")
WIDTH = 3


def distance_of(tile, at):
    home = tile - 1
    return abs(at // WIDTH - home // WIDTH) + abs(at % WIDTH - home % WIDTH)


def heuristic(state):
    return sum(distance_of(tile, at) for at, tile in enumerate(state) if tile != 0)


def slide(state, hole, at):
    new = list(state)
    new[hole] = new[at]
    new[at] = 0
    return tuple(new)


def next_states(state):
    for hole in range(9):
        if state[hole] != 0:
            continue
        if hole >= 3 and state[hole - 3]:
            yield slide(state, hole, hole - 3)
        if hole <= 5 and state[hole + 3]:
            yield slide(state, hole, hole + 3)
        if hole % 3 > 0 and state[hole - 1]:
            yield slide(state, hole, hole - 1)
        if hole % 3 < 2 and state[hole + 1]:
            yield slide(state, hole, hole + 1)


def print_succ(state):
    for s in sorted(next_states(state)):
        print(f"{list(s)} h={heuristic(s)}")


def solve(state):
    start = tuple(state)
    frontier = [Node(heuristic(start), start, (), 0, heuristic(start), None)]
    explored = set()
    biggest = 0
    while frontier:
        biggest = max(biggest, len(frontier))
        node = hq.heappop(frontier)
        explored.add(node.state)
        if node.h == 0:
            break
        for s in next_states(node.state):
            if s not in explored:
                h = heuristic(s)
                hq.heappush(frontier, Node(node.g + 1 + h, s, node.state, node.g + 1, h, node))
    path = []
    while node is not None:
        path.append(node)
        node = node.came_from
    for node in path[::-1]:
        print(f"{list(node.state)} h={node.h} moves: {node.g}")
    print(f"Max queue length: {biggest}")
