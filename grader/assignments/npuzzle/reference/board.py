"""A board of the N-puzzle, as rows of numbers, 0 for the blank."""

from functools import cache


class Board:
    """A board: its rows, with the place of its blank and its Manhattan distance."""

    def __init__(self, tiles):
        self._rows = [list(row) for row in tiles]
        self._n = len(self._rows)
        self._blank = blank_of(self._rows)
        self._manhattan = manhattan_of(self._rows)

    def dimension(self):
        """The number of rows."""
        return self._n

    def hamming(self):
        """The number of tiles out of place."""
        count, wanted = 0, 1
        for row in self._rows:
            for tile in row:
                if tile and tile != wanted:
                    count += 1
                wanted += 1
        return count

    def manhattan(self):
        """The sum of the tiles' Manhattan distances."""
        return self._manhattan

    def is_goal(self):
        """Whether each tile is on its square."""
        return self._manhattan == 0

    def is_solvable(self):
        """Whether the goal can be reached, by the parity of the inversions."""
        tiles = [tile for row in self._rows for tile in row if tile]
        inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i:])
        if self._n % 2 == 1:
            return inversions % 2 == 0
        return (inversions + self._blank[0]) % 2 == 1

    def twin(self):
        """The board with the first two tiles exchanged in its first row without the blank."""
        rows = [list(row) for row in self._rows]
        i = 0 if rows[0][0] and rows[0][1] else 1
        rows[i][0], rows[i][1] = rows[i][1], rows[i][0]
        return Board(rows)

    def neighbors(self):
        """The boards one move away."""
        boards = []
        i, j = self._blank
        for k, m in (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1):
            if 0 <= k < self._n and 0 <= m < self._n:
                rows = [list(row) for row in self._rows]
                rows[i][j], rows[k][m] = rows[k][m], rows[i][j]
                boards.append(Board(rows))
        return boards

    def __eq__(self, other):
        return isinstance(other, Board) and self._rows == other._rows

    def __hash__(self):
        return hash(tuple(map(tuple, self._rows)))

    def __str__(self):
        lines = [" ".join(f"{tile:2}" for tile in row) for row in self._rows]
        return "\n".join([str(self._n)] + lines)


def blank_of(rows):
    """The blank's (row, column)."""
    for i, row in enumerate(rows):
        if 0 in row:
            return i, row.index(0)


def manhattan_of(rows):
    """The number of rows and columns between the tiles and their squares."""
    total = 0
    for i, row in enumerate(rows):
        total += distance_of(tuple(row), i, len(rows))
    return total


@cache
def distance_of(row, i, n):
    """What the tiles of a row, the i-th of n, add to the distance; moves leave most rows alone."""
    total = 0
    for j, tile in enumerate(row):
        if tile:
            goal_row, goal_column = divmod(tile - 1, n)
            total += abs(i - goal_row) + abs(j - goal_column)
    return total
