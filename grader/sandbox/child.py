"""What binds a process that the launcher has just forked, before a program starts in it.

It can be any such process: the launcher's fork that becomes an interpreter, or an interpreter's
that goes on. It must have no other thread.
"""

import os
import resource
import select
from collections.abc import Mapping
from contextlib import suppress

from grader.sandbox import linux, watch
from grader.sandbox.driver import become
from grader.sandbox.setup import Way


FILE_MIB = 64  # the largest size of one file
STACK_MIB = 8  # as systems have it, whatever this one has
# Bytes for what is no data: of the memory that a program may have, and beside it. So its data end
# before the address space does, and the stack can grow after a MemoryError: Python 3.14 needs
# megabytes of it to free what is nested deeply.
TEXT, BESIDE = 8 << 20, 64 << 20


def contain(way: Way, limits: Mapping[str, float], scratch: str) -> None:
    """Bind this process and its children, for good: by limits, and by all that the way offers.

    Descriptor 3 is a pipe to the launcher. Around bubblewrap, which does the rest, only limits are
    set.
    """
    setup = way.setup
    if way.view:
        way.view.enter(scratch)
    _set_limits(setup.user, limits)
    if setup.bubblewrap:
        return
    linux.give_up_privileges()
    if setup.uses_landlock():
        linux.fence(setup.readable, setup.devices, [scratch])
    if setup.user:
        become(setup.user)
    linux.drop_capabilities()
    linux.die_with_parent()
    if select.select([], [], [3], 0)[2]:
        os._exit(1)  # the launcher ended before this process was bound to it
    if way.filter and not linux.filter_calls(way.filter):
        raise OSError("expected the kernel to take the filter of system calls, got a refusal")


def _set_limits(user: int, limits: Mapping[str, float]) -> None:
    """Bind this process and its children, one by one, as far as the system lets them."""
    # the kernel counts it in ticks here, so that the launcher's finer measure comes first
    cpu_s, memory = int(limits["cpu_s"] * 1.25) + 2, int(limits["memory_mib"]) << 20
    _, most_stack = resource.getrlimit(resource.RLIMIT_STACK)
    values = {
        "CPU": (cpu_s, cpu_s + 1),
        "DATA": (max(memory - TEXT, 0), max(memory - TEXT, 0)),
        "AS": (memory + BESIDE, memory + BESIDE),
        "FSIZE": (FILE_MIB << 20, FILE_MIB << 20),
        "CORE": (0, 0),
        "NOFILE": (256, 256),
        "STACK": (STACK_MIB << 20, most_stack),
    }
    if user:  # the processes of other users elsewhere would count, too
        values["NPROC"] = (2 * watch.TASKS, 2 * watch.TASKS)
    for name, value in values.items():
        # this system may have no such limit, or a lower one already
        with suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), value)
