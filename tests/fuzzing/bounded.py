"""Tries cases of one kind, each within a limit on time and memory, and prints what came of each.

    python3 -m tests.fuzzing.bounded KIND FOLDER FIRST COUNT

prints a line of JSON for each case that goes well: (seed, outcome, CPU seconds). The first that
goes wrong ends it, with a traceback, and its files are left in FOLDER: that is when something
raises, an assertion fails, a limit is crossed, or a file is opened that is none of the case's.
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
from types import NoneType

from tests.helpers import ROOT


CPU_S, WALL_S, MEMORY_MIB = 10, 100, 400
NONE = resource.RLIM_INFINITY  # no limit
# calls that may read, and the others, which no case may make
READING = "open", "os.listdir", "os.scandir", "os.walk"
WATCHED = ("open", "os.", "shutil.", "subprocess.", "socket.")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Watch:
    """Notes each call of Python's library that changes or starts anything, or opens what is none
    of a case's.
    """

    def __init__(self, folder):
        self.is_on, self.deeds = False, []
        self._own = os.path.realpath(folder)
        self._python = tuple({os.path.realpath(path) for path in (ROOT, *sys.path[1:])})
        sys.addaudithook(self._note)

    def _note(self, event, arguments):
        """Note what a call is about to do, if it should not."""
        if self.is_on and event.startswith(WATCHED):
            writes = event not in READING or (event == "open" and arguments[2] & WRITING)
            path = arguments[0] if arguments else ""
            # a number is of a file that is open, and None the folder at hand
            is_open = isinstance(path, (int, NoneType))
            if not is_open and (writes or not self._is_readable(str(path))):
                self.deeds.append((event, *arguments))

    def _is_readable(self, path):
        """Whether a path may be read."""
        real = os.path.realpath(path)
        return real.startswith((f"{self._own}/", *self._python)) or real == self._own


def main(kind, folder, first, count):
    """Try `count` cases of a kind, from the seed `first` on."""
    module = import_module(f"tests.fuzzing.{kind}")
    sys.dont_write_bytecode = True
    warnings.simplefilter("error")
    watch = Watch(folder)
    faulthandler.register(signal.SIGXCPU, chain=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY_MIB << 20, NONE))
    for seed in range(int(first), int(first) + int(count)):
        outcome, cpu_s = _tried(module, f"{folder}/{seed}", f"{kind} {seed}", watch)
        print(json.dumps([seed, outcome, round(cpu_s, 3)]), flush=True)
        shutil.rmtree(f"{folder}/{seed}")


def _tried(module, folder, name, watch):
    """(What came of a case, its CPU seconds); raises if it went wrong."""
    os.mkdir(folder)
    faulthandler.dump_traceback_later(WALL_S, exit=True)
    case = module.write(random.Random(name), folder)
    start = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (int(start) + CPU_S + 1, NONE))
    watch.is_on = True
    try:
        outcome = module.outcome(*case)
    except BaseException:
        print(f"The case was {str(case)[:2000]}", file=sys.stderr)
        raise
    finally:
        watch.is_on = False
        faulthandler.cancel_dump_traceback_later()
        resource.setrlimit(resource.RLIMIT_CPU, (NONE, NONE))
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
