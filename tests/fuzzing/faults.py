"""Cases that go wrong in every way that must be noticed; the seed says in which."""

import itertools
import os
import subprocess
import sys


MAY_WRITE, CPU_S = False, 1
FAULTS = {
    "ValueError": lambda folder: int("x"),
    "exit status -24": lambda folder: all(itertools.repeat(True)),
    "MiB of memory": lambda folder: bytes(range(256)) * (500 << 12),
    "/etc/passwd": lambda folder: open("/etc/passwd", "rb").close(),
    "/new', 'w'": lambda folder: open(f"{folder}/new", "w").close(),
    "os.mkdir": lambda folder: os.mkdir(f"{folder}/new"),
    "subprocess.Popen": lambda folder: subprocess.run([sys.executable, "-c", ""]),
}


def write(random, folder):
    """The folder and the number of the fault, which is the folder's name."""
    return folder, int(os.path.basename(folder))


def outcome(folder, number):
    """Go wrong."""
    list(FAULTS.values())[number](folder)
    return []
