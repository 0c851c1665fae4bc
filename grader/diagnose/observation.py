"""What diagnosis sees of a check: the check, its result, and the output as stored; pure.

Machines differ in speed, and interpreters in size. So times and memory are compared with the
shortest and the smallest run of the submission, which do little more than start.
"""

import re
from dataclasses import dataclass
from functools import cached_property

from grader.assignment.hooks import Lines, Printed
from grader.judge.reading import lines, read
from grader.records import OUTPUT_BYTES, OUTPUT_LINES, Check, Result


ENDLESS = ("time_limit", "memory_limit")
LOOP_MIB = 2  # what a run without a queue has at most beyond a start
SEARCH_MIB = 5  # twice what the fastest searches take in the time that a start takes
START_S, LEAST_S = 0.03, 0.005  # CPU seconds that a start takes if no run tells; the least there is
START_MIB = 12  # the memory of a start if no run tells
# patterns are matched with the first lines of an output, each up to so many characters
MATCHED_LINES, MATCHED = 1_000, 200


@dataclass(frozen=True)
class Observation:
    """A check and its result; the least CPU seconds and MiB of the submission's runs."""

    check: Check
    result: Result
    start_s: float = START_S
    start_mib: float = START_MIB

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
            and LOOP_MIB < run.memory_mib - self.start_mib < LOOP_MIB + SEARCH_MIB * self.starts
        )

    @property
    def cpu_s(self) -> float:
        """The CPU time that it took."""
        return self.result.run.cpu_s if self.result.run else 0

    @property
    def starts(self) -> float:
        """How many times as long it took as the submission's shortest run."""
        return self.cpu_s / max(self.start_s, LEAST_S)

    @property
    def output(self) -> bytes:
        """Its output, as far as it is stored."""
        return self.result.run.stdout if self.result.run else b""

    @cached_property
    def is_cut(self) -> bool:
        """Whether there may have been more output than is stored."""
        is_full = len(self.output) >= OUTPUT_BYTES or self.output.count(b"\n") >= OUTPUT_LINES
        return is_full or self.verdict == "output_limit"

    @cached_property
    def lines(self) -> Lines:
        """The whole lines of the output, as far as it is stored."""
        return lines(self.output.rpartition(b"\n")[0] if self.is_cut else self.output)

    @property
    def tells_nothing(self) -> bool:
        """Whether no prediction can be told from its output: of that not one line is whole."""
        is_broken = self.verdict == "output_limit" or (self.is_cut and not self.lines)
        return is_broken and not self.is_late

    def match(self, pattern: str) -> re.Match[str] | None:
        """The first match of a pattern in the output."""
        if pattern not in self._matches:
            self._matches[pattern] = re.search(pattern, self._matched)
        return self._matches[pattern]

    def read(self, right: Lines) -> Lines:
        """The lines that the check's checker reads, beside those of the right output."""
        if right not in self._readings:
            self._readings[right] = read(self.check, Printed(self.lines), right).lines
        return self._readings[right]

    @cached_property
    def _matched(self) -> str:
        """The beginning of the output that patterns are matched with."""
        return "\n".join(line[:MATCHED] for line in self.lines[:MATCHED_LINES])

    @cached_property
    def _matches(self) -> dict[str, re.Match[str] | None]:
        """{pattern: its first match}, as far as looked for."""
        return {}

    @cached_property
    def _readings(self) -> dict[Lines, Lines]:
        """{right lines: the lines read}, as far as asked for."""
        return {}
