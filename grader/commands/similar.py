"""The options by which programs are compared with each other; `ranking` does what they ask for."""

import argparse
import os
from pathlib import Path

from grader.ground.console import Parser
from grader.ground.errors import UsageError
from grader.report.names import SIMILAR


def add_options(parser: Parser) -> None:
    """Add the options to the command that grades."""
    add = parser.add_argument
    add(
        "--similar",
        action="store_true",
        help="rank the programs that are more alike than the rest, for an instructor to look at",
    )
    add(
        "--archive",
        action="append",
        default=[],
        metavar="PATH",
        help="with --similar: submissions of earlier years to compare with; repeatable",
    )
    add(
        "--handout",
        action="append",
        default=[],
        metavar="PATH",
        help="with --similar: a file or folder that all students were given; repeatable",
    )


def check(options: argparse.Namespace) -> None:
    """Raise UsageError if there are options of --similar without it, or paths do not exist."""
    if (options.archive or options.handout) and not options.similar:
        raise UsageError("--archive and --handout: expected --similar beside them, got none")
    for option in ("archive", "handout"):
        for path in getattr(options, option):
            if not any(map(os.path.lexists, (path, path.partition("!")[0]))):
                raise UsageError(f"--{option}: expected an existing file or folder, got {path!r}")


def remove_page(folder: str) -> None:
    """Remove the page of an earlier grading, since it is out of date."""
    Path(folder, "html", SIMILAR).unlink(missing_ok=True)
