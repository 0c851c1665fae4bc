"""Runs one check of one submission in a process of its own, and tells what came of it.

Theory of operation. Each run gets a fresh scratch folder with copies of the submission's files, which is its
current folder, HOME and TMPDIR; an empty stdin; a small fixed environment; a session of its own. `driver` bounds
itself before it imports the program: CPU time, memory, file size, each per process. The parent reads stdout and
stderr as bytes up to a cap, and kills the program at the cap or at the wall limit. When the program has ended,
whatever it started is killed: its session by process group, and daemons on Linux, where the grader is made the
parent of its descendants' orphans. The CPU time is that of all these processes.

What it does not give yet: the program runs as the grader's own user. It can read what that user can read, the
expected transcripts included, write what that user can write, and use the network.
"""

import json
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from grader import UsageError

DRIVER = Path(__file__).with_name("driver.py")
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC",
               "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
POLL_S = 0.05  # how often to look whether a program that keeps its output open, or closed it, has ended


@dataclass(frozen=True)
class Run:
    """What came of a run; `ended` is "exit", or a limit that the parent enforced, "wall" or "output"."""
    stdout: bytes
    stderr: bytes
    exit_status: int  # minus the signal's number if a signal ended it
    ended: str
    cpu_s: float
    wall_s: float
    memory_mib: float


def adopt_orphans():
    """Make this process the parent of its descendants' orphans, where the system can (Linux)."""
    if sys.platform == "linux":
        import ctypes
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def version(python):
    """The version of that interpreter, such as "3.11.7"; UsageError if it can't run the driver."""
    try:
        done = subprocess.run([python, "-s", "-B", str(DRIVER), "--version"], stdin=subprocess.DEVNULL,
                              capture_output=True, env=ENVIRONMENT, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        done = None
    if not done or not re.fullmatch(rb"3\.\d+\.\S+\s*", done.stdout):
        raise UsageError(f"--python: expected an interpreter of Python 3, got {python!r}")
    return done.stdout.decode().strip()


def run(check, submission, python):
    """The Run of a check on a submission, its stderr without the scratch folder's path."""
    with tempfile.TemporaryDirectory(prefix="grader-", ignore_cleanup_errors=True) as scratch:
        for name, data in submission.files().items():
            Path(scratch, name).write_bytes(data)
        job = {"folder": scratch, "module": check.module, "function": check.function,
               "arguments": check.arguments, "limits": asdict(check.limits)}
        command = [python, "-s", "-B", str(DRIVER), json.dumps(job)]
        with subprocess.Popen(command, cwd=scratch, env=ENVIRONMENT | {"HOME": scratch, "TMPDIR": scratch},
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              start_new_session=True) as process:
            done = watch(process, check.limits)
    return replace(done, stderr=done.stderr.replace(f"{scratch}{os.sep}".encode(), b""))


def watch(process, limits):
    """The Run of a process just started: read until it or a limit ends it, then kill all that is left."""
    start = time.monotonic()
    output = {process.stdout: bytearray(), process.stderr: bytearray()}
    try:
        with selectors.DefaultSelector() as selector:
            for stream in output:
                os.set_blocking(stream.fileno(), False)
                selector.register(stream, selectors.EVENT_READ)
            ended = read(process, selector, output, limits, start + limits.wall_s)
    finally:
        status, usages = kill(process)
    for stream in output:
        drain(stream, output[stream], limits)
    mib = 1 << 10 if sys.platform == "linux" else 1 << 20  # in the units of ru_maxrss
    return Run(bytes(output[process.stdout]), bytes(output[process.stderr]), status, ended,
               cpu_s=sum(usage.ru_utime + usage.ru_stime for usage in usages),
               wall_s=time.monotonic() - start,
               memory_mib=max(usage.ru_maxrss for usage in usages) / mib)


def read(process, selector, output, limits, deadline):
    """Read until the process has exited or crossed a limit; return what `Run.ended` says of it."""
    pause = 0.001
    while not exited(process):
        for key, _ in selector.select(POLL_S):
            if not drain(key.fileobj, output[key.fileobj], limits):
                selector.unregister(key.fileobj)
        if any(len(data) > limits.output_kib << 10 for data in output.values()):
            return "output"
        if time.monotonic() > deadline:
            return "wall"
        if not selector.get_map():  # it is about to exit, or goes on with its output closed
            time.sleep(pause)
            pause = min(2 * pause, POLL_S)
    return "exit"


def drain(stream, data, limits):
    """Add to `data` what the stream holds now, up to a byte beyond the cap; return False at its end."""
    while (room := (limits.output_kib << 10) + 1 - len(data)) > 0:
        try:
            chunk = os.read(stream.fileno(), min(room, 1 << 16))
        except BlockingIOError:
            return True
        if not chunk:
            return False
        data += chunk
    return True


def exited(process):
    """Whether the process has ended; it stays a zombie, so that its number and its group's stay its own."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def kill(process):
    """Kill the process's group and every orphan; return (its exit status, the resources that each used)."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except PermissionError:
        pass  # macOS, where nothing but zombies is left in the group
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, [usage, *orphans()]


def orphans():
    """Kill and reap every other child that this process has by now; return the resources each used."""
    usages = []
    while True:
        try:
            pid, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return usages
        if pid:
            usages.append(usage)
            continue
        for child in children():
            os.kill(child, signal.SIGKILL)
        time.sleep(0.001)


def children():
    """The numbers of this process's children, from /proc."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text(errors="replace").rpartition(")")[2].split()[1]) == os.getpid():
                found.append(int(stat.parent.name))
        except OSError:
            pass  # it has ended meanwhile
    return found
