"""Watches a running program: reads its output, measures its processes, and kills them.

CPU time is that of all processes that the program started. The wall clock is extended by the time
for which a busy machine kept them waiting for a processor, within bounds: `clock` has it.
"""

import os
import selectors
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from io import FileIO
from typing import TYPE_CHECKING, NamedTuple

from grader.sandbox import codes
from grader.sandbox.cgroups import RunGroup
from grader.sandbox.clock import Clock
from grader.sandbox.errand import Errand
from grader.sandbox.linux import STACK_MIB, TASKS, content, succeeds
from grader.sandbox.setup import NotBegun


if TYPE_CHECKING:
    from resource import struct_rusage

    from grader.sandbox.containment import Containment

POLL_S = 0.05  # seconds between two looks at a running program
LEAST_S = 0.002  # the same when its CPU time is nearly used up
PROCESSES = 50  # the most at one time
FILES_ROOM_MIB = 16  # so much of a program's files is not added to its memory
TICK_S = PAGE_MIB = 0.0
if hasattr(os, "sysconf"):  # Windows has none; there `portable` watches programs
    TICK_S = 1 / os.sysconf("SC_CLK_TCK")
    PAGE_MIB = os.sysconf("SC_PAGE_SIZE") / (1 << 20)
# MiB in a unit of ru_maxrss
MAXRSS_MIB = 1 / (1 << 10) if sys.platform == "linux" else 1 / (1 << 20)

# CPU seconds of an interpreter's start, which a fork of the warm one does not need. They are added
# to the fork's, so that times mean the same for both; a measured start would depend on other work.
START_S = 0.01

# the places of these fields in /proc/NUMBER/stat
STATE, PARENT, USED, CHILDREN_USED = 0, 1, slice(11, 13), slice(13, 15)
THREADS, BEGUN, RESIDENT = 17, 19, 21

# {process: (its exit status, the resources that it used)}
Usages = dict[int, tuple[int, "struct_rusage"]]


class _Look(NamedTuple):
    """A measurement of a run at one time."""

    cpu_s: float
    memory_mib: float
    processes: int  # including those that ended and were not waited for
    tasks: int  # processes and threads


class Watch:
    """Watches one program from start to end; pipes bring stdout, stderr and the driver's bytes.

    Close it in the end.
    """

    def __init__(
        self,
        process: int,
        pipes: Sequence[int],
        errand: Errand,
        limits: dict[str, float],
        scratch: str,
        containment: "Containment",
        group: RunGroup | None,
        is_warm: bool,
    ) -> None:
        self.process, self.errand, self.limits, self.scratch = process, errand, limits, scratch
        self.containment, self.helpers, self.group = containment, containment.helpers(), group
        self.space, self.warm = containment.space, containment.warm
        self.most_output = int(limits["output_kib"]) << 10
        self.start = self.looked = time.monotonic()
        self.out, self.err, self.begun = (open(pipe, "rb", 0) for pipe in pipes)
        self.output = {self.out: bytearray(), self.err: bytearray()}
        self.end = open(os.pidfd_open(process), "rb", 0) if hasattr(os, "pidfd_open") else None
        # By number and start of a process, since numbers are used again.
        self.cpu_s_of: dict[tuple[str, str], float] = {}
        self.waited_s_of: dict[tuple[str, str], float] = {}
        # what the orphans used that this process waited for
        self.orphans: "list[struct_rusage]" = []
        # MiB that a fork of the warm interpreter shares with it, beyond what any interpreter has.
        self.shared_mib = self.spared_s = 0.0
        if is_warm:
            self.shared_mib, self.spared_s = self.warm.resident_mib, START_S
        self.clock = Clock()
        self.measured_s = self.peak_mib = 0.0
        self.code = b""  # what the program's module was compiled to, if that was asked for

    def close(self) -> None:
        """Close the pipes."""
        for stream in self.out, self.err, self.begun, self.errand, self.end:
            if stream:
                stream.close()

    def result(self) -> dict[str, object]:
        """Wait for the program's end or a limit, kill the rest; return the fields of its Run."""
        ended = self._wait()
        if ended == "exit":
            ended = self._refused() or ended
        if ended == "exit" and self.space.is_in_memory and self._is_too_full():
            ended = "disk"
        if not self.group:  # a group also counts processes that have ended
            self._look()
        usages = kill_all(self.process, self.containment)
        for stream in self.output:
            self._drain(stream)
        out, err = map(bytes, self.output.values())
        status = self._status(usages[self.process][0])
        used = [*self.orphans, *(usage for _, usage in usages.values())]
        if self.group:
            self.measured_s = max(self.measured_s, self.group.cpu_s())
        cpu_s = max(self.measured_s, sum(usage.ru_utime + usage.ru_stime for usage in used))
        if ended == "exit" and status < 0 and cpu_s > self.limits["cpu_s"]:
            ended = "cpu"
        largest_mib = max(usage.ru_maxrss for usage in used) * MAXRSS_MIB
        return {
            "stdout": out,
            "stderr": err.replace(f"{self.scratch}{os.sep}".encode(), b""),
            "exit_status": status,
            "ended": ended,
            "cpu_s": cpu_s + self.spared_s,
            "wall_s": time.monotonic() - self.start,
            "memory_mib": max(self.peak_mib, largest_mib - self.shared_mib),
        }

    def _status(self, status: int) -> int:
        """The program's exit status, minus the number if a signal ended it."""
        text = self.begun.read()
        if not text:
            reason = bytes(self.output[self.err])[-500:].decode(errors="replace").strip()
            raise NotBegun(f"sandbox: expected the program to start, got {reason!r}")
        self.code, own_status = codes.parted(text[1:])
        return self.containment.exit_status(status, own_status)

    # ---- Reading ----

    def _wait(self) -> str:
        """Read until the program has ended or crossed a limit; return the `ended` of its Run."""
        with selectors.DefaultSelector() as selector:
            for stream in (*self.output, sys.stdin.buffer, *filter(None, [self.end])):
                selector.register(stream, selectors.EVENT_READ)
            self.errand.begin(selector)
            for stream in self.output:
                os.set_blocking(stream.fileno(), False)
            next_look = self.start + self._pause_s()
            while not self._has_ended():
                self._read(selector, max(0.0, next_look - time.monotonic()))
                if any(map(self._is_too_long, self.output.values())):
                    return "output"
                if time.monotonic() > next_look:
                    if limit := self._crossed_limit():
                        return limit
                    next_look = time.monotonic() + self._pause_s()
        return "exit"

    def _has_ended(self) -> bool:
        """Whether the first process has ended; as a zombie it keeps its number and its group's."""
        return os.waitid(os.P_PID, self.process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def _pause_s(self) -> float:
        return _pause_s(self.limits["cpu_s"] - self.measured_s, self.clock.processors)

    def _read(self, selector: selectors.BaseSelector, pause_s: float) -> None:
        # With both pipes closed, and without `end`, only looks can show that it has ended.
        if len(selector.get_map()) == 1:
            pause_s = 0.001
        for key, _ in selector.select(pause_s):
            if key.fileobj is sys.stdin.buffer:
                # the grader sends nothing while it waits for an answer, so it has ended
                raise EOFError
            self.errand.go_on(selector, key.fileobj)
            if key.fileobj in self.output and not self._drain(key.fileobj):
                selector.unregister(key.fileobj)

    def _is_too_long(self, output: bytearray) -> bool:
        return len(output) > self.most_output

    def _drain(self, stream: FileIO) -> bool:
        """Read what a stream holds, up to one byte over the cap; return False at its end."""
        output = self.output[stream]
        while not self._is_too_long(output):
            chunk = stream.read(min(self.most_output + 1 - len(output), 1 << 16))
            if not chunk:
                return chunk is None  # None: nothing yet; b"": the end
            output += chunk
        return True

    # ---- Measuring ----

    def _crossed_limit(self) -> str:
        """The name of the limit that the run has crossed, or ""."""
        look, is_too_full = self._look(), self._is_too_full()
        if refused := self._refused():
            return refused
        if self.clock.has_passed(self.limits["wall_s"], time.monotonic() - self.start):
            return "wall"
        # Processes without end also fill the memory, the sooner the later they are looked at, and
        # while it is measured.
        is_full = not is_too_full and self._has_too_much(look)
        if look.processes > PROCESSES or is_full and self._are_too_many():
            return "processes"
        if look.tasks > TASKS:
            return "threads"
        if is_full:
            return "memory"
        if look.cpu_s > self.limits["cpu_s"]:
            return "cpu"
        if is_too_full:
            return "disk"
        return ""

    def _is_too_full(self) -> bool:
        return self.space.is_too_full(self.scratch)

    def _has_too_much(self, look: _Look) -> bool:
        """Whether all processes and files take too much memory; a group bounds it by itself."""
        if self.group:
            return False
        files_mib = self.space.mib()
        # The limit on data leaves room for a stack, which freeing nested data needs.
        most_mib = self.limits["memory_mib"] + STACK_MIB + min(files_mib, FILES_ROOM_MIB)
        return look.memory_mib > most_mib and self._unshared_mib(files_mib) > most_mib

    def _refused(self) -> str:
        """The limit that the run's control group enforced, or ""."""
        if not self.group:
            return ""
        limit = ""
        if self.group.ran_out():
            limit = "memory"
        elif self.group.was_full():
            limit = "threads"
        # Processes without end cross whichever limit comes first on this machine.
        if limit and self._are_too_many():
            return "processes"
        return limit

    def _are_too_many(self) -> bool:
        return len(self._numbers()) - self.helpers > PROCESSES

    def _numbers(self) -> list[str]:
        """The numbers of the run's processes, our helpers first."""
        numbers = _descendants(spared=self.warm.process)
        if not self.group:
            return numbers
        known = set(numbers)
        return numbers + [number for number in self.group.processes() if number not in known]

    def _look(self) -> _Look:
        """Measure the run, and add the interval to the clock."""
        numbers = self._numbers()
        stats = {number: fields for number in numbers if (fields := _stat(number))}
        waits = [self._new_wait_s(number, fields) for number, fields in stats.items()]
        own = [fields for number, fields in stats.items() if number not in numbers[: self.helpers]]
        look = _Look(
            cpu_s=self._cpu_s(stats),
            memory_mib=self._memory_mib(own),
            processes=len(own),
            tasks=sum(max(1, int(fields[THREADS])) for fields in own),
        )
        now = time.monotonic()
        self.clock.add(now - self.looked, look.cpu_s - self.measured_s, waits)
        self.looked, self.measured_s = now, look.cpu_s
        self.peak_mib = max(self.peak_mib, look.memory_mib)
        self._adopt(stats)
        return look

    def _cpu_s(self, stats: Mapping[str, list[str]]) -> float:
        """The CPU seconds of all processes of the run, including those that have ended."""
        if self.group:
            return self.group.cpu_s()
        in_tree = sum(usage.ru_utime + usage.ru_stime for usage in self.orphans)
        for number, fields in stats.items():
            own, children = sum(map(int, fields[USED])), sum(map(int, fields[CHILDREN_USED]))
            self.cpu_s_of[number, fields[BEGUN]] = own * TICK_S
            in_tree += (own + children) * TICK_S
        return max(in_tree, sum(self.cpu_s_of.values()))

    def _memory_mib(self, stats: Iterable[list[str]]) -> float:
        if self.group:
            return self.group.memory_mib()
        resident_mib = sum(int(fields[RESIDENT]) * PAGE_MIB for fields in stats)
        return resident_mib - self.shared_mib + self.space.mib()

    def _new_wait_s(self, number: str, fields: list[str]) -> float:
        """The seconds that a process has waited for a processor since the last look."""
        key, waited_s = (number, fields[BEGUN]), _waited_s(number, int(fields[THREADS]))
        before, self.waited_s_of[key] = self.waited_s_of.get(key, 0.0), waited_s
        return waited_s - before

    def _adopt(self, stats: Mapping[str, list[str]]) -> None:
        """Collect orphans that have ended, as process 1 of a namespace would do."""
        for number, fields in stats.items():
            is_orphan = int(fields[PARENT]) == os.getpid() and int(number) != self.process
            if is_orphan and fields[STATE] == "Z":
                self.orphans.append(os.wait4(int(number), 0)[2])

    def _unshared_mib(self, files_mib: float) -> float:
        """The MiB of memory of all processes and files, counting shared memory once."""
        pairs = map(_proportional_mib, _descendants(spared=self.warm.process)[self.helpers :])
        own_mib, mapped_mib = map(sum, zip((0.0, 0.0), *pairs))
        return own_mib + max(files_mib, mapped_mib)


def _pause_s(left_s: float, processors: int) -> float:
    """The seconds until the next look, so that a CPU limit is hardly exceeded.

    The remaining CPU time lasts at least as long as all processors together need for it.

    >>> _pause_s(10, 2), _pause_s(0.06, 2), _pause_s(0.001, 2)
    (0.05, 0.03, 0.002)
    """
    return min(POLL_S, max(LEAST_S, left_s / processors))


def _descendants(process: int | str = "self", spared: int = 0) -> list[str]:
    """The numbers of all descendants of a process (by default this one), from /proc.

    The process `spared` and its descendants are left out.
    """
    numbers = []
    parents = [str(process)]
    while parents:
        threads = f"/proc/{parents.pop()}/task"
        with suppress(OSError):  # the process has ended, or this is not Linux
            for thread in os.listdir(threads):
                every = content(f"{threads}/{thread}/children").split()
                children = [number for number in every if number != f"{spared}"]
                numbers += children
                parents += children
    return numbers


def demand_s(process: int) -> float | None:
    """The seconds for which a process and its descendants used or waited for a processor.

    None if that is unknown, as without /proc.
    """
    numbers = _descendants(process)
    fields_of = list(filter(None, map(_stat, numbers)))
    if not fields_of:
        return None
    ticks = sum(int(tick) for fields in fields_of for tick in fields[11:15])
    return ticks * TICK_S + sum(map(_waited_s, numbers))


def _stat(number: str) -> list[str]:
    """The fields after the name in /proc/NUMBER/stat; none if the process has ended."""
    with suppress(OSError):
        return content(f"/proc/{number}/stat").rpartition(")")[2].split()
    return []


def _waited_s(number: str, threads: int = 1) -> float:
    """The seconds that a process's threads have waited for a processor while ready to run."""
    tasks = [number]
    if threads > 1:
        with suppress(OSError):
            tasks = [f"{number}/task/{task}" for task in os.listdir(f"/proc/{number}/task")]
    waited_s = 0.0
    for task in tasks:
        with suppress(OSError):
            waited_s += int(content(f"/proc/{task}/schedstat").split()[1]) / 1e9
    return waited_s


def _proportional_mib(number: str) -> tuple[float, float]:
    """(The MiB of a process's own, of files in memory), with its share of what is shared.

    All its memory counts as its own if /proc hides more.
    """
    try:
        with open(f"/proc/{number}/smaps_rollup", encoding="ascii") as file:
            kib_of = {line.split()[0]: int(line.split()[1]) for line in file if "Pss" in line}
        mapped_kib = kib_of.get("Pss_Shmem:", 0)
        return (kib_of["Pss:"] - mapped_kib) / 1024, mapped_kib / 1024
    except (OSError, KeyError):
        fields = _stat(number)
        if not fields:
            return 0.0, 0.0
        return int(fields[RESIDENT]) * PAGE_MIB, 0.0


# ---- Killing ----


def kill_all(process: int, containment: "Containment") -> Usages:
    """Kill every process that a run started, wait for each, and return their resource usage.

    The warm interpreter stays.
    """
    usages: Usages = {}
    warm, wait = containment.warm, os.WNOHANG
    while True:
        try:
            number, status, usage = os.wait4(-1, wait)
        except ChildProcessError:
            return usages
        if number:
            wait = os.WNOHANG
            if number == warm.process:
                warm.process = 0  # another program has killed it
            else:
                usages[number] = status, usage
        elif warm.is_only_child():
            return usages
        else:
            _kill(process, containment.setup.user, warm.process)
            wait = 0


def _kill(process: int, user: int, spared: int) -> None:
    if user:
        _kill_as(user)
    _send_kill(os.killpg, process)
    for number in map(int, _descendants(spared=spared)):
        _send_kill(os.kill, number)


def _send_kill(function: Callable[[int, int], None], number: int) -> None:
    """Send SIGKILL to a process or group, if it still exists."""
    # macOS refuses it if only zombies are left
    with suppress(ProcessLookupError, PermissionError):
        function(number, signal.SIGKILL)


def _kill_as(user: int) -> None:
    """Kill all processes of a user at once, through a child that becomes this user."""

    def kill() -> None:
        os.setresuid(user, user, user)
        os.kill(-1, signal.SIGKILL)

    succeeds(os.fork, kill)
