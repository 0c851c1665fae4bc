"""A listing: which submissions a grading has, and everything that their results depend on."""

from dataclasses import dataclass, field

from grader.conditions import Conditions
from grader.records.checks import Asked
from grader.records.submissions import SubmissionResults


@dataclass(frozen=True)
class ListedCheck:
    """A check that is graded: what it asks for, and the digest of all that results depend on."""

    digest: str
    asked: Asked = Asked()


@dataclass(frozen=True)
class ListedSubmission:
    """A submission that waits to be graded, and the digest of its files."""

    submission: SubmissionResults
    digest: str
    # {name: check} of its own checks, if it has any
    checks: dict[str, ListedCheck] = field(default_factory=dict)
    grader: str = ""  # the digest of the grader that judged it, if that was on another machine


@dataclass(frozen=True)
class Listing:
    """What is graded, and how: all that the store holds of a grading except the results.

    `checks` are by name; `shard` is the part of the class that is graded here, as "3/8", ""
    for all of it.
    """

    assignment: str
    graded_as: str
    sandbox: str
    grader: str  # the digest of everything that decides verdicts
    conditions: Conditions
    checks: dict[str, ListedCheck] = field(default_factory=dict)
    submissions: tuple[ListedSubmission, ...] = ()
    bounded_by: str = ""  # what enforces limits on programs, such as "cgroup v2" or "polling"
    python_version: str = ""  # that of the interpreter that runs submissions
    code: str = ""  # the digest of the grader's modules, which is the same on every machine
    node: str = ""  # the name of the machine
    shard: str = ""

    def checks_of(self, listed: ListedSubmission) -> dict[str, ListedCheck]:
        """{name: check} of one of the submissions."""
        return listed.checks or self.checks

    def grader_of(self, listed: ListedSubmission) -> str:
        """The digest of the grader that judged one of the submissions."""
        return listed.grader or self.grader
