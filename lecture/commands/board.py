"""The command board: prints boards with their distances and whether they are solvable."""

from argparse import Namespace, _SubParsersAction

from board import Board
from lecture.console import Parser, print_each
from lecture.options import add_files


def add(commands: "_SubParsersAction[Parser]") -> None:
    """Add the command."""
    parser = commands.add_parser(
        "board",
        prog="lecture",
        help="print boards, their distances, and whether they are solvable",
        usage="python3 -m lecture board FILE...",
        description="Print each board, its distances, and whether it is solvable.",
    )
    parser.set_defaults(command=run)
    add_files(parser)


def run(options: Namespace) -> int:
    """Print the facts of the board in each file; return 2 if a file holds none, else 0."""
    return print_each(options.FILE, facts)


def facts(board: Board) -> str:
    """A board, and below it the facts that need no search.

    >>> print(facts(Board([[1, 2], [0, 3]])))
    2
    1 2
    0 3
    <BLANKLINE>
    hamming = 1
    manhattan = 1
    goal = no
    solvable = yes
    neighbors = 2
    """
    values = {
        "hamming": board.hamming(),
        "manhattan": board.manhattan(),
        "goal": "yes" if board.is_goal() else "no",
        "solvable": "yes" if board.is_solvable() else "no",
        "neighbors": len(board.neighbors()),
    }
    return "\n".join([str(board), "", *(f"{name} = {value}" for name, value in values.items())])
