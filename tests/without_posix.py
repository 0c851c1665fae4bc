"""Takes away from a Python what Windows lacks, if it is `sitecustomize.py` on its path."""

import os
import signal
import sys


os.supports_dir_fd.clear()
# The standard library keeps what it has found by now.
import selectors, shutil, socket, subprocess, tempfile, threading  # noqa: E401,E402,F401 isort: skip

MODULES = ("fcntl", "resource", "pwd", "grp", "termios")
OF_OS = """
    fork forkpty getuid geteuid getgid sysconf uname wait4 waitid sched_getaffinity killpg setsid
    getpgid pidfd_open posix_spawn setresuid O_NOFOLLOW O_NONBLOCK O_NOCTTY getpriority memfd_create
""".split()
OF_SIGNAL = ("SIGHUP", "SIGBUS", "SIGPROF", "setitimer")


class Absent:
    """Finds none of the modules."""

    def find_spec(self, name, path=None, target=None):
        """Raises for a module that is absent."""
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def take_away():
    """Let this process lack them from now on."""
    for name in MODULES:
        sys.modules.pop(name, None)
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL), (__import__("_signal"), OF_SIGNAL)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    subprocess._USE_POSIX_SPAWN = subprocess._CAN_USE_PIDFD_OPEN = False
    sys.meta_path.insert(0, Absent())


if __name__ == "sitecustomize":  # not where pytest looks for doctests
    take_away()
