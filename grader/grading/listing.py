"""What is to be graded, and on which machine: the Listing that a store begins with."""

import platform
from collections.abc import Sequence
from dataclasses import dataclass

from grader.intake.intake import Submission
from grader.making.sheets import Sheets
from grader.records import ListedSubmission, Listing, SubmissionResults
from grader.sandbox import interpreter, sandbox
from grader.store import keys


@dataclass(frozen=True)
class Machine:
    """The interpreter and the level of sandbox that programs run in, and how many run at once.

    `is_cold`: whether each program gets an interpreter that has just started.
    """

    python: str
    level: str
    jobs: int
    is_cold: bool = False


def listing(
    submissions: Sequence[Submission],
    sheets: Sheets,
    head: tuple[str, str],
    machine: Machine,
    options: Sequence[str] = (),
    shard: str = "",
) -> Listing:
    """The Listing of a grading: what each result depends on, what reports say beside results.

    `head`: the name of the assignment, and what it is graded as; `options` are those that a command
    to run one check again must repeat; `shard` is the part of the class that the submissions are.
    """
    assignment, graded_as = head
    return Listing(
        assignment,
        graded_as,
        machine.level,
        keys.grader_digest(interpreter.facts(machine.python), machine.level),
        tuple(options),
        dict(sheets.common.digests),
        tuple(_listed(submission, sheets) for submission in submissions),
        bounded_by=sandbox.bounded_by(),
        code=keys.code_digest(),
        node=platform.node(),
        shard=shard,
    )


def _listed(submission: Submission, sheets: Sheets) -> ListedSubmission:
    """What a listing has of a submission."""
    complaints = [submission.complaint] if submission.complaint else []
    ungraded = SubmissionResults(
        submission.who,
        submission.path,
        people=tuple(person.known() for person in submission.people),
        flags=(*submission.flags, *complaints),
        private_flags=tuple(submission.private_flags),
        is_empty=submission.is_empty,
        sources=submission.sources,
    )
    return ListedSubmission(ungraded, submission.key(), dict(sheets.own(submission.who)))
