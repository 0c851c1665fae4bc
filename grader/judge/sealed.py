"""Seals transcripts: they tell whether a line is right, but not what the right line is.

A student's copy of the grader has sealed transcripts where the assignment does not show its own.
For each line they hold the number of the part that it belongs to, a digest of the line, and its
instance's name. (Who guesses the right line can confirm the guess, as by running the check.)
"""

from collections.abc import Callable, Iterable
from hashlib import sha256

from grader.assignment.hooks import Lines


SEAL = "\x02sealed"  # no line of a transcript begins like this
NONE = "-"  # in place of an instance's name
UNSEEN = "(another line, which this copy of the grader doesn't show)"


class Unseen(str):
    """Stands for an expected line that the output lacks; `part` is the part's number, `instance`
    the name of the line's instance, or another word.
    """

    part: int
    instance: str

    def __new__(cls, part: int, instance: str) -> "Unseen":
        """The placeholder for a line of a part."""
        line = super().__new__(cls, UNSEEN)
        line.part, line.instance = part, instance
        return line


def sealed(
    owners: Iterable[tuple[int, str]], salt: str, instance_of: Callable[[str], str]
) -> bytes:
    """The sealed transcript of lines, each with the number of its part; `salt` has no spaces.

    `instance_of` gives the name of a line's instance, or "".

    >>> transcript = sealed([(0, "2"), (1, "3")], "ten", lambda line: "").decode()
    >>> opened(tuple(transcript.splitlines()), ["1", "2"])[0]
    '2'
    """
    rows = []
    for part, line in owners:
        rows.append(f"{SEAL} {part} {salt} {_digest(line, salt)} {instance_of(line) or NONE}\n")
    return "".join(rows).encode()


def opened(expected: Lines, actual: Iterable[str]) -> Lines:
    """The expected lines; a sealed line is replaced by the printed line that has its digest."""
    if not is_sealed(expected):
        return expected
    salt = expected[0].split(" ")[2]
    known = {_digest(line, salt): line for line in actual}
    lines = []
    for row in expected:
        _, part, _, digest, instance = row.split(" ", 4)
        lines.append(known.get(digest, Unseen(int(part), instance)))
    return tuple(lines)


def is_sealed(expected: Iterable[str]) -> bool:
    """Whether the lines are those of a sealed transcript."""
    return any(line.startswith(SEAL) for line in expected)


def _digest(line: str, salt: str) -> str:
    return sha256(f"{salt}\0{line}".encode("utf-8", "surrogateescape")).hexdigest()[:16]
