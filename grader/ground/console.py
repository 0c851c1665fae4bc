"""What all commands use: a parser whose errors take one line, types of options, a progress line."""

import argparse
import shutil
import sys
from collections.abc import Callable
from typing import Any

from grader.ground import cores
from grader.ground.errors import UsageError


NARROWEST = 40  # the narrowest width for which texts are wrapped, in columns


class Parser(argparse.ArgumentParser):
    """A parser whose errors are UsageErrors, in one line, and that takes no abbreviated option."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)

    def error(self, message: str) -> None:  # type: ignore[override]
        """Raise UsageError instead of printing the usage."""
        raise UsageError(f"{message} (--help lists the options)")


def add_jobs(parser: Parser) -> None:
    """Add the option --jobs; its default is the number of processors."""
    parser.add_argument(
        "--jobs",
        type=count(1),
        default=cores.available(),
        metavar="N",
        help="run N checks at a time (default: the processors of this task, %(default)s)",
    )


def seconds(text: str) -> float:
    """The number of seconds, above 0, that an option gives."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, got {text!r}")
    return number


def count(low: int, high: int = 999) -> Callable[[str], int]:
    """A function that reads a whole number from `low` to `high` from an option."""

    def number(text: str) -> int:
        is_number = text.isdecimal() and text.isascii() and len(text) < 10
        if not is_number or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(
                f"expected a whole number from {low} to {high}, got {text!r}"
            )
        return int(text)

    return number


def show_progress(text: str) -> None:
    """Show a line on a terminal in place of the one before; "" removes that."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        print(f"\r\x1b[K{text[:width]}", end="", file=sys.stderr, flush=True)


def columns() -> int | None:
    """The width of the terminal in characters; None if stdout is no terminal, so that lines may be
    long.
    """
    if sys.stdout.isatty():
        return max(NARROWEST, shutil.get_terminal_size().columns)
    return None
