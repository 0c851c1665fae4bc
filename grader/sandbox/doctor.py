"""Tries each layer of the sandbox on this machine."""

import os
import sys
from collections.abc import Iterator, Sequence

from grader.sandbox import interpreter, sandbox, watch
from grader.sandbox.attempts import ATTEMPTS, Attempt
from grader.sandbox.surroundings import Surroundings


def show(python: str) -> None:
    """Print which levels hold under this interpreter, and what a submission can do at the best."""
    who = "root"
    if os.getuid():
        who = "an ordinary user"
    print(f"Python {interpreter.version(python)} ({python}), {os.uname().sysname}, as {who}\n")
    for level in sandbox.LEVELS:
        if fault := sandbox.fault(level, python):
            print(f"{level:<11} does not hold: {fault}")
            print(f"{'':<11} to mend it: {remedy(level, fault)}")
        else:
            print(f"{level:<11} holds")
    print(f"\nCPU time, memory and processes are bounded {_bounding()}")
    level, instead = sandbox.strongest_level(python), ""
    if level != "bubblewrap" and not sandbox.fault("bubblewrap", python):
        instead = " (as strong as bubblewrap here, and faster)"
    print(f"\nGraded at {level}{instead}, a submission")
    for deed, is_able in abilities(level, python):
        print(f"  {'CAN' if is_able else 'cannot'} {deed}", flush=True)


def _bounding() -> str:
    """How the resources of runs are bounded here, with advice if the kernel can't do it."""
    bounded_by = sandbox.bounded_by()
    if bounded_by != "polling":
        return f"by the kernel: {bounded_by}"
    looks = f"by looking at all processes every {watch.POLL_S * 1000:.0f} ms"
    if sys.platform != "linux":
        return looks
    remedy = "let /sys/fs/cgroup be written, if this is a container"
    if os.getuid():
        remedy = "systemd-run --user --scope -p Delegate=yes, or grade as root"
    return f"{looks}: no control group can be made here\n{'':<11} to mend it: {remedy}"


def remedy(level: str, fault: str) -> str:
    """Advice on how to make a level work that has this fault."""
    if sys.platform != "linux":
        return "grade on Linux"
    if level == "bubblewrap" and "not installed" in fault:
        return "apt-get install bubblewrap"
    if level == "bubblewrap":
        setting = "kernel.apparmor_restrict_unprivileged_userns=0"
        return f"sysctl {setting}, or grade outside of a container"
    if level == "user" and os.getuid():
        return "grade as root"
    if level == "user":
        others = "another that is in no folder closed to others, as /root is"
        return f"--python /usr/bin/python3, or {others}"
    return "a kernel from 5.13 on, with landlock in /sys/kernel/security/lsm"


def abilities(
    level: str, python: str, attempts: Sequence[Attempt] = ATTEMPTS
) -> Iterator[tuple[str, bool]]:
    """Yield each attempt at a level, and whether a submission succeeds with it."""
    with sandbox.Sandbox(level, python) as box, Surroundings(box) as surroundings:
        for attempt in attempts:
            yield attempt.deed, attempt.succeeds(surroundings)
