"""Right: rows of tuples, with the Manhattan distance computed once, in the constructor."""


class Board:
    def __init__(self, tiles):
        self.n = len(tiles)
        self.tiles = tuple(tuple(row) for row in tiles)
        self._hamming = 0
        self._manhattan = 0
        for i in range(self.n):
            for j in range(self.n):
                tile = self.tiles[i][j]
                if tile == 0:
                    self.blank = (i, j)
                    continue
                goal_i, goal_j = divmod(tile - 1, self.n)
                if (i, j) != (goal_i, goal_j):
                    self._hamming += 1
                    self._manhattan += abs(i - goal_i) + abs(j - goal_j)

    def __str__(self):
        width = len(str(self.n * self.n - 1))
        lines = [str(self.n)]
        for row in self.tiles:
            lines.append(" ".join(str(tile).rjust(width) for tile in row))
        return "\n".join(lines)

    def dimension(self):
        return self.n

    def hamming(self):
        return self._hamming

    def manhattan(self):
        return self._manhattan

    def is_goal(self):
        return self._hamming == 0

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Board):
            return False
        return self.tiles == other.tiles

    def __hash__(self):
        return hash(self.tiles)

    def _exchanged(self, a, b):
        rows = [list(row) for row in self.tiles]
        rows[a[0]][a[1]], rows[b[0]][b[1]] = rows[b[0]][b[1]], rows[a[0]][a[1]]
        return Board(rows)

    def neighbors(self):
        i, j = self.blank
        result = []
        if i > 0:
            result.append(self._exchanged((i, j), (i - 1, j)))
        if i < self.n - 1:
            result.append(self._exchanged((i, j), (i + 1, j)))
        if j > 0:
            result.append(self._exchanged((i, j), (i, j - 1)))
        if j < self.n - 1:
            result.append(self._exchanged((i, j), (i, j + 1)))
        return result

    def twin(self):
        row = 0
        if self.tiles[0][0] == 0 or self.tiles[0][1] == 0:
            row = 1
        return self._exchanged((row, 0), (row, 1))
