"""The 3-by-3 sliding puzzle, solved by A*. A state is nine numbers; 0 is a blank."""

from functools import cache
from heapq import heappop, heappush


# States are bytes, as these hash and compare faster than tuples.
GOAL = bytes([1, 2, 3,
              4, 5, 6,
              7, 0, 0])


def distance(a, b):
    """The Manhattan distance between two squares."""
    return abs(a // 3 - b // 3) + abs(a % 3 - b % 3)


BESIDE = [[b for b in range(9) if distance(a, b) == 1] for a in range(9)]
H = [[distance(GOAL.index(tile), square) if tile else 0 for square in range(9)]
     for tile in range(8)]


@cache
def manhattan(state):
    """h of a state: the sum of the tiles' distances from their squares in the goal."""
    return sum(H[tile][square] for square, tile in enumerate(state))


@cache
def successors(state):
    """The states one move away."""
    moved = []
    for blank in range(9):
        if state[blank] == 0:
            for square in BESIDE[blank]:
                if state[square] != 0:
                    after = list(state)
                    after[blank], after[square] = after[square], 0
                    moved.append(bytes(after))
    return moved


def a_star(start):
    """(A shortest path from the start to the goal, the maximum queue length)."""
    h = manhattan(start)
    queue = [(h, start, (0, h, -1))]
    popped = []  # (state, index in `popped` of its parent)
    visited = set()
    max_queue_length = 0
    while True:
        max_queue_length = max(max_queue_length, len(queue))
        _, state, (g, h, parent) = heappop(queue)
        popped.append((state, parent))
        if state == GOAL:
            return path_to(popped), max_queue_length
        visited.add(state)
        here = len(popped) - 1
        for after in successors(state):
            if after not in visited:
                new_g, new_h = g + 1, manhattan(after)
                heappush(queue, (new_g + new_h, after, (new_g, new_h, here)))


def path_to(popped):
    """The states from the start to the last popped state."""
    path, number = [], len(popped) - 1
    while number != -1:
        state, number = popped[number]
        path.append(state)
    return path[::-1]


# ---- What the assignment asks for ----

def print_succ(state):
    """Print each successor of the state and its h."""
    start = bytes(state)
    for after in sorted(successors(start)):
        h = manhattan(after)
        print(f"{list(after)} h={h}")


def solve(state):
    """Print a shortest path from the state to the goal, and the maximum queue length."""
    path, max_queue_length = a_star(bytes(state))
    for moves, on_path in enumerate(path):
        h = manhattan(on_path)
        print(f"{list(on_path)} h={h} moves: {moves}")
    print(f"Max queue length: {max_queue_length}")
