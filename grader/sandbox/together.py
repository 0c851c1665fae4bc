"""Runs the calls of a submission in one process, at home where there are no forks.

A process imports the program once and makes one check's call after another. Only what the judge
accepts counts: a check that fails here, or takes longer than its limit, is run again in a process
of its own. So verdicts are the same, unless a call that fails by itself is right after others. A
process that has ended is replaced for the next call.
"""

import os
import re
import subprocess
import tempfile
import time
from contextlib import suppress

from grader.assignment.hooks import is_drawn
from grader.records.checks import Check
from grader.sandbox import portable
from grader.sandbox.setup import Answer, Job, framed, marshalled


# words of programs that may do something at the end which changes how they end
LAST = re.compile(rb"__del__|weakref|finalize|atexit|_exit|set_?trace|setprofile|ctypes")
LOOK_S = 0.002  # seconds between two looks whether a call has ended
IMPORT_S = 10  # seconds that the start and the import get
# Imports a program and makes the calls that it is sent. What it reads comes by stdin, which the
# program finds empty; after the import and each call it writes a secret word to both outputs.
START = """
import marshal, os, sys, time
jobs = os.dup(0)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)


def received():
    return marshal.loads(names["_read"](jobs, int.from_bytes(names["_read"](jobs, 8), "little")))


def flush():
    own = job["source"] and getattr(module, "OWN", "")  # the stdout that a driver gives a program
    if not {sys.stdout, sys.stderr} <= {*streams, own} or names["_has_threads"]():
        os._exit(1)  # something may still be written
    for stream in {*streams, sys.stdout, sys.stderr}:
        stream.flush()


names = {"__name__": "grader"}
size = int.from_bytes(os.read(jobs, 8), "little")
driver = b""
while len(driver) < size:
    driver += os.read(jobs, size - len(driver))
exec(compile(marshal.loads(driver), "<driver>", "exec"), names)
streams, outputs = (sys.stdout, sys.stderr), (os.dup(1), os.dup(2))
job = received()
names["JOB"].update(job)
names["_prepare"](job)
module = names["_imported"](job["module"], job["source"])
flush()
current = sys.stdout, sys.stderr  # a driver may have exchanged them
word = received()
import_s = used_s = time.process_time()
while True:
    for output in outputs:
        names["_write"](output, b"%s%.3f\\n" % (word, used_s))
    word, (name, calls, returns, _) = received()
    sys.stdout, sys.stderr = current
    start_s = time.process_time()
    names["_call"](getattr(module, name), calls, outputs[0], returns)
    flush()
    used_s = import_s + time.process_time() - start_s
"""


class Together:
    """A process for the calls of one submission, with the interpreter `python`; close it."""

    def __init__(self, python: str, driver: str) -> None:
        self._python, self._driver = python, driver
        self._process: _Process | None = None
        self._unfit: set[bytes] = set()  # programs whose first call did not end well

    def run(self, job: Job) -> Answer | None:
        """The fields of a job's Run; None if it needs a process of its own."""
        program = _program(job)
        if program in self._unfit or _needs_process(job):
            return None
        if not self._process or self._process.program != program:
            self.close()
            self._process = _Process(self._python, self._driver, job)
        process = self._process
        answer = process.answer(job)
        if not answer:
            if not process.calls:
                self._unfit.add(program)
            self.close()
        return answer

    def close(self) -> None:
        """End the process; any thread may call it."""
        process, self._process = self._process, None
        if process:
            process.close()


class _Process:
    """A process that has a submission's files and makes the calls that it is sent."""

    def __init__(self, python: str, driver: str, job: Job) -> None:
        self.program, self.calls = _program(job), 0  # the number of calls that ended well
        self._folder = tempfile.TemporaryDirectory(prefix="grader-", ignore_cleanup_errors=True)
        self._scratch = portable.filled(self._folder.name, job.files)
        command = [python, "-s", "-B", "-c", START]
        self._process = portable.started(command, self._scratch, subprocess.PIPE)
        self._readers = portable.readers(self._process, job)
        first, _ = job.parts(folder=str(self._scratch), user=0, wrapped=False)
        self._imported = _word()
        self._unsent = framed(marshalled(driver)) + first + framed(marshalled(self._imported))

    def answer(self, job: Job) -> Answer | None:
        """The fields of a job's Run; None if it took too long or did not end well."""
        word, most_s = _word(), job.limits["cpu_s"]
        printed = complaints = b""
        try:
            self._send(word, job)
        except OSError:
            return None
        if not self.calls:
            if not self._comes(self._imported, IMPORT_S):
                return None
            (printed, _), (complaints, _) = self._taken(self._imported)
        start = time.monotonic()
        if not self._comes(word, most_s):
            return None
        (out, used_s), (err, _) = self._taken(word)
        out, cpu_s = printed + out, float(used_s)
        is_full = len(out) > int(job.limits["output_kib"]) << 10
        if complaints or err or is_full or cpu_s > most_s:
            return None
        self.calls += 1
        wall_s = time.monotonic() - start
        ending = {"exit_status": 0, "ended": "exit", "memory_mib": 0.0}
        return {"stdout": out, "stderr": b"", "cpu_s": cpu_s, "wall_s": wall_s, **ending}

    def _comes(self, word: bytes, most_s: float) -> bool:
        """Whether a word comes on both outputs within so many seconds."""
        start = time.monotonic()
        while not all(reader.has(word) for reader in self._readers):
            is_full = any(reader.is_full for reader in self._readers)
            is_late = time.monotonic() - start > most_s
            if is_full or is_late or self._process.poll() is not None:
                return False
            time.sleep(LOOK_S)
        return True

    def _taken(self, word: bytes) -> list[tuple[bytes, bytes]]:
        """For each output, what came before a word, and the rest of the word's line."""
        return [reader.taken(word) for reader in self._readers]

    def _send(self, word: bytes, job: Job) -> None:
        """Send what the process needs for a call; OSError if it has ended."""
        assert self._process.stdin
        self._process.stdin.write(self._unsent + framed(marshalled((word, job.then))))
        self._process.stdin.flush()
        self._unsent = b""

    def close(self) -> None:
        """End the process, and remove its folder."""
        portable.kill(self._process)
        self._process.wait()
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        self._folder.cleanup()


def _word() -> bytes:
    """A word that no program can guess."""
    return os.urandom(16).hex().encode()


def can_share(check: Check) -> bool:
    """Whether a check is one call, which may share a process with others."""
    is_call = check.function and not check.is_command
    is_several = check.further or is_drawn(check)
    return bool(is_call and not is_several and not check.stdin)


def _needs_process(job: Job) -> bool:
    """Whether a program may change modules before its import, or act when its interpreter ends."""
    return job.changes_modules() or any(map(LAST.search, job.files.values()))


def _program(job: Job) -> bytes:
    """What jobs that share a process have in common.

    A function of a driver may change the program's classes, so it shares with itself alone.
    """
    first = {name: value for name, value in job.first.items() if name != "cpu_s"}
    function = ""
    if job.first["source"]:
        function = job.then[0]
    return marshalled((function, sorted(job.files.items()), sorted(first.items())))
