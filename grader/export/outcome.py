"""The outcome of a grading in a container, in the form for course systems; pure.

A student sees the same as in feedback texts: everything of public checks, only verdicts and points
of hidden ones. Invisible characters that come from the student's files or program are escapes, so
that they can't end or begin a line, or colour a terminal.
"""

from dataclasses import dataclass
from functools import cached_property

from grader.diagnose.public import public
from grader.export import rows
from grader.export.rows import Test
from grader.export.system import Settings
from grader.ground.text import counted, when
from grader.records import Document, Result, SubmissionResults
from grader.report import feedback, summary


FAULT = (
    "The grader failed, which is no fault of yours. This grading gives no points and takes none: "
    "please tell your instructor."
)
BY_THEN = "Its results so far:"
UNREADABLE = {"SyntaxError", "IndentationError", "TabError"}


@dataclass(frozen=True)
class Outcome:
    """The results graded in time, and the faults of the grader.

    `document` is None if nothing is known; `faults` are sentences for the instructor, and `log` is
    the grader's own output, which is not for students.
    """

    settings: Settings
    document: Document | None
    faults: tuple[str, ...] = ()
    log: str = ""
    wall_s: float = 0

    @cached_property
    def submission(self) -> SubmissionResults | None:
        """The results as the student may see them."""
        return public(self.document.submissions[0]) if self.document else None

    @property
    def results(self) -> tuple[Result, ...]:
        """The results of all checks, as the student may see them."""
        return self.submission.results if self.submission else ()

    @property
    def is_fault(self) -> bool:
        """Whether the grader failed, so that the points are unknown."""
        submission = self.submission
        if self.faults or not submission:
            return True
        return summary.ours(submission) or submission.pending > 0

    @property
    def points(self) -> float:
        """The points of the submission."""
        return self.submission.points if self.submission else 0

    @property
    def possible(self) -> float:
        """The points that the submission could have earned."""
        return self.submission.points_possible if self.submission else 0

    @property
    def is_unreadable(self) -> bool:
        """Whether nothing could be run: a file is missing, or Python can't read it."""
        verdicts = {result.verdict for result in self.results}
        errors = {result.error for result in self.results if not result.function}
        return verdicts <= {"missing", "skipped"} or bool(errors & UNREADABLE)

    @property
    def level(self) -> str:
        """The sentence on the sandbox that contained the program."""
        if not self.document or not self.document.sandbox:
            return "The sandbox is not known."
        return f"Sandbox: {self.document.sandbox}, bounded by {self.document.bounded_by}."

    @property
    def text(self) -> str:
        """The text for the student."""
        parts = [FAULT] if self.is_fault else []
        if self.document:
            (submission,) = self.document.submissions
            parts += [BY_THEN] if self.is_fault else []
            text = feedback.text(submission, self.document, is_at_home=False)
            parts.append(text.rstrip("\n"))
        return "\n\n".join([*parts, self.level])

    @cached_property
    def tests(self) -> list[Test]:
        """The tests, one for each check; rows beside the checks are not included."""
        return rows.checks(self.submission) if self.submission else []

    @cached_property
    def beside(self) -> list[Test]:
        """The rows beside the checks, such as deductions; `tests` and they make the points."""
        return rows.beside(self.submission) if self.submission else []

    @cached_property
    def settled(self) -> list[Test]:
        """The tests, changed so that they alone add up to the points."""
        return rows.settled(self.submission) if self.submission else []

    @cached_property
    def groups(self) -> list[Test]:
        """A test for each group that gives points; they add up to the submission's points."""
        return rows.by_group(self.submission) if self.submission else []

    @property
    def score(self) -> str:
        """The points in words."""
        is_provisional = self.submission is not None and self.submission.is_provisional
        unsure = when(is_provisional, " (provisional)")
        return f"{self.points:g} of {counted(self.possible, 'point')}{unsure}"
