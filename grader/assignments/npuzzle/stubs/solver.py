"""A shortest solution of a board, found by A*.

    >>> solver = Solver(Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]]))
    >>> solver.is_solvable(), solver.moves()
    (True, 4)
    >>> Solver(Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]])).moves()
    -1

As a command, it prints the solution of the board in a file, which holds the dimension and then the
tiles: `Minimum number of moves = 4`, and each board; or only `No solution possible`.

    $ python3 solver.py testinput/puzzle04.txt
"""

from board import Board


class Solver:
    """The solution of a board; of anything else, `moves()` raises an exception at the latest.

    It compares boards by ==, and never reads their strings.
    """

    def __init__(self, initial: Board) -> None:
        # Write your code here.
        raise NotImplementedError

    def is_solvable(self) -> bool:
        """Whether moves lead from the board to the goal."""
        # Write your code here.
        raise NotImplementedError

    def moves(self) -> int:
        """The number of moves of a shortest solution; -1 if there is none."""
        # Write your code here.
        raise NotImplementedError

    def solution(self) -> "list[Board] | None":
        """The boards of a shortest solution, from the first to the goal; None if there is none."""
        # Write your code here.
        raise NotImplementedError


def main(file: str) -> None:
    """Print the solution of the board in a file."""
    # Write your code here.
    raise NotImplementedError
