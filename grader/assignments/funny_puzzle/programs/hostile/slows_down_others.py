"""Hostile: gives all others of its user the least priority and a single processor.

It prints its own, which must be the same when it is run again.
"""

import ctypes
import os


def exists(number):
    """Whether there is another process of that number."""
    try:
        return os.getpgid(number) >= 0 and number != os.getpid()
    except OSError:
        return False


def ionice(number):
    """Have a process read and write only when nobody else does."""
    call = 251 if os.uname().machine == "x86_64" else 30
    if ctypes.CDLL(None).syscall(call, 1, number, 3 << 13):
        raise PermissionError


def print_succ(state):
    print("niceness", os.nice(0), "class", os.sched_getscheduler(0), os.sched_getaffinity(0))
    attempts = {
        "niced": lambda number: os.setpriority(os.PRIO_PROCESS, number, 19),
        "idled": lambda number: os.sched_setscheduler(number, os.SCHED_IDLE, os.sched_param(0)),
        "bound": lambda number: os.sched_setaffinity(number, {min(os.sched_getaffinity(0))}),
        "ioniced": ionice,
    }
    for number in filter(exists, range(1, 1 << 16)):
        for name, attempt in attempts.items():
            try:
                attempt(number)
                print("done:", name, number)
            except OSError:
                pass
    before = os.getpriority(os.PRIO_PROCESS, os.getppid())
    for kind in os.PRIO_PGRP, os.PRIO_USER:
        try:
            os.setpriority(kind, 0, 19)
        except OSError:
            pass
    if os.getpriority(os.PRIO_PROCESS, os.getppid()) != before:
        print("done: niced its user")
