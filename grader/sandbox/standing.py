"""Checks and restores what the system grants the launcher: limits, priority, processors.

Without a filter or a namespace, a program of the same user could change these, and so harm later
programs.
"""

import os
import resource
import signal
from contextlib import suppress
from typing import NamedTuple


class Standing(NamedTuple):
    """The limits, the priority, the scheduling policy and the processors of this process."""

    limits: dict[int, tuple[int, int]]  # {resource: (soft, hard)}
    priority: int
    policy: tuple[int, int]  # (scheduling policy, its priority)
    processors: frozenset[int]


def settle() -> None:
    """Reset signals and the file mode mask, which programs would inherit from the grader's parent.

    Python itself ignores SIGPIPE and SIGXFSZ.
    """
    own = {signal.SIGKILL, signal.SIGSTOP, signal.SIGPIPE, signal.SIGXFSZ}
    for number in signal.valid_signals() - own:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    os.umask(0o022)


def standing() -> Standing:
    """The current standing of this process."""
    kinds = {number for name, number in vars(resource).items() if name.startswith("RLIMIT_")}
    policy, processors = (0, 0), frozenset[int]()
    if hasattr(os, "sched_getscheduler"):  # only Linux has it
        policy = os.sched_getscheduler(0), os.sched_getparam(0).sched_priority
        processors = frozenset(os.sched_getaffinity(0))
    limits = {kind: resource.getrlimit(kind) for kind in kinds}
    return Standing(limits, os.getpriority(os.PRIO_PROCESS, 0), policy, processors)


def is_restored(own: Standing) -> bool:
    """Restore the standing as far as permitted; return whether this process has all of it."""
    now = standing()
    if now == own:
        return True
    for kind, limits in own.limits.items():
        if now.limits[kind] != limits:
            with suppress(ValueError, OSError):
                resource.setrlimit(kind, limits)
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, own.priority)
    if own.processors:
        policy, priority = own.policy
        with suppress(OSError):
            os.sched_setscheduler(0, policy, os.sched_param(priority))
            os.sched_setaffinity(0, own.processors)
    return standing() == own
