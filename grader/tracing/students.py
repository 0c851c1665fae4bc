"""Runs a student's program on small instances, apart from grading; nothing here is scored.

Counts of lines and pops limit all runs, so that a slow machine finds what a fast one does. A clock
ends only what counts can't see; then the report says so.

The watch of a trace runs in the student's process, so that a program can forge what it tells, or
keep it from telling anything. That harms the program's own explanation and nothing else: what comes
is read as bounded data, and may be nothing.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.assignment.hooks import Hooks
from grader.assignment.plan import Assignment
from grader.diagnose import queue_calls
from grader.ground.files import Files
from grader.judge.account import account
from grader.records.checks import Check, Limits
from grader.records.facts import Fact
from grader.records.results import Run
from grader.sandbox import driver
from grader.sandbox.sandbox import Sandbox
from grader.traces import State, Trace
from grader.tracing import counting, lists, watched, watching
from grader.tracing.assembling import assembled
from grader.tracing.references import searching_of, state_of


# The most lines that a run executes; the model solutions need fewer than 6,000 on a small instance.
LINES = 100_000
# The clock allows fifty times what so many lines take, even if each searches a long list.
LIMITS = Limits(cpu_s=20, wall_s=30, memory_mib=1024, output_kib=512)
CLOCKS = ("cpu", "wall")  # the limits by which a clock ends a run
OUT_OF_LINES = "lines"  # the limit by which LINES ends a run
FAILED, LATE = ("wrong_answer", "runtime_error"), ("time_limit", "memory_limit", "output_limit")
MOST_RUNS = 24  # after so many runs of a submission only a trace may follow
MOST_BYTES, MOST_EVENTS = 400_000, 5_000
LOOP = re.compile(rb"\s*(?:while|for)\b[^:#]*:\s*[^\s#]")  # with its body in the same line
TIMES, SPARE = 3, 20  # a student's search is watched for TIMES the right one's pops and SPARE more


@dataclass
class Program:
    """The files of a submission and the sandbox in which they run, how often they were run, and
    whether a clock ended a run.
    """

    box: Sandbox
    files: Files
    aliases: Sequence[tuple[str, str]] = ()
    runs: int = field(default=0, init=False)
    is_cut_short: bool = field(default=False, init=False)

    def tried(self, check: Check, most: int = LINES) -> Run | None:
        """The counted Run of a check; None if the runs are used up, or a clock ended an earlier one
        or the only call of this one.
        """
        if self.is_cut_short or self.runs >= MOST_RUNS:
            return None
        run = self.counted(check, most)
        if run.ended in CLOCKS and len(account(check, run).calls) < 2:
            return None
        return run

    def loops_in_a_line(self, reason: Fact) -> bool:
        """Whether a program was stopped in a loop of one line, for which only a clock could end a
        run on a small instance, too.
        """
        lines = self.files.get(str(reason.fields.get("file")), b"").splitlines()
        place = reason.fields.get("line")
        return any(LOOP.match(line) for number, line in enumerate(lines, 1) if f"{number}" == place)

    def counted(self, check: Check, most: int = LINES) -> Run:
        """The Run of a check, which ends OUT_OF_LINES where it executes more lines than `most`."""
        words = check.module, check.function, check.driver, most, driver.MARK.decode()
        text = f"{_text(counting)}\n\ncall = counted(*{words!r})\n"
        run = self._run(check, "call", text, *check.calls)
        if run.exit_status == counting.ENDLESS:
            return replace(run, ended=OUT_OF_LINES)
        return run

    def trace(self, check: Check, assignment: Assignment, pops: int) -> Trace | None:
        """The Trace of the program's search in a check; None if it can't be read.

        `pops` is the number of entries that the right search pops.
        """
        searching, reader = searching_of(assignment), assignment.folder.reader
        most = TIMES * pops + SPARE
        call = check.module, check.function, check.driver, check.arguments, most, LINES
        texts = map(_text, (queue_calls, watching, lists, counting, watched))
        run = self._run(check, "traced", "\n\n".join([*texts, reader]), call)
        _, _, text = account(check, run).printed.rpartition(watched.MARK)
        events, is_whole, is_heap = _events(text, reader)
        queues = {queue for _, queue, *_ in events}
        begins_with_one = [kind for kind, *_ in events[:2]] == ["+", "-"]  # or else it is no queue
        if len(queues) != 1 or not begins_with_one:
            return None
        return assembled(events, searching, searching.algorithms[0], is_whole, is_heap=is_heap)

    def _run(self, check: Check, function: str, text: str, *calls: Any) -> Run:
        """The Run of a function that a text defines, called once with each of the values."""
        first, *further = [([("call", value)],) for value in calls]
        own = replace(
            check,
            function=function,
            driver=text,
            arguments=first,
            further=tuple(further),
            limits=LIMITS,
            hooks=Hooks(),
            returns=False,
            stdin="",
        )
        run = self.box.run(own, self.files, self.aliases)
        self.runs += 1
        self.is_cut_short = self.is_cut_short or run.ended in CLOCKS
        return run


@lru_cache
def _text(module: ModuleType) -> str:
    """The text of one of our modules, for the student's process."""
    return Path(module.__file__ or "").read_text(encoding="utf-8")


# ---- What a hostile program may have written ----


def _events(text: bytes, reader: str) -> tuple[list[tuple[Any, ...]], bool, bool]:
    """(The events in a text up to an impossible one, whether these are all, whether of a heap)."""
    if len(text) >= MOST_BYTES:
        return [], False, False
    try:
        contents = json.loads(text)
        rows, is_whole = contents["events"], contents["is_whole"] is True
        is_heap = contents["is_heap"] is True
    except (ValueError, RecursionError, KeyError, TypeError):
        return [], False, False
    if not isinstance(rows, list):
        rows = []
    events: list[tuple[Any, ...]] = []
    waiting: set[tuple[int, int]] = set()
    for row in rows[:MOST_EVENTS]:
        if not (event := _event(row, waiting, reader)):
            return events, False, is_heap
        events.append(event)
    return events, is_whole and len(rows) <= MOST_EVENTS, is_heap


def _event(row: Any, waiting: set[tuple[int, int]], reader: str) -> tuple[Any, ...] | None:
    """The event in a row; None if it is impossible. `waiting`: the pushed (queue, entry)."""
    if not isinstance(row, list) or len(row) not in (4, 5) or not all(map(_is_count, row[1:3])):
        return None
    kind, queue, number, *rest = row
    place = queue, number
    if kind == "-" and len(rest) == 1 and _is_count(rest[0]) and place in waiting:
        waiting.remove(place)
        return "-", queue, number, rest[0]
    if kind != "+" or len(rest) != 2 or place in waiting or not isinstance(rest[1], list):
        return None
    waiting.add(place)
    return "+", queue, number, _state(rest[0], reader), list(filter(_is_named, rest[1]))


def _state(value: Any, reader: str) -> State | None:
    if not isinstance(value, list):
        return None
    return state_of(reader)(value)


def _is_count(value: Any) -> bool:
    """Whether a value is an integer from 0 to MOST_EVENTS."""
    return type(value) is int and 0 <= value <= MOST_EVENTS


def _is_named(value: Any) -> bool:
    """Whether a value is a pair [name, number]."""
    return (
        isinstance(value, list)
        and len(value) == 2
        and isinstance(value[0], str)
        and type(value[1]) in (int, float)
        and abs(value[1]) < watching.LARGEST
    )
