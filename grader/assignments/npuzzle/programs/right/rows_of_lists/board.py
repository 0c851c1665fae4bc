"""Right: rows of lists, copied."""


class Board:
    def __init__(self, tiles):
        self.tiles = [row[:] for row in tiles]
        self.n = len(tiles)

    def __str__(self):
        width = len(str(self.n ** 2 - 1))
        s = str(self.n)
        for row in self.tiles:
            s += "\n" + " ".join(f"{t:{width}d}" for t in row)
        return s

    def dimension(self):
        return self.n

    def hamming(self):
        count = 0
        goal = 1
        for row in self.tiles:
            for t in row:
                if t != 0 and t != goal:
                    count += 1
                goal += 1
        return count

    def manhattan(self):
        dist = 0
        for i in range(self.n):
            for j in range(self.n):
                t = self.tiles[i][j]
                if t == 0:
                    continue
                dist += abs((t - 1) // self.n - i) + abs((t - 1) % self.n - j)
        return dist

    def is_goal(self):
        goal = [(k + 1) % self.n ** 2 for k in range(self.n ** 2)]
        return [t for row in self.tiles for t in row] == goal

    def __eq__(self, other):
        return isinstance(other, Board) and self.tiles == other.tiles

    def find_blank(self):
        for i in range(self.n):
            if 0 in self.tiles[i]:
                return i, self.tiles[i].index(0)

    def neighbors(self):
        i, j = self.find_blank()
        result = []
        for di, dj in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
            k, l = i + di, j + dj
            if 0 <= k < self.n and 0 <= l < self.n:
                new = [row[:] for row in self.tiles]
                new[i][j], new[k][l] = new[k][l], new[i][j]
                result.append(Board(new))
        return result

    def twin(self):
        new = [row[:] for row in self.tiles]
        i = 0 if new[0][0] != 0 and new[0][1] != 0 else 1
        new[i][0], new[i][1] = new[i][1], new[i][0]
        return Board(new)

    def is_solvable(self):
        order = [t for row in self.tiles for t in row if t != 0]
        inversions = sum(a > b for k, a in enumerate(order) for b in order[k + 1:])
        if self.n % 2 == 0:
            inversions += self.n - 1 - self.find_blank()[0]
        return inversions % 2 == 0
