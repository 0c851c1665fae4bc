"""Makes the Listing with which a store begins: what is graded, and on which machine."""

import platform
from collections.abc import Sequence
from typing import NamedTuple

from grader.conditions import Conditions
from grader.intake.intake import Submission
from grader.making.sheets import Sheet, Sheets
from grader.records.listings import ListedCheck, ListedSubmission, Listing
from grader.records.submissions import SubmissionResults
from grader.sandbox import interpreter, sandbox
from grader.store import keys


class Machine(NamedTuple):
    """The interpreter and level of sandbox for programs, and how many run at once.

    `is_cold` says whether each program gets a newly started interpreter.
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
    conditions: Conditions,
    shard: str = "",
) -> Listing:
    """The Listing of a grading: all that results depend on, and facts for reports.

    `head` is (the name of the assignment, the words that say what is graded). `shard` is
    the part of the class.
    """
    assignment, graded_as = head
    return Listing(
        assignment,
        graded_as,
        machine.level,
        keys.digest(keys.code_digest(), interpreter.facts(machine.python), machine.level),
        conditions,
        _checks(sheets.common),
        tuple(_listed(submission, sheets) for submission in submissions),
        bounded_by=sandbox.bounded_by(),
        python_version=interpreter.version(machine.python),
        code=keys.code_digest(),
        node=platform.node(),
        shard=shard,
    )


def _checks(sheet: Sheet | None) -> dict[str, ListedCheck]:
    """{name: check} of a sheet, if there is one."""
    if not sheet:
        return {}
    return {c.name: ListedCheck(sheet.digests[c.name], c.asked) for c in sheet.checks}


def _listed(submission: Submission, sheets: Sheets) -> ListedSubmission:
    flags = submission.flags
    if submission.complaint:
        flags += (submission.complaint,)
    ungraded = SubmissionResults(
        submission.who,
        submission.path,
        people=submission.people,
        flags=flags,
        private_flags=submission.private_flags,
        is_empty=submission.is_empty,
        sources=submission.sources,
    )
    return ListedSubmission(ungraded, submission.key(), _checks(sheets.own(submission.who)))
