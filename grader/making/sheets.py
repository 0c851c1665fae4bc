"""The checks for each submission, and their expected transcripts.

With --per-student every student has some of their own.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from grader.assignment.plan import Assignment
from grader.conditions import Draw
from grader.making import fresh, transcripts
from grader.making.transcripts import Transcripts
from grader.records.checks import Check
from grader.store import keys


class Sheet(NamedTuple):
    """A submission's checks in order; `expected` and `digests` are by their names."""

    checks: tuple[Check, ...]
    expected: Transcripts
    digests: Mapping[str, str]


class Sheets(NamedTuple):
    """The Sheets of a class by student; "" has the sheet of all students without their own."""

    by_owner: Mapping[str, Sheet]

    @property
    def common(self) -> Sheet:
        """The Sheet for all students without their own."""
        return self.by_owner[""]

    def of(self, student: str) -> Sheet:
        """The Sheet for one student."""
        return self.by_owner.get(student, self.common)

    def own(self, student: str) -> Sheet | None:
        """The Sheet of a student who has one of their own."""
        return self.by_owner.get(student)


def sheet(pairs: Sequence[tuple[Check, bytes]], code: str) -> Sheet:
    """The Sheet made of pairs (check, expected transcript), with the digest of the judging code."""
    checks = tuple(check for check, _ in pairs)
    expected = {check.name: transcript for check, transcript in pairs}
    return Sheet(checks, expected, keys.check_digests(checks, expected, code))


def sheets(
    assignment: Assignment,
    checks: Sequence[Check],
    draw: Draw | None,
    students: Iterable[str],
    jobs: int,
    deadline: float | None = None,
) -> Sheets:
    """The Sheets of a class; `draw` describes the fresh instances.

    Checks that are not drawn by the `deadline` get no instance.
    """
    fixed, unfilled = [], []
    for check in checks:
        if check.is_fresh:
            unfilled.append(check)
        else:
            fixed.append(check)
    expected = transcripts.expected(assignment, fixed)
    pairs = [(check, expected[check.name]) for check in fixed]
    common = sheet(pairs, assignment.code)
    if not (draw and unfilled):
        return Sheets({"": common})
    owners = dict.fromkeys(map(draw.owner, students))
    if not draw.per_student:
        owners = {"": None}  # also for the part of a class to which no student belongs
    drawn = fresh.drawn(assignment, unfilled, draw, owners, jobs, deadline)
    by_owner = {"": common}
    for owner, own in drawn.items():
        by_owner[owner] = sheet(pairs + own, assignment.code)
    return Sheets(by_owner)
