"""The transcripts of `funny_puzzle`, computed without any code of the model solution.

A breadth-first search from the goal gives the depth of every state, and a plain textbook A* the
transcripts.
"""

import json
import re
from collections import deque
from collections.abc import Sequence
from functools import cache
from heapq import heappop, heappush

from grader.records.checks import Check


State = tuple[int, ...]
Path = list[list[int]]

GOAL = (1, 2, 3, 4, 5, 6, 7, 0, 0)
ROWS_AND_COLUMNS = [(row, column) for row in range(3) for column in range(3)]


def neighbors(state: Sequence[int]) -> list[State]:
    """The states one move away: the tiles above, below, left and right of a blank slide into it."""
    states = []
    for blank, (row, column) in enumerate(ROWS_AND_COLUMNS):
        if state[blank] != 0:
            continue
        for beside in (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1):
            if beside in ROWS_AND_COLUMNS:
                square = ROWS_AND_COLUMNS.index(beside)
                if state[square] != 0:
                    after = list(state)
                    after[blank], after[square] = after[square], after[blank]
                    states.append(tuple(after))
    return states


@cache
def depths(goal: State = GOAL) -> dict[State, int]:
    """{state: its least number of moves to the goal}, by breadth-first search from the goal."""
    depth, frontier = {goal: 0}, deque([goal])
    while frontier:
        state = frontier.popleft()
        for after in neighbors(state):
            if after not in depth:
                depth[after] = depth[state] + 1
                frontier.append(after)
    return depth


def manhattan(state: Sequence[int]) -> int:
    """The number of rows and columns between each tile and its square in the goal, summed up."""
    total = 0
    for tile in filter(None, state):
        row, column = ROWS_AND_COLUMNS[state.index(tile)]
        goal_row, goal_column = ROWS_AND_COLUMNS[tile - 1]
        total += abs(row - goal_row) + abs(column - goal_column)
    return total


def goal_of(state: Sequence[int]) -> State:
    """The goal for the tiles of a state: the tiles in ascending order, then the blanks."""
    tiles = sorted(filter(None, state))
    return (*tiles, *[0] * (len(state) - len(tiles)))


Entry = tuple[int, list[int], tuple[int, int, int]]  # (f, state, (g, h, index of the parent))


def textbook_a_star(state: Sequence[int], edition: str = "") -> tuple[Path, int]:
    """(The path as a list of states, the maximum queue length), as the assignment describes the
    search.

    In the editions with cheaper-g a state is pushed if its g is below the best ever pushed for it.
    """
    start, goal = list(state), goal_of(state)
    queue: list[Entry] = [(manhattan(start), start, (0, manhattan(start), -1))]
    popped: list[Entry] = []
    visited, best, longest = set(), {tuple(state): 0}, 0
    while True:
        longest = max(longest, len(queue))
        entry = heappop(queue)
        popped.append(entry)
        _, current, (g, _, _) = entry
        visited.add(tuple(current))
        if tuple(current) == goal:
            return _path(popped), longest
        for after in neighbors(current):
            is_pushed = after not in visited
            if edition.endswith("cheaper-g"):
                is_pushed = g + 1 < best.get(after, 99)
            if is_pushed:
                best[after] = g + 1
                h = manhattan(after)
                heappush(queue, (g + 1 + h, list(after), (g + 1, h, len(popped) - 1)))


def _path(popped: list[Entry]) -> Path:
    """The states from the start to the last popped entry."""
    path: Path = []
    index = len(popped) - 1
    while index >= 0:
        _, state, (_, _, index) = popped[index]
        path.insert(0, state)
    return path


def _rows(path: Sequence[Sequence[int]]) -> list[str]:
    """The lines that show a path."""
    return [f"{[*state]} h={manhattan(state)} moves: {moves}" for moves, state in enumerate(path)]


def solve_transcript(state: Sequence[int], edition: str = "") -> str:
    """The output that `solve` must print for a state."""
    head = ["True"] if edition.startswith("any-tiles") else []
    if head and tuple(state) not in depths(goal_of(state)):
        return "False\n"
    path, longest = textbook_a_star(state, edition)
    return "\n".join([*head, *_rows(path), f"Max queue length: {longest}"]) + "\n"


def succ_transcript(state: Sequence[int]) -> str:
    """The output that `print_succ` must print for a state."""
    return "".join(f"{list(after)} h={manhattan(after)}\n" for after in sorted(neighbors(state)))


def transcript_of(function: str, state: Sequence[int], edition: str = "") -> str:
    """The output that one of the two functions must print for a state under an edition."""
    return succ_transcript(state) if function == "print_succ" else solve_transcript(state, edition)


def complaint(state: Sequence[int], transcript: str) -> str:
    """The reason why the path in `solve`'s transcript is not a shortest path, "" if it is one."""
    *rows, _ = transcript.splitlines() or [""]
    try:
        path = [json.loads(row.partition(" h=")[0]) for row in rows]
    except ValueError:
        return "it is not made of states"
    if not path or path[0] != list(state) or path[-1] != list(goal_of(state)):
        return "it does not lead from the state to the goal"
    if any(tuple(after) not in neighbors(before) for before, after in zip(path, path[1:])):
        return "a step is no move"
    if rows != _rows(path):
        return "an h or a number of moves is wrong"
    is_shortest = len(path) - 1 == depths(goal_of(state))[tuple(state)]
    return "" if is_shortest else "it is not a shortest one"


@cache
def name_of(state: State) -> str:
    """The name of an instance: its moves and its maximum queue length; "" if it has no solution."""
    if state not in depths(goal_of(state)):
        return ""
    path, longest = textbook_a_star(state)
    return f"funny{len(path) - 1:02}-{longest}"


# ---- A check ----


def proof(check: Check, transcript: str, edition: str = "") -> str:
    """The problem of a transcript of a `funny_puzzle` check under an edition, "" if it is right."""
    if not check.function:
        return "it prints when it is imported" if transcript else ""
    states = [state for (state,) in check.calls]
    instance = check.name.partition("/")[2]
    if re.fullmatch("funny[0-9]+-[0-9]+", instance) and instance != name_of(tuple(states[0])):
        return f"its instance should be called {name_of(tuple(states[0])) or 'otherwise'}"
    is_right = transcript == "".join(
        transcript_of(check.function, state, edition) for state in states
    )
    if check.further:
        return "" if is_right else "it is not what the calls print one by one"
    if check.function == "print_succ":
        return "" if is_right else "it does not list the successors, ascending"
    path = transcript.removeprefix("True\n") if edition.startswith("any-tiles") else transcript
    if path != "False\n" and (problem := complaint(states[0], path)):
        return problem
    return "" if is_right else "another answer or queue length, by a plain A*"
