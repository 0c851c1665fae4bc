"""Copies a log so that a GitHub runner obeys no line of it: `... 2>&1 | python3 -m
grader.entry.plain`.

A runner obeys lines that begin with `::`, and `##[` anywhere in a line (actions/runner,
ActionCommand.cs). Logs have names and outputs of students, who could write such lines.
"""

import re
import sys


COMMAND = re.compile(r"^(\s*:)(?=:)|(##)(?=\[)")


def plain(line: str) -> str:
    """The line, with a space put into whatever a runner would obey.

    >>> plain("  ::error::x ::y"), plain("| ##[error]x")
    ('  : :error::x ::y', '| ## [error]x')
    """
    return COMMAND.sub(r"\1\2 ", line)


def main() -> int:
    """Copy the standard input to the output, line by line; return the exit status."""
    for stream in sys.stdin, sys.stdout:
        stream.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    for line in sys.stdin:
        print(plain(line), end="", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
