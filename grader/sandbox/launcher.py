"""Runs programs for one sandbox and clears them away; the grader talks to it through pipes.

Theory of operation. The grader starts `python3 -m grader.sandbox.launcher` once for each worker,
because starting an interpreter for every run would cost as much as the run. Its stdin brings a
Setup and then Jobs, pickled. Each Job is answered on stdout with the fields of a Run, or with the
exception that kept it from being done: a fault of ours. When its stdin ends, the grader has ended,
in whatever way: the launcher kills what it runs, removes its folder and its control group, and
goes. Nothing but the launcher, its folder and its warm interpreter outlives a run; all else is made
for each.

What is warm (`warm`, `forks`). Starting an interpreter costs several times what a check's call
does. So the launcher starts one of the course's Python, by exec, which loads what programs usually
import and waits; each run is a fork of it. Warm are the interpreter, modules of the standard
library, the driver, and what binds every run. Fresh for each are the process, its
namespaces, control group, limits, user, scratch folder, pipes, and all that is read or imported
after the fork: the job, the program. Nothing passes from one run to the next, for the warm
interpreter only forks: a message brings it descriptors, which it passes on unread, and what a fork
changes is the fork's own copy. No program can signal or trace it: it is outside the program's
namespaces or protected by the filter, its memory is closed to its own user, and where there is no
filter, there is no warm interpreter. A fork is the launcher's child, or its process 1 is, bound by
the same function as a cold run (`child`). Then it starts the driver in the frame, on the
descriptors and under the arguments that a fresh interpreter has, and ends as that does: threads,
atexit, output, modules. `random` gets another seed before each fork. A fork avoids what changes
shared memory, since copying that takes longer than most calls. Its CPU time begins at 0, and the
launcher adds the time that an interpreter takes to start, so that times mean the same both ways:
the shortest run is the unit in which diagnosis measures the others. Its limits on addresses and
data are larger by what the warm interpreter has loaded, which its memory does not count. Its end
takes the interpreter apart only where that could do something (`driver._leave`).

What is compiled once (`codes`). A warm run of a program that the launcher does not know yet hands
over the code that its module is compiled to, before the first line of it runs. The launcher keeps
the bytes for the program's further runs, and turns them into nothing itself: a run gets only what
Python has made of the very same text. Runs whose time and memory are compared compile their program
themselves.

What goes cold: all at `bubblewrap`, which starts its program by exec; all with --cold, with a
Python before 3.10 or other than CPython, and where /proc or the filter is missing; and a program
with a driver that changes modules before the import, with a file named like a loaded module, or
that uses a submodule that is loaded only here. If the warm interpreter ends, or a fork does before
its program begins, the run is done cold, and so are the launcher's later ones.

What a program is told (`errand`). The job comes by a pipe, the same descriptor each time: at first
what an import needs, and once the driver asks for it by another pipe, the function and its
arguments, instances under numbers in the place of names. So neither the command line, the
environment, the folder nor what the driver holds while the program is imported says which check it
is in; only the module, the driver, the limits and what stands in for the program's files tell one
group of checks from another.

Who runs as whom. The grader and the launcher are whoever grades. As root, a program is a user that
no other worker has at the levels `bubblewrap`, `user` and, if every user can read the interpreter,
`basic`; at `landlock` it is root without privileges. An ordinary user's programs have that user.

In which namespaces (`linux`). A run has a network, mounts, System V objects and numbers of
processes of its own, and an ordinary user's run a namespace of users: bubblewrap makes them, or, at
`user` and `landlock`, the launcher itself, if the kernel permits. In there it sees nothing of the
disk but what its interpreter needs and its scratch folder (`view`). Process 1 is the launcher's
fork, bound like the program that it starts; it waits for orphans, so that the time of each is
counted, and with it all others end. Without namespaces Landlock bars it from other files, but not
from asking which exist; the launcher becomes the parent of its descendants' orphans, finds them in
/proc, and kills until none is left; as root, it also kills by user. Where there is no /proc either,
it kills the session's process group.

What it can call (`seccomp`). At every level on x86-64 and arm64 a filter lets a program make the
calls that Python needs, and no others. So it has no sockets that have a path or reach the kernel,
no keyrings, System V objects, message queues or new namespaces, no sight of others' use of files,
and no way to other processes' memory, files, limits and priorities. Outside of namespaces the
filter also protects the launcher and the grader from signals, and at `user` and `landlock` there is
no internet socket. A run that a signal ends without a reason is tried once more in a fresh sandbox,
with the time that it left.

Bounded by what. In a control group of its own, where one can be made (`cgroups`), the kernel counts
the CPU time of a run, and bounds and counts its memory of all kinds and its tasks. Elsewhere the
launcher looks at all processes in /proc every POLL_S (`watch`). Either way it reads the output up
to a cap, counts the files in the scratch folder, and kills a program that crosses a limit. It looks
the sooner the less CPU time is left, for that lasts no shorter than all processors need for it. The
hard bounds are the kernel's, for each process, by setrlimit(2): a quarter and two seconds more CPU
time than the limit, should the launcher itself get no processor. The wall clock is extended by what
a busy machine takes from the run, by three times the limit at most (`clock`).

Where files are (`scratch`). If the kernel permits mounts, the launcher itself has mounts of its
own, and for that, as an ordinary user, a namespace of users. On its folder it mounts a file system
in memory, in which each run has its scratch folder in turn. Its size is bound anew when the next
run may have another; what is in use counts as the run's memory, whether it has a name or not.
Nothing is mounted for each run, so a run costs no more than on a disk; and with the launcher the
mount ends.

What it does not promise. Without mounts, the disk's speed, and the space in files that are deleted
while they are open, are not bounded; nor are they at `basic` in folders open to every user. A lock
on a file that all programs read, such as a library's, is seen by runs beside it. A run can exceed
its CPU time by what it uses until the launcher has looked: some milliseconds, or more where the
launcher waits for a processor. Without a control group, memory and tasks can be exceeded for
POLL_S, and CPU time is counted in ticks of the clock; pipes and sockets hold memory that nobody
counts; and at `bubblewrap`, what children that are alive at the end used since the last look is
lost. Without a filter, on other machines, a program whose children's end is ignored hides some of
their time, nameless files in memory are not counted, keys and System V objects of its user stay,
and it can change limits and priorities of the user's other processes. At `basic` for an ordinary
user, a program can read, write and signal what the grader can, the two processes above excepted.
"""

import os
import pickle
import signal
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from typing import Any

from grader.sandbox import child, linux, scratch, seccomp, watch
from grader.sandbox.cgroups import LauncherGroup, RunGroup
from grader.sandbox.containment import Containment
from grader.sandbox.errand import Errand
from grader.sandbox.setup import (
    ENVIRONMENT,
    Job,
    LastWords,
    NotBegun,
    Setup,
    framed,
    marshalled,
)
from grader.sandbox.view import SHARED_MEMORY, permitted
from grader.sandbox.warm import Warm


SHARED_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock")


def main() -> None:
    """Do jobs until stdin ends, then remove the folder; an exception is sent as last words."""
    status = 0
    try:
        _settle()
        space = scratch.Space(sys.argv[1])
        try:
            if setup := _receive():
                _serve(setup, space)
        finally:
            space.remove()
    except Exception as error:
        status = 1
        with suppress(OSError):
            _answer(LastWords(f"sandbox: expected its launcher to go on, got {error!r}"))
    os._exit(status)  # a normal end would try again to send what nobody reads


def _settle() -> None:
    """Reset signals and the file mode mask, which programs would inherit from the grader's parent.

    Python itself ignores SIGPIPE and SIGXFSZ.
    """
    own = {signal.SIGKILL, signal.SIGSTOP, signal.SIGPIPE, signal.SIGXFSZ}
    for number in signal.valid_signals() - own:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    os.umask(0o022)


def _serve(setup: Setup, space: scratch.Space) -> None:
    linux.adopt_orphans()
    linux.hide_memory()
    containment = _containment(setup, space)
    try:
        while job := _receive():
            _answer(_reply(containment, job))
    except (EOFError, BrokenPipeError):
        pass  # the grader has ended
    finally:
        containment.warm.end()
        if containment.groups:
            containment.groups.remove()


def _reply(containment: Containment, job: Job) -> object:
    """The fields of a Run, or the exception because of which there is none."""
    try:
        try:
            return _run(containment, job)
        except NotBegun:
            if not containment.setup.warm:
                raise
            containment.warm.end()
            return _run(containment, job)  # without a warm interpreter
    except EOFError:
        raise
    except Exception as error:
        return error


def _answer(reply: object) -> None:
    pickle.dump(reply, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def _containment(setup: Setup, space: scratch.Space) -> Containment:
    groups = view = None
    if setup.groups:
        groups = LauncherGroup(setup.groups, os.path.basename(setup.folder))
    if setup.kernel:
        view = permitted(setup.folder, setup.readable)
    # In a namespace, process 1 is ours; elsewhere, the launcher and the grader are.
    is_apart = bool(view or setup.bubblewrap)
    warm = Warm(setup)
    others = (1,) if is_apart else _supervisors(warm)
    may_connect = bool(view) or not setup.kernel
    may_truncate = is_apart or not setup.kernel or linux.landlock_version() > 2
    may_mark = is_apart or not setup.kernel
    grants = seccomp.Grants(bool(setup.groups), others, may_connect, may_truncate, may_mark)
    containment = Containment(setup, space, view, seccomp.filter_of(grants), warm, groups)
    if setup.warm and containment.filter:
        warm.begin(setup.warm, containment.bounds())
    else:
        warm.end()
    return containment


def _supervisors(warm: Warm) -> tuple[int, ...]:
    """The processes that programs must not signal, as numbers for `kill`: ours, our groups, all."""
    processes = [os.getpid(), os.getppid()]
    groups = [-os.getpgid(process) for process in processes]
    if warm.process:
        processes.append(warm.process)
    return (*processes, *groups, -1)


def _receive() -> Any:
    """The next object from the grader; None if there is none, or only part of one."""
    try:
        return pickle.load(sys.stdin.buffer)
    except (EOFError, pickle.UnpicklingError):
        return None


def _run(containment: Containment, job: Job) -> dict[str, object]:
    """Do one job; return the fields of its Run."""
    setup = containment.setup
    group: RunGroup | None = None
    folder, process = f"{setup.folder}/tmp{os.urandom(4).hex()}", 0
    os.mkdir(folder, 0o700)
    try:
        scratch.fill(folder, job.files, setup.user)
        if containment.view:
            containment.view.add(folder)
        containment.space.begin(job.limits["memory_mib"], job.files)
        group = containment.new_group(job.limits["memory_mib"])
        ends, theirs = _pipes()
        doors = group.doors() if group else []
        if not job.changes_modules():
            process = containment.warm.fork(job.files, theirs + doors)
        is_warm = process != 0
        code = None
        if is_warm:
            code = containment.warm.code_for(job)
        else:
            fork = linux.fork_apart if containment.view else os.fork
            process = fork() or _become_program(containment, job, folder, theirs, doors)
        for end in theirs + doors:
            os.close(end)
        errand = Errand(ends[3], ends[4], *_parts(setup, job, folder, is_warm, code))
        watcher = watch.Watch(
            process, ends[:3], errand, job.limits, folder, containment, group, is_warm
        )
        with closing(watcher):
            answer = watcher.result()
        if code == b"":
            containment.warm.keep(job, watcher.code)
        return answer
    finally:
        watch.kill_all(process, containment)
        _clear_away(containment, folder, group)


def _parts(
    setup: Setup, job: Job, folder: str, is_warm: bool, code: bytes | None
) -> tuple[bytes, bytes]:
    """(The bytes for the program's process at its start, the bytes for when it asks for more)."""
    wrapped = bool(setup.bubblewrap)
    user = 0
    if wrapped:  # bubblewrap needs root's privileges; the driver gives them up afterwards
        user = setup.user
    first, then = job.parts(folder=folder, user=user, wrapped=wrapped, code=code)
    begin = setup.driver
    if is_warm:
        begin = marshalled((job.limits, folder))
    return framed(begin) + first, then


def _pipes() -> tuple[list[int], list[int]]:
    """The launcher's ends of five pipes, and the program's ends.

    The pipes carry stdout, stderr and the status, the job to the program, and its request for more.
    """
    pairs = [os.pipe() for _ in range(5)]
    pairs[3] = pairs[3][::-1]
    ours, theirs = map(list, zip(*pairs))
    return ours, theirs


# ---- After a run ----


def _clear_away(containment: Containment, folder: str, group: RunGroup | None) -> None:
    """Remove what a run has, and what it may have left, once all of its processes have ended."""
    user = containment.setup.user
    if group:
        group.remove()
    scratch.remove(folder)
    if containment.view:
        containment.view.remove(folder)
    if user and not containment.contains_files():
        for shared in SHARED_FOLDERS:
            scratch.remove_files_of(user, shared)


# ---- The child ----


def _become_program(
    containment: Containment, job: Job, folder: str, pipes: Sequence[int], doors: Sequence[int]
) -> int:
    """Turn this process into the program; on failure, exit with the reason on stderr."""
    setup = containment.setup
    try:
        child.begin(pipes, doors)
        child.contain(containment.bounds(), job.limits, folder)
        command = list(setup.command)
        if setup.bubblewrap:
            views = ["--bind", folder, folder, "--bind", folder, SHARED_MEMORY, "--remount-ro", "/"]
            if containment.filter:
                views += ["--seccomp", str(_holding(containment.filter))]
            command = [*setup.bubblewrap, *views, "--", *command]
        environment = {**ENVIRONMENT, "HOME": folder, "TMPDIR": folder}
        if containment.view:
            child.look_after(os.posix_spawn(command[0], command, environment))
        os.execve(command[0], command, environment)
    except BaseException as error:
        os.write(2, f"{error!r}\n".encode())
    os._exit(1)


def _holding(content: bytes) -> int:
    """A descriptor from which the program can read these bytes, 64 KiB at most."""
    end, start = os.pipe()
    os.write(start, content)
    os.close(start)
    os.set_inheritable(end, True)
    return end


if __name__ == "__main__":
    main()
