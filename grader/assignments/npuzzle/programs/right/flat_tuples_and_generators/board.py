"""Right: one flat tuple, with a table of the moves of the blank, whose neighbors are yielded."""
from functools import lru_cache


@lru_cache(None)
def moves_of_blank(n):
    table = []
    for square in range(n * n):
        row, col = divmod(square, n)
        table.append([square + step for step, ok in ((-n, row > 0), (n, row < n - 1), (-1, col > 0),
                                                     (1, col < n - 1)) if ok])
    return table


class Board:
    __slots__ = "flat", "n", "distance"

    def __init__(self, tiles):
        self._set(tuple(tile for row in tiles for tile in row), len(tiles))

    def _set(self, flat, n):
        self.flat, self.n = flat, n
        self.distance = sum(abs(at // n - (tile - 1) // n) + abs(at % n - (tile - 1) % n)
                            for at, tile in enumerate(flat) if tile)
        return self

    def _with(self, a, b):
        flat = list(self.flat)
        flat[a], flat[b] = flat[b], flat[a]
        return Board.__new__(Board)._set(tuple(flat), self.n)

    def dimension(self):
        return self.n

    def hamming(self):
        return sum(1 for at, tile in enumerate(self.flat, 1) if tile not in (0, at))

    def manhattan(self):
        return self.distance

    def is_goal(self):
        return not self.distance

    def neighbors(self):
        blank = self.flat.index(0)
        for square in moves_of_blank(self.n)[blank]:
            yield self._with(blank, square)

    def twin(self):
        two = (at for at, tile in enumerate(self.flat) if tile)
        return self._with(next(two), next(two))

    def __eq__(self, other):
        if isinstance(other, Board):
            return self.flat == other.flat
        return NotImplemented

    def __hash__(self):
        return hash(self.flat)

    def __str__(self):
        width = len(str(len(self.flat) - 1))
        rows = [self.flat[k:k + self.n] for k in range(0, len(self.flat), self.n)]
        return "\n".join([f"{self.n}"] + [" ".join(f"{tile:>{width}}" for tile in row) for row in rows])
