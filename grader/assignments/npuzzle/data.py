"""The lines of data that the driver prints; pure."""

from collections.abc import Iterator

from grader.assignment.hooks import Printed
from grader.assignments.squares import Rows
from grader.records.checks import Check


def no_data(name: str, text: str, what: str = "no data") -> str:
    """The line on a text that no driver prints for right answers; `what` says what it is.

    >>> no_data("puzzle04", "two tiles are exchanged")
    'puzzle04: no data: two tiles are exchanged'
    """
    return f"{name}: {what}: {text}"


def not_measured(name: str) -> str:
    """The line on a method whose time or memory says nothing, as it does not do what is asked.

    >>> not_measured("str")
    'str: not measured, for its answers are wrong'
    """
    return f"{name}: not measured, for its answers are wrong"


def parsed(check: Check, printed: Printed) -> Iterator[tuple[str, str, Rows | None]]:
    """Yield for each line (name, text, rows of the board that the name begins with, or None)."""
    boards = dict(check.arguments[0])
    for line in printed.lines:
        name, _, text = line.partition(": ")
        yield name, text, boards.get(name.partition(",")[0])
