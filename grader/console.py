"""The command in the terminal: what it complains of, and what it shows of each check or submission as it grades."""

import argparse
import shutil
import sys
import time
from collections import Counter

from grader import UsageError, report


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are told like all others, in one line."""

    def error(self, message):
        """Raise UsageError instead of printing the usage."""
        raise UsageError(message)


class SingleView:
    """Shows one submission: a line for each check as it comes, and on a terminal which is next."""

    def __init__(self, submission, checks, header):
        self.checks, self.done = checks, 0
        print(f"{report.visible(submission.path)}: {header}\n")
        self.next()

    def show(self, _, record):
        """Show one more record."""
        self.done += 1
        progress("")
        print(report.check_line(record, sys.stdout.isatty()), flush=True)
        self.next()

    def next(self):
        """Name the check that is waited for."""
        if self.done < len(self.checks):
            progress(f"{self.done} of {len(self.checks)} done, now {self.checks[self.done].name}")

    def end(self, document):
        """Explain every failure, and tell what is flagged."""
        (submission,) = document.submissions
        print(report.explanation(submission, document))
        for sentence in report.another_edition(submission):
            print(sentence)
        for flag in report.private_flags(submission):
            print(report.visible(flag))
        for record in submission.results:
            for flag in record.flags:
                print(f"{record.check}: {report.sentence(flag)}")


class StudentView:
    """Shows a student how their program does: on a terminal the progress, at the end what doesn't work yet."""

    def __init__(self, submission, checks, header):
        self.checks, self.done, self.submission = checks, 0, submission
        print(f"Checking {report.visible(submission.path)} ({header})\n", flush=True)
        progress(f"0 of {len(checks)} done")

    def show(self, *_):
        """Count one more record."""
        self.done += 1
        progress(f"{self.done} of {len(self.checks)} done")

    def end(self, document):
        """Show what works, and what doesn't yet."""
        progress("")
        print(report.student_text(document, self.submission.at_hand), end="")


class ClassView:
    """Shows a class: on a terminal its progress, elsewhere a line for each submission; then the summary."""

    def __init__(self, submissions, checks, header, kept):
        self.kept = kept
        self.total, self.checks = len(submissions) * len(checks), len(checks)
        self.records, self.verdicts, self.done = [], Counter(), 0
        self.start = time.monotonic()
        print(f"{len(submissions)} submissions: {header}\n", flush=True)

    def show(self, submission, record):
        """Show one more record."""
        self.records.append(record)
        self.verdicts[record.verdict] += 1
        self.done += 1
        progress(f"{self.left()} left; {self.done} of {self.total} checks: {tally(self.verdicts)}")
        if len(self.records) == self.checks:
            if not sys.stderr.isatty():
                print(f"{report.visible(submission.who)}: {report.total(self.records)}", flush=True)
            self.records = []

    def left(self):
        """About how much time is left, in words."""
        seconds = (time.monotonic() - self.start) / self.done * (self.total - self.done)
        return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"

    def end(self, document):
        """Show the summary of the class."""
        progress("")
        print("\n" + report.class_summary(document))
        if not self.kept:
            print("--out DIR keeps the results, and writes what is wrong and why for each.")


def tally(count):
    """How many of each, the most common first.

    >>> tally(Counter({"accepted": 3, "missing": 1}))
    '3 accepted, 1 missing'
    """
    return ", ".join(f"{number} {verdict}" for verdict, number in count.most_common())


def progress(text):
    """Show a line that the next one replaces, on a terminal only."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        print(f"\r\x1b[K{text[:width]}", end="", file=sys.stderr, flush=True)
