"""The command: `python3 -m lecture compare | steps | random`; see `--help`.

$ python3 -m lecture random 2 --seed 1
2
1 2
0 3
$ python3 -m lecture random 4 --seed 1 | python3 solver.py --algorithm greedy-sum - | head -1
Number of moves = 134 (greedy-sum may miss the minimum)
"""

import csv
import os
import random
import re
import sys
from argparse import ArgumentTypeError, Namespace, _SubParsersAction
from collections.abc import Callable, Sequence

from board import Board, Parser, complain, exit_status, read_board
from lecture import experiment, figure, steps, table
from solver import ALGORITHMS, NOT_OPTIMAL, SEARCHES, Solver, known_algorithm


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run one of the three commands; return its exit status."""
    options = _options(arguments)
    return options.command(options)


# ---- The three commands ----


def _compare(options: Namespace) -> int:
    """Run the experiment and print its table, two lines as each algorithm is done."""
    records: list[experiment.Record] = []
    if options.plot:
        open(options.plot, "ab").close()  # an error now is better than one after the experiment
    with open(options.csv or os.devnull, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(experiment.Record._fields)
        boards = experiment.random_boards(options.COUNT, options.size, options.seed)
        print(
            f"{len(boards)} random boards of size {options.size}, seed {options.seed}\n\n"
            f"{table.heading()}",
            flush=True,
        )
        optimal = _fewest_moves(boards)
        for algorithm in options.algorithm:
            measured = _measured(algorithm, boards, optimal)
            records += measured
            writer.writerows(measured)
            print(table.rows(measured), flush=True)
    if options.plot:
        figure.draw(records, options.plot)
    return 0


def _fewest_moves(boards: Sequence[Board]) -> list[int]:
    """The moves of a shortest solution of each board, with a progress line on a terminal."""
    fewest = []
    try:
        for number, board in enumerate(boards, 1):
            _progress(f"shortest solutions: board {number} of {len(boards)}")
            fewest.append(Solver(board).moves())
    finally:
        _progress("")
    return fewest


def _measured(
    algorithm: str, boards: Sequence[Board], optimal: Sequence[int]
) -> list[experiment.Record]:
    """The records of an algorithm, with a progress line on a terminal."""

    def show(number: int) -> None:
        """Say which board is solved."""
        _progress(f"{algorithm}: board {number} of {len(boards)}")

    try:
        return list(experiment.run(algorithm, boards, optimal, show))
    finally:
        _progress("")


def _progress(text: str) -> None:
    """Replace the progress line, if stderr is a terminal."""
    if sys.stderr.isatty():
        print(f"\r{text:60}\r", end="", file=sys.stderr, flush=True)


def _show_steps(options: Namespace) -> int:
    """Print the priority queue of a search before each dequeue."""
    try:
        board = read_board(options.FILE)
    except ValueError as error:
        return complain("lecture", error)
    steps.show(board, options.algorithm)
    return 0


def _print_random(options: Namespace) -> int:
    """Print a random solvable board."""
    print(experiment.random_board(options.N, random.Random(options.seed)))
    return 0


# ---- Options ----


def _options(arguments: "Sequence[str] | None") -> Namespace:
    """The options of the command line, checked, with the defaults that depend on others."""
    parser = Parser(
        prog="lecture",
        usage="python3 -m lecture COMMAND ...",
        allow_abbrev=False,
        description="What a lecturer shows of the searches in solver.py.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_compare(commands)
    _add_steps(commands)
    _add_random(commands)
    options = parser.parse_args(arguments)
    if "seed" in options and options.seed is None:
        options.seed = random.randrange(10**6)
    if "size" in options:
        options.algorithm = options.algorithm or _default_algorithms(options.size)
        problem = figure.problem(options.plot) if options.plot else ""
        if problem:
            parser.error(problem)
    return options


def _add_compare(commands: "_SubParsersAction[Parser]") -> None:
    """Add the command compare."""
    parser = commands.add_parser(
        "compare",
        prog="lecture",
        allow_abbrev=False,
        help="run algorithms on the same random boards",
        usage="python3 -m lecture compare COUNT [options]",
        description="Run algorithms on the same random boards, and print means and maxima.",
        epilog=f"Algorithms, separated by commas: {', '.join(ALGORITHMS)}.",
    )
    parser.set_defaults(command=_compare)
    add = parser.add_argument
    add("COUNT", type=_whole(1, 999_999_999), help="how many boards")
    add(
        "--size",
        type=_whole(2, 127),
        default=3,
        metavar="N",
        help="N-by-N boards; the default is 3",
    )
    _add_seed(parser)
    add(
        "--algorithm",
        type=_algorithms,
        metavar="NAMES",
        help="some of the list below; the default is all that come to an end at this size",
    )
    add("--csv", metavar="FILE", help="write a line for each algorithm and board")
    add("--plot", metavar="FILE", help="draw a figure, if matplotlib is installed")


def _add_steps(commands: "_SubParsersAction[Parser]") -> None:
    """Add the command steps."""
    parser = commands.add_parser(
        "steps",
        prog="lecture",
        allow_abbrev=False,
        help="print the priority queue of a search before each dequeue",
        usage="python3 -m lecture steps FILE [options]",
        description="Print the priority queue of a search before each dequeue, then the solution.",
        epilog=f"Algorithms: {', '.join(SEARCHES)}.",
    )
    parser.set_defaults(command=_show_steps)
    parser.add_argument("FILE", help="a board, as solver.py reads it; `-`: standard input")
    parser.add_argument(
        "--algorithm",
        type=_search,
        default="astar",
        metavar="NAME",
        help="one of the list below; the default is astar",
    )


def _add_random(commands: "_SubParsersAction[Parser]") -> None:
    """Add the command random."""
    parser = commands.add_parser(
        "random",
        prog="lecture",
        allow_abbrev=False,
        help="print a random solvable board",
        usage="python3 -m lecture random N [options]",
        description="Print a random solvable N-by-N board: "
        "python3 -m lecture random 4 | python3 solver.py -",
    )
    parser.set_defaults(command=_print_random)
    parser.add_argument("N", type=_whole(2, 127), help="the dimension")
    _add_seed(parser)


def _add_seed(parser: Parser) -> None:
    """Add the option --seed."""
    parser.add_argument(
        "--seed", type=_whole(0, 999_999_999), metavar="S", help="draw the same boards again"
    )


def _default_algorithms(size: int) -> list[str]:
    """The algorithms that come to an end on random boards of a size."""
    names = [name for name in ALGORITHMS if name != "astar-manhattan"]  # the same as astar
    return names if size <= 3 else [name for name in names if name in ("auto", *NOT_OPTIMAL)]


def _algorithms(text: str) -> list[str]:
    """The names in a list with commas; an error for argparse if one is no algorithm.

    >>> _algorithms("bfs,astar")
    ['bfs', 'astar']
    """
    return [known_algorithm(name) for name in text.split(",")]


def _search(name: str) -> str:
    """The name itself; an error for argparse if no search with a priority queue has it."""
    if name not in SEARCHES:
        raise ArgumentTypeError(f"expected one of {', '.join(SEARCHES)}, got {name!r}")
    return name


def _whole(low: int, high: int) -> Callable[[str], int]:
    """A function that reads a whole number in a range, or raises an error for argparse.

    >>> _whole(2, 127)("4")
    4
    """

    def number(text: str) -> int:
        """The whole number in a text."""
        if not re.fullmatch("[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise ArgumentTypeError(f"expected a whole number from {low} to {high}, got {text!r}")
        return int(text)

    return number


if __name__ == "__main__":
    sys.exit(exit_status("lecture", main))
