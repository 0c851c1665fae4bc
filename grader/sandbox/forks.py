"""Runs in a warm interpreter of the course's Python, and forks a process for each run.

`START` of the sandbox executes one text of code after another that descriptor 4 brings. A cold
interpreter gets the driver's, which starts at once. A warm one has it wait, and gets this module's
next, with all that it needs; `main` returns only in a process that is to become a program, in which
the driver then starts. So a program has the same frames below it and the same descriptors, and ends
in the same way.

The warm interpreter reads nothing of a run: a message on descriptor 3 brings a run's pipes, and
the forked process reads from them. It starts with the environment of programs, and its memory
holds code and what bounds every run; no submission's process can trace it.
"""

import gc
import marshal
import os
import random
import site
import socket
import sys

from grader.sandbox import child, linux


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# the descriptor for messages, and the most descriptors that come with one message
CONTROL, MOST = 3, 16
# Modules that programs of the assignments and the driver usually import.
PRELOADED = (
    "bisect collections copy dataclasses enum functools heapq itertools math operator queue random "
    "reprlib string threading time traceback typing warnings"
).split()
SLACK_MIB = 2  # a fork's memory may be more fragmented than a fresh interpreter's
SIZE, RESIDENT, DATA = 0, 1, 5  # the places of these numbers in /proc/self/statm
PAGE_MIB = os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def main(take: "Callable[[], Any]", fresh: "set[str]", pages: str) -> None:
    """Fork for each run until the launcher ends; return only in the forked processes.

    `take` reads from descriptor 4; `fresh` has the names of the modules that this
    interpreter had when it had just started, `pages` its memory by then, as /proc tells it.
    """
    control = socket.socket(fileno=CONTROL)
    bounds = child.Bounds(*take())
    linux.hide_memory()
    linux.die_with_parent()
    room_mib = _get_ready(control, fresh, pages)
    fork = linux.fork_apart if bounds.view else linux.clone
    while True:
        message, received, *_ = socket.recv_fds(control, 1, MOST)
        if not message:
            os._exit(0)  # the launcher has ended
        random.seed()  # for the fork, which would have to copy memory to change it
        process = fork(linux.SIBLING)
        if not process:
            control.detach()
            _become_program(bounds, received, take, room_mib)
            return
        for pipe in received:
            os.close(pipe)
        control.send(b"%d" % process)


def _get_ready(control: socket.socket, fresh: "set[str]", pages: str) -> "tuple[float, float]":
    """Load modules and tell the launcher; return the room in MiB that they take of two limits.

    The limits are those on address space and on data.
    """
    _preload(fresh)
    linux.look_functions_up()
    gc.collect()
    gc.freeze()
    with open("/proc/self/statm", encoding="utf-8") as file:
        now, before = file.read().split(), pages.split()
    more_mib = [(int(more) - int(less)) * PAGE_MIB for more, less in zip(now, before)]
    room_mib = more_mib[SIZE] + SLACK_MIB, more_mib[DATA] + SLACK_MIB
    if len(os.listdir("/proc/self/task")) > 1:
        os._exit(1)  # with several threads, restrictions would bind only one of them
    own = sorted({name.partition(".")[0] for name in sys.modules.keys() - fresh})
    control.send(marshal.dumps((own, more_mib[RESIDENT]), 2))
    return room_mib


def _preload(fresh: "set[str]") -> None:
    """Import what programs usually import, and hide the grader's modules."""
    for name in PRELOADED:
        __import__(name)
    for name in sys.modules.keys() - fresh:
        if name.partition(".")[0] == "grader":
            del sys.modules[name]


def _move_home(folder: str) -> None:
    """Put another home folder in the place of HOME, which takes less than to find it again."""
    os.environ["HOME"] = folder
    site.USER_BASE = str(site.USER_BASE).replace(child.HOME, folder)
    site.USER_SITE = str(site.USER_SITE).replace(child.HOME, folder)


def _become_program(
    bounds: child.Bounds,
    received: "list[int]",
    take: "Callable[[], Any]",
    room_mib: "tuple[float, float]",
) -> None:
    """Restrict this process; return in the one that becomes the program, or exit."""
    try:
        child.begin(pipes=received[:5], doors=received[5:])
        limits, scratch = take()  # the launcher sends these once it has this process's number
        child.contain(bounds, limits, scratch, room_mib)
        if bounds.view and (program := linux.fork()):
            child.look_after(program)
        linux.own_memory()
        os.environ["TMPDIR"] = scratch
        _move_home(scratch)
    except BaseException as error:
        os.write(2, f"{error!r}\n".encode())
        os._exit(1)
