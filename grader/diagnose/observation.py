"""What diagnosis uses of a check: the check, its result, and its stored output; pure.

Machines differ in speed, and interpreters in size. So times and memory are compared with the
shortest and the smallest run of the submission, which do little more than start Python.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property

from grader.assignment.hooks import Lines, Printed
from grader.judge.reading import lines, read
from grader.records.checks import Check
from grader.records.results import CROSSED, OUTPUT_BYTES, OUTPUT_LINES, Result


LOOP_MIB = 2  # a run without a queue grows by no more beyond a start
SEARCH_MIB = 5  # twice what the fastest searches grow by in the time of a start
# CPU seconds of a start if no run shows them, and the least that is assumed
START_S, LEAST_S = 0.03, 0.005
START_MIB = 12  # the memory of a start if no run shows it
# Patterns are matched with so many first lines of an output, each cut to so many characters.
MATCHED_LINES, MATCHED = 1_000, 200
# a message of an exception that says which name of the program is wrong
OWN_NAME = re.compile(
    r"^(?!.*'NoneType').* has no attribute '|name '.*' is not defined"
    r"|\b[A-Z]\w*\(\) takes no arguments|not supported between instances of '(?!NoneType)[A-Z]"
)


@dataclass(frozen=True)
class Observation:
    """A check and its result, with the least CPU seconds and MiB of the submission's runs."""

    check: Check
    result: Result
    start_s: float = START_S
    start_mib: float = START_MIB
    is_beginning: bool = False  # whether it is compared on the check's first instances only

    @property
    def passed(self) -> bool:
        """Whether the output was right."""
        return self.result.passed

    @property
    def verdict(self) -> str:
        """The verdict on the check."""
        return self.result.verdict

    @property
    def is_late(self) -> bool:
        """Whether the run crossed a limit of time or memory while it computed."""
        return self.verdict in CROSSED and not self.is_asleep

    @property
    def is_wrong(self) -> bool:
        """Whether the check failed, but not by a limit that it crossed while it computed."""
        return not self.passed and not self.is_late

    @property
    def is_asleep(self) -> bool:
        """Whether the run ended at the wall time limit."""
        return self.result.run is not None and self.result.run.ended == "wall"

    @property
    def is_searching(self) -> bool:
        """Whether the run was stopped while its memory grew as in a search, not as in a loop."""
        run = self.result.run
        return (
            self.is_late
            and run is not None
            and LOOP_MIB < run.memory_mib - self.start_mib < LOOP_MIB + SEARCH_MIB * self.starts
        )

    @property
    def starts(self) -> float:
        """The CPU time as a multiple of the submission's shortest run."""
        run = self.result.run
        if not run:
            return 0
        return run.cpu_s / max(self.start_s, LEAST_S)

    @cached_property
    def is_cut(self) -> bool:
        """Whether the stored output may be incomplete."""
        output = self.result.printed
        is_full = len(output) >= OUTPUT_BYTES or output.count(b"\n") >= OUTPUT_LINES
        return is_full or self.verdict == "output_limit"

    @property
    def is_whole(self) -> bool:
        """Whether all that was printed is stored, and nothing broke it off."""
        return self.verdict in ("accepted", "wrong_answer") and not self.is_cut

    @cached_property
    def lines(self) -> Lines:
        """The complete lines of the stored output."""
        complete = self.result.printed
        if self.is_cut:
            complete, _, _ = complete.rpartition(b"\n")
        return lines(complete)

    @property
    def tells_nothing(self) -> bool:
        """Whether the output has no complete line, so that no prediction can be compared."""
        is_broken = self.verdict == "output_limit" or (self.is_cut and not self.lines)
        return is_broken and not self.is_late

    def has_raised(self, error: str, pattern: str) -> bool:
        """Whether an exception of this class ended it, whose message, if any, has the pattern."""
        if self.verdict != "runtime_error" or self.result.error != error:
            return False
        message = str(self.result.reason.fields.get("error", "")).partition(": ")[2]
        return not message or bool(re.search(pattern, message))

    @cached_property
    def match(self) -> Callable[[str], re.Match[str] | None]:
        """The function from a pattern to its first match in the output, with a cache."""
        beginning = "\n".join(line[:MATCHED] for line in self.lines[:MATCHED_LINES])
        return cache(lambda pattern: re.search(pattern, beginning))

    @cached_property
    def read(self) -> Callable[[Lines], Lines]:
        """The function from the right output to the lines that the check's checker reads from this
        output beside it, with a cache.
        """
        return cache(lambda right: read(self.check, Printed(self.lines), right).lines)


def with_lines(observation: Observation, lines: Lines, is_right: bool) -> Observation:
    """An observation as if only these of its lines had been printed, with the verdict on them."""
    result = observation.result
    text = "\n".join(lines).encode("utf-8", "surrogateescape")
    run = result.run and replace(result.run, stdout=text)
    return replace(observation, result=replace(judged(result, is_right), run=run))


def judged(result: Result, is_right: bool) -> Result:
    """A result with the verdict accepted or wrong answer instead of its own."""
    if is_right:
        return replace(result, verdict="accepted")
    return replace(result, verdict="wrong_answer")


def raised_at(result: Result) -> tuple[object, ...]:
    """What exceptions of one mistake share: the message, with # for numbers and for rows of them,
    and the file and line.

    Where a module is missing, its name is the message. A message that says which name of the
    program is wrong, such as an attribute that a class does not have, tells of the same mistake in
    all places, which are left out then. () without an exception.
    """
    fields = result.reason.fields
    message = without_numbers(fields.get("error") or fields.get("module") or "")
    message = re.sub(r"#[# ,.()\[\]]+", "#", message)
    if result.verdict != "runtime_error" or not message:
        return ()
    if OWN_NAME.search(message):
        return (message,)
    return message, fields.get("file"), fields.get("line")


def without_numbers(text: object) -> str:
    """A text in which # replaces each number."""
    return re.sub("[0-9]+", "#", str(text))
