"""Watches a running program for the launcher: reads its output, measures and kills its processes.

CPU time is that of all processes that the program started. The wall clock stands still while one of
them is ready to run and waits for a processor that others use: a busy machine convicts nobody.
"""

import os
import selectors
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from io import FileIO
from resource import struct_rusage
from stat import S_ISDIR


POLL_S = 0.05  # how often to look at a running program
PROCESSES, SCRATCH_FILES, SCRATCH_MIB = 50, 10_000, 256  # the most that there may be at a time
TICK_S = 1 / os.sysconf("SC_CLK_TCK")
PAGE_MIB = os.sysconf("SC_PAGE_SIZE") / (1 << 20)
MAXRSS_MIB = 1 / (1 << 10) if sys.platform == "linux" else 1 / (1 << 20)  # the unit of ru_maxrss

Usages = dict[int, tuple[int, struct_rusage]]  # {process: (its status, the resources that it used)}


class Watch:
    """One program from its start to its end; pipes bring stdout, stderr and the driver's byte."""

    def __init__(
        self, process: int, pipes: Sequence[int], limits: dict[str, float], scratch: str
    ) -> None:
        self.process, self.limits, self.scratch = process, limits, scratch
        self.most_output = int(limits["output_kib"]) << 10
        self.start = time.monotonic()
        self.out, self.err, self.begun = (open(pipe, "rb", 0) for pipe in pipes)
        self.output = {self.out: bytearray(), self.err: bytearray()}
        self.end = open(os.pidfd_open(process), "rb", 0) if hasattr(os, "pidfd_open") else None
        # by the number and the start of a process, since numbers are used again
        self.cpu_s_of: dict[tuple[str, str], float] = {}
        self.waited_s_of: dict[tuple[str, str], float] = {}
        self.peak_mib = 0.0

    def __enter__(self) -> "Watch":
        return self

    def __exit__(self, *_: object) -> None:
        for stream in self.out, self.err, self.begun, self.end:
            if stream:
                stream.close()

    def result(self, user: int) -> dict[str, object]:
        """The fields of a Run, after the program ended or crossed a limit and all is killed."""
        ended = self._wait()
        measured_s, _, _ = self._measure()
        usages = kill_all(self.process, user)
        for stream in self.output:
            self._drain(stream)
        out, err = map(bytes, self.output.values())
        if not self.begun.read():
            reason = err[-500:].decode(errors="replace").strip()
            raise RuntimeError(f"sandbox: expected the program to start, got {reason!r}")
        used = [usage for _, usage in usages.values()]
        return {
            "stdout": out,
            "stderr": err.replace(f"{self.scratch}{os.sep}".encode(), b""),
            "exit_status": os.waitstatus_to_exitcode(usages[self.process][0]),
            "ended": ended,
            "cpu_s": max(measured_s, sum(usage.ru_utime + usage.ru_stime for usage in used)),
            "wall_s": time.monotonic() - self.start,
            "memory_mib": max(self.peak_mib, *(usage.ru_maxrss * MAXRSS_MIB for usage in used)),
        }

    # ---- Reading ----

    def _wait(self) -> str:
        """Read until the program has ended or crossed a limit; return the `ended` of its Run."""
        with selectors.DefaultSelector() as selector:
            for stream in (*self.output, sys.stdin.buffer, *filter(None, [self.end])):
                selector.register(stream, selectors.EVENT_READ)
            for stream in self.output:
                os.set_blocking(stream.fileno(), False)
            next_look = self.start + POLL_S
            while not self._has_ended():
                self._read(selector)
                if any(map(self._is_too_long, self.output.values())):
                    return "output"
                if time.monotonic() > next_look:
                    next_look = time.monotonic() + POLL_S
                    if limit := self._crossed_limit():
                        return limit
        return "exit"

    def _has_ended(self) -> bool:
        """Whether the first process has ended; as a zombie it keeps its number and its group's."""
        return os.waitid(os.P_PID, self.process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def _read(self, selector: selectors.BaseSelector) -> None:
        """Wait for output, the end or the time to look, and read what there is."""
        # with both pipes closed, and without `end`, nothing else tells that it has ended
        only_stdin = len(selector.get_map()) == 1
        for key, _ in selector.select(0.001 if only_stdin else POLL_S):
            if key.fileobj is sys.stdin.buffer:
                raise EOFError  # the grader waits for its answer and sends nothing: it has ended
            if key.fileobj in self.output and not self._drain(key.fileobj):
                selector.unregister(key.fileobj)

    def _is_too_long(self, output: bytearray) -> bool:
        """Whether an output is over the cap."""
        return len(output) > self.most_output

    def _drain(self, stream: FileIO) -> bool:
        """Read what a stream holds now, up to a byte over the cap; return False at its end."""
        output = self.output[stream]
        while not self._is_too_long(output):
            chunk = stream.read(min(self.most_output + 1 - len(output), 1 << 16))
            if not chunk:
                return chunk is None  # nothing yet; b"" is the end
            output += chunk
        return True

    # ---- Measuring ----

    def _crossed_limit(self) -> str:
        """The name of the limit that the run has crossed, or ""."""
        cpu_s, memory_mib, alive = self._measure()
        most_mib = self.limits["memory_mib"]
        late_s = time.monotonic() - self.start - self.limits["wall_s"]
        if late_s > sum(self.waited_s_of.values()):
            return "wall"
        if memory_mib > most_mib and _unshared_mib() > most_mib:
            return "memory"
        if cpu_s > self.limits["cpu_s"]:
            return "cpu"
        if alive > PROCESSES:
            return "processes"
        return "disk" if _is_too_full(self.scratch) else ""

    def _measure(self) -> tuple[float, float, int]:
        """The CPU seconds so far, the MiB of memory now, and the number of processes now."""
        reaped_s = memory_mib = 0.0
        alive = 0
        for number in descendants():
            if fields := _stat(number):
                own, children = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
                self.cpu_s_of[number, fields[19]] = own * TICK_S
                self.waited_s_of[number, fields[19]] = _waited_s(number)
                reaped_s += (own + children) * TICK_S
                alive += fields[0] != "Z"
                memory_mib += int(fields[21]) * PAGE_MIB
        self.peak_mib = max(self.peak_mib, memory_mib)
        return max(reaped_s, sum(self.cpu_s_of.values())), memory_mib, alive


def descendants(process: int | str = "self") -> list[str]:
    """The numbers of all that a process (this one) has started and not waited for, from /proc."""
    numbers: list[str] = []
    parents = [str(process)]
    while parents:
        threads = f"/proc/{parents.pop()}/task"
        with suppress(OSError):  # it has ended meanwhile, or this is not Linux
            for thread in os.listdir(threads):
                with open(f"{threads}/{thread}/children", encoding="ascii") as file:
                    children = file.read().split()
                numbers += children
                parents += children
    return numbers


def demand_s(process: int) -> float | None:
    """The seconds for which a process and its descendants used or waited for a processor.

    None if that is not known, as where there is no /proc.
    """
    numbers = descendants(process)
    fields_of = list(filter(None, map(_stat, numbers)))
    if not fields_of:
        return None
    ticks = sum(int(tick) for fields in fields_of for tick in fields[11:15])
    return ticks * TICK_S + sum(map(_waited_s, numbers))


def _stat(number: str) -> list[str]:
    """The fields after the name in /proc/NUMBER/stat; none if the process has ended."""
    with suppress(OSError), open(f"/proc/{number}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].decode().split()
    return []


def _waited_s(number: str) -> float:
    """How long a process has waited, ready to run, for a processor."""
    with suppress(OSError), open(f"/proc/{number}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[1]) / 1e9
    return 0


def _unshared_mib() -> float:
    """The memory of all descendants, with what several processes share counted once."""
    kib = 0
    for number in descendants():
        with suppress(OSError), open(f"/proc/{number}/smaps_rollup", encoding="ascii") as file:
            kib += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
    return kib / 1024


def _is_too_full(scratch: str) -> bool:
    """Whether the scratch folder holds more than it may; counting stops there."""
    files, size, folders = 0, 0, [scratch]
    while folders:
        for path, status in entries(folders.pop()):
            files, size = files + 1, size + status.st_blocks * 512
            if files > SCRATCH_FILES or size > SCRATCH_MIB << 20 or len(path) > 1000:
                return True
            if S_ISDIR(status.st_mode):
                folders.append(path)
    return False


def entries(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the path and the status of each entry of a folder, as long as they are there."""
    with suppress(OSError), os.scandir(folder) as listing:
        for entry in listing:
            yield entry.path, entry.stat(follow_symlinks=False)


# ---- Killing ----


def kill_all(process: int, user: int) -> Usages:
    """Kill every process that a run started, wait for each, and return what they used."""
    usages: Usages = {}
    wait = os.WNOHANG
    while True:
        try:
            number, status, usage = os.wait4(-1, wait)
        except ChildProcessError:
            return usages
        if number:
            usages[number], wait = (status, usage), os.WNOHANG
        else:
            _kill(process, user)
            wait = 0


def _kill(process: int, user: int) -> None:
    """Send SIGKILL to every process that is known to be of the run."""
    if os.getpid() == 1:
        return _send_kill(os.kill, -1)
    if user:
        _kill_as(user)
    _send_kill(os.killpg, process)
    for number in map(int, descendants()):
        _send_kill(os.kill, number)


def _send_kill(function: Callable[[int, int], None], number: int) -> None:
    """Send SIGKILL to a process or group, if it is still there."""
    # macOS forbids it where only zombies are left
    with suppress(ProcessLookupError, PermissionError):
        function(number, signal.SIGKILL)


def _kill_as(user: int) -> None:
    """Kill all processes of a user at once, as only a process of that user can."""
    helper = os.fork()
    if helper:
        os.waitpid(helper, 0)
        return
    try:
        os.setresuid(user, user, user)
        os.kill(-1, signal.SIGKILL)
    finally:
        os._exit(0)
