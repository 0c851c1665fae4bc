"""Options that several commands share."""

from argparse import ArgumentTypeError

from grader.ground.console import count
from lecture.console import Parser
from solver import ALGORITHMS, SEARCHES


ASSIGNMENTS = ("funny_puzzle", "npuzzle")
TITLES = {  # {search: its title on a page}
    "bfs": "Breadth-first search",
    "greedy-hamming": "Greedy search by Hamming distance",
    "greedy-manhattan": "Greedy search by Manhattan distance",
    "greedy-sum": "Greedy search by the sum of both distances",
    "astar": "A* with Manhattan distance",
    "astar-hamming": "A* with Hamming distance",
    "astar-lockstep": "A* on the board and its twin, in turns",
}
MOST = 999_999_999  # the largest seed and number of boards
NOT_OPTIMAL = ("greedy-hamming", "greedy-manhattan", "greedy-sum")


def add_files(parser: Parser) -> None:
    """Add the files that hold boards."""
    file = "a board: its dimension, then its tiles, row by row; `-`: standard input"
    parser.add_argument("FILE", nargs="+", help=file)


def add_seed(parser: Parser, what: str = "draw the same boards again") -> None:
    """Add the option --seed."""
    parser.add_argument("--seed", type=count(0, MOST), metavar="S", help=what)


def algorithm(name: str) -> str:
    """The name of an algorithm; an argparse error if there is no such algorithm."""
    if name not in ALGORITHMS:
        raise ArgumentTypeError(f"expected one of {', '.join(ALGORITHMS)}, got {name!r}")
    return name


def algorithms(text: str) -> list[str]:
    """The names in a list with commas; an argparse error if one is no algorithm.

    >>> algorithms("bfs,astar")
    ['bfs', 'astar']
    """
    return [algorithm(name) for name in text.split(",")]


def searches(text: str) -> list[str]:
    """The names in a list with commas, or `all`; an argparse error if one is no search with a
    queue.

    >>> searches("bfs,astar"), len(searches("all"))
    (['bfs', 'astar'], 7)
    """
    if text == "all":
        return list(SEARCHES)
    for name in (names := text.split(",")):
        if name not in SEARCHES:
            raise ArgumentTypeError(f"expected one of {', '.join(SEARCHES)}, got {name!r}")
    return names
