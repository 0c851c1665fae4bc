"""Wrong: nothing remembers the states that were popped."""
from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush

Grid = tuple[int, ...]
FINISHED: Grid = (1, 2, 3, 4, 5, 6, 7, 0, 0)


@dataclass(order=True, frozen=True)
class Step:
    priority: int
    grid: Grid
    number: int
    moves: int = field(compare=False)
    previous: Step | None = field(compare=False, default=None)


def to_go(grid: Grid) -> int:
    """Manhattan distance to the goal."""
    return sum(
        abs(here // 3 - there // 3) + abs(here % 3 - there % 3)
        for here, there in ((i, tile - 1) for i, tile in enumerate(grid) if tile)
    )


def options(grid: Grid) -> list[Grid]:
    """All that can be reached in one move."""
    reachable: list[Grid] = []
    for hole in (i for i in range(9) if not grid[i]):
        for offset in (-3, 3, -1, 1):
            tile = hole + offset
            if not 0 <= tile <= 8 or not grid[tile]:
                continue
            if offset in (-1, 1) and hole // 3 != tile // 3:
                continue
            after = list(grid)
            after[hole], after[tile] = after[tile], after[hole]
            reachable.append(tuple(after))
    return sorted(reachable)


def print_succ(state: list[int]) -> None:
    for grid in options(tuple(state)):
        print(f"{list(grid)} h={to_go(grid)}")


def solve(state: list[int]) -> None:
    start = tuple(state)
    todo = [Step(to_go(start), start, -1, 0)]
    longest, pops = 1, 0
    step = heappop(todo)
    while step.grid != FINISHED:
        for grid in options(step.grid):
            cost = step.moves + 1
            heappush(todo, Step(cost + to_go(grid), grid, pops, cost, step))
        longest = max(longest, len(todo))
        pops += 1
        step = heappop(todo)
    steps: list[Step] = []
    current: Step | None = step
    while current:
        steps.append(current)
        current = current.previous
    for taken in reversed(steps):
        print(f"{list(taken.grid)} h={to_go(taken.grid)} moves: {taken.moves}")
    print(f"Max queue length: {longest}")
