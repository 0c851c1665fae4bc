"""Runs checks, each in a process of its own, at the strongest level of containment that holds on this machine.

The levels, from strongest, and what a submission meets at each:

- `bubblewrap`: it sees the interpreter, its libraries and the scratch folder, and nothing else that is on the disk;
  no network, no other process. As root, another user as well.
- `user` (as root only): another user, and what `landlock` gives where the kernel has it.
- `landlock`: the kernel bars it from all files but the same, and where it can from the network and other processes.
- `basic`: it can do what the user can who grades; as root, another user if the interpreter is there for all.

At every level: a fresh scratch folder with a copy of the submission, an empty stdin, a small fixed environment,
limits, and nothing of it left in the end; `launcher` tells how. Which level holds is found by trying to break it.
"""

import functools
import os
import pickle
import shutil
import stat
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from grader import UsageError, driver
from grader.launcher import Job, Setup
from grader.plan import ROOT, Check, Limits

LEVELS = ("bubblewrap", "user", "landlock", "basic")
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC",
               "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
LIBRARIES = ("/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/lib", "/lib32", "/lib64",
             "/etc/ld.so.cache", "/etc/alternatives")
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
SYSTEM = ("/", "/usr", "/usr/local")  # prefixes that hold more than an interpreter
FIRST_USER, USERS = 60_000, 5_000  # numbers that distributions leave free
FACTS = "import os, sys; print([sys.version.split()[0], sys.executable, os.path.realpath(sys.executable), " \
        "sys.prefix, sys.base_prefix, *sys.path])"


@dataclass(frozen=True)
class Run:
    """What came of a run; `ended` is "exit", or the limit crossed: cpu, wall, memory, output, processes, disk."""
    stdout: bytes
    stderr: bytes
    exit_status: int  # minus the signal's number if a signal ended it
    ended: str
    cpu_s: float  # of all its processes
    wall_s: float
    memory_mib: float  # the most that one process, or all at one time, had


# ---- The interpreter ----

@functools.cache
def facts(python):
    """[version, path, real path, prefixes and folders of modules] of an interpreter; UsageError if it is none."""
    try:
        done = subprocess.run([python, "-I", "-B", "-c", FACTS], stdin=subprocess.DEVNULL, capture_output=True,
                              env=ENVIRONMENT, timeout=60, check=True)
        return eval(done.stdout)
    except (OSError, subprocess.SubprocessError, SyntaxError):
        raise UsageError(f"--python: expected an interpreter of Python 3, got {python!r}") from None


def version(python):
    """The version of an interpreter, such as "3.11.7"; UsageError if it is none."""
    return facts(python)[0]


def readable(python):
    """The paths that an interpreter needs, those inside others left out."""
    paths = {os.path.abspath(path) for path in facts(python)[1:] if path not in SYSTEM and os.path.exists(path)}
    paths |= {path for path in LIBRARIES if os.path.exists(path)}
    return sorted(path for path in paths if not any(str(parent) in paths for parent in Path(path).parents))


def open_to_all(path):
    """Whether every user may enter the folders on the way to a path."""
    return all(os.stat(folder).st_mode & stat.S_IXOTH for folder in Path(path).resolve().parents)


# ---- Levels ----

def best(python):
    """The strongest level that holds on this machine with an interpreter."""
    return next(level for level in LEVELS if not fault(level, python))


def required(level, python):
    """The strongest level that holds; UsageError if that is less than the required one."""
    found = best(python)
    if LEVELS.index(found) > LEVELS.index(level):
        raise UsageError(f"--require-sandbox: expected {level} or stronger to hold, got {found} "
                         "(`python3 -m grader doctor` tells why)")
    return found


def fault(level, python):
    """Why a level does not keep what it promises, that nothing of the grader can be read or written; "" if it does."""
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
attempts = [(open, place + "/driver.py"), (open, place + "/planted", "w"), (os.listdir, place + "/transcripts")]
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
        self.level, self.python, self.process, self.folder = level, python, None, None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def run(self, check, files):
        """The Run of a check on files ({name: contents}), its stderr without the scratch folder's path.

        Raises OSError or RuntimeError if it could not be run, which is no fault of the files.
        """
        call = {"module": check.module, "function": check.function, "arguments": check.arguments}
        if not self.process:
            self.start()
        answer = self.ask(Job(files, call, asdict(check.limits)))
        if isinstance(answer, Exception):
            raise answer
        return Run(**answer)

    def ask(self, job):
        """The launcher's answer to a job; without one, the next run starts another launcher."""
        try:
            self.tell(job)
            return pickle.load(self.process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self.close()
            raise RuntimeError(f"sandbox: expected an answer from its launcher, got {error!r}") from None

    def tell(self, message):
        """Send something to the launcher."""
        pickle.dump(message, self.process.stdin)
        self.process.stdin.flush()

    def start(self):
        """Start the launcher."""
        user = self.user()
        places = [place for place in (tempfile.gettempdir(), "/tmp", "/var/tmp")
                  if not user or self.level == "bubblewrap" or open_to_all(f"{place}/x")]
        self.folder = tempfile.mkdtemp(prefix="grader-", dir=places[0])
        os.chmod(self.folder, 0o711)
        self.process = subprocess.Popen([sys.executable, "-s", "-m", "grader.launcher"], cwd=ROOT,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        path = facts(self.python)[1]
        self.tell(Setup(
            folder=self.folder, command=(path, "-s", "-B", "-c", Path(driver.__file__).read_text(encoding="utf-8")),
            environment=ENVIRONMENT, readable=tuple(readable(self.python)), devices=DEVICES,
            user=user and FIRST_USER + self.process.pid % USERS, kernel=self.level in ("user", "landlock"),
            bubblewrap=self.bubblewrap() if self.level == "bubblewrap" else ()))

    def user(self):
        """Whether programs run as another user."""
        return os.getuid() == 0 and (self.level in ("bubblewrap", "user") or self.level == "basic"
                                     and all(map(open_to_all, readable(self.python))))

    def bubblewrap(self):
        """The command that shows a program nothing but what its interpreter needs."""
        views = [word for path in readable(self.python) for word in view(path)]
        rights = [] if os.getuid() else ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        devices = [word for path in DEVICES for word in ("--dev-bind", path, path)]
        return (shutil.which("bwrap"), "--unshare-ipc", "--unshare-pid", "--unshare-net", *rights,
                "--die-with-parent", "--new-session", "--dir", self.folder, *views, *devices)

    def close(self):
        """End the launcher, and with it all that it runs, from whatever thread."""
        process, self.process = self.process, None  # first, for another thread may be here as well
        if process:
            for stream in process.stdin, process.stdout:
                try:
                    stream.close()
                except OSError:
                    pass  # the launcher has ended
            process.wait()
            shutil.rmtree(self.folder, ignore_errors=True)


def view(path):
    """The words that make bubblewrap show a path as it is, in folders that all may enter."""
    shown = ["--symlink", os.readlink(path)] if os.path.islink(path) else ["--ro-bind", path]
    return ["--dir", os.path.dirname(path), *shown, path]
