"""Prints a grading in the terminal: of one submission, of a student at home, of a class."""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from grader.diagnose.slips import may_mend
from grader.ground.console import columns, show_progress
from grader.ground.text import WIDTH, counted, visible
from grader.intake.intake import Submission
from grader.records.checks import Check, Slip
from grader.records.results import Result
from grader.records.submissions import Document, SubmissionResults
from grader.report import summary, terminal
from grader.report.blocks import Items, Section, Sentence
from grader.report.scope import Scope
from grader.report.text import NAME, in_columns, text
from grader.sandbox import portable


WHO = 24  # the width of a name in a listing, in columns
WAITING = "{done} of {number} done, waiting for {name}"


def listing_of(submissions: Sequence[Submission], width: int | None = None) -> str:
    """The lines on how paths were read: the submissions, their students, places and oddities.

    >>> jdoe = Submission("jdoe", "hw9.zip!jdoe.py", inside="jdoe.py", is_empty=True)
    >>> print(listing_of([jdoe]))
    1 submission in hw9.zip:
      jdoe  jdoe.py  It is empty.
    """
    places = {submission.given for submission in submissions}
    is_from_one = len(places) == 1 and all(submission.inside for submission in submissions)
    title = counted(len(submissions), "submission")
    if is_from_one:
        title += f" in {visible(*places)}"
    room = min(WHO, max((len(submission.who) for submission in submissions), default=0))
    rows = [_listed(submission, room, is_from_one) for submission in submissions]
    return text([Section([Items(rows)], title)], width)


def _listed(submission: Submission, room: int, is_from_one: bool) -> str:
    place = submission.path
    notes = [*submission.flags]
    if is_from_one:
        place = submission.inside
    if submission.is_empty:
        notes.append("It is empty.")
    notes += *submission.private_flags, submission.complaint
    name = in_columns(submission.who, room)
    return f"{name}  {visible(place)}  {' '.join(filter(None, notes))}".rstrip()


class SingleView:
    """Shows one submission: a line for each check as it ends; a terminal also shows the next."""

    def __init__(self, submission: Submission, checks: Sequence[Check], header: str) -> None:
        self._checks = checks
        self._done = 0
        self._empty = 0
        self._room = max(NAME, *(len(check.name) for check in checks))
        print(text([Sentence(f"{submission.path}: {header}")], columns()) + "\n")
        _show_next(self._checks, self._done)

    def show(self, submission: Submission, result: Result) -> None:
        """Show one more result; results of an empty file are only counted."""
        self._done += 1
        show_progress("")
        if result.reason.kind == "empty":
            self._empty += 1
        else:
            print(terminal.check_line(result, sys.stdout.isatty(), self._room), flush=True)
        _show_next(self._checks, self._done)

    def end(self, document: Document) -> None:
        """Explain every failure, and show the flags."""
        if self._empty:
            print(f"{counted(self._empty, 'other check')}: nothing to run")
        print(terminal.explanation(document.submissions[0], document, columns()))


def _show_next(checks: Sequence[Check], done: int) -> None:
    """Show the number of checks done and the check waited for, and nothing at the end."""
    line = ""
    if done < len(checks):
        line = WAITING.format(done=done, number=len(checks), name=checks[done].name)
    show_progress(line)


class StudentView:
    """Shows a student's own program: progress on a terminal, then what to correct."""

    def __init__(
        self, submission: Submission, checks: Sequence[Check], header: str, scope: Scope
    ) -> None:
        self._checks = checks
        self._done = 0
        self._at_hand = submission.at_hand
        self._scope = scope
        self._width = min(WIDTH, columns() or WIDTH)
        head = [Sentence(f"Checking {submission.path} ({header})")]
        if portable.IS_NEEDED:
            head.append(Sentence(portable.SENTENCE))
        print(text([Section(head, indent=0)], columns()) + "\n", flush=True)
        _show_next(checks, 0)

    def show(self, submission: Submission, result: Result) -> None:
        """Count one more result, and show the progress."""
        self._done += 1
        _show_next(self._checks, self._done)

    def end(self, document: Document) -> None:
        """Show what works, and what doesn't yet; all results may be shown again after it."""
        show_progress("")
        self._done = 0
        print(terminal.at_home(document, self._at_hand, self._width, self._scope), end="")


class ClassView:
    """Shows a class: progress on a terminal or lines elsewhere, and a summary at the end."""

    def __init__(
        self,
        submissions: Sequence[Submission],
        checks: Sequence[Check],
        header: str,
        slips: Sequence[Slip],
    ) -> None:
        self._slips = slips
        self._checks = checks
        self._total = len(submissions) * len(checks)
        self._done = 0
        self._results: list[Result] = []
        self._verdicts: Counter[str] = Counter()
        self._start = time.monotonic()
        print(f"{counted(len(submissions), 'submission')}: {header}\n", flush=True)

    def show(self, submission: Submission, result: Result) -> None:
        """Show one more result."""
        self._results.append(result)
        self._verdicts[result.verdict] += 1
        self._done += 1
        counts = ", ".join(f"{count} {name}" for name, count in self._verdicts.most_common())
        show_progress(f"{self._time_left()} left; {self._done} of {self._total} checks; {counts}")
        if len(self._results) == len(self._checks):
            if not sys.stderr.isatty():
                print(f"{visible(submission.who)}: {self._so_far()}", flush=True)
            self._results = []

    def _so_far(self) -> str:
        """The points of the submission whose results are all there, before they are explained."""
        plain = SubmissionResults("", "", results=tuple(self._results))
        plain = replace(plain, is_provisional=may_mend(plain, self._slips))
        return summary.total(plain, " until slips are looked for")

    def end(self, document: Document) -> None:
        """Show the summary of the class; where results are kept, the reports show it."""
        show_progress("")
        print("\n" + terminal.class_summary(document, width=columns()))
        print("With --out DIR the results are kept, and each submission gets a report.")

    def _time_left(self) -> str:
        elapsed = time.monotonic() - self._start
        left = elapsed / self._done * (self._total - self._done)
        if left < 100:
            return f"{left:.0f} s"
        return f"{left / 60:.0f} min"


View = SingleView | StudentView | ClassView
