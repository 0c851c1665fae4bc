"""Waits of the tests: for what processes do, and as long as a busy machine may take for it."""

import fcntl
import os
import subprocess
import time
from contextlib import contextmanager
from glob import glob
from pathlib import Path


BOUND_S, PAUSE_S = 300, 0.01
PROC = Path("/proc")
CLOCK = time.monotonic  # the true clock, even while a test makes others run too fast


def until(holds, seen=lambda: "nothing"):
    """What `holds()` returns once that is true; if it never is, the test fails with `seen()`."""
    end = CLOCK() + BOUND_S
    while not (value := holds()):
        assert CLOCK() < end, f"seen: {seen()}; still running: {list(map(command_line, family()))}"
        time.sleep(PAUSE_S)
    return value


@contextmanager
def lock(file):
    """Hold the lock that a file is to the processes of a session."""
    with open(file, "w") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield


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
        return [line for pid in processes if mark in (line := command_line(pid))]
    shown = subprocess.check_output(["ps", "-axww", "-o", "args"], text=True)
    return [line for line in shown.splitlines() if mark in line]


def family(*roots):
    """Processes, by default this one's children, and all that they started."""
    members = [*roots] or children(os.getpid())
    for member in members:
        members += children(member)
    return members


def children(pid):
    """The children of all threads of a process."""
    lists = glob(f"{PROC}/{pid}/task/*/children")  # unlike pathlib's, it passes over what is gone
    return [int(child) for file in lists for child in _read(file).split()]


def command_line(pid):
    """The command line of a process."""
    return _read(f"{PROC}/{pid}/cmdline").replace("\0", " ").rstrip()


def _read(file):
    """The text of a file of a process, "" if that has ended."""
    try:
        with open(file, errors="replace") as opened:
            return opened.read()
    except OSError:
        return ""
