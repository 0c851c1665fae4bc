"""Watches one running program for the launcher: reads its output, measures its processes, kills them.

A CPU time is that of all processes that the program started. The wall clock stands still while one of them is
ready to run and waits for a processor that others are using, so that a busy machine convicts nobody.
"""

import os
import selectors
import signal
import sys
import time
from contextlib import suppress
from stat import S_ISDIR


POLL_S = 0.05  # how often to look at a running program
# how many, or how much, there may be at a time
PROCESSES, SCRATCH_FILES, SCRATCH_MIB = 50, 10_000, 256
TICK_S = 1 / os.sysconf("SC_CLK_TCK")
PAGE_MIB = os.sysconf("SC_PAGE_SIZE") / (1 << 20)
MAXRSS_MIB = 1 / (1 << 10) if sys.platform == "linux" else 1 / (1 << 20)  # the unit of ru_maxrss


class Watch:
    """One program from its start to its end; the pipes bring stdout, stderr and the driver's mark."""

    def __init__(self, first, pipes, limits, scratch):
        self.first, self.limits, self.scratch, self.start = first, limits, scratch, time.monotonic()
        self.out, self.err, self.begun = (open(pipe, "rb", 0) for pipe in pipes)
        self.data = {self.out: bytearray(), self.err: bytearray()}
        self.end = open(os.pidfd_open(first), "rb", 0) if hasattr(os, "pidfd_open") else None
        # by a process's number and start
        self.cpu_s_of, self.waited_s_of, self.peak_mib = {}, {}, 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for stream in self.out, self.err, self.begun, self.end:
            if stream:
                stream.close()

    def result(self, user):
        """The fields of a Run: wait until the program or a limit ends it, then kill all that is left."""
        ended = self.wait()
        seen_s, _, _ = self.look()
        usages = kill_all(self.first, user)
        for stream in self.data:
            self.drain(stream)
        out, err = map(bytes, self.data.values())
        if not self.begun.read():
            said = err[-500:].decode(errors="replace").strip()
            raise RuntimeError(f"sandbox: expected the program to start, got {said!r}")
        used = [usage for _, usage in usages.values()]
        return {
            "stdout": out,
            "stderr": err.replace(f"{self.scratch}{os.sep}".encode(), b""),
            "exit_status": os.waitstatus_to_exitcode(usages[self.first][0]),
            "ended": ended,
            "cpu_s": max(seen_s, sum(usage.ru_utime + usage.ru_stime for usage in used)),
            "wall_s": time.monotonic() - self.start,
            "memory_mib": max(self.peak_mib, *(usage.ru_maxrss * MAXRSS_MIB for usage in used)),
        }

    # ---- Reading ----

    def wait(self):
        """Read until the program has ended or crossed a limit; return what `Run.ended` says of it."""
        with selectors.DefaultSelector() as selector:
            for stream in (*self.data, sys.stdin.buffer, *filter(None, [self.end])):
                selector.register(stream, selectors.EVENT_READ)
            for stream in self.data:
                os.set_blocking(stream.fileno(), False)
            next_look = self.start + POLL_S
            while not exited(self.first):
                self.read(selector)
                if any(len(data) > self.limits["output_kib"] << 10 for data in self.data.values()):
                    return "output"
                if time.monotonic() > next_look:
                    next_look = time.monotonic() + POLL_S
                    if crossed := self.crossed():
                        return crossed
        return "exit"

    def read(self, selector):
        """Wait for output, the end or the time to look, and read what there is."""
        # and without `end`, nothing will tell when it has ended
        closed = len(selector.get_map()) == 1
        for key, _ in selector.select(0.001 if closed else POLL_S):
            if key.fileobj is sys.stdin.buffer:
                raise EOFError  # the grader never speaks before it has its answer: it has ended
            if key.fileobj in self.data and not self.drain(key.fileobj):
                selector.unregister(key.fileobj)

    def drain(self, stream):
        """Add what a stream holds now to its data, up to a byte beyond the cap; return False at its end."""
        data = self.data[stream]
        while (room := (self.limits["output_kib"] << 10) + 1 - len(data)) > 0:
            chunk = stream.read(min(room, 1 << 16))
            if not chunk:
                return chunk is None  # nothing yet; b"" is the end
            data += chunk
        return True

    # ---- Measuring ----

    def crossed(self):
        """The name of the limit that the run has crossed, or ""."""
        cpu_s, mib, alive = self.look()
        most = self.limits["memory_mib"]
        late_s = time.monotonic() - self.start - self.limits["wall_s"]
        return (
            "wall"
            if late_s > sum(self.waited_s_of.values())
            else "memory"
            if mib > most and unshared_mib() > most
            else "cpu"
            if cpu_s > self.limits["cpu_s"]
            else "processes"
            if alive > PROCESSES
            else "disk"
            if too_full(self.scratch)
            else ""
        )

    def look(self):
        """(CPU seconds so far, MiB of memory now, number of processes now)."""
        waited = mib = alive = 0
        for number in descendants():
            if fields := stat(number):
                own, children = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
                self.cpu_s_of[number, fields[19]] = own * TICK_S
                self.waited_s_of[number, fields[19]] = waited_s(number)
                waited += (own + children) * TICK_S
                alive += fields[0] != "Z"
                mib += int(fields[21]) * PAGE_MIB
        self.peak_mib = max(self.peak_mib, mib)
        return max(waited, sum(self.cpu_s_of.values())), mib, alive


def exited(first):
    """Whether a process has ended; it stays a zombie, so that its number and its group's stay its own."""
    return os.waitid(os.P_PID, first, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def descendants(first="self"):
    """The numbers, as /proc has them, of all that a process (this one) has started and has not waited for."""
    found, todo = [], [first]
    while todo:
        threads = f"/proc/{todo.pop()}/task"
        with suppress(OSError):  # it has ended meanwhile, or this is no Linux
            for thread in os.listdir(threads):
                with open(f"{threads}/{thread}/children", encoding="ascii") as file:
                    children = file.read().split()
                found += children
                todo += children
    return found


def stat(number):
    """The fields of a process's /proc/.../stat after its name; none if it has ended."""
    with (
        suppress(OSError),
        open(f"/proc/{number}/stat", encoding="utf-8", errors="replace") as file,
    ):
        return file.read().rpartition(")")[2].split()
    return []


def waited_s(number):
    """How long a process has waited, ready to run, for a processor."""
    with suppress(OSError), open(f"/proc/{number}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[1]) / 1e9
    return 0


def unshared_mib():
    """The memory of all descendants, with what several processes share counted once."""
    kib = 0
    for number in descendants():
        with suppress(OSError), open(f"/proc/{number}/smaps_rollup", encoding="ascii") as file:
            kib += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
    return kib / 1024


def too_full(scratch):
    """Whether there is more in the scratch folder than there may be; nothing beyond that is counted."""
    files, size, folders = 0, 0, [scratch]
    while folders:
        for path, status in entries(folders.pop()):
            files, size = files + 1, size + status.st_blocks * 512
            if files > SCRATCH_FILES or size > SCRATCH_MIB << 20 or len(path) > 1000:
                return True
            folders += [path] * S_ISDIR(status.st_mode)
    return False


def entries(folder):
    """Yield (path, status) of each entry of a folder, as long as they are there."""
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            yield entry.path, entry.stat(follow_symlinks=False)


# ---- Killing ----


def kill_all(first, user):
    """Kill every process that a run started, and wait for it: {its number: (status, resources used)}."""
    usages, wait = {}, os.WNOHANG
    while True:
        try:
            number, *usage = os.wait4(-1, wait)
        except ChildProcessError:
            return usages
        if number:
            usages[number], wait = usage, os.WNOHANG
        else:
            kill(first, user)
            wait = 0


def kill(first, user):
    """Send SIGKILL to every process that is known to be of the run."""
    if os.getpid() == 1:
        return send_kill(os.kill, -1)
    if user:
        kill_as(user)
    send_kill(os.killpg, first)
    for number in map(int, descendants()):
        send_kill(os.kill, number)


def send_kill(function, number):
    """Send SIGKILL to a process or group, if it is still there."""
    # macOS forbids it where only zombies are left
    with suppress(ProcessLookupError, PermissionError):
        function(number, signal.SIGKILL)


def kill_as(user):
    """Kill all processes of a user at once, as only that user's own process can."""
    helper = os.fork()
    if helper:
        os.waitpid(helper, 0)
        return
    try:
        os.setresuid(user, user, user)
        os.kill(-1, signal.SIGKILL)
    finally:
        os._exit(0)
