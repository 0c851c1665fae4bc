"""Runs programs for one sandbox and clears them away; the grader talks to it through pipes.

Theory of operation. The grader starts `python3 -m grader.sandbox.launcher` once for each worker,
because starting an interpreter for every run would cost as much as the run. Its stdin brings a
Setup and then Jobs, pickled. Each Job is answered on stdout with the fields of a Run, or with the
exception that kept it from being done: a fault of ours. When its stdin ends, the grader has ended,
in whatever way: the launcher kills what it runs, removes its folder and goes.

No process that a program starts can escape from it. Where the kernel grants namespaces, it is
process 1 of its own: orphans in there become its children, and one kill ends all of them, even a
loop of forks. Elsewhere on Linux it becomes the parent of its descendants' orphans, finds them in
/proc, and kills until none is left; as root, it also kills by user. On other systems it kills the
session's process group.

For each Job it makes a scratch folder and forks. Before the child runs the interpreter, it binds
itself: a session of its own, limits, no new privileges, what `linux` offers, another user. The
launcher then reads the program's output up to a cap, and looks at all its processes every POLL_S:
CPU time, memory, their number, files in the scratch folder. A program that crosses a limit is
killed. It can't lower what it has used: the CPU time of a process is taken when it has ended, or as
last measured, if its parent ignores its end.

It does not bound the disk's speed, nor the space in files that are deleted while they are open.
"""

import os
import pickle
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from stat import S_ISDIR

from grader.sandbox import linux, watch
from grader.sandbox.driver import become


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from typing import Any

FILE_MIB = 64  # the largest size of one file
ARGUMENT = 30_000  # characters of up to four bytes: Linux takes 128 KiB in one argument
SHARED_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm")


@dataclass(frozen=True)
class Setup:
    """What all runs of one sandbox share."""

    folder: str  # where scratch folders are made
    command: tuple[str, ...]  # the interpreter and its arguments before the job
    environment: dict[str, str]
    readable: tuple[str, ...]  # the paths that a program needs to read
    devices: tuple[str, ...]  # and those that it may write as well
    user: int  # the number of the user that programs run as; 0: whoever the grader is
    kernel: bool  # whether to use what the kernel offers: Landlock, namespaces
    bubblewrap: tuple[str, ...]  # its command up to what depends on the run, or ()

    def contains_files(self) -> bool:
        """Whether programs can write only in the scratch folder."""
        return bool(self.bubblewrap) or self.uses_landlock()

    def uses_landlock(self) -> bool:
        """Whether the kernel keeps programs from files."""
        return self.kernel and linux.landlock_version() > 0


@dataclass(frozen=True)
class Job:
    """One run: what the files in the scratch folder contain, the driver's job, and the limits."""

    files: dict[str, bytes]
    call: Mapping[str, object]
    limits: dict[str, float]


def main() -> None:
    """Do jobs until stdin ends, then remove the folder, from outside: in there it is a mount."""
    if setup := _receive():
        if setup.kernel:
            _in_child(_isolate, setup)
        else:
            _serve(setup)
    _remove(sys.argv[1])
    os._exit(0)  # without another try to send what nobody reads


def _in_child(function: Callable[[Setup], None], setup: Setup) -> None:
    """Call a function in a child that dies with this process, and wait for its end."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    linux.die_with_parent()
    function(setup)
    os._exit(0)


def _isolate(setup: Setup) -> None:
    """Do jobs in namespaces if the kernel permits that, else here."""
    if linux.unshare():
        linux.freeze(setup.folder)
        _in_child(_serve, setup)
    else:
        _serve(setup)


def _serve(setup: Setup) -> None:
    """Do jobs until stdin ends."""
    linux.adopt_orphans()
    linux.hide_memory()
    while job := _receive():
        reply: object
        try:
            reply = _run(setup, job)
        except EOFError:
            return
        except Exception as error:
            reply = error
        try:
            pickle.dump(reply, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            return


def _receive() -> "Any":
    """The next object from the grader; None if there will be none."""
    try:
        return pickle.load(sys.stdin.buffer)
    except EOFError:
        return None


def _run(setup: Setup, job: Job) -> dict[str, object]:
    """The fields of a Run: what came of one job."""
    scratch, process = tempfile.mkdtemp(dir=setup.folder), 0
    try:
        _fill(scratch, job.files, setup.user)
        pipes = [os.pipe() for _ in range(3)]
        process = os.fork() or _become_program(setup, job, scratch, [end for _, end in pipes])
        for _, end in pipes:
            os.close(end)
        with watch.Watch(process, [end for end, _ in pipes], job.limits, scratch) as watcher:
            return watcher.result(setup.user)
    finally:
        watch.kill_all(process, setup.user)
        _remove(scratch)
        if setup.user and not setup.contains_files():
            _remove_files_of(setup.user)


# ---- The scratch folder ----


def _fill(scratch: str, files: dict[str, bytes], user: int) -> None:
    """Write the files into the scratch folder, and give it to the user."""
    for name, content in files.items():
        path = os.path.join(scratch, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(content)
    for folder, _, names in os.walk(scratch) if user else ():
        for path in (folder, *(os.path.join(folder, name) for name in names)):
            os.chown(path, user, user)


def _remove(folder: str) -> None:
    """Remove a folder, however deep it is and whatever permissions it has, or say what is left."""
    with suppress(OSError, RecursionError):
        shutil.rmtree(folder)
    for command in ["rm", "-rf"], ["chmod", "-R", "u+rwx"], ["rm", "-rf"]:
        if os.path.lexists(folder):
            command += ["--", folder]
            subprocess.run(command, stderr=subprocess.DEVNULL, env={"PATH": os.defpath})
    if os.path.lexists(folder):
        problem = f"expected to remove {folder!r}, got something in it that can't be"
        print(f"sandbox: {problem}", file=sys.stderr)


def _remove_files_of(user: int) -> None:
    """Remove what a user that is only ours left in the folders that everybody may write."""
    for folder in SHARED_FOLDERS:
        for path, status in list(watch.entries(folder)):
            if status.st_uid == user:
                _remove(path) if S_ISDIR(status.st_mode) else os.remove(path)


# ---- The child ----


def _become_program(setup: Setup, job: Job, scratch: str, pipes: Sequence[int]) -> int:
    """Become the program, or exit with the reason on stderr."""
    try:
        os.setsid()
        _connect(pipes)
        _set_limits(setup.user, job.limits)
        # bubblewrap needs the powers of root; after it, the driver gives them up
        user = setup.user if setup.bubblewrap else 0
        text = repr({**job.call, "folder": scratch, "user": user})
        pieces = [text[start : start + ARGUMENT] for start in range(0, len(text), ARGUMENT)]
        command = [*setup.command, *pieces]
        if setup.bubblewrap:
            views = ["--bind", scratch, scratch, "--remount-ro", "/", "--"]
            command = [*setup.bubblewrap, *views, *command]
        else:
            _confine(setup, scratch)
        environment = {**setup.environment, "HOME": scratch, "TMPDIR": scratch}
        os.execve(command[0], command, environment)
    except BaseException as error:
        os.write(2, f"{error!r}\n".encode())
    os._exit(1)


def _connect(pipes: Sequence[int]) -> None:
    """Put an empty stdin and the three pipes on descriptors 0 to 3, and close all others."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    copies = [os.dup(pipe) for pipe in pipes]
    for number, copy in enumerate(copies, 1):
        os.dup2(copy, number)
    os.closerange(4, max(copies) + 1)


def _set_limits(user: int, limits: dict[str, float]) -> None:
    """Bind this process and its children, one by one, as far as the system lets them."""
    cpu_s, memory = int(-(-limits["cpu_s"] // 1)), int(limits["memory_mib"]) << 20
    values = {
        "CPU": (cpu_s, cpu_s + 1),
        "AS": (memory, memory),
        "FSIZE": (FILE_MIB << 20, FILE_MIB << 20),
        "CORE": (0, 0),
        "NOFILE": (256, 256),
    }
    if user:  # the processes of other users elsewhere would count, too
        values["NPROC"] = (4 * watch.PROCESSES, 4 * watch.PROCESSES)
    for name, value in values.items():
        # this system may have no such limit, or a lower one already
        with suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), value)


def _confine(setup: Setup, scratch: str) -> None:
    """Give up all that the program must not have."""
    linux.give_up_privileges()
    if setup.uses_landlock():
        linux.fence(setup.readable, setup.devices, [scratch])
    if setup.user:
        become(setup.user)
    linux.die_with_parent()


if __name__ == "__main__":
    main()
