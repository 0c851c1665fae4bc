class Board:
    def __init__(self, tiles):
        n = len(tiles)
        self.n, self.squares = n, tuple(tile for row in tiles for tile in row)
        self.out_of_place, self.distances = 0, 0
        for square, tile in enumerate(self.squares):
            if tile and square != tile - 1:
                self.out_of_place += 1
                self.distances += abs(square // n - (tile - 1) // n)
                self.distances += abs(square % n - (tile - 1) % n)

    def dimension(self):
        return self.n

    def hamming(self):
        return self.out_of_place

    def manhattan(self):
        return self.distances

    def is_goal(self):
        return self.out_of_place == 0

    def exchanged(self, one, other):
        squares = list(self.squares)
        squares[one], squares[other] = squares[other], squares[one]
        return Board([squares[start : start + self.n] for start in range(0, len(squares), self.n)])

    def twin(self):
        first, second = [square for square, tile in enumerate(self.squares[:3]) if tile][:2]
        return self.exchanged(first, second)

    def neighbors(self):
        found = []
        blank = self.squares.index(0)
        if blank % self.n > 0:
            found.append(self.exchanged(blank, blank - 1))
        if blank % self.n < self.n - 1:
            found.append(self.exchanged(blank, blank + 1))
        if blank >= self.n:
            found.append(self.exchanged(blank, blank - self.n))
        if blank < self.n * (self.n - 1):
            found.append(self.exchanged(blank, blank + self.n))
        return found

    def __eq__(self, other):
        return isinstance(other, Board) and self.squares == other.squares

    def __str__(self):
        lines = [str(self.n)]
        for start in range(0, len(self.squares), self.n):
            lines.append(" ".join(map(str, self.squares[start : start + self.n])))
        return "\n".join(lines)
