"""Divides a grading's budget of time among its stages."""

from typing import NamedTuple


# The CPU seconds that reports take at most: to start, to explain a submission, and to write its
# pages.
START_S, EXPLAINED_S, WRITTEN_S = 1.5, 0.3, 0.05
LEAST = 0.5  # checks get at least this share of a budget


class Budget(NamedTuple):
    """The times, by time.monotonic(), at which checks, explanations and all the rest must end; None
    for never.
    """

    checks: float | None = None
    explanations: float | None = None
    end: float | None = None


def budget(start: float, seconds: float | None, submissions: int) -> Budget:
    """The Budget of `seconds` from `start`, or of all the time, for so many submissions.

    >>> budget(0, 100, 10), budget(0, 2, 10)
    (Budget(checks=95.5, explanations=98.0, end=100), Budget(checks=1.0, explanations=1.5, end=2))
    """
    if seconds is None:
        return Budget()
    end = start + seconds
    most_s = (1 - LEAST) * seconds
    reports_s = min(most_s, START_S + EXPLAINED_S * submissions)
    written_s = min(most_s / 2, START_S + WRITTEN_S * submissions)
    return Budget(end - reports_s, end - written_s, end)
