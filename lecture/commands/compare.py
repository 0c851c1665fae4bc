"""The command compare: the experiment on the searches, as a table, a figure and a page."""

import csv
import os
from argparse import Namespace, _SubParsersAction
from collections.abc import Iterator, Sequence
from pathlib import Path

from board import Board
from grader.ground.console import count, show_progress
from lecture import compare_page, experiment, figure, table
from lecture.console import Parser
from lecture.options import MOST, NOT_OPTIMAL, add_seed, algorithms
from solver import ALGORITHMS, Solver


def add(commands: "_SubParsersAction[Parser]") -> None:
    """Add the command."""
    parser = commands.add_parser(
        "compare",
        prog="lecture",
        help="run algorithms on the same random boards",
        usage="python3 -m lecture compare COUNT [options]",
        description="Run algorithms on the same random boards, and print means and maxima.",
        epilog=f"Algorithms, separated by commas: {', '.join(ALGORITHMS)}.",
    )
    parser.set_defaults(command=run, complete=complete)
    option = parser.add_argument
    option("COUNT", type=count(1, MOST), help="how many boards")
    option(
        "--size",
        type=count(2, 127),
        default=3,
        metavar="N",
        help="N-by-N boards; the default is 3",
    )
    add_seed(parser)
    option(
        "--algorithm",
        type=algorithms,
        metavar="NAMES",
        help="some of the list below; the default is all up to size 3, then auto and those whose "
        "solutions may be too long",
    )
    option("--csv", metavar="FILE", help="write a line for each algorithm and board")
    option("--plot", metavar="FILE", help="draw a figure, if matplotlib is installed")
    option("--out", metavar="FILE", help="write a page (HTML) with the table and the figure")


def complete(parser: Parser, options: Namespace) -> None:
    """Choose the algorithms if none are named, and refuse a figure that can't be drawn."""
    options.algorithm = options.algorithm or _default_algorithms(options.size)
    problem = figure.problem(options.plot) if options.plot else ""
    if problem:
        parser.error(problem)


def _default_algorithms(size: int) -> list[str]:
    """All algorithms for small boards; for larger ones those whose solutions may be too long, and
    `auto`, which may take for ever from size 5 on.
    """
    return list(ALGORITHMS) if size <= 3 else ["auto", *NOT_OPTIMAL]


def run(options: Namespace) -> int:
    """Run the experiment, print its table, and write the figure and the page."""
    for name in filter(None, (options.plot, options.out)):
        open(name, "ab").close()  # fails now, if it must, and not after the experiment
    title = f"{options.COUNT} random boards of size {options.size}, seed {options.seed}"
    try:
        records = _measured(options, title)
    finally:
        show_progress("")
    if options.plot:
        figure.draw(records, options.plot)
    if options.out:
        Path(options.out).write_bytes(compare_page.compare_page(title, records))
    return 0


def _measured(options: Namespace, title: str) -> list[experiment.Record]:
    """The records of all algorithms; prints two lines of the table when one is done."""
    records: list[experiment.Record] = []
    with open(options.csv or os.devnull, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(experiment.Record._fields)
        boards = experiment.random_boards(options.COUNT, options.size, options.seed)
        print(f"{title}\n\n{table.heading()}", flush=True)
        optimal = [Solver(board).moves() for board in _counted("shortest solutions", boards)]
        for algorithm in options.algorithm:
            measured = list(experiment.run(algorithm, _counted(algorithm, boards), optimal))
            records += measured
            writer.writerows(measured)
            print(table.rows(measured), flush=True)
    return records


def _counted(what: str, boards: Sequence[Board]) -> Iterator[Board]:
    """Yield the boards, with a progress line on a terminal that says which one it is."""
    for number, board in enumerate(boards, 1):
        show_progress(f"{what}: board {number} of {len(boards)}")
        yield board
    show_progress("")
