"""Right: slow, for it copies deeply, and adds up the Manhattan distance whenever it is asked for."""
import copy


class Board:

    def __init__(self, tiles):
        self.tiles = copy.deepcopy(tiles)
        self.n = len(tiles)

    def __str__(self):
        s = str(self.n) + "\n"
        for i in range(self.n):
            for j in range(self.n):
                t = str(self.tiles[i][j])
                while len(t) < len(str(self.n * self.n - 1)):
                    t = " " + t
                s += t + " "
            s += "\n"
        return s

    def dimension(self):
        return self.n

    def hamming(self):
        count = 0
        for i in range(self.n):
            for j in range(self.n):
                if self.tiles[i][j] != 0 and self.tiles[i][j] != i * self.n + j + 1:
                    count = count + 1
        return count

    def manhattan(self):
        total = 0
        for i in range(self.n):
            for j in range(self.n):
                if self.tiles[i][j] != 0:
                    row = (self.tiles[i][j] - 1) // self.n
                    col = (self.tiles[i][j] - 1) % self.n
                    total = total + abs(row - i) + abs(col - j)
        return total

    def is_goal(self):
        if self.hamming() == 0:
            return True
        else:
            return False

    def __eq__(self, other):
        if other is None:
            return False
        if type(self) != type(other):
            return False
        if self.n != other.n:
            return False
        for i in range(self.n):
            for j in range(self.n):
                if self.tiles[i][j] != other.tiles[i][j]:
                    return False
        return True

    def swap(self, i, j, k, l):
        new = [row[:] for row in self.tiles]
        temp = new[i][j]
        new[i][j] = new[k][l]
        new[k][l] = temp
        return Board(new)

    def neighbors(self):
        neighbors = []
        for i in range(self.n):
            for j in range(self.n):
                if self.tiles[i][j] == 0:
                    if i - 1 >= 0:
                        neighbors.append(self.swap(i, j, i - 1, j))
                    if i + 1 < self.n:
                        neighbors.append(self.swap(i, j, i + 1, j))
                    if j - 1 >= 0:
                        neighbors.append(self.swap(i, j, i, j - 1))
                    if j + 1 < self.n:
                        neighbors.append(self.swap(i, j, i, j + 1))
        return neighbors

    def twin(self):
        for i in range(self.n):
            if self.tiles[i][0] != 0 and self.tiles[i][1] != 0:
                return self.swap(i, 0, i, 1)
