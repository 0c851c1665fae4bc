"""Passes a log on so that a GitHub runner obeys nothing in it: `... 2>&1 | python3 -m
grader.entry.plain`.

A runner takes lines that begin with `::` for its commands, and also `##[` anywhere in a line
(actions/runner, ActionCommand.cs); names and outputs of students are in the log.
"""

import re
import sys


COMMAND = re.compile(r"^(\s*:)(?=:)|(##)(?=\[)")


def plain(line: str) -> str:
    """A line of a log with a space in what a runner would obey.

    >>> plain("  ::error::x ::y"), plain("| ##[error]x")
    ('  : :error::x ::y', '| ## [error]x')
    """
    return COMMAND.sub(r"\1\2 ", line)


def main() -> int:
    """Pass the standard input on, line by line; return the exit status."""
    for stream in sys.stdin, sys.stdout:
        stream.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    for line in sys.stdin:
        print(plain(line), end="", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
