"""Runs programs for one sandbox, and clears them away; the grader talks to it through pipes.

Theory of operation. The grader starts `python3 -m grader.sandbox.launcher` once for each worker, because to start an
interpreter for every run would cost as much as the run. Its stdin brings a Setup and then Jobs, pickled; each
Job is answered on stdout by a dict, or by the exception that kept it from being done: a fault of ours. When
its stdin ends, the grader has ended, however that happened: the launcher kills what it runs, removes its
folder and goes.

It stays the one process that nothing a program starts can leave. Where the kernel gives it namespaces it is
process 1 of its own: whatever is orphaned in there becomes its child, and one kill ends all that is in there,
even a loop of forks. Elsewhere on Linux it is made the parent of its descendants' orphans, finds them in
/proc, and kills until none is left; as root, it also kills by user. On other systems it kills the session's
process group.

For each Job it makes a scratch folder, forks, and lets the child bind itself before it runs the interpreter:
a session of its own, limits, no new privileges, what `linux` has, another user. Then it reads the program's
output up to a cap, and looks at the whole tree every POLL_S: CPU time, memory, number of processes, files in
the scratch folder. What crosses a limit is killed. A program can't lower what it has used: the CPU time of
every process is taken when it has ended, or as last seen, if its parent ignores its end.

What it does not bound: the disk's speed, and the space in files that are deleted while they are open.
"""

import os
import pickle
import resource
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from stat import S_ISDIR

from grader.sandbox import linux, watch


FILE_MIB = 64  # how big one file may get
# characters of one argument: Linux takes 128 KiB, and a character may be four bytes
ARGUMENT = 30_000
SHARED_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm")


@dataclass(frozen=True)
class Setup:
    """What all runs of one sandbox share."""

    folder: str  # where scratch folders are made
    command: tuple  # the interpreter and all its arguments but the job
    environment: dict
    readable: tuple  # the paths that a program needs to read
    devices: tuple  # and those that it may write as well
    user: int  # whom the program runs as; 0: whoever the grader is
    kernel: bool  # whether to use what the kernel offers: Landlock, namespaces
    bubblewrap: tuple  # its command up to what depends on the run, or ()


@dataclass(frozen=True)
class Job:
    """One run: the contents of the files in the scratch folder, the driver's job, and the limits."""

    files: dict
    call: dict
    limits: dict


def main():
    """Do jobs until stdin ends, then remove the folder: from outside, for in there it is a mount."""
    if setup := receive():
        in_child(isolated, setup) if setup.kernel else serve(setup)
    remove(sys.argv[1])
    os._exit(0)  # without another try to send what nobody reads


def in_child(function, setup):
    """Call a function in a child, which dies with this process, and wait for its end."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    linux.die_with_parent()
    function(setup)
    os._exit(0)


def isolated(setup):
    """Do jobs in namespaces if the kernel permits, else here."""
    if linux.unshare():
        linux.freeze(setup.folder)
        in_child(serve, setup)
    else:
        serve(setup)


def serve(setup):
    """Do jobs until stdin ends."""
    linux.adopt_orphans()
    linux.hide_memory()
    while job := receive():
        try:
            reply = run(setup, job)
        except EOFError:
            return
        except Exception as error:
            reply = error
        try:
            pickle.dump(reply, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            return


def receive():
    """The next object from the grader; None if there will be none."""
    try:
        return pickle.load(sys.stdin.buffer)
    except EOFError:
        return None


def run(setup, job):
    """The fields of a Run: what came of one job."""
    scratch, first = tempfile.mkdtemp(dir=setup.folder), 0
    try:
        fill(scratch, job.files, setup.user)
        pipes = [os.pipe() for _ in range(3)]
        first = os.fork() or child(setup, job, scratch, pipes)
        for _, theirs in pipes:
            os.close(theirs)
        with watch.Watch(first, [mine for mine, _ in pipes], job.limits, scratch) as watcher:
            answer = watcher.result(setup.user)
        # how it tells that a signal ended the program
        if setup.bubblewrap and answer["exit_status"] > 128:
            answer["exit_status"] = 128 - answer["exit_status"]
        return answer
    finally:
        watch.kill_all(first, setup.user)
        remove(scratch)
        if not (setup.bubblewrap or setup.kernel and linux.landlock_version()):
            remove_files_of(setup.user)


# ---- The scratch folder ----


def fill(scratch, files, user):
    """Write the files into the scratch folder, which becomes the user's."""
    for name, content in files.items():
        path = os.path.join(scratch, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(content)
    for folder, _, names in os.walk(scratch) if user else ():
        for path in (folder, *(os.path.join(folder, name) for name in names)):
            os.chown(path, user, user)


def remove(folder):
    """Remove a folder, whatever permissions and depths a program gave to what is in it, or say so."""
    with suppress(OSError, RecursionError):
        shutil.rmtree(folder)
    for command in ["rm", "-rf"], ["chmod", "-R", "u+rwx"], ["rm", "-rf"]:
        if os.path.lexists(folder):
            subprocess.run(
                [*command, "--", folder], stderr=subprocess.DEVNULL, env={"PATH": os.defpath}
            )
    if os.path.lexists(folder):
        print(
            f"sandbox: expected to remove {folder!r}, got something in it that can't be",
            file=sys.stderr,
        )


def remove_files_of(user):
    """Remove what a user that is only ours left in the folders that everybody may write."""
    for folder in SHARED_FOLDERS if user else ():
        for path, status in [each for each in watch.entries(folder) if each[1].st_uid == user]:
            remove(path) if S_ISDIR(status.st_mode) else os.remove(path)


# ---- The child ----


def child(setup, job, scratch, pipes):
    """Become the program, or exit with the reason on stderr."""
    try:
        os.setsid()
        place(*(theirs for _, theirs in pipes))
        limit(setup.user, **job.limits)
        environment = setup.environment | {"HOME": scratch, "TMPDIR": scratch}
        user = setup.user if setup.bubblewrap else 0
        text = repr(job.call | {"folder": scratch, "user": user})
        command = [
            *setup.command,
            *(text[start : start + ARGUMENT] for start in range(0, len(text), ARGUMENT)),
        ]
        if setup.bubblewrap:
            command = [
                *setup.bubblewrap,
                "--bind",
                scratch,
                scratch,
                "--remount-ro",
                "/",
                "--",
                *command,
            ]
        else:
            confine(setup, scratch)
        os.execve(command[0], command, environment)
    except BaseException as error:
        os.write(2, f"{error!r}\n".encode())
    os._exit(1)


def place(out, err, begun):
    """Put an empty stdin and the three pipes on descriptors 0 to 3, and close all others."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    kept = [os.dup(each) for each in (out, err, begun)]
    for number, each in enumerate(kept, 1):
        os.dup2(each, number)
    os.closerange(4, max(kept) + 1)


def limit(user, cpu_s, memory_mib, **_):
    """Bind this process and its children, each for itself, as far as the system lets them."""
    seconds, memory, file = int(-(-cpu_s // 1)), memory_mib << 20, FILE_MIB << 20
    limits = {
        "CPU": (seconds, seconds + 1),
        "AS": (memory, memory),
        "FSIZE": (file, file),
        "CORE": (0, 0),
        "NOFILE": (256, 256),
    }
    if user:  # others have processes elsewhere that count, too
        limits["NPROC"] = (4 * watch.PROCESSES, 4 * watch.PROCESSES)
    for name, values in limits.items():
        try:
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), values)
        except (AttributeError, ValueError, OSError):
            pass  # this system has no such limit, or a lower one already


def confine(setup, scratch):
    """Give up all that the program must not have."""
    linux.give_up_privileges()
    if setup.kernel and linux.landlock_version():
        linux.fence(setup.readable, setup.devices, [scratch])
    if setup.user:
        become(setup.user)
    linux.die_with_parent()


def become(user):
    """Turn into another user for good."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


if __name__ == "__main__":
    main()
