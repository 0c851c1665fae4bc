"""The evidence of a failed check as blocks: the lines that differ, or a diff; pure."""

import re
from collections.abc import Iterable

from grader.records.results import Difference
from grader.report.blocks import Compared, Rows, Side, Span


CHANGED = {"+": "ins", "-": "del"}  # the HTML elements for the rows of a diff


def numbers(line: str | None) -> list[str]:
    """The numbers in a line of an output; none if there is no line."""
    return re.findall("[0-9]+", line or "")


def compared(difference: Difference, whose: str, is_drawn: bool = False) -> Compared:
    """The first line that differs, expected and printed, with pictures if asked for and useful."""
    column = difference.column
    if column is not None:
        column -= difference.start  # the column within the part of the line that the record holds
    expected, actual = Side("expected", difference.expected), Side(whose, difference.actual)
    if is_drawn and numbers(expected.line) != numbers(actual.line):
        expected = expected._replace(picture=difference.expected_picture or ())
        actual = actual._replace(picture=difference.actual_picture or ())
    absent = "the output has ended"
    if difference.goes_on:
        absent = "no such line"
    elif difference.line == 1:
        absent = "nothing"
    return Compared((expected, actual), difference.line, column, absent)


def changes(rows: Iterable[str], title: str = "") -> Rows:
    """The rows of a diff, added and removed lines marked."""
    return Rows([[Span(row, CHANGED.get(row[:1], ""))] for row in rows], title)
