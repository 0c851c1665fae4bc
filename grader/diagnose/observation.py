"""What diagnosis sees of a check: the check, its result, and the output as stored; pure."""

from dataclasses import dataclass
from functools import cached_property

from grader.judge.reading import lines
from grader.records import OUTPUT_BYTES, Check, Result


ENDLESS = ("time_limit", "memory_limit")
# what a run without a queue has at most; twice what the fastest searches take
LOOP_MIB, SEARCH_MIB_S = 22, 150


@dataclass(frozen=True)
class Observation:
    """A check and its result."""

    check: Check
    result: Result

    @property
    def passed(self) -> bool:
        """Whether its output was right."""
        return self.result.passed

    @property
    def verdict(self) -> str:
        """The verdict."""
        return self.result.verdict

    @property
    def is_late(self) -> bool:
        """Whether it crossed a limit of time or memory, and was at work."""
        return self.verdict in ENDLESS and not self.is_asleep

    @property
    def is_wrong(self) -> bool:
        """Whether it failed for another reason than a limit that it crossed at work."""
        return not self.passed and not self.is_late

    @property
    def is_asleep(self) -> bool:
        """Whether it was stopped by the clock, and not for the CPU time that it used."""
        return self.result.run is not None and self.result.run.ended == "wall"

    @property
    def is_searching(self) -> bool:
        """Whether it was stopped while its memory grew as an endless search's does, no loop's."""
        run = self.result.run
        return (
            self.is_late
            and run is not None
            and LOOP_MIB < run.memory_mib < LOOP_MIB + SEARCH_MIB_S * run.cpu_s
        )

    @property
    def cpu_s(self) -> float:
        """The CPU time that it took."""
        return self.result.run.cpu_s if self.result.run else 0

    @property
    def output(self) -> bytes:
        """Its output, as far as it is stored."""
        return self.result.run.stdout if self.result.run else b""

    @cached_property
    def is_cut(self) -> bool:
        """Whether there may have been more output than is stored."""
        return len(self.output) >= OUTPUT_BYTES or self.verdict == "output_limit"

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The whole lines of the output, as far as it is stored."""
        return lines(self.output.rpartition(b"\n")[0] if self.is_cut else self.output)
