"""What a result shows of a run beside its first difference: a few rows of a diff, the end of stderr; pure."""

from difflib import unified_diff
from itertools import groupby

from grader.judge.cause import unmarked
from grader.records import SHOWN_BYTES
from grader.report.text import clipped


# lines of an output compared, shown of one kind, shown in all
DIFF_INPUT, DIFF_RUN, DIFF_OUTPUT = 300, 5, 14
STDERR_LINES = 6  # how much of a program's complaints a report shows


def diff(expected: tuple[str, ...], actual: tuple[str, ...]) -> tuple[str, ...]:
    """A few rows of unified diff; both outputs are cut first, for diffs of long ones take minutes."""
    if not actual:
        return ()
    before, after = (
        [clipped(line) if line else "" for line in side[:DIFF_INPUT]] for side in (expected, actual)
    )
    rows = list(unified_diff(before, after, lineterm="", n=2))[2:]
    shown: list[str] = []
    for _, group in groupby(rows, key=lambda row: row[0]):
        first, *rest = group
        shown += [first, *rest[: DIFF_RUN - 1]]
        if len(rest) >= DIFF_RUN:
            shown.append("...")
    return tuple(shown[:DIFF_OUTPUT])


def last_lines(stderr: bytes) -> tuple[str, ...]:
    """The last lines that a program wrote to stderr, without the driver's."""
    text = unmarked(stderr)[-SHOWN_BYTES:].decode("utf-8", "surrogateescape").rstrip()
    rows = text.split("\n")[-STDERR_LINES:] if text else []
    return tuple(clipped(row) if row else "" for row in rows)
