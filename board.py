"""An immutable board of the N-puzzle: N*N - 1 tiles and a blank, on N by N squares.

>>> board = Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]])
>>> board.hamming(), board.manhattan(), board.is_goal(), board.is_solvable()
(4, 4, False, True)
>>> for neighbor in board.neighbors():
...     print(neighbor)
3
4 1 3
0 2 5
7 8 6
3
1 0 3
4 2 5
7 8 6

The words used below:
    n          the dimension: rows, and columns, of the board
    square     0 to n*n - 1, row by row
    tile       1 to n*n - 1; 0 is the blank
    line       a row or a column, by its number, where either will do
"""

import re
import reprlib
import sys
from functools import lru_cache
from operator import index, ne

if __name__ == "__main__" and sys.version_info < (3, 10):
    sys.exit(print("board.py: expected Python 3.10 or newer, got", sys.version.split()[0], file=sys.stderr) or 2)

SIZES = range(2, 128)
LONGEST_FILE = 1 << 20  # characters; a board of the largest size takes a tenth of that


# ---- The puzzle's geometry, computed once for each dimension ----

@lru_cache(maxsize=None)
def goal(n):
    """The tile on each square of the goal.

    >>> goal(2)
    (1, 2, 3, 0)
    """
    return (*range(1, n * n), 0)


@lru_cache(maxsize=None)
def goal_lines(n):
    """(The row of each tile's goal square, the column of it), each indexed by the tile.

    >>> goal_lines(2)
    ((1, 0, 0, 1), (1, 0, 1, 0))
    """
    squares = [n * n - 1, *range(n * n - 1)]
    return tuple(square // n for square in squares), tuple(square % n for square in squares)


@lru_cache(maxsize=None)
def slides(n):
    """For each square of the blank, the tiles that can slide into it: those above, below, left and right.

    Each is (the tile's square, its lines in the goal, its line before, its line after), where the lines
    are rows or columns, whichever the slide changes.

    >>> [square for square, *_ in slides(3)[4]], [square for square, *_ in slides(3)[0]]
    ([1, 7, 3, 5], [3, 1])
    """
    rows, columns = goal_lines(n)
    table = []
    for blank in range(n * n):
        row, column = divmod(blank, n)
        around = [(blank - n, rows, row - 1, row), (blank + n, rows, row + 1, row),
                  (blank - 1, columns, column - 1, column), (blank + 1, columns, column + 1, column)]
        table.append([slide for slide in around if 0 <= slide[2] < n])
    return table


# ---- The board ----

class Board:
    """An n-by-n board, from a sequence of n sequences of n integers; 0 is the blank.

    Every method takes O(n*n) or less. TypeError or ValueError names everything that is wrong with `tiles`.

    >>> Board([[1, 2], [3, 3]])
    Traceback (most recent call last):
    ValueError: Board: row 2: expected each tile once, got 3 again; expected the tile 0, got none
    """

    __slots__ = ("_n", "_tiles", "_blank", "_manhattan")

    def __new__(cls, tiles):  # and no __init__, which could be called again
        return fill(new(cls), *checked(tiles))

    @classmethod
    def parse(cls, text, where="Board.parse"):
        """The board whose dimension and tiles, row by row, `text` lists; white space is free.

        ValueError names everything that is wrong, with its line, and begins with `where`.

        >>> Board.parse("2 1 2 3 0")
        Board([[1, 2], [3, 0]])
        """
        return board_of(*parsed(where, text))

    @classmethod
    def read(cls, path, where=None):
        """The board in the file at `path`, in the format of `parse`.

        ValueError names everything that is wrong, and begins with `where`, or else with the path.
        """
        where = where or str(path)
        return cls.parse(text_of(path, where), where)

    def dimension(self):
        """n, the number of rows and of columns.

        >>> Board([[1, 2], [3, 0]]).dimension()
        2
        """
        return self._n

    def rows(self):
        """The tiles, as a tuple for each row.

        >>> Board([[1, 2], [3, 0]]).rows()
        ((1, 2), (3, 0))
        """
        n, tiles = self._n, self._tiles
        return tuple(tiles[start:start + n] for start in range(0, n * n, n))

    def blank(self):
        """(Row, column) of the blank, both counted from 0.

        >>> Board([[1, 2], [3, 0]]).blank()
        (1, 1)
        """
        return divmod(self._blank, self._n)

    def hamming(self):
        """The number of tiles out of place; the blank isn't a tile.

        >>> Board([[1, 0], [3, 2]]).hamming()
        1
        """
        return sum(map(ne, self._tiles, goal(self._n))) - (self._tiles[-1] != 0)

    def manhattan(self):
        """The sum of the tiles' Manhattan distances to their goal squares, in O(1); the blank isn't a tile.

        >>> Board([[0, 3], [2, 1]]).manhattan()
        6
        """
        return self._manhattan

    def is_goal(self):
        """Whether each tile is on its goal square: 1, 2, ..., n*n - 1, and the blank last.

        >>> Board([[1, 2], [3, 0]]).is_goal(), Board([[1, 2], [0, 3]]).is_goal()
        (True, False)
        """
        return self._manhattan == 0

    def is_solvable(self):
        """Whether moves lead from here to the goal (Johnson & Story 1879).

        A move along a row leaves the order of the tiles as it is; one along a column takes a tile past
        n - 1 others. So where n is odd the parity of the inversions never changes, and where n is even
        it changes with each move of the blank along a column.

        >>> Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]]).is_solvable()
        False
        """
        odd = inversions_are_odd([tile for tile in self._tiles if tile])
        rows_below = self._n - 1 - self._blank // self._n
        return odd == (self._n % 2 == 0 and rows_below % 2 == 1)

    def twin(self):
        """The board with the first two tiles of row 1 exchanged; of row 2, if the blank is among those.

        Of a board and its twin, exactly one is solvable.

        >>> Board([[1, 0], [3, 2]]).twin()
        Board([[1, 0], [2, 3]])
        """
        n, tiles = self._n, list(self._tiles)
        left = 0 if tiles[0] and tiles[1] else n
        tiles[left], tiles[left + 1] = tiles[left + 1], tiles[left]
        return board_of(n, tiles)

    def neighbors(self):
        """The 2 to 4 boards one move away: those where the blank has moved up, down, left, right.

        Each one's Manhattan distance is updated from this one's, by the one tile that moved.

        >>> Board([[1, 2], [3, 0]]).neighbors()
        [Board([[1, 0], [3, 2]]), Board([[1, 2], [0, 3]])]
        """
        n, blank, manhattan, boards = self._n, self._blank, self._manhattan, []
        for square, goals, before, after in slides(n)[blank]:
            tiles = list(self._tiles)
            tile = tiles[blank] = tiles[square]
            tiles[square] = 0
            closer = abs(goals[tile] - before) - abs(goals[tile] - after)
            boards.append(fill(new(Board), n, tuple(tiles), square, manhattan - closer))
        return boards

    def __eq__(self, other):
        return isinstance(other, Board) and self._tiles == other._tiles

    def __hash__(self):
        return hash(self._tiles)

    def __str__(self):
        width = len(str(self._n ** 2 - 1))
        lines = (" ".join(f"{tile:{width}}" for tile in row) for row in self.rows())
        return "\n".join([str(self._n), *lines])

    def __repr__(self):
        return f"Board({[list(row) for row in self.rows()]})"

    def __reduce__(self):  # copies and pickles are made by the constructor: nothing else may set attributes
        return Board, (self.rows(),)

    def __setattr__(self, name, value):
        raise AttributeError(f"Board: expected no change of what is immutable, got {name} = {quoted(value)}")

    def __delattr__(self, name):
        raise AttributeError(f"Board: expected no change of what is immutable, got del {name}")


# The only way past __setattr__, for boards that are being made.
new = object.__new__
set_n, set_tiles, set_blank, set_manhattan = (getattr(Board, slot).__set__ for slot in Board.__slots__)


def fill(board, n, tiles, blank, manhattan):
    """The new `board` itself, once its attributes are set."""
    set_n(board, n)
    set_tiles(board, tiles)
    set_blank(board, blank)
    set_manhattan(board, manhattan)
    return board


def board_of(n, tiles):
    """The board with these tiles, square by square, which are known to be right."""
    return fill(new(Board), *measured(n, tuple(tiles)))


def measured(n, tiles):
    """(n, tiles, the blank's square, the Manhattan distance), computed from scratch.

    >>> measured(2, (0, 3, 2, 1))
    (2, (0, 3, 2, 1), 0, 6)
    """
    rows, columns = goal_lines(n)
    distances = (abs(rows[tile] - square // n) + abs(columns[tile] - square % n)
                 for square, tile in enumerate(tiles) if tile)
    return n, tiles, tiles.index(0), sum(distances)


def inversions_are_odd(order):
    """Whether an order of the integers 1 to k has an odd number of inversions, in O(k).

    It has when it is an odd permutation, and that shows in the number of its cycles.

    >>> inversions_are_odd([1, 3, 2]), inversions_are_odd([3, 1, 2])
    (True, False)
    """
    cycles, seen = 0, [False] * (len(order) + 1)
    for tile in order:
        cycles += not seen[tile]
        while not seen[tile]:
            seen[tile] = True
            tile = order[tile - 1]
    return (len(order) - cycles) % 2 == 1


# ---- Input, and all that can be wrong with it ----

def checked(tiles):
    """(n, tiles, blank, manhattan) of nested sequences; TypeError or ValueError if they are no board."""
    if not is_sequence(tiles):
        raise TypeError(f"Board: expected a sequence of rows, got {quoted(tiles)}")
    n = len(tiles)
    if n not in SIZES:
        raise ValueError(f"Board: expected 2 to 127 rows, got {n}")
    rows = [list(row) if is_sequence(row) else None for row in tiles]
    entries = [(f"row {number}", entry) for number, row in enumerate(rows, 1) for entry in row or ()]
    problems = [f"row {number}: expected {n} tiles, got {quoted(given)}"
                for number, row, given in zip(range(1, n + 1), rows, tiles) if row is None or len(row) != n]
    numbers = [(place, index(entry) if is_integer(entry) else entry) for place, entry in entries]
    problems += misplaced(n, numbers)
    strangers = None in rows or not all(is_integer(entry) for _, entry in entries)
    refuse("Board", problems, TypeError if strangers else ValueError)
    return measured(n, tuple(tile for _, tile in numbers))


def parsed(where, text):
    """(n, tiles) of a text; ValueError, beginning with `where`, if it is no board's."""
    if not isinstance(text, str):
        raise TypeError(f"{where}: expected text, got {quoted(text)}")
    tokens = [(f"line {number}", token) for number, line in enumerate(text.split("\n"), 1)
              for token in line.split()]
    numbers = [(place, int(token) if re.fullmatch("[0-9]{1,9}", token) else token) for place, token in tokens]
    if not numbers:
        raise ValueError(f"{where}: expected a dimension and its tiles, got no text")
    (place, n), *entries = numbers
    if n not in SIZES:
        raise ValueError(f"{where}: {place}: expected a dimension from 2 to 127, got {quoted(n)}")
    problems = misplaced(n, entries)
    if len(entries) != n * n:
        problems.insert(0, f"expected {n * n} tiles after the dimension {n}, got {len(entries)}")
    refuse(where, problems)
    return n, [tile for _, tile in entries]


def text_of(path, where):
    """The text of the file at `path`; ValueError if it has none, or is far too long for a board."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            text = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise ValueError(f"{where}: expected a file with a board, got {error.strerror!r}") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"{where}: expected text, got the byte {error.object[error.start]:#04x}") from None
    if len(text) > LONGEST_FILE:
        raise ValueError(f"{where}: expected at most {LONGEST_FILE} characters, got more")
    return text


def quoted(value):
    """The repr of a value, shortened, or its type where it has none.

    >>> quoted(list(range(1000))), quoted(10 ** 5000)
    ('[0, 1, 2, 3, 4, 5, ...]', '<int>')
    """
    try:
        return reprlib.repr(value)
    except ValueError:  # from integers of thousands of digits
        return f"<{type(value).__name__}>"


def is_sequence(value):
    """Whether a value can hold rows or tiles: it has a length and an order, and is no text.

    >>> is_sequence([1, 2]), is_sequence((1, 2)), is_sequence("12"), is_sequence({1, 2}), is_sequence({1: 2})
    (True, True, False, False, False)
    """
    return (hasattr(value, "__len__") and hasattr(value, "__getitem__")
            and not hasattr(value, "keys") and not isinstance(value, (str, bytes)))


def is_integer(entry):
    """Whether an entry is an integer; True and False are none, numpy's integers are.

    >>> is_integer(7), is_integer(7.0), is_integer("7"), is_integer(True)
    (True, False, False, False)
    """
    return hasattr(entry, "__index__") and not isinstance(entry, bool)


def misplaced(n, entries):
    """What is wrong with the (place, entry) of each square, a phrase for each problem.

    >>> misplaced(2, [("row 1", 1), ("row 1", "2"), ("row 2", 1), ("row 2", 0)])[0]
    "row 1: expected a tile from 0 to 3, got '2'"
    """
    problems, missing = [], set(range(n * n))
    for place, entry in entries:
        if not isinstance(entry, int) or isinstance(entry, bool) or entry not in range(n * n):
            problems.append(f"{place}: expected a tile from 0 to {n * n - 1}, got {quoted(entry)}")
        elif entry in missing:
            missing.remove(entry)
        else:
            problems.append(f"{place}: expected each tile once, got {entry} again")
    return problems + [f"expected the tile {tile}, got none" for tile in sorted(missing)]


def refuse(where, problems, error=ValueError, shown=9):
    """Raise `error` if there are any problems, naming them all; beyond `shown`, their number.

    >>> refuse("here", ["expected 1, got 2"])
    Traceback (most recent call last):
    ValueError: here: expected 1, got 2
    """
    more = [f"and {len(problems) - shown} more"] * (len(problems) > shown)
    if problems:
        raise error(f"{where}: {'; '.join(problems[:shown] + more)}")
