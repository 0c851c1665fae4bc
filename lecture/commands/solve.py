"""The command solve: prints the solution of each board by any of the searches, and its costs."""

import sys
from argparse import Namespace, _SubParsersAction
from itertools import count
from time import process_time

from board import Board
from lecture.console import Parser, print_each
from lecture.experiment import effective_branching_factor
from lecture.options import NOT_OPTIMAL, add_files, algorithm
from optimal import progress
from solver import ALGORITHMS, Frontier, Solver, directions


def add(commands: "_SubParsersAction[Parser]") -> None:
    """Add the command."""
    parser = commands.add_parser(
        "solve",
        prog="lecture",
        help="print the solution of each board, and the costs of the search",
        usage="python3 -m lecture solve FILE... [options]",
        description="Print the solution of each board: the number of moves, then "
        "the boards; or `No solution possible`.",
        epilog=f"Algorithms: {', '.join(ALGORITHMS)}. The greedy ones may miss the minimum.",
    )
    parser.set_defaults(command=run)
    option = parser.add_argument
    add_files(parser)
    names = "one of the list below; the default is auto"
    option("--algorithm", type=algorithm, default="auto", metavar="NAME", help=names)
    moves = "print the moves, not the boards: the way the *blank* moves"
    option("--moves", action="store_true", help=moves)
    option("--stats", action="store_true", help="also print the costs of the search")


def run(options: Namespace) -> int:
    """Print the solution of the board in each file; return 2 if a file holds none, else 0."""
    return print_each(options.FILE, lambda board: _text(board, options))


def _text(board: Board, options: Namespace) -> str:
    """The solution of a board, and its costs if they are asked for."""
    start = process_time()
    solver = _solved(board, options.algorithm)
    cpu_s = process_time() - start
    text = transcript(solver, options.algorithm, options.moves)
    return f"{text}\n\n{_costs(solver, options.algorithm, cpu_s)}" if options.stats else text


def _solved(board: Board, algorithm: str) -> Solver:
    """The Solver of a board; stderr shows how far the search is.

    On a terminal it shows a line that changes; elsewhere only a warning that a search may not end.
    """
    expanded = count(1)
    with progress.line(sys.stderr, progress.expanding, progress.FOR_EVER) as show:

        def watch(frontier: Frontier) -> None:
            """Report how far the search is, at one dequeue in a thousand."""
            number = next(expanded)
            if number % 1000 == 0:
                show(number, len(frontier))

        return Solver(board, algorithm, watch)


def transcript(solver: Solver, algorithm: str, in_words: bool = False) -> str:
    """The number of moves, then all boards; with `in_words`, the first board and the moves.

    >>> print(transcript(Solver(Board([[1, 2], [0, 3]]), "bfs"), "bfs", in_words=True))
    Minimum number of moves = 1
    <BLANKLINE>
    2
    1 2
    0 3
    <BLANKLINE>
    right
    """
    boards = solver.solution()
    if not boards:
        return "No solution possible"
    head = f"Minimum number of moves = {solver.moves()}"
    if algorithm in NOT_OPTIMAL:
        head = f"Number of moves = {solver.moves()} ({algorithm} may miss the minimum)"
    paragraphs = [head, *map(str, boards)]
    if in_words:
        paragraphs[2:] = [" ".join(directions(boards))] if solver.moves() else []
    return "\n\n".join(paragraphs)


def _costs(solver: Solver, algorithm: str, cpu_s: float) -> str:
    """The lines that --stats adds: nodes, CPU seconds, branching factor."""
    branching = effective_branching_factor(solver.generated, solver.moves())
    return (
        f"algorithm = {algorithm}\nexpanded = {solver.expanded}\n"
        f"generated = {solver.generated}\nmax frontier = {solver.max_frontier}\n"
        f"effective branching factor = {branching:.3f}\nCPU seconds = {cpu_s:.3f}"
    )
