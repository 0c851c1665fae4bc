"""Tries cases of one kind, each within a limit on time and memory, and prints what came of each.

    python3 -m tests.fuzzing.bounded KIND FOLDER FIRST COUNT

prints a line of JSON for each case, (seed, outcome, CPU seconds). The first that goes wrong ends
it, with a traceback, and its files are left in FOLDER: that is when something raises, an assertion
fails, a limit is crossed, or a file is opened that is none of the case's.
"""

import faulthandler
import json
import os
import random
import resource
import shutil
import signal
import sys
import time
import warnings
from importlib import import_module

from tests.golden import ROOT


CPU_S, WALL_S, MEMORY_MIB = 10, 100, 400
CHANGING = (
    *("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate"),
    *("os.chmod", "os.chown", "os.utime", "os.mkfifo", "os.mknod", "os.setxattr", "shutil.rmtree"),
)
STARTING = ("subprocess.Popen", "os.system", "os.fork", "os.posix_spawn", "os.exec", "socket.bind")


class Watch:
    """Notes each file that is opened and is none of a case's: what is read, and what is written.

    `may_write`: whether files in the folder may be written.
    """

    def __init__(self, folder, may_write):
        self.is_on, self.deeds = False, []
        self._own, self._may_write = os.path.realpath(folder), may_write
        self._python = tuple({os.path.realpath(path) for path in (ROOT, *sys.path[1:])})
        sys.addaudithook(self._note)

    def _note(self, event, arguments):
        """Note what a call of Python's library is about to do, if it should not."""
        if not self.is_on:
            return
        if event in STARTING:
            self.deeds.append((event, arguments))
        elif event in ("open", "os.listdir", "os.scandir", *CHANGING):
            self.is_on = False  # what follows is not counted as the program's doing
            path, writes = arguments[0], event in CHANGING
            if event == "open" and isinstance(arguments[2], int):
                writes = bool(arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
            if not self._is_allowed(path, writes):
                self.deeds.append((event, *arguments))
            self.is_on = True

    def _is_allowed(self, path, writes):
        """Whether a path may be read or written."""
        if isinstance(path, int) or path is None:
            return True
        real = os.path.realpath(os.fsdecode(path))
        is_own = real == self._own or real.startswith(f"{self._own}/")
        return (
            self._may_write or not writes
            if is_own
            else real.startswith(self._python) and not writes
        )


def main(kind, folder, first, count):
    """Try `count` cases of a kind, from the seed `first` on."""
    module = import_module(f"tests.fuzzing.{kind}")
    sys.dont_write_bytecode = True
    warnings.simplefilter("error")
    watch = Watch(folder, module.MAY_WRITE)
    faulthandler.register(signal.SIGXCPU, chain=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY_MIB << 20, -1))
    for seed in range(int(first), int(first) + int(count)):
        print(json.dumps([seed]), flush=True)
        outcome, cpu_s = _tried(module, f"{folder}/{seed}", f"{kind} {seed}", watch)
        print(json.dumps([seed, outcome, round(cpu_s, 3)]), flush=True)
        shutil.rmtree(f"{folder}/{seed}")


def _tried(module, folder, name, watch):
    """(What came of a case, its CPU seconds); raises if it went wrong."""
    os.mkdir(folder)
    faulthandler.dump_traceback_later(WALL_S, exit=True)
    case = module.write(random.Random(name), folder)
    start, cpu_s = time.process_time(), getattr(module, "CPU_S", CPU_S)
    resource.setrlimit(resource.RLIMIT_CPU, (int(start) + cpu_s + 1, -1))
    watch.is_on = True
    try:
        outcome = module.outcome(*case)
    except BaseException:
        print(f"The case was {str(case)[:2000]}", file=sys.stderr)
        raise
    finally:
        watch.is_on = False
        faulthandler.cancel_dump_traceback_later()
        resource.setrlimit(resource.RLIMIT_CPU, (-1, -1))
    assert not watch.deeds, watch.deeds
    mib = _peak_kib() >> 10
    assert mib < MEMORY_MIB, f"{mib} MiB of memory"
    return outcome, time.process_time() - start


def _peak_kib():
    """The most memory that this process had; ru_maxrss would count that of who started it, too."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM:"))
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


if __name__ == "__main__":
    main(*sys.argv[1:])
