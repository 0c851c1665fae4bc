"""Right: one flat list, the number of inversions tells whether it is solvable."""
from typing import List


class Board(object):
    """An n-by-n board of sliding tiles."""

    def __init__(self, tiles: List[List[int]]):
        self.n = len(tiles)
        self._flat = []
        for row in tiles:
            self._flat.extend(row)

    def __repr__(self) -> str:
        return "Board of " + ",".join(map(str, self._flat))

    def __str__(self) -> str:
        w = len(str(self.n ** 2 - 1))
        out = "%d\n" % self.n
        for i in range(self.n):
            row = self._flat[i * self.n:(i + 1) * self.n]
            out += " ".join("%*d" % (w, t) for t in row) + "\n"
        return out

    def dimension(self) -> int:
        return self.n

    def hamming(self) -> int:
        return len([i for i, t in enumerate(self._flat) if t != 0 and t != i + 1])

    def manhattan(self) -> int:
        total, n = 0, self.n
        for i, t in enumerate(self._flat):
            if t:
                total += abs(i // n - (t - 1) // n) + abs(i % n - (t - 1) % n)
        return total

    def is_goal(self) -> bool:
        return self._flat == list(range(1, self.n * self.n)) + [0]

    def __eq__(self, y) -> bool:
        return type(y) is Board and self._flat == y._flat

    def __ne__(self, y) -> bool:
        return not self == y

    def __hash__(self):
        return hash(tuple(self._flat))

    def _swap(self, a: int, b: int) -> "Board":
        flat = self._flat.copy()
        flat[a], flat[b] = flat[b], flat[a]
        return Board([flat[k:k + self.n] for k in range(0, len(flat), self.n)])

    def neighbors(self) -> "List[Board]":
        z = self._flat.index(0)
        r, c = divmod(z, self.n)
        found = []
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if 0 <= r + dr < self.n and 0 <= c + dc < self.n:
                found.append(self._swap(z, (r + dr) * self.n + c + dc))
        return found

    def twin(self) -> "Board":
        last = len(self._flat) - 1
        a, b = [k for k in (last, last - 1, last - 2) if self._flat[k] != 0][:2]
        return self._swap(a, b)

    def is_solvable(self) -> bool:
        order = [t for t in self._flat if t != 0]
        inversions = 0
        for i in range(len(order)):
            for j in range(i + 1, len(order)):
                if order[i] > order[j]:
                    inversions += 1
        if self.n % 2 == 1:
            return inversions % 2 == 0
        blank_row = self._flat.index(0) // self.n
        return (inversions + blank_row) % 2 == 1
