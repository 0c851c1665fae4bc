"""The command steps: a search step by step, as text or as a page."""

from argparse import Namespace, _SubParsersAction
from pathlib import Path

from grader.assignment import plan
from grader.report.steps_page import (
    BY_AGE,
    BY_STATE,
    Search,
    steps_page,
)
from grader.traces import Trace
from grader.tracing.references import searching_of, trace_of
from lecture import instances, options, steps_text
from lecture.console import Parser, complain
from lecture.instances import Instance
from solver import SEARCHES


TIES = {"funny_puzzle": BY_STATE, "npuzzle": BY_AGE}  # how the queue of each assignment breaks ties


def add(commands: "_SubParsersAction[Parser]") -> None:
    """Add the command."""
    parser = commands.add_parser(
        "steps",
        prog="lecture",
        help="show the priority queue of a search before each dequeue, or a page to step through",
        usage="python3 -m lecture steps FILE|STATE [options]",
        description="Print the priority queue of a search before each dequeue, then the solution. "
        "With --out, write a page to step through it, or through several searches at once.",
        epilog=f"Algorithms, separated by commas: {', '.join(SEARCHES)}; or all. For a state with "
        "two blanks there is astar alone. The mistakes: python3 -m lecture misconceptions.",
    )
    parser.set_defaults(command=run)
    parser.add_argument(
        "FILE",
        help="a board, its dimension first, or a state with two blanks; `-`: standard input; "
        "or one of them written out, as [1, 2, 3, 4, 5, 6, 0, 7, 0]",
    )
    parser.add_argument(
        "--algorithm",
        type=options.searches,
        default=["astar"],
        metavar="NAMES",
        help="some of the list below; the default is astar",
    )
    parser.add_argument(
        "--misconception",
        metavar="NAME",
        help="the reference with this mistake, beside the right one",
    )
    parser.add_argument("--out", metavar="FILE", help="the page (HTML), which needs no network")


def run(given: Namespace) -> int:
    """Print a search, or write the page of one or several."""
    try:
        instance = instances.read(given.FILE)
        if given.out:
            page = _page(instance, given.algorithm, given.misconception)
            Path(given.out).write_bytes(page)
            return 0
        board = instance.board
        if not board or given.misconception or len(given.algorithm) > 1:
            raise ValueError("expected --out FILE: only one search of a board is shown as text")
    except ValueError as error:
        return complain(error)
    steps_text.show(board, given.algorithm[0])
    return 0


def _page(instance: Instance, algorithms: list[str], misconception: "str | None") -> bytes:
    """The page of several searches, or of a misconception beside the right search."""
    if misconception:
        return _beside_right_one(instance, misconception)
    board, ties = instance.board, TIES[instance.assignment]
    if not board and algorithms != ["astar"]:
        got = ",".join(algorithms)
        raise ValueError(f"--algorithm: expected astar for a state with two blanks, got {got!r}")
    if board and algorithms != ["astar-lockstep"] and not board.is_solvable():
        raise ValueError("expected a solvable board, or --algorithm astar-lockstep")
    searches = [
        Search(options.TITLES[name], _trace(instance, algorithm=name), ties) for name in algorithms
    ]
    names = searches[0].title if len(searches) == 1 else f"{len(searches)} searches"
    return steps_page(f"{names}, on {instance.name}", searches)


def _beside_right_one(instance: Instance, misconception: str) -> bytes:
    """The page with the reference beside a variant that has a misconception."""
    ties = TIES[instance.assignment]
    assignment = plan.load(instance.assignment)
    sentences = [
        known.rationale
        for known in assignment.misconceptions
        if known.name == misconception and known.edits
    ]
    if not sentences:
        command = f"python3 -m lecture misconceptions --assignment {assignment.name}"
        raise ValueError(
            f"--misconception: expected one that `{command}` lists, got {misconception!r}"
        )
    right, wrong = _trace(instance), _trace(instance, misconception=misconception)
    searches = (
        Search("The right one", right, ties),
        Search("Yours, with a mistake", wrong, ties),
    )
    title = f"A known mistake beside the right search, on {instance.name}"
    said_of_ties = searching_of(assignment).algorithms[0].ties
    return steps_page(title, searches, said_of_ties, sentences)


def _trace(
    instance: Instance, misconception: "str | None" = None, algorithm: "str | None" = None
) -> Trace:
    """The trace of the reference, with a misconception edited in if one is named, or of an
    algorithm.
    """
    return trace_of(plan.load(instance.assignment), instance.state, misconception, algorithm)
