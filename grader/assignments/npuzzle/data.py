"""The lines of data that the driver prints, and those that say what a process took."""

import re
from collections.abc import Iterator

from grader.assignment.hooks import Lines
from grader.assignments.sliding import Rows
from grader.records import Check


TOOK = re.compile("\x1etook ([0-9]{1,6}\\.[0-9]{1,6}) s, [0-9.]+ MiB(, stopped)?")


def apart(lines: Lines) -> list[tuple[Lines, re.Match[str]]]:
    """(The lines of a process, what it took) for each process."""
    ends = [number for number, line in enumerate(lines) if TOOK.fullmatch(line)]
    starts = [0, *(end + 1 for end in ends)]
    tooks = [match for line in lines if (match := TOOK.fullmatch(line))]
    return [(lines[start:end], took) for start, end, took in zip(starts, ends, tooks)]


def no_data(name: str, text: str) -> str:
    """The line on what is not what a driver prints.

    >>> no_data("puzzle04", "two tiles are exchanged")
    'puzzle04: no data: two tiles are exchanged'
    """
    return f"{name}: no data: {text}"


def parsed(check: Check, lines: Lines) -> Iterator[tuple[str, str, Rows | None]]:
    """Yield (name, text, the rows of the board that the name begins with, or None) of each line."""
    boards = dict(check.arguments[0])
    for line in lines:
        name, _, text = line.partition(": ")
        yield name, text, boards.get(name.split(",")[0])
