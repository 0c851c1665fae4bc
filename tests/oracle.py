"""What the tests believe of the puzzle with two blanks, worked out without the model solution.

A breadth-first search from the goal knows the depth of every state, a plain textbook A* the transcripts.
"""

from collections import deque
from functools import cache
from heapq import heappop, heappush

GOAL = (1, 2, 3, 4, 5, 6, 7, 0, 0)
ROWS_AND_COLUMNS = [(row, column) for row in range(3) for column in range(3)]


def neighbours(state):
    """The states one move away: each blank looks up, down, left and right for a tile to take in."""
    found = []
    for blank, (row, column) in enumerate(ROWS_AND_COLUMNS):
        if state[blank] == 0:
            for beside in (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1):
                if beside in ROWS_AND_COLUMNS:
                    square = ROWS_AND_COLUMNS.index(beside)
                    if state[square] != 0:
                        after = list(state)
                        after[blank], after[square] = after[square], after[blank]
                        found.append(tuple(after))
    return found


def depths():
    """{state: its least number of moves to the goal}, by breadth-first search from the goal."""
    return depths_to(GOAL)


@cache
def depths_to(goal):
    """{state: its least number of moves to a goal of any number of tiles}, by breadth-first search from it."""
    depth, frontier = {goal: 0}, deque([goal])
    while frontier:
        state = frontier.popleft()
        for after in neighbours(state):
            if after not in depth:
                depth[after] = depth[state] + 1
                frontier.append(after)
    return depth


def manhattan(state):
    """The sum over the tiles of the rows and columns between each and its goal."""
    total = 0
    for tile in range(1, 8):
        row, column = ROWS_AND_COLUMNS[state.index(tile)]
        goal_row, goal_column = ROWS_AND_COLUMNS[GOAL.index(tile)]
        total += abs(row - goal_row) + abs(column - goal_column)
    return total


def textbook_a_star(state):
    """(The path as a list of states, the maximum queue length), as the assignment describes the search."""
    start = list(state)
    queue, popped, visited, longest = [], [], set(), 0
    heappush(queue, (manhattan(start), start, (0, manhattan(start), -1)))
    while True:
        longest = max(longest, len(queue))
        entry = heappop(queue)
        popped.append(entry)
        _, current, (g, _, parent) = entry
        visited.add(tuple(current))
        if tuple(current) == GOAL:
            break
        for after in neighbours(current):
            if after not in visited:
                h = manhattan(after)
                heappush(queue, (g + 1 + h, list(after), (g + 1, h, len(popped) - 1)))
    path = [current]
    while parent >= 0:
        _, current, (_, _, parent) = popped[parent]
        path.insert(0, current)
    return path, longest


def solve_transcript(state):
    """What `solve` must print for a state."""
    path, longest = textbook_a_star(state)
    rows = [f"{on_path} h={manhattan(on_path)} moves: {moves}" for moves, on_path in enumerate(path)]
    return "\n".join([*rows, f"Max queue length: {longest}"]) + "\n"


def succ_transcript(state):
    """What `print_succ` must print for a state."""
    return "".join(f"{list(after)} h={manhattan(after)}\n" for after in sorted(neighbours(state)))


def complaint(state, transcript):
    """What makes the path in a transcript of `solve` no shortest path from the state, or ""."""
    *rows, last = transcript.splitlines()
    path = [eval(row.partition(" h=")[0]) for row in rows]
    if path[0] != list(state) or path[-1] != list(GOAL):
        return "it does not lead from the state to the goal"
    if any(tuple(after) not in neighbours(before) for before, after in zip(path, path[1:])):
        return "a step is no move"
    if rows != [f"{on_path} h={manhattan(on_path)} moves: {moves}" for moves, on_path in enumerate(path)]:
        return "an h or a number of moves is wrong"
    return "" if len(path) - 1 == depths()[tuple(state)] else "it is not a shortest one"


# ---- The other editions ----

def goal_for(state):
    """The goal for a state of any number of tiles: those in order, then the blanks."""
    tiles = sorted(tile for tile in state if tile != 0)
    return (*tiles, *[0] * (9 - len(tiles)))


def manhattan_to(goal, state):
    """The sum over the tiles of the rows and columns between each and its place in the goal."""
    total = 0
    for tile in filter(None, state):
        row, column = ROWS_AND_COLUMNS[list(state).index(tile)]
        goal_row, goal_column = ROWS_AND_COLUMNS[goal.index(tile)]
        total += abs(row - goal_row) + abs(column - goal_column)
    return total


def cheaper_g_a_star(start):
    """(The path, the maximum queue length) of the A* that pushes a successor only if it is cheaper than ever."""
    nodes, queue, cost, longest = [], [], {tuple(start): 0}, 0
    heappush(queue, (manhattan(start), tuple(start), 0, manhattan(start), -1, [start]))
    while queue:
        longest = max(longest, len(queue))
        _, current, g, _, _, path = heappop(queue)
        if current == GOAL:
            return [list(state) for state in path], longest
        for after in neighbours(current):
            if after not in cost or g + 1 < cost[after]:
                cost[after], h = g + 1, manhattan(after)
                heappush(queue, (g + 1 + h, after, g + 1, h, len(nodes), [*path, after]))
        nodes.append(current)


def any_tiles_a_star(start):
    """(The path, the maximum queue length) of the A* for any number of tiles; None where there is no path."""
    goal = goal_for(start)
    if tuple(start) not in depths_to(goal):
        return None
    h = manhattan_to(goal, start)
    queue, visited, popped, longest = [(h, tuple(start), 0, h, -1, [start])], set(), 0, 1
    while True:
        longest = max(longest, len(queue))
        _, current, g, _, _, path = heappop(queue)
        if current == goal:
            return [list(state) for state in path], longest
        visited.add(current)
        for after in neighbours(current):
            if after not in visited:
                h = manhattan_to(goal, after)
                heappush(queue, (g + 1 + h, after, g + 1, h, popped, [*path, after]))
        popped += 1


def edition_transcript(edition, function, state):
    """What a function must print for a state under one of the other editions."""
    goal = goal_for(state)
    if function == "print_succ":
        return "".join(f"{list(after)} h={manhattan_to(goal, after)}\n" for after in sorted(neighbours(state)))
    found = {"cheaper-g": cheaper_g_a_star, "any-tiles": any_tiles_a_star}[edition](state)
    if found is None:
        return "False\n"
    rows = [f"{on_path} h={manhattan_to(goal, on_path)} moves: {moves}" for moves, on_path in enumerate(found[0])]
    first = ["True"] if edition == "any-tiles" else []
    return "\n".join([*first, *rows, f"Max queue length: {found[1]}"]) + "\n"
