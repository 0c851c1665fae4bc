"""Runs a check in a series of processes, and reports the time and memory of each.

The launcher measures them, out of every program's reach. If the assignment doubts a time, or a
process is stopped since it took too many times another's, it is run again, and times without doubt
or else the least ones count, so that a busy machine does not make programs slow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from grader.assignment.hooks import Hooks, Measurement, Process
from grader.records.checks import Check, Limits
from grader.records.results import Run
from grader.sandbox.jobs import Aliases, Files


if TYPE_CHECKING:
    from grader.sandbox.sandbox import Sandbox

START_S = 0.25  # CPU seconds that a process needs at least to begin
MORE_RUNS = 4  # more runs of a process whose time is doubtful, or that was stopped


def run(
    box: Sandbox,
    check: Check,
    measurement: Measurement,
    files: Files,
    aliases: Aliases = (),
) -> Run:
    """The Run of a check in several processes; the series ends at the first that fails.

    The limits hold for all processes together, except that each may use all the memory.
    """
    series = _Series(box, check, measurement, files, aliases, check.limits)
    if all(map(series.goes_on, range(len(measurement.processes)))):
        series.measure_again()
    return series.result()


@dataclass
class _Series:
    """The runs of a check's processes, and the rest of its limits."""

    box: Sandbox
    check: Check
    measurement: Measurement
    files: Files
    aliases: Aliases
    left: Limits
    runs: list[Run] = field(default_factory=list)  # of each process, the run that counts
    all: list[Run] = field(default_factory=list)

    def goes_on(self, number: int) -> bool:
        """Run a process; return whether the check may go on after it."""
        if self.runs and (ended := self._exhausted()):
            self.runs[-1] = replace(self.runs[-1], ended=ended)
            return False
        for _ in range(1 + MORE_RUNS):
            last = self._run(number)
            is_half_left = self.left.cpu_s >= self.check.limits.cpu_s / 2
            if not self._is_stopped(number, last) or not is_half_left or self._exhausted():
                break  # the other half is for the processes that follow
        self.runs.append(last)
        return self._is_stopped(number, last) or _is_well(last)

    def measure_again(self) -> None:
        """Run processes with doubtful times again, as long as there is time.

        A machine may be slow for seconds. So times of one round count that leave no doubt; of
        others the least does.
        """
        for _ in range(MORE_RUNS):
            again = {}
            for number in self._doubtful({}):
                if self._exhausted():
                    return
                run = self._run(number)
                if _is_well(run):
                    again[number] = run
            doubtful = self._doubtful(again)
            for number, run in again.items():
                if number not in doubtful or run.cpu_s < self.runs[number].cpu_s:
                    self.runs[number] = run

    def _doubtful(self, again: Mapping[int, Run]) -> Sequence[int]:
        """The numbers of the processes whose times are doubtful, with some runs in place of those
        that count.
        """
        runs = [again.get(number, run) for number, run in enumerate(self.runs)]
        return self.measurement.doubtful([run.cpu_s for run in runs])

    def result(self) -> Run:
        last = self.runs[-1]
        if self._is_stopped(len(self.runs) - 1, last):
            last = replace(last, ended="exit", exit_status=0)
        return replace(
            last,
            cpu_s=sum(run.cpu_s for run in self.all),
            wall_s=sum(run.wall_s for run in self.all),
            memory_mib=max(run.memory_mib for run in self.all),
            processes=tuple(self.runs),
        )

    def _run(self, number: int) -> Run:
        process = self.measurement.processes[number]
        limits = self._limits(process)
        single = replace(self.check, arguments=process.arguments, limits=limits, hooks=Hooks())
        if process.is_ours:
            files = self.files
            if self.check.replaced:
                files = {}  # files of the course's stand alone
            run = self.box.run(replace(single, module=""), files)
        else:
            run = self.box.run(single, self.files, self.aliases, is_measured=True)
        self.all.append(run)
        cpu_s, wall_s = self.left.cpu_s - run.cpu_s, self.left.wall_s - run.wall_s
        output_kib = self.left.output_kib - max(len(run.stdout), len(run.stderr)) // 1024
        self.left = replace(self.left, cpu_s=cpu_s, wall_s=wall_s, output_kib=output_kib)
        return run

    def _limits(self, process: Process) -> Limits:
        if not process.times:
            return self.left
        most_s = process.times * self.runs[process.than].cpu_s
        return replace(self.left, cpu_s=min(self.left.cpu_s, most_s))

    def _exhausted(self) -> str:
        """The limit that leaves no time for another process, or ""."""
        if min(self.left.cpu_s, self.left.wall_s) >= START_S:
            return ""
        if self.left.cpu_s < self.left.wall_s:
            return "cpu"
        return "wall"

    def _is_stopped(self, number: int, run: Run) -> bool:
        """Whether a run of a process used all the time that `times` allowed it."""
        return run.ended == "cpu" and bool(self.measurement.processes[number].times)


def _is_well(run: Run) -> bool:
    return run.ended == "exit" and not run.exit_status
