"""Runs programs without the launcher: on Windows, which has neither forks nor limits.

A run gets a process of its own (or, at home, that of `together`), a fresh scratch folder and an
empty stdin. Its output is bounded, its time by a clock, and its CPU time by a thread beside it in
its own process, which also tells how much that was. A program can mislead that thread, which is its
student's own affair: a class is graded elsewhere.

What it does not promise: memory, the number of processes and the disk are not bounded; a program
can read, write and do all that its user can; CPU time in child processes is not counted, and what
they leave running is ended on Windows only, by taskkill.
"""

import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from grader.ground.files import write_folder
from grader.sandbox import clock
from grader.sandbox.setup import ENVIRONMENT, Answer, Job, framed, marshalled


IS_NEEDED = not hasattr(os, "fork") or not all(map(find_spec, ("fcntl", "resource")))
SENTENCE = (
    "On this system the grader bounds time and output only: a program can use all memory, start "
    "any number of processes, and read and write what you can."
)
# Without these variables no program starts on Windows, or finds its libraries.
INHERITED = ("SYSTEMROOT", "WINDIR", "SYSTEMDRIVE", "PATH", "PATHEXT", "COMSPEC")
BUSY = 0.05  # a program that uses this share of a processor or more is at work
LOOK_S = 0.05  # seconds between two looks at the clock and the output
# Windows's exit statuses for what Linux reports as SIGSEGV
CRASHES = {0xC0000005: -11, 0xC00000FD: -11}
# Runs the driver on a job. Both come from a file, as only three pipes exist here.
START = """
import marshal, os, sys, threading, time

# nobody waits for what the driver writes to these two
os.dup2(os.open(os.devnull, os.O_WRONLY), 3)
asks = os.dup(3)
jobs = os.open(sys.argv[1], os.O_RDONLY | getattr(os, "O_BINARY", 0))
size = int.from_bytes(os.read(jobs, 8), "little")
place, most_s, driver = marshal.loads(os.read(jobs, size))


def tell(word):
    with open(place, "w", encoding="ascii") as file:
        file.write("%s %.3f" % (word, time.process_time()))


def look(ends):
    used = time.process_time()
    while True:
        # seldom while the limit is far: each look costs the program some of its time
        time.sleep(min(0.5, max(0.05, (most_s - used) / 4)))
        used = time.process_time()
        if used > most_s:
            tell("cpu")
            os._exit(1)
        if used > ends:
            ends = used + 0.1
            tell("until")


threading.Thread(target=look, args=[0.05], daemon=True).start()
names = {"__name__": "grader"}
exec(compile(driver, "<driver>", "exec"), names)
status = names["main"](jobs, asks)
tell("exit")
sys.exit(status)
"""


def environment() -> dict[str, str]:
    """The environment of a program, with variables that Windows needs."""
    if not IS_NEEDED:
        return ENVIRONMENT
    return ENVIRONMENT | {name: os.environ[name] for name in INHERITED if name in os.environ}


class Runner:
    """Runs jobs one after another with an interpreter; `end`, from another thread, stops them."""

    def __init__(self, python: str, driver: str) -> None:
        self._python, self._driver = python, driver
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, job: Job) -> Answer:
        """Do a job; return the fields of its Run."""
        with tempfile.TemporaryDirectory(prefix="grader-", ignore_cleanup_errors=True) as folder:
            place = Path(folder).resolve()
            scratch, task = filled(folder, job.files), place / "job"
            own = str(place / "ending"), job.limits["cpu_s"], self._driver
            parts = job.parts(folder=str(scratch), user=0, wrapped=False)
            task.write_bytes(b"".join([framed(marshalled(own)), *parts]))
            return self._watched(job, scratch, task)

    def end(self) -> None:
        """End the running program."""
        if process := self._process:
            kill(process)

    def _watched(self, job: Job, scratch: Path, task: Path) -> Answer:
        """Run a job whose files are in the scratch folder; return the fields of its Run."""
        start = time.monotonic()
        command = [self._python, "-s", "-B", "-c", START, str(task)]
        process = self._process = started(command, scratch, subprocess.DEVNULL)
        out, err = readers(process, job)
        ending = task.with_name("ending")
        ended = _wait(process, (out, err), job.limits["wall_s"], ending)
        kill(process)
        status = process.wait()
        self._process = None
        wall_s = time.monotonic() - start
        word, cpu_s = _ending(ending)
        if word == "cpu":
            cpu_s = max(cpu_s, job.limits["cpu_s"])
            if ended == "exit":
                ended = "cpu"
        return {
            "stdout": out.content(),
            "stderr": err.content().replace(f"{scratch}{os.sep}".encode(), b""),
            "exit_status": CRASHES.get(status, status),
            "ended": ended,
            "cpu_s": cpu_s,
            "wall_s": wall_s,
            "memory_mib": 0.0,
        }


def filled(folder: str, files: Mapping[str, bytes]) -> Path:
    """A scratch folder with these files, made in a folder."""
    # Windows has a second, short name for some folders
    scratch = Path(folder).resolve() / "scratch"
    write_folder(scratch, files)
    return scratch


def started(command: list[str], scratch: Path, stdin: int) -> "subprocess.Popen[bytes]":
    """The process of a command, started in a scratch folder."""
    homes = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), str(scratch))
    return subprocess.Popen(
        command,
        cwd=scratch,
        env=environment() | homes,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def readers(process: "subprocess.Popen[bytes]", job: Job) -> "tuple[Reader, Reader]":
    """The readers of a process's stdout and stderr, each up to a byte over the job's limit."""
    assert process.stdout and process.stderr
    most = int(job.limits["output_kib"]) << 10
    return Reader(process.stdout, most), Reader(process.stderr, most)


def _wait(
    process: "subprocess.Popen[bytes]", readers: "tuple[Reader, ...]", wall_s: float, ending: Path
) -> str:
    """Wait until a program has ended or crossed a limit; return the `ended` of its Run.

    On a busy machine, a program that computes may take longer than one that sleeps.
    """
    start, cpu_s = time.monotonic(), 0.0
    while process.poll() is None:
        if any(reader.is_full for reader in readers):
            return "output"
        elapsed = time.monotonic() - start
        cpu_s = max(cpu_s, _ending(ending)[1])  # can't be read while the program writes it
        most = 1
        if cpu_s > BUSY * elapsed:
            most += clock.MOST
        if elapsed > most * wall_s:
            return "wall"
        try:
            process.wait(LOOK_S)
        except subprocess.TimeoutExpired:
            pass
    for reader in readers:
        reader.finish()
    if any(reader.is_full for reader in readers):
        return "output"
    return "exit"


def kill(process: "subprocess.Popen[bytes]") -> None:
    """End a program, and on Windows also the processes that it started."""
    if os.name == "nt" and process.poll() is None:
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(command, capture_output=True, check=False)
    process.kill()


def _ending(path: Path) -> tuple[str, float]:
    """(How a program ended according to its watching thread, the CPU seconds that it used)."""
    try:
        word, cpu_s = path.read_text(encoding="ascii").split()
        return word, float(cpu_s)
    except (OSError, ValueError):
        return "", 0.0


class Reader:
    """Reads a pipe in a thread, until one byte more than `most`."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self._stream, self._most, self._content = stream, most, bytearray()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    @property
    def is_full(self) -> bool:
        """Whether the output exceeded the limit."""
        return len(self._content) > self._most

    def _read(self) -> None:
        with self._stream:
            while not self.is_full:
                chunk = self._stream.read1(1 << 16)  # type: ignore[attr-defined]
                if not chunk:
                    return
                self._content += chunk[: self._most + 1 - len(self._content)]

    def has(self, word: bytes) -> bool:
        """Whether a word has come, and the end of its line."""
        return b"\n" in self._content.partition(word)[2]

    def taken(self, word: bytes) -> tuple[bytes, bytes]:
        """(What came before a word, the rest of the word's line); the reader forgets both."""
        before, _, after = bytes(self._content).partition(word)
        rest = after.partition(b"\n")[0]
        del self._content[: len(before) + len(word) + len(rest) + 1]
        return before, rest

    def finish(self) -> None:
        """Wait for the end of the pipe, but not for processes that the program left running."""
        self._thread.join(1)

    def content(self) -> bytes:
        """The bytes that were read."""
        self.finish()
        return bytes(self._content)
