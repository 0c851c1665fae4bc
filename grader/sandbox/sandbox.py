"""Runs each check in a new process, at a level of containment that is as strong as any here.

The levels, strongest first, and what a submission can reach at each:

- `bubblewrap`: it sees the interpreter, its libraries and the scratch folder, and nothing else on
  the disk; no network and no other processes. As root, it is another user as well.
- `user` (as root only): it is another user, with what `landlock` adds as far as the kernel has it.
- `landlock`: the kernel keeps it from all files but the same ones, and where namespaces are
  permitted, from all that `bubblewrap` hides.
- `basic`: it can do what the user can who grades; as root, it is another user if every user can
  read the interpreter.

At every level it gets a fresh scratch folder with a copy of the submission, a stdin that only a
check fills, a small fixed environment and limits, and nothing of it is left in the end; `launcher`
says how. Which level holds is found by trying to break it.
"""

import os
import pickle
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from grader.assignment.folders import ASSIGNMENTS, ROOT
from grader.assignment.hooks import measurement
from grader.ground.errors import UsageError
from grader.records.checks import Check, Limits
from grader.records.results import Run
from grader.sandbox import cgroups, driver, interpreter, portable, series, together, view, watch
from grader.sandbox.interpreter import START
from grader.sandbox.jobs import Aliases, Files, job_of, with_names
from grader.sandbox.setup import Answer, Job, LastWords, Setup


LEVELS = ("bubblewrap", "user", "landlock", "basic")
# the probe's words for a level; at one that is closed, its user can't start the interpreter
HELD, APART, CLOSED = "held", "held apart", "closed"
# variables that a launcher keeps
KEPT = ("PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
CRASHES = {
    getattr(signal, name)
    for name in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL")
    if hasattr(signal, name)  # Windows has no SIGBUS
}
FIRST_USER, USERS = 60_000, 5_000  # numbers of users that distributions leave unused
LOCKS = "/run/python-grader"  # a folder that only root can write to
PATIENCE_S = 2  # seconds for a launcher that does not answer to end


def is_open_to_all(path: str) -> bool:
    """Whether every user may enter the folders on the way to a path."""
    folders = set(Path(path).absolute().parents) | set(Path(path).resolve().parents)
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in folders)


# ---- Levels ----


def strongest_level(python: str, least: str = LEVELS[-1]) -> str:
    """The level to use for an interpreter, at least as strong as `least`; "" if none holds.

    Where the kernel permits namespaces, `user` and `landlock` hide and refuse all that bubblewrap
    does, and come first, as a program starts faster there.
    """
    levels = LEVELS[: LEVELS.index(least) + 1]
    for level in ("user", "landlock"):
        if level in levels and _tried(level, python) == APART:
            return level
    return next((level for level in levels if not fault(level, python)), "")


def require_level(level: str, python: str) -> str:
    """The level to use, at least as strong as `level`; UsageError if none holds."""
    if strongest := strongest_level(python, level):
        return strongest
    raise UsageError(
        f"--require-sandbox: expected {level} or stronger to hold, got {strongest_level(python)} "
        "(`python3 -m grader doctor` says why)"
    )


def fault(level: str, python: str) -> str:
    """How a program can reach the grader at a level that should prevent it; "" if it can't."""
    tried = _tried(level, python)
    if tried in (HELD, APART):
        return ""
    return tried


def _tried(level: str, python: str) -> str:
    """HELD if a program can't read or write the grader at a level, APART if it can't even find it.

    Any other text says how the program can.
    """
    if level == "basic":
        return HELD  # this level makes no promise
    if portable.IS_NEEDED:
        return "this system can't contain programs"
    if level == "bubblewrap" and not shutil.which("bwrap"):
        return "bwrap is not installed"
    if level == "user" and os.getuid():
        return "only root can run programs as another user"
    check = Check("probe", "probe", Limits(cpu_s=5, wall_s=15))
    box = Sandbox(level, python)
    try:
        output = box.run(check, {"probe.py": PROBE.encode()}).stdout
        word = output.decode("utf-8", "replace").strip()
        if word == CLOSED:
            return f"the user that programs run as can't start {python}"
        if word not in (HELD, APART):
            return "a program could read or write the grader's files"
        _TRIED.setdefault((level, python), box)
        return word
    except (OSError, RuntimeError) as error:
        return str(error)
    finally:
        if box not in _TRIED.values():
            box.close()


# Sandboxes that passed their test and wait for programs; their launchers end with this process.
_TRIED: "dict[tuple[str, str], Sandbox]" = {}


def tried_or_new(level: str, python: str, is_cold: bool = False) -> "Sandbox":
    """A sandbox at a level: the unused one from testing the level if it exists, else a new one."""
    if is_cold:
        return Sandbox(level, python, is_cold)
    return _TRIED.pop((level, python), None) or Sandbox(level, python)


def bounded_by() -> str:
    """What bounds runs here: "cgroup v1", "cgroup v2", "polling", or "clock" for time alone."""
    if portable.IS_NEEDED:
        return "clock"
    return str(cgroups.find() or "polling")


PROBE = f"""
import os, sys

def works(action, *arguments):
    try:
        action(*arguments)
    except OSError:
        return False
    return True
place = {str(ROOT / "grader")!r}
attempts = [(open, {driver.__file__!r}), (open, place + "/planted", "w"),
            (os.listdir, {str(ASSIGNMENTS)!r})]
told = {HELD!r} if os.path.exists(place) else {APART!r}
if not os.access(sys.executable, os.X_OK):
    told = {CLOSED!r}
if any(works(*attempt) for attempt in attempts):
    told = "broken"
os.write(1, told.encode())
os._exit(0)  # the usual end of an interpreter takes much longer
"""


# ---- Running ----


class Sandbox:
    """Runs checks one after another at a level; use it in one thread, and close it.

    With `is_cold` it starts a new interpreter for each check instead of forking one.

    >>> check = Check("import", "hello", Limits())
    >>> with Sandbox("basic", sys.executable) as box:
    ...     box.run(check, {"hello.py": b"print('hello')"}).stdout
    b'hello\\n'
    """

    def __init__(self, level: str, python: str, is_cold: bool = False) -> None:
        self.level, self.python, self.is_cold = level, python, is_cold
        self.folder, self.closed = "", False
        self.process: subprocess.Popen[bytes] | None = None
        self._lock: TextIO | None = None
        driver_text = interpreter.text_of("driver")
        self._runner = portable.Runner(python, driver_text)
        self._together = together.Together(python, driver_text)

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(
        self, check: Check, files: Files, aliases: Aliases = (), is_measured: bool = False
    ) -> Run:
        """The Run of a check with files {name: bytes}; the scratch folder is cut from its stderr.

        Modules can also be imported by their `aliases`. A run that `is_measured` is compared with
        others, so it compiles its program itself.
        Raises OSError or RuntimeError if it could not be run, which is no fault of the files.
        """
        if self.closed:
            raise RuntimeError("sandbox: expected to run before it is closed")
        measured = measurement(check)
        if measured.processes:
            return series.run(self, check, measured, files, aliases)
        job = job_of(check, files, aliases, is_measured)
        answer = self._do(job)
        if _is_unexplained(answer):  # another program of this machine may have killed it
            answer = self._again(job, answer)
        return _run_of(check, answer)

    def run_together(self, check: Check, files: Files, aliases: Aliases = ()) -> Run | None:
        """The Run of a check in a process that the program's other checks share.

        None where each check has a process of its own, or if this one needs that.
        """
        if self.closed or not portable.IS_NEEDED or not together.can_share(check):
            return None
        if answer := self._together.run(job_of(check, files, aliases)):
            return _run_of(check, answer)
        return None

    def demand_s(self) -> float | None:
        """The seconds for which its programs used or waited for a processor; None if unknown."""
        if process := self.process:
            return watch.demand_s(process.pid)
        return None

    def close(self) -> None:
        """End the launcher and its runs for good; any thread may call it."""
        self.closed = True
        self._end()

    def _do(self, job: Job) -> Answer:
        """The answer to a job."""
        if portable.IS_NEEDED:
            return self._runner.run(job)
        return self._ask(job)

    def _again(self, job: Job, answer: Answer) -> Answer:
        """The answer to the same job, tried again in a fresh launcher with the remaining time.

        If that time is too short the first answer counts, so that no program gains by ending
        itself.
        """
        left = 1 - answer["cpu_s"] / job.limits["cpu_s"]
        if left <= 0:
            return answer
        self._end()
        times = {name: left * job.limits[name] for name in ("cpu_s", "wall_s")}
        again = self._do(job._replace(limits=job.limits | times))
        if again["ended"] in ("cpu", "wall"):
            return answer
        return again

    def _ask(self, job: Job) -> Answer:
        """The launcher's answer to a job.

        A failure is not tried again: RuntimeError says how the launcher ended, and the next job
        gets a new one.
        """
        process = self.process or self._start()
        assert process.stdout
        try:
            with suppress(OSError):  # it has ended, perhaps with last words
                _send(process, job)
            answer = pickle.load(process.stdout)
        except (OSError, ValueError, EOFError, pickle.UnpicklingError) as error:
            with suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE_S)
            ended = f"sandbox: expected an answer from its launcher, got {error!r}"
            ended += f", and its exit status is {process.returncode}"
            self._end()
            raise RuntimeError(ended) from None
        if isinstance(answer, LastWords):
            self._end()
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[no-any-return]

    def _start(self) -> "subprocess.Popen[bytes]":
        user, place = 0, None
        is_wrapped = self.level == "bubblewrap"
        if self._changes_user():
            user, self._lock = _free_user()
            if not is_wrapped and not is_open_to_all(f"{tempfile.gettempdir()}/x"):
                place = "/tmp"
        self.folder = tempfile.mkdtemp(prefix="grader-", dir=place)
        os.chmod(self.folder, 0o711)
        self.process = process = subprocess.Popen(
            [sys.executable, "-s", "-S", "-m", "grader.sandbox.launcher", self.folder],
            cwd=ROOT,
            env=_own_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        facts, code, warm = interpreter.described(self.python)
        if self.is_cold or is_wrapped:
            warm = b""
        setup = Setup(
            folder=self.folder,
            command=(facts[1], "-s", "-B", "-c", START),
            driver=code,
            warm=warm,
            readable=tuple(interpreter.readable_paths(self.python)),
            user=user,
            kernel=self.level in ("user", "landlock"),
            bubblewrap=self._bubblewrap() if is_wrapped else (),
            groups=cgroups.find(),
        )
        _send(process, setup)
        return process

    def _changes_user(self) -> bool:
        if os.getuid() or self.level == "landlock":
            return False
        return self.level != "basic" or all(
            map(is_open_to_all, interpreter.readable_paths(self.python))
        )

    def _bubblewrap(self) -> tuple[str, ...]:
        """The bubblewrap command, which shows a program only what its interpreter needs."""
        program = shutil.which("bwrap") or "bwrap"
        command = [program, "--unshare-ipc", "--unshare-pid", "--unshare-net"]
        if os.getuid() == 0:  # the driver changes the user itself
            command += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        command += ["--die-with-parent", "--new-session", "--dir", self.folder]
        return (*command, *view.arguments(interpreter.readable_paths(self.python)))

    def _end(self) -> None:
        self._runner.end()
        self._together.close()
        process, self.process = self.process, None
        if process:
            for stream in process.stdin, process.stdout:
                with suppress(OSError):  # it may have ended already
                    if stream:
                        stream.close()
            if process.wait() and (groups := cgroups.find()):
                cgroups.remove_abandoned(groups)
            shutil.rmtree(self.folder, ignore_errors=True)
            if self._lock:
                self._lock.close()


def _run_of(check: Check, answer: Answer) -> Run:
    return Run(**answer | {"stdout": with_names(check, answer["stdout"])})


def _is_unexplained(answer: Mapping[str, Any]) -> bool:
    """Whether a signal ended a run without any reason: no crash, and no limit crossed.

    >>> _is_unexplained({"ended": "exit", "exit_status": -signal.SIGKILL})
    True
    >>> _is_unexplained({"ended": "exit", "exit_status": -signal.SIGSEGV})
    False
    """
    status = answer["exit_status"]
    return answer["ended"] == "exit" and status < 0 and -status not in CRASHES


def _own_environment() -> dict[str, str]:
    """The launcher's environment: ours, without variables that change how Python works."""
    own = {"PYTHONUTF8": "1"}
    for name, value in os.environ.items():
        if name in KEPT or not name.startswith("PYTHON"):
            own[name] = value
    return own


def _free_user() -> tuple[int, TextIO]:
    """(The number of a user that no other sandbox here uses, the lock that reserves it)."""
    import fcntl  # Windows has no fcntl, nor such users

    os.makedirs(LOCKS, mode=0o700, exist_ok=True)
    for number in range(FIRST_USER, FIRST_USER + USERS):
        lock = open(f"{LOCKS}/{number}", "w", encoding="ascii")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return number, lock
        except BlockingIOError:
            lock.close()
    raise RuntimeError(f"sandbox: expected a free user from {FIRST_USER} on, got {USERS} in use")


def _send(process: "subprocess.Popen[bytes]", message: Setup | Job) -> None:
    assert process.stdin
    pickle.dump(message, process.stdin)
    process.stdin.flush()
