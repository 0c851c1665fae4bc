"""Right: ordered dataclasses in the heap."""
from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import Iterator, List, Optional


@dataclass(order=True)
class Entry:
    f: int
    state: List[int]
    born: int
    g: int = field(compare=False)
    h: int = field(compare=False)
    parent: Optional[Entry] = field(compare=False, default=None)

    def path(self) -> List[Entry]:
        before = self.parent.path() if self.parent else []
        return before + [self]


def estimate(state: List[int]) -> int:
    rows = sum(abs(i // 3 - (t - 1) // 3) for i, t in enumerate(state) if t > 0)
    columns = sum(abs(i % 3 - (t - 1) % 3) for i, t in enumerate(state) if t > 0)
    return rows + columns


def neighbors(state: List[int]) -> Iterator[List[int]]:
    for blank in range(9):
        if state[blank] == 0:
            x, y = blank % 3, blank // 3
            for dx, dy in [(0, -1), (0, 1), (-1, 0), (1, 0)]:
                if x + dx in range(3) and y + dy in range(3):
                    tile = (y + dy) * 3 + (x + dx)
                    if state[tile]:
                        moved = list(state)
                        moved[blank], moved[tile] = state[tile], 0
                        yield moved


def print_succ(state: List[int]) -> None:
    for successor in sorted(neighbors(state)):
        print(f"{successor} h={estimate(successor)}")


def solve(state: List[int]) -> None:
    h = estimate(state)
    heap = [Entry(h, list(state), -1, 0, h)]
    closed = set()
    biggest = 0
    pops = 0
    while heap:
        biggest = max(biggest, len(heap))
        entry = heapq.heappop(heap)
        closed.add(tuple(entry.state))
        if entry.state == [1, 2, 3, 4, 5, 6, 7, 0, 0]:
            break
        for successor in neighbors(entry.state):
            if tuple(successor) not in closed:
                h = estimate(successor)
                g = entry.g + 1
                heapq.heappush(heap, Entry(g + h, successor, pops, g, h, entry))
        pops += 1
    for entry in entry.path():
        print(f"{entry.state} h={entry.h} moves: {entry.g}")
    print(f"Max queue length: {biggest}")
