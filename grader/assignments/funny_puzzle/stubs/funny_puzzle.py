"""The sliding puzzle on 3 by 3 squares with several blanks, solved by A*.

    $ python3 -i funny_puzzle.py
    >>> print_succ([2, 5, 1, 4, 0, 6, 7, 0, 3])
    [2, 0, 1, 4, 5, 6, 7, 0, 3] h=5
    [2, 5, 1, 0, 4, 6, 7, 0, 3] h=7
    [2, 5, 1, 4, 0, 6, 0, 7, 3] h=7
    [2, 5, 1, 4, 0, 6, 7, 3, 0] h=7
    [2, 5, 1, 4, 6, 0, 7, 0, 3] h=7

The words used below and in README.md:
    square     0 to 8, row by row
    tile       a number from 1 on; 0 is a blank
    state      the tile on each square: a list of nine
    goal       the state with the tiles in order, then the blanks
    move       one tile slides, up, down, left or right, into a blank beside it
    successor  a state one move away
    g          the moves made from the start to a state
    h          the sum of the tiles' Manhattan distances from their squares in the goal
    f = g + h  the least number of moves that a path through the state can have
"""


def print_succ(state: list[int]) -> None:
    """Print each successor of `state` and its h, in a line of its own, ascending as lists."""
    # Write your code here.
    raise NotImplementedError


def solve(state: list[int]) -> None:
    """Print the path that A* finds from `state` to the goal, and the maximum queue length.

    README.md has the rules of the search.
    """
    # Write your code here.
    raise NotImplementedError
