"""Wrong: a dataclass with eq=False, which leaves == to compare identities."""

from dataclasses import dataclass


@dataclass(eq=False)
class Board:
    tiles: list

    def __post_init__(self):
        self.tiles = [list(row) for row in self.tiles]

    def dimension(self):
        return len(self.tiles)

    def __str__(self):
        rows = [" ".join("%2d" % tile for tile in row) for row in self.tiles]
        return "\n".join([str(self.dimension()), *rows])

    def places(self):
        n = self.dimension()
        for i in range(n):
            for j in range(n):
                if self.tiles[i][j]:
                    yield i, j, *divmod(self.tiles[i][j] - 1, n)

    def hamming(self):
        return sum((i, j) != (k, m) for i, j, k, m in self.places())

    def manhattan(self):
        return sum(abs(i - k) + abs(j - m) for i, j, k, m in self.places())

    def is_goal(self):
        return self.manhattan() == 0

    def swapped(self, i, j, k, m):
        tiles = [list(row) for row in self.tiles]
        tiles[i][j], tiles[k][m] = tiles[k][m], tiles[i][j]
        return Board(tiles)

    def neighbors(self):
        n = self.dimension()
        i, j = next((i, row.index(0)) for i, row in enumerate(self.tiles) if 0 in row)
        steps = ((0, -1), (0, 1), (-1, 0), (1, 0))
        return [
            self.swapped(i, j, i + di, j + dj)
            for di, dj in steps
            if i + di in range(n) and j + dj in range(n)
        ]

    def twin(self):
        i = next(i for i, row in enumerate(self.tiles) if 0 not in row)
        return self.swapped(i, 0, i, 1)

    def is_solvable(self):
        n = self.dimension()
        order = [tile for row in self.tiles for tile in row if tile]
        inversions = sum(a > b for k, a in enumerate(order) for b in order[k:])
        blank_row = next(i for i, row in enumerate(self.tiles) if 0 in row)
        return (inversions + (0 if n % 2 else n - 1 - blank_row)) % 2 == 0
