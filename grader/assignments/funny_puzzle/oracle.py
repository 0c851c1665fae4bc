"""What must be printed, worked out without the model solutions, of which no code is used.

Of the puzzle with two blanks a breadth-first search from the goal knows the depth of every state, a
plain textbook A* the transcripts.
"""

import json
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
            for beside in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                if beside in ROWS_AND_COLUMNS:
                    square = ROWS_AND_COLUMNS.index(beside)
                    if state[square] != 0:
                        after = list(state)
                        after[blank], after[square] = after[square], after[blank]
                        found.append(tuple(after))
    return found


@cache
def depths(goal=GOAL):
    """{state: its least number of moves to the goal}, by breadth-first search from the goal."""
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
    for tile in filter(None, state):
        row, column = ROWS_AND_COLUMNS[state.index(tile)]
        goal_row, goal_column = ROWS_AND_COLUMNS[tile - 1]
        total += abs(row - goal_row) + abs(column - goal_column)
    return total


def goal_of(state):
    """The goal that has the tiles of a state: in order, before the blanks."""
    tiles = sorted(filter(None, state))
    return (*tiles, *[0] * (len(state) - len(tiles)))


def textbook_a_star(state, edition=""):
    """(The path as a list of states, the maximum queue length), as the assignment describes the
    search.

    In the edition cheaper-g a state is pushed if its g is below the best ever pushed for it.
    """
    start, goal = list(state), goal_of(state)
    queue, popped, visited, best, longest = [], [], set(), {tuple(state): 0}, 0
    heappush(queue, (manhattan(start), start, (0, manhattan(start), -1)))
    while True:
        longest = max(longest, len(queue))
        entry = heappop(queue)
        popped.append(entry)
        _, current, (g, _, parent) = entry
        visited.add(tuple(current))
        if tuple(current) == goal:
            break
        for after in neighbours(current):
            if g + 1 < best.get(after, 99) if edition == "cheaper-g" else after not in visited:
                best[after] = g + 1
                h = manhattan(after)
                heappush(queue, (g + 1 + h, list(after), (g + 1, h, len(popped) - 1)))
    path = [current]
    while parent >= 0:
        _, current, (_, _, parent) = popped[parent]
        path.insert(0, current)
    return path, longest


def solve_transcript(state, edition=""):
    """What `solve` must print for a state."""
    answered = edition == "any-tiles"
    if answered and tuple(state) not in depths(goal_of(state)):
        return "False\n"
    path, longest = textbook_a_star(state, edition)
    rows = [
        f"{on_path} h={manhattan(on_path)} moves: {moves}" for moves, on_path in enumerate(path)
    ]
    return "\n".join([*["True"] * answered, *rows, f"Max queue length: {longest}"]) + "\n"


def succ_transcript(state):
    """What `print_succ` must print for a state."""
    return "".join(f"{list(after)} h={manhattan(after)}\n" for after in sorted(neighbours(state)))


def transcript_of(function, state, edition=""):
    """What one of the two functions must print for a state under an edition."""
    return succ_transcript(state) if function == "print_succ" else solve_transcript(state, edition)


def complaint(state, transcript):
    """What makes the path in a transcript of `solve` no shortest path from the state, or ""."""
    *rows, _ = transcript.splitlines() or [""]
    try:
        path = [json.loads(row.partition(" h=")[0]) for row in rows]
    except ValueError:
        return "it is not made of states"
    if not path or path[0] != list(state) or path[-1] != list(goal_of(state)):
        return "it does not lead from the state to the goal"
    if any(tuple(after) not in neighbours(before) for before, after in zip(path, path[1:])):
        return "a step is no move"
    if rows != [
        f"{on_path} h={manhattan(on_path)} moves: {moves}" for moves, on_path in enumerate(path)
    ]:
        return "an h or a number of moves is wrong"
    return (
        "" if len(path) - 1 == depths(goal_of(state))[tuple(state)] else "it is not a shortest one"
    )


# ---- A check ----


def called_again(check, transcript, edition):
    """What is wrong with a transcript of several calls in one process, or ""."""
    states = [state for (state,) in (check.arguments, *check.further)]
    wanted = "".join(transcript_of(check.function, state, edition) for state in states)
    return "" if transcript == wanted else "it is not what the calls print one by one"


def proof(check, transcript, edition=""):
    """What is wrong with a transcript of a check of `funny_puzzle` under an edition, or ""."""
    if not check.function:
        return "it prints when it is imported" if transcript else ""
    if check.further:
        return called_again(check, transcript, edition)
    (state,) = check.arguments
    if check.function == "print_succ":
        return (
            ""
            if transcript == succ_transcript(state)
            else "it does not list the successors, ascending"
        )
    path = transcript.removeprefix("True\n") if edition == "any-tiles" else transcript
    if path != "False\n" and (found := complaint(state, path)):
        return found
    plain = solve_transcript(state, edition)
    return "" if transcript == plain else "another answer or queue length, by a plain A*"
