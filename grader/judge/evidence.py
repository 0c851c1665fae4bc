"""Makes the rows of a diff that a report shows below the first difference; pure."""

from collections.abc import Iterable
from difflib import unified_diff
from itertools import groupby

from grader.assignment.hooks import Lines
from grader.ground.text import clipped


# The most lines of an output that are compared, that are shown of one kind, and that are shown in
# all.
DIFF_INPUT, DIFF_RUN, DIFF_OUTPUT = 300, 5, 14


def diff(expected: Lines, actual: Lines) -> Lines:
    """A few rows of a unified diff. Long outputs are cut first, because their diff would take
    minutes.
    """
    if not actual:
        return ()
    before, after = clipped_lines(expected[:DIFF_INPUT]), clipped_lines(actual[:DIFF_INPUT])
    rows = list(unified_diff(before, after, lineterm="", n=2))[2:]
    shown = []
    for _, group in groupby(rows, key=lambda row: row[0]):
        first, *rest = group
        shown += [first] + rest[: DIFF_RUN - 1]
        if len(rest) >= DIFF_RUN:
            shown.append("...")
    return tuple(shown[:DIFF_OUTPUT])


def clipped_lines(lines: Iterable[str]) -> list[str]:
    """The lines, each as far as a report shows it; an empty one stays empty."""
    return [clipped(line) if line else "" for line in lines]
