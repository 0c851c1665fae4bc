"""Restricts a newly forked process and connects its pipes, before a program starts in it.

The process is a fork of the launcher, which becomes an interpreter, or of a warm interpreter. It
must have only one thread. A warm interpreter has no other modules of the grader than the driver
and `interpreter.MODULES`, so this one may import no others.
"""

import _signal  # `signal` wraps its functions, which takes longer and needs more memory
import os
import resource
import select
from collections import namedtuple
from collections.abc import Mapping, Sequence
from contextlib import suppress

from grader.sandbox import linux, view
from grader.sandbox.driver import become


FILE_MIB = 64  # the largest size of a file
HOME = "/home/of/a/program"  # stands for the scratch folder until a fork knows it
# Bytes for everything but data: TEXT is part of the memory that a program may have, BESIDE is added
# to it. So data reach their limit before the address space does, and the stack can still grow after
# a MemoryError: Python 3.14 needs megabytes of stack to free deeply nested objects.
TEXT, BESIDE = 8 << 20, 64 << 20


class Bounds(namedtuple("Bounds", "user readable has_landlock is_wrapped view filter")):
    """The restrictions of every run of a sandbox, as values for marshal.

    `view` is (the root folder of the view, what is mounted there), None without one. If the program
    `is_wrapped`, bubblewrap does all but the limits.
    """

    __slots__ = ()


def contain(
    bounds: Bounds,
    limits: Mapping[str, float],
    scratch: str,
    room_mib: "tuple[float, float]" = (0, 0),
) -> None:
    """Restrict this process and its children for good, by limits and by the bounds.

    Descriptor 3 is a pipe to the launcher. `room_mib` adds to the limits on address space and on
    data, for memory that a warm interpreter already has.
    """
    if bounds.view:
        root, mounted = bounds.view
        view.enter(root, mounted, scratch)
    _set_limits(bounds.user, limits, room_mib)
    if bounds.is_wrapped:
        return
    linux.give_up_privileges()
    if bounds.has_landlock:
        linux.fence(bounds.readable, view.DEVICES, [scratch])
    if bounds.user:
        become(bounds.user)
    linux.drop_capabilities()
    linux.die_with_parent()
    if select.select([], [], [3], 0)[2]:
        os._exit(1)  # the launcher ended before it could bind this process to its own end
    if bounds.filter and not linux.filter_calls(bounds.filter):
        raise OSError("expected the kernel to take the filter of system calls, got a refusal")


def _set_limits(user: int, limits: Mapping[str, float], room_mib: "tuple[float, float]") -> None:
    # The kernel counts in ticks here; its limit is higher, so that the launcher's finer measure
    # decides.
    cpu_s = int(limits["cpu_s"] * 1.25) + 2
    size, data = (int(limits["memory_mib"] + more) << 20 for more in room_mib)
    size, data = size + BESIDE, max(data - TEXT, 0)
    _, most_stack = resource.getrlimit(resource.RLIMIT_STACK)
    values = {
        "CPU": (cpu_s, cpu_s + 1),
        "DATA": (data, data),
        "AS": (size, size),
        "FSIZE": (FILE_MIB << 20, FILE_MIB << 20),
        "CORE": (0, 0),
        "NOFILE": (256, 256),
        "STACK": (linux.STACK_MIB << 20, most_stack),
    }
    if user:  # the same user's processes elsewhere would count, too
        values["NPROC"] = (2 * linux.TASKS, 2 * linux.TASKS)
    for name, value in values.items():
        # the system may lack this limit, or have set a lower one
        with suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), value)


def begin(pipes: Sequence[int], doors: Sequence[int]) -> None:
    """Begin a session with these pipes, in the control group that has one of the `doors`, if any.

    A process enters a group by writing to its door.
    """
    os.setsid()
    for door in doors:
        os.write(door, b"0")
        os.close(door)
    connect(pipes)


def connect(pipes: Sequence[int]) -> None:
    """Connect an empty stdin and the pipes to descriptors 0, 1, 2, ...; close all others."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    copies = [os.dup(pipe) for pipe in pipes]
    for number, copy in enumerate(copies, 1):
        os.dup2(copy, number)
    os.closerange(len(copies) + 1, max(copies) + 1)


def look_after(program: int) -> None:
    """Wait for all processes in this namespace, as its process 1, and then end.

    It adopts orphans, kills the rest when the program has ended, and writes the program's exit
    status to descriptor 3. No signal from inside the namespace reaches it.
    """
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    number = status = 0
    while number != program:
        number, status = os.wait()
    try:
        os.kill(-1, _signal.SIGKILL)
        while True:
            os.wait()
    except OSError:  # no other process is left
        os.write(3, b"%d" % os.waitstatus_to_exitcode(status))
        os._exit(0)
