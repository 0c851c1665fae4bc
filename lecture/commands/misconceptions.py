"""The command misconceptions: the known mistakes that steps can show, with a sentence each."""

import shutil
from argparse import Namespace, _SubParsersAction
from collections.abc import Iterator

from grader.assignment import plan
from grader.ground.text import wrapped
from lecture.console import Parser
from lecture.options import ASSIGNMENTS


WIDEST = 100


def add(commands: "_SubParsersAction[Parser]") -> None:
    """Add the command."""
    parser = commands.add_parser(
        "misconceptions",
        prog="lecture",
        help="list the mistakes that steps can show beside the right search",
        usage="python3 -m lecture misconceptions [options]",
        description="List the known mistakes that the command steps can show beside the right "
        "search, with a sentence each.",
    )
    parser.set_defaults(command=run)
    parser.add_argument(
        "--assignment",
        choices=ASSIGNMENTS,
        action="append",
        help="list those of one assignment; the default is all",
    )


def run(options: Namespace) -> int:
    """Print the mistakes of each assignment."""
    width = min(WIDEST, shutil.get_terminal_size().columns - 1)
    print(
        "\n\n".join("\n".join(_listed(name, width)) for name in options.assignment or ASSIGNMENTS)
    )
    return 0


def _listed(assignment: str, width: int) -> Iterator[str]:
    """Yield the lines on the mistakes of an assignment."""
    yield f"{assignment}:"
    for known in plan.load(assignment).misconceptions:
        if known.edits:
            yield f"  {known.name}"
            yield from wrapped(known.rationale, width, " " * 6, " " * 6)
