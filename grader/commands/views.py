"""What a grading shows in the terminal: of one submission, to a student at home, of a class."""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from grader import report
from grader.commands.console import show_progress
from grader.intake.intake import Submission
from grader.records import Check, Document, Result


class View(Protocol):
    """Shows a grading in the terminal."""

    def show(self, submission: Submission, result: Result) -> None:
        """Show one more result."""

    def end(self, document: Document) -> None:
        """Show what a report says beside the results."""


class SingleView:
    """Shows one submission: a line for each check as it comes, and on a terminal which is next."""

    def __init__(self, submission: Submission, checks: Sequence[Check], header: str) -> None:
        self._checks, self._done = checks, 0
        print(f"{report.visible(submission.path)}: {header}\n")
        self._show_next()

    def show(self, submission: Submission, result: Result) -> None:
        """Show one more result."""
        self._done += 1
        show_progress("")
        print(report.check_line(result, sys.stdout.isatty()), flush=True)
        self._show_next()

    def end(self, document: Document) -> None:
        """Explain every failure, and show what is flagged."""
        (submission,) = document.submissions
        print(report.explanation(submission, document))
        for sentence in report.another_edition(submission):
            print(sentence)
        for flag in report.private_flags(submission):
            print(report.visible(flag))
        for result in submission.results:
            for fact in result.flags:
                print(f"{result.check}: {report.sentence(fact)}")

    def _show_next(self) -> None:
        """Name the check that is run now."""
        if self._done < len(self._checks):
            name = self._checks[self._done].name
            show_progress(f"{self._done} of {len(self._checks)} done, now {name}")


class StudentView:
    """Shows students how their program does: on a terminal the progress, then what to mend."""

    def __init__(self, submission: Submission, checks: Sequence[Check], header: str) -> None:
        self._checks, self._done, self._at_hand = checks, 0, submission.at_hand
        print(f"Checking {report.visible(submission.path)} ({header})\n", flush=True)
        show_progress(f"0 of {len(checks)} done")

    def show(self, submission: Submission, result: Result) -> None:
        """Count one more result."""
        self._done += 1
        show_progress(f"{self._done} of {len(self._checks)} done")

    def end(self, document: Document) -> None:
        """Show what works, and what doesn't yet."""
        show_progress("")
        print(report.student_text(document, self._at_hand), end="")


class ClassView:
    """Shows a class: on a terminal the progress, else a line for each submission; a summary."""

    def __init__(
        self,
        submissions: Sequence[Submission],
        checks: Sequence[Check],
        header: str,
        is_kept: bool,
    ) -> None:
        self._is_kept, self._checks = is_kept, len(checks)
        self._total, self._done = len(submissions) * len(checks), 0
        self._results: list[Result] = []
        self._verdicts: Counter[str] = Counter()
        self._start = time.monotonic()
        print(f"{len(submissions)} submissions: {header}\n", flush=True)

    def show(self, submission: Submission, result: Result) -> None:
        """Show one more result."""
        self._results.append(result)
        self._verdicts[result.verdict] += 1
        self._done += 1
        counts = ", ".join(f"{count} {name}" for name, count in self._verdicts.most_common())
        show_progress(f"{self._time_left()} left; {self._done} of {self._total} checks: {counts}")
        if len(self._results) == self._checks:
            if not sys.stderr.isatty():
                total = report.total(self._results)
                print(f"{report.visible(submission.who)}: {total}", flush=True)
            self._results = []

    def end(self, document: Document) -> None:
        """Show the summary of the class."""
        show_progress("")
        print("\n" + report.class_summary(document))
        if not self._is_kept:
            print("--out DIR keeps the results, and writes what is wrong and why for each.")

    def _time_left(self) -> str:
        """About how much time is left, in words."""
        elapsed = time.monotonic() - self._start
        left = elapsed / self._done * (self._total - self._done)
        return f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min"
