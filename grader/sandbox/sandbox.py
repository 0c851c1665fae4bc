"""Runs checks, each in a process of its own, at the strongest level of containment that holds here.

The levels, from strongest, and what a submission meets at each:

- `bubblewrap`: it sees the interpreter, its libraries and the scratch folder, and nothing else that is on the
  disk; no network, no other process. As root, another user as well.
- `user` (as root only): another user, and what `landlock` gives where the kernel has it.
- `landlock`: the kernel bars it from all files but the same, and where it can from the network and other
  processes.
- `basic`: it can do what the user can who grades; as root, another user if the interpreter is there for all.

At every level: a fresh scratch folder with a copy of the submission, an empty stdin, a small fixed
environment, limits, and nothing of it left in the end; `launcher` tells how. Which level holds is found by
trying to break it.
"""

import functools
import os
import pickle
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from grader import UsageError
from grader.assignment.folders import ASSIGNMENTS
from grader.assignment.plan import ROOT
from grader.records import Check, Limits, Run
from grader.sandbox import driver
from grader.sandbox.launcher import Job, Setup


LEVELS = ("bubblewrap", "user", "landlock", "basic")
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "PYTHONUNBUFFERED": "1",
}
LIBRARIES = (
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/local/lib",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/alternatives",
)
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
SYSTEM = ("/", "/usr", "/usr/local")  # prefixes that hold more than an interpreter
FIRST_USER, USERS = 60_000, 5_000  # numbers that distributions leave free
NUMBER = rb"board([0-9]{1,4})"  # in the place of the name of a board
NUMBERED = re.compile(rb"^%s(?: beside %s)?(?=[,:])" % (NUMBER, NUMBER), re.MULTILINE)
LOCKS = "/run/sliding-tiles-grader"  # root's own
FACTS = (
    "import os, sys; print([sys.version.split()[0], sys.executable, os.path.realpath(sys.executable), "
    "sys.prefix, sys.base_prefix, *sys.path])"
)


# ---- The interpreter ----


@functools.cache
def facts(python):
    """[version, path, real path, prefixes, folders of modules] of an interpreter, or UsageError."""
    try:
        done = subprocess.run(
            [python, "-I", "-B", "-c", FACTS],
            stdin=subprocess.DEVNULL,
            env=ENVIRONMENT,
            capture_output=True,
            timeout=60,
            check=True,
        )
        return eval(done.stdout)
    except (OSError, subprocess.SubprocessError, SyntaxError):
        raise UsageError(f"--python: expected an interpreter of Python 3, got {python!r}") from None


def version(python):
    """The version of an interpreter, such as "3.11.7"; UsageError if it is none."""
    return facts(python)[0]


def readable(python):
    """The paths that an interpreter needs, those inside others left out."""
    own = [os.path.abspath(path) for path in facts(python)[1:] if path not in SYSTEM]
    paths = set(filter(os.path.exists, [*own, *LIBRARIES]))
    return sorted(
        path for path in paths if not any(str(parent) in paths for parent in Path(path).parents)
    )


def open_to_all(path):
    """Whether every user may enter the folders on the way to a path."""
    path = Path(path)
    folders = {*path.absolute().parents, *path.resolve().parents}
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in folders)


# ---- Levels ----


def best(python):
    """The strongest level that holds on this machine with an interpreter."""
    return next(level for level in LEVELS if not fault(level, python))


def required(level, python):
    """The strongest level that holds; UsageError if that is less than the required one."""
    found = best(python)
    if LEVELS.index(found) > LEVELS.index(level):
        raise UsageError(
            f"--require-sandbox: expected {level} or stronger to hold, got {found} "
            "(`python3 -m grader doctor` tells why)"
        )
    return found


def fault(level, python):
    """Why a level does not keep its promise, that no program reads or writes the grader; "" if it does."""
    if level == "basic":
        return ""  # it promises nothing
    if level == "bubblewrap" and not shutil.which("bwrap"):
        return "bwrap is not installed"
    if level == "user" and os.getuid():
        return "only root can run programs as another user"
    check = Check("probe", "probe", Limits(cpu_s=5, wall_s=15))
    try:
        with Sandbox(level, python) as box:
            output = box.run(check, {"probe.py": PROBE.encode()}).stdout
    except (OSError, RuntimeError) as error:
        return str(error)
    return "" if output == b"held\n" else "a program could read or write the grader's files"


PROBE = f"""
import json, os

def works(action, *arguments):
    try:
        action(*arguments)
    except OSError:
        return False
    return True

place = {str(ROOT / "grader")!r}
attempts = [(open, {driver.__file__!r}), (open, place + "/planted", "w"),
            (os.listdir, {str(ASSIGNMENTS)!r})]
print("held" if not any(works(*attempt) for attempt in attempts) else "broken")
"""


# ---- Running ----


class Sandbox:
    """Runs checks one after another at a level; for one thread, and to be closed.

    >>> check = Check("import", "hello", Limits())
    >>> with Sandbox("basic", sys.executable) as box:
    ...     box.run(check, {"hello.py": b"print('hello')"}).stdout
    b'hello\\n'
    """

    def __init__(self, level, python):
        self.level, self.python, self.process, self.folder, self.closed = (
            level,
            python,
            None,
            None,
            False,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def run(self, check, files, aliases=()):
        """The Run of a check on files ({name: contents}), its stderr without the scratch folder's path.

        Modules can also be imported by their `aliases`, (alias, module) pairs.
        Raises OSError or RuntimeError if it could not be run, which is no fault of the files.
        """
        if self.closed:
            raise RuntimeError("sandbox: expected to run before it is closed")
        if not self.process:
            self.start()
        call = {
            "module": check.module,
            "function": check.function,
            "source": check.source(),
            "calls": [unnamed(check), *check.further],
            "aliases": aliases,
        }
        answer = self.ask(Job(files | check.files(), call, asdict(check.limits)))
        if isinstance(answer, Exception):
            raise answer
        number = 1 + len(check.further) if check.function else 0
        imported, *calls = answer["stdout"].split(driver.CALL, number and number + 1)
        outputs = [named(check, output) for output in calls]
        at_exit = b"".join(outputs[number:])
        calls = (
            (*outputs[: number - 1], outputs[number - 1] + at_exit)
            if at_exit
            else tuple(outputs[:number])
        )
        return Run(
            **answer
            | {"stdout": b"".join(calls) if calls else imported, "calls": calls, "at_exit": at_exit}
        )

    def ask(self, job):
        """The launcher's answer to a job; without one, the next run starts another launcher."""
        process = self.process
        try:
            send(process, job)
            return pickle.load(process.stdout)
        except (OSError, ValueError, EOFError, pickle.UnpicklingError) as error:
            self.end()
            raise RuntimeError(
                f"sandbox: expected an answer from its launcher, got {error!r}"
            ) from None

    def start(self):
        """Start the launcher."""
        other = self.another_user()
        self.user, self.lock = free_user() if other else (0, None)
        hidden = (
            other and self.level != "bubblewrap" and not open_to_all(f"{tempfile.gettempdir()}/x")
        )
        self.folder = tempfile.mkdtemp(prefix="grader-", dir="/tmp" if hidden else None)
        os.chmod(self.folder, 0o711)
        process = subprocess.Popen(
            [sys.executable, "-s", "-m", "grader.sandbox.launcher", self.folder],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        driver_text = Path(driver.__file__).read_text(encoding="utf-8")
        self.process = process
        send(
            process,
            Setup(
                folder=self.folder,
                command=(facts(self.python)[1], "-s", "-B", "-c", driver_text),
                environment=ENVIRONMENT,
                readable=tuple(readable(self.python)),
                devices=DEVICES,
                user=self.user,
                kernel=self.level in ("user", "landlock"),
                bubblewrap=self.bubblewrap() if self.level == "bubblewrap" else (),
            ),
        )

    def another_user(self):
        """Whether programs run as another user than the grader."""
        return os.getuid() == 0 and (
            self.level in ("bubblewrap", "user")
            or self.level == "basic"
            and all(map(open_to_all, readable(self.python)))
        )

    def bubblewrap(self):
        """The command that shows a program nothing but what its interpreter needs."""
        views = [word for path in readable(self.python) for word in view(path)]
        # for the driver
        rights = ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        devices = [word for path in DEVICES for word in ("--dev-bind", path, path)]
        return (
            shutil.which("bwrap"),
            "--unshare-ipc",
            "--unshare-pid",
            "--unshare-net",
            *(rights if os.getuid() == 0 else ()),
            "--die-with-parent",
            "--new-session",
            "--dir",
            self.folder,
            *views,
            *devices,
        )

    def close(self):
        """End the launcher and all that it runs, for good; from whatever thread."""
        self.closed = True
        self.end()

    def end(self):
        """End the launcher and all that it runs."""
        process, self.process = self.process, None
        if process:
            for stream in process.stdin, process.stdout:
                with suppress(OSError):  # it has ended
                    stream.close()
            process.wait()
            shutil.rmtree(self.folder, ignore_errors=True)
            if self.lock:
                self.lock.close()


def unnamed(check):
    """The arguments of a check as its process has them: boards by number, since their names tell their answers.

    >>> unnamed(Check("moves/easy", "solver", Limits(), "moves", ([("puzzle04", [[1, 0]])],), driver="npuzzle"))
    ([('board0', [[1, 0]])],)
    """
    if not check.driver or not check.arguments:
        return check.arguments
    boards, *others = check.arguments
    return ([(f"board{number}", rows) for number, (_, rows) in enumerate(boards)], *others)


def named(check, stdout):
    """The output of a run with the names of the boards in the places of their numbers, where lines begin.

    >>> named(Check("moves/easy", "solver", Limits(), "moves", ([("puzzle04", [])],), driver="npuzzle"), b"board0: 4")
    b'puzzle04: 4'
    """
    names = (
        [name.encode() for name, _ in check.arguments[0]]
        if check.driver and check.arguments
        else ()
    )

    def name_of(found):
        """The name that a number stands for, if any."""
        return names[int(found[1])] if int(found[1]) < len(names) else found[0]

    return (
        NUMBERED.sub(lambda found: re.sub(NUMBER, name_of, found[0]), stdout) if names else stdout
    )


def free_user():
    """(The number of a user that no other sandbox of this machine runs programs as, the lock that keeps it)."""
    import fcntl  # which only some systems have

    os.makedirs(LOCKS, mode=0o700, exist_ok=True)
    for number in range(FIRST_USER, FIRST_USER + USERS):
        lock = open(f"{LOCKS}/{number}", "w", encoding="ascii")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return number, lock
        except BlockingIOError:
            lock.close()
    raise RuntimeError(f"sandbox: expected a free user from {FIRST_USER} on, got {USERS} in use")


def send(process, message):
    """Send something to a launcher."""
    pickle.dump(message, process.stdin)
    process.stdin.flush()


def view(path):
    """The words that make bubblewrap show a path as it is, in folders that all may enter."""
    shown = ["--symlink", os.readlink(path)] if os.path.islink(path) else ["--ro-bind", path]
    return ["--dir", os.path.dirname(path), *shown, path]
