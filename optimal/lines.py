"""IDA* for boards too large for pattern databases, by Manhattan distance and linear conflicts.

If two tiles stand in the line where both belong, but in the wrong order, one of them must leave the
line and come back, which its Manhattan distance does not count. So each line adds two moves for
every tile outside a longest ascending subsequence (Hansson, Mayer & Yung, 1992). Rows and columns
may be added, for the moves counted for a row go up or down, and those for a column sideways. So the
sum is admissible; and it is even where the Manhattan distance is. Both are updated move by move.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from . import pruning
from .grid import distance, neighbors
from .solution import Solution


PRUNED_LENGTH = 6
NODES_PER_REPORT = 20_000


def search(
    n: int, tiles: Sequence[int], progress: "Callable[[int, int], None] | None" = None
) -> Solution:
    """The Solution of a solvable board: O(N*N) at first, then O(N log N) a node; memory stays
    constant.
    """
    board, after = Board(n, tiles), pruning.machine(PRUNED_LENGTH, n)
    expanded = 0
    for bound in count(board.h, 2):
        words: list[str] = []
        stack = [board.successors(after, pruning.START, bound - 1)]
        while stack and board.h:
            expanded += len(stack) > len(words)
            if progress and not expanded % NODES_PER_REPORT:
                progress(bound, board.generated)
            if step := next(stack[-1], None):
                words.append(step[0])
                stack.append(board.successors(after, step[1], bound - len(stack) - 1))
            else:
                stack.pop()
                del words[len(stack) - 1 :]
        if not board.h:
            return Solution(words, expanded, board.generated)
    raise AssertionError("every board here is solvable")


class Board:
    """A board on which moves are made: its tiles, h, and what is needed to update h."""

    def __init__(self, n: int, tiles: Sequence[int]) -> None:
        self.n, self.tiles, self.around, self.generated = n, list(tiles), neighbors(n), 0
        self.blank = self.tiles.index(0)
        self._lines = [self._conflicts(line) for line in range(2 * n)]
        self.h = sum(self._lines) + sum(self._distance(square) for square in range(n * n))

    def _distance(self, square: int) -> int:
        """The Manhattan distance of the tile on a square; 0 for the blank.

        >>> Board(2, [3, 1, 0, 2])._distance(0), Board(2, [3, 1, 0, 2])._distance(2)
        (1, 0)
        """
        tile = self.tiles[square]
        if not tile:
            return 0
        return distance(self.n, square, tile - 1)

    def _conflicts(self, line: int) -> int:
        """The moves that the tiles of row `line`, or of column `line` - N, must make across it.

        >>> board = Board(3, [3, 2, 1, 6, 0, 4, 7, 8, 5])
        >>> [board._conflicts(line) for line in range(6)]
        [4, 2, 0, 0, 0, 0]
        """
        n = self.n
        if line < n:
            tiles = self.tiles[line * n : line * n + n]
            home = [tile for tile in tiles if tile and (tile - 1) // n == line]
        else:
            tiles = self.tiles[line - n :: n]
            home = [tile for tile in tiles if tile and (tile - 1) % n == line - n]
        return 2 * (len(home) - _longest_ascending(home))

    def move(self, square: int) -> None:
        """Move the tile on a square into the blank beside it, and update h."""
        blank, n = self.blank, self.n
        self.h -= self._distance(square)
        self.tiles[blank], self.tiles[square], self.blank = self.tiles[square], 0, square
        self.h += self._distance(blank)
        sideways = abs(blank - square) == 1
        lines = (n + blank % n, n + square % n) if sideways else (blank // n, square // n)
        for line in lines:
            self.h -= self._lines[line]
            self._lines[line] = self._conflicts(line)
            self.h += self._lines[line]

    def successors(
        self, after: dict[str, list[int]], state: int, room: int
    ) -> Iterator[tuple[str, int]]:
        """Yield (direction, machine state after the move) for each successor with h <= room.

        While the caller handles a successor, the board is that successor.
        """
        here = self.blank
        for square, word in self.around[here].items():
            if after[word][state]:
                self.generated += 1
                self.move(square)
                if self.h <= room:
                    yield word, after[word][state]
                self.move(here)


def _longest_ascending(values: Sequence[int]) -> int:
    """The length of a longest ascending subsequence, in O(k log k) (patience sorting).

    >>> _longest_ascending([5, 1, 6, 2, 3])
    3
    """
    tails: list[int] = []
    for value in values:
        place = bisect_left(tails, value)
        tails[place : place + 1] = [value]
    return len(tails)
