"""Wrong: the class Solver is all there is in solver.py, so that as a program it prints nothing."""


class Board:
    def __init__(self, tiles):
        self.grid = []
        for row in tiles:
            self.grid.append(list(row))

    def dimension(self):
        return len(self.grid)

    def __str__(self):
        text = str(len(self.grid)) + "\n"
        for row in self.grid:
            for tile in row:
                text = text + "%3d" % tile
            text = text + "\n"
        return text

    def hamming(self):
        wrong = 0
        for r, row in enumerate(self.grid):
            for c, tile in enumerate(row):
                if tile and tile != r * len(self.grid) + c + 1:
                    wrong += 1
        return wrong

    def manhattan(self):
        total = 0
        for r, row in enumerate(self.grid):
            for c, tile in enumerate(row):
                if tile:
                    goal_r, goal_c = divmod(tile - 1, len(self.grid))
                    total += abs(goal_r - r) + abs(goal_c - c)
        return total

    def is_goal(self):
        return self.hamming() == 0

    def __eq__(self, other):
        if type(other) is not Board:
            return False
        return self.grid == other.grid

    def exchange(self, a, b):
        copy = Board(self.grid)
        (i, j), (k, m) = a, b
        copy.grid[i][j], copy.grid[k][m] = copy.grid[k][m], copy.grid[i][j]
        return copy

    def neighbors(self):
        n = len(self.grid)
        r, c = [(r, row.index(0)) for r, row in enumerate(self.grid) if 0 in row][0]
        around = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
        return [self.exchange((r, c), (i, j)) for i, j in around if 0 <= i < n and 0 <= j < n]

    def twin(self):
        row = 1 if 0 in self.grid[0][:2] else 0
        return self.exchange((row, 0), (row, 1))
