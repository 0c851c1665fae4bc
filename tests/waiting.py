"""Waits of the tests: a test that waits in vain is given up after 20 s, and says what still runs.

A busy or slow machine fails no test: a watchdog looks on while a test and what it started work, and
gives the test up once all of that has rested for 20 s. What works without end, pytest's own limit
ends.
"""

import fcntl
import os
import signal
import subprocess
import threading
import time
from contextlib import contextmanager
from functools import partial
from glob import glob
from pathlib import Path
from typing import NamedTuple


BOUND_S = 20
# CPU seconds of a process that rests, which looking may take, and what a busy machine adds to them
RESTING_S = 0.4
PAUSE_S, SELDOM_S = 0.01, 0.2  # a test's pause, and that of one that rests meanwhile
# looks at the processes while they rest as long as they may, and at those that seem to rest then
LOOKS, LAST_LOOKS = 8, 20
EVERY_S = BOUND_S / LOOKS
PROC = Path("/proc")
BESIDE = set()  # processes of others that this one waits for
CLOCK = time.monotonic  # the true clock, even while a test makes others run too fast


class Patience:
    """How long to wait: while `clock()` goes on.

    By default that is the CPU time of processes, as `family` takes them. What waits for a processor
    does not rest.
    """

    def __init__(self, *roots, clock=None):
        self.roots = roots
        self.clock = clock or partial(cpu_seconds, *roots)
        self.looked, self.rested_s, self.worked_s = CLOCK(), 0, None

    def is_over(self):
        """Whether it is of no use to wait any longer."""
        now = CLOCK()
        if now - self.looked < EVERY_S:
            return False
        # While the machine itself rests, its clock goes on, but nobody looks.
        self.rested_s += min(now - self.looked, 2 * EVERY_S)
        self.looked, cpu_s = now, self.clock()
        if self.worked_s is None:
            self.worked_s = cpu_s
        has_rested = self.rested_s > BOUND_S
        has_worked = abs(cpu_s - self.worked_s) > RESTING_S
        if has_worked or has_rested and any_wants_to_work(*self.roots):
            self.rested_s, self.worked_s = 0, cpu_s
            return False
        return has_rested


def until(holds, seen=lambda: "nothing", clock=None):
    """What `holds()` returns once that is true; if it never is, the test fails with `seen()`."""
    bound = Patience(clock=clock)
    while not (value := holds()):
        if bound.is_over():
            give_up(seen())
        time.sleep(PAUSE_S)
    return value


class Watchdog(threading.Thread):
    """Fails the test that the main thread runs if it waits in vain."""

    def __init__(self):
        super().__init__(daemon=True)
        self.over = threading.Event()

    def __enter__(self):
        signal.signal(signal.SIGUSR1, self._bark)
        self.start()
        return self

    def __exit__(self, *error):
        self.over.set()
        self.join()  # otherwise it could give up a later test

    def run(self):
        """Look on until the test is over."""

        def worked_s():
            """The CPU seconds of all but this thread, whose looks may take long."""
            return cpu_seconds(os.getpid()) - time.thread_time()

        bound = Patience(os.getpid(), clock=worked_s)
        while not self.over.wait(EVERY_S):
            if bound.is_over():
                signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)
                return

    def _bark(self, *_):
        if not self.over.is_set():
            give_up("where it waits")


@contextmanager
def lock(file):
    """Hold the lock that a file is to the processes of a session; wait while the holder works."""
    holder = file.with_suffix(".pid")
    with open(file, "w") as opened:
        while not _is_locked(opened):
            BESIDE.update(map(int, _read(holder).split()))
            time.sleep(SELDOM_S)
        BESIDE.clear()
        holder.write_text(str(os.getpid()))
        yield


def _is_locked(opened):
    """Whether the lock could be taken."""
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def give_up(seen):
    """Fail the test: say what it has seen, and what still runs."""
    still = list(map(_line, family()))
    raise AssertionError(f"nothing happened for {BOUND_S} s; seen: {seen}; still running: {still}")


class Process(subprocess.Popen):
    """A process that is killed if the test fails meanwhile, and whose output is read by lines."""

    def __exit__(self, kind, *error):
        if kind:
            self.kill()
        super().__exit__(kind, *error)

    def text_before(self, word):
        """What stdout has before the next line with a word."""
        lines = []
        while word not in (line := self.stdout.readline()):
            lines.append(line)
            assert line, lines
        return "".join(lines)


# ---- What runs ----


def running(mark):
    """The command lines of the processes that have `mark` in theirs."""
    if PROC.exists():
        processes = filter(str.isdigit, os.listdir(PROC))
        return [line for pid in processes if mark in (line := _line(pid))]
    shown = subprocess.check_output(["ps", "-axww", "-o", "args"], text=True, timeout=BOUND_S)
    return [line for line in shown.splitlines() if mark in line]


def cpu_seconds(*roots):
    """The CPU seconds of processes, by default this one's children, and all that they started.

    Where there is no /proc, they are seconds of the clock.
    """
    if not PROC.exists():
        return CLOCK()
    others = set(family(*roots)) - {os.getpid()}
    ticks = sum(_stat(pid).ticks for pid in others)
    own_s = time.process_time() + sum(os.times()[2:4]) if os.getpid() in roots else 0
    return ticks / os.sysconf("SC_CLK_TCK") + own_s


def any_wants_to_work(*roots):
    """Whether a process of `family` has or waits for a processor or a disk, if that can be seen.

    One that gets little of a busy machine may sleep at any one look.
    """
    for _ in range(LAST_LOOKS):
        if any(_stat(pid).state in ("R", "D") for pid in family(*roots)):
            return True
        time.sleep(PAUSE_S)
    return False


def family(*roots):
    """Processes, by default this one's children, and all that they started.

    To given processes those are added that this one waits for.
    """
    members = [*roots, *BESIDE] if roots else _children(os.getpid())
    for member in members:
        members += _children(member)
    return members


def _children(pid):
    """The children of all threads of a process."""
    lists = glob(f"{PROC}/{pid}/task/*/children")  # unlike pathlib's, it passes over what is gone
    return [int(child) for file in lists for child in _read(file).split()]


class Stat(NamedTuple):
    """A process: its state, its CPU ticks and those of children that it waited for."""

    state: str
    ticks: int


def _stat(pid):
    """The Stat of a process, without a state or ticks if it has ended."""
    fields = _read(f"{PROC}/{pid}/stat").rpartition(")")[2].split()
    return Stat(fields[0], sum(map(int, fields[11:15]))) if fields else Stat("", 0)


def _line(pid):
    """The command line of a process."""
    return _read(f"{PROC}/{pid}/cmdline").replace("\0", " ").rstrip()


def _read(file):
    """The text of a file of a process, "" if that has ended."""
    try:
        with open(file, errors="replace") as opened:
            return opened.read()
    except OSError:
        return ""
