"""Computes how long a busy machine kept a run waiting; the wall clock is extended by that.

In each interval between two looks, only the time counts in which the run could have used processors
and did not get them. Processes that compete with each other for all processors of the machine lose
nothing.
"""

import os


MOST = 3  # a limit is extended by at most so many times itself


class _Interval:
    """The time between two looks in seconds, and the seconds that all processes used and waited."""

    def __init__(self, length_s: float, used_s: float, waited_s: float = 0.0) -> None:
        self.length_s, self.used_s, self.waited_s = length_s, used_s, waited_s

    def lost_s(self, processors: int) -> float:
        """The seconds of the interval that a busy machine took from the run.

        >>> _Interval(1.0, 0.25, 0.75).lost_s(2)  # one process, which waited
        0.75
        >>> _Interval(1.0, 2.0, 38.0).lost_s(2)  # 40 that had both processors
        0.0
        >>> _Interval(1.0, 1.0, 39.0).lost_s(2)  # 40 that had half of them
        0.5
        """
        could_use = min((self.used_s + self.waited_s) / self.length_s, processors)
        return max(0.0, could_use * self.length_s - self.used_s) / max(1.0, could_use)


class Clock:
    """The intervals of a run, and the time that it lost in them."""

    def __init__(self) -> None:
        if hasattr(os, "sched_getaffinity"):
            self.processors = len(os.sched_getaffinity(0))
        else:
            self.processors = os.cpu_count() or 1
        self._intervals: list[_Interval] = []

    def add(self, length_s: float, used_s: float, waits: list[float]) -> None:
        """Add an interval, with the waiting times that ended in it.

        The system reports a wait when it is over, so the wait may have begun in earlier intervals.

        >>> clock = Clock()
        >>> clock.add(0.5, 0.0, [])
        >>> clock.add(0.5, 0.0, [0.75])
        >>> clock.lost_s()
        0.75
        """
        if length_s <= 0:
            return
        self._intervals.append(_Interval(length_s, used_s))
        for wait in waits:
            for interval in reversed(self._intervals):
                if wait <= 0:
                    break
                interval.waited_s += min(wait, interval.length_s)
                wait -= interval.length_s

    def lost_s(self) -> float:
        """The seconds that the machine took from the run."""
        return sum(interval.lost_s(self.processors) for interval in self._intervals)

    def has_passed(self, limit_s: float, elapsed_s: float) -> bool:
        """Whether a limit has passed, extended by the lost time, but at most by MOST times it."""
        late_s = elapsed_s - limit_s
        return late_s > 0 and (late_s > MOST * limit_s or late_s > self.lost_s())
