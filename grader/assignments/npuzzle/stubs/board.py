"""An immutable board of the N-puzzle: N*N - 1 tiles and a blank, on N by N squares.

    >>> board = Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]])
    >>> board.dimension(), board.hamming(), board.manhattan(), board.is_goal()
    (3, 4, 4, False)
    >>> for neighbor in board.neighbors():  # in any order
    ...     print(neighbor)
    3
    4 1 3
    0 2 5
    7 8 6
    3
    1 0 3
    4 2 5
    7 8 6

The goal is 1, 2, ..., N*N - 1, row by row, and the blank last. A move slides one tile, up, down,
left or right, into the blank.
"""


class Board:
    """An N-by-N board, 2 <= N < 128, from a list of N lists of N integers; 0 is the blank.

    It does not change when these lists do. Every method takes a time in O(N*N), and a board takes
    memory in O(N*N).
    """

    def __init__(self, tiles: list[list[int]]) -> None:
        # Write your code here.
        raise NotImplementedError

    def dimension(self) -> int:
        """N, the number of rows and of columns."""
        # Write your code here.
        raise NotImplementedError

    def hamming(self) -> int:
        """The number of tiles out of place; the blank isn't a tile."""
        # Write your code here.
        raise NotImplementedError

    def manhattan(self) -> int:
        """The sum of the tiles' Manhattan distances to their goal squares."""
        # Write your code here.
        raise NotImplementedError

    def is_goal(self) -> bool:
        """Whether each tile is on its goal square."""
        # Write your code here.
        raise NotImplementedError

    def twin(self) -> "Board":
        """A board with any two tiles of this one exchanged; the blank isn't a tile.

        Of a board and its twin, exactly one is solvable.
        """
        # Write your code here.
        raise NotImplementedError

    def neighbors(self) -> "list[Board]":
        """The 2 to 4 boards one move away, in any order."""
        # Write your code here.
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        """Whether the other is a board with the same tiles on the same squares."""
        # Write your code here.
        raise NotImplementedError

    def __str__(self) -> str:
        """N in a line of its own, then a line for each row, its tiles separated by spaces."""
        # Write your code here.
        raise NotImplementedError
