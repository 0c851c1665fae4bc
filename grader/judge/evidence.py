"""What a result shows of a run beside its first difference: of a diff, of stderr; pure."""

import json
from difflib import unified_diff
from itertools import groupby

from grader.records import SHOWN_BYTES
from grader.report.text import clipped
from grader.sandbox.driver import MARK


# lines of an output compared, shown of one kind, shown in all
DIFF_INPUT, DIFF_RUN, DIFF_OUTPUT = 300, 5, 14
STDERR_LINES = 6  # how much of a program's complaints a report shows


def diff(expected: tuple[str, ...], actual: tuple[str, ...]) -> tuple[str, ...]:
    """A few rows of a unified diff; outputs are cut first, for diffs of long ones take minutes."""
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
    """The last lines that a program wrote to stderr, without the driver's.

    >>> last_lines(b'before\\n\\n\\x1egrader {}\\nafter\\n')
    ('before', 'after')
    """
    before, *after = stderr.split(MARK.encode())
    pieces = [before, *(piece.partition(b"\n")[2] for piece in after)]
    own = b"\n".join(piece.rstrip() for piece in pieces if piece) if after else stderr
    text = own[-SHOWN_BYTES:].decode("utf-8", "surrogateescape").rstrip()
    rows = text.split("\n")[-STDERR_LINES:] if text else []
    return tuple(clipped(row) if row else "" for row in rows)


def exception(stderr: bytes) -> dict[str, str]:
    """What the driver wrote to stderr, {} if nothing: of an exception the `error`, `file` and
    `line`, the missing `module`; and what is told of numpy, of classes and of indentation.

    Without an error the line is where the program was when most of its CPU time was used.

    >>> exception(b'Trace...\\n\\x1egrader {"error": "KeyError: 3", "line": 7, "module": null}\\n')
    {'error': 'KeyError: 3', 'line': '7'}
    """
    _, mark, after = stderr.rpartition(MARK.encode())
    try:
        facts = json.loads(after.partition(b"\n")[0][:1000]) if mark else {}
    except (ValueError, RecursionError):  # a program's own idea of such a line
        return {}
    if not isinstance(facts, dict):
        return {}
    return {key: str(value) for key, value in facts.items() if value}
