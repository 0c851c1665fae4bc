"""Right: a dataclass with one tuple, whose neighbors are a set."""
from dataclasses import dataclass


@dataclass(frozen=True, init=False)
class Board:
    n: int
    cells: tuple

    def __init__(self, tiles):
        object.__setattr__(self, "n", len(tiles))
        object.__setattr__(self, "cells", tuple(t for row in tiles for t in row))

    def __str__(self):
        width = len(str(self.n ** 2 - 1))
        text = [str(self.n)]
        for r in range(self.n):
            text.append(" ".join(format(t, str(width)) for t in self.cells[r * self.n:(r + 1) * self.n]))
        return "\n".join(text)

    def dimension(self):
        return self.n

    def hamming(self):
        return sum(t != k and t > 0 for k, t in enumerate(self.cells, start=1))

    def manhattan(self):
        def away(k, t):
            (r, c), (gr, gc) = divmod(k, self.n), divmod(t - 1, self.n)
            return abs(r - gr) + abs(c - gc)
        return sum(away(k, t) for k, t in enumerate(self.cells) if t)

    def is_goal(self):
        return self.hamming() == 0

    def swapped(self, k, m):
        cells = list(self.cells)
        cells[k], cells[m] = cells[m], cells[k]
        return Board([cells[r:r + self.n] for r in range(0, self.n ** 2, self.n)])

    def neighbors(self):
        k = self.cells.index(0)
        candidates = {k + self.n, k - self.n}
        if k % self.n:
            candidates.add(k - 1)
        if (k + 1) % self.n:
            candidates.add(k + 1)
        return {self.swapped(k, m) for m in candidates if 0 <= m < self.n ** 2}

    def twin(self):
        one, two = (self.cells.index(t) for t in (1, 2))
        return self.swapped(one, two)
