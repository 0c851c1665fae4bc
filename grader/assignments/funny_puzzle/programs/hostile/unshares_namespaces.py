"""Hostile: makes namespaces in which it is root, and enters those of others."""

import ctypes
import os
import signal


LIBRARY = ctypes.CDLL(None)
CLONE = 56 if os.uname().machine == "x86_64" else 220
USER = 1 << 28
NAMES = {"mounts": 1 << 17, "hosts": 1 << 26, "IPC": 1 << 27, "processes": 1 << 29, "network": 1 << 30}


def unshare(name, flags):
    """Make namespaces for this process."""
    if LIBRARY.unshare(flags) == 0:
        print("done: unshared", name, flush=True)


def clone(name, flags):
    """Make namespaces for a new process."""
    child = LIBRARY.syscall(CLONE, flags | signal.SIGCHLD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    if child > 0:
        os.waitpid(child, 0)
        print("done: cloned with", name, flush=True)


def enter(number):
    """Enter the namespaces of a process."""
    for kind in "user", "mnt", "uts", "ipc", "pid", "net":
        try:
            place = os.open(f"/proc/{number}/ns/{kind}", os.O_RDONLY)
        except OSError:
            continue
        if LIBRARY.setns(place, 0) == 0:
            print("done: entered", kind, "of", number, flush=True)


def print_succ(state):
    attempts = [(enter, (os.getppid(),)), (enter, (1,)), (unshare, ("users", USER))]
    for name, flag in NAMES.items():
        attempts += [(unshare, (name, flag)), (unshare, (f"{name} and users", flag | USER))]
        attempts += [(clone, (f"{name} and users", flag | USER))]
    for function, arguments in attempts:
        child = os.fork()
        if child == 0:
            function(*arguments)
            os._exit(0)
        os.waitpid(child, 0)
