"""What the fresh instances that a class gets unasked add to its CPU time."""

from benchmark import bar, finish, ROOT  # this folder is the script's

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, ROOT)
from grader.assignment import plan

STUDENTS, ROUNDS = 3, 3
LONG = "timetable"  # what would take most of the time, and be as long with as without


def hand_in(folder, assignment):
    """Write a class of right programs that differ by a comment."""
    for student in range(STUDENTS):
        for name, content in assignment.sources().items():
            path = Path(folder, f"s{student}", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content + b"# %d\n" % student)


def graded_s(folder, name, number):
    """The CPU seconds of grading the class with so many fresh instances of each kind."""
    groups = {check.name.partition("/")[0] for check in plan.load(name).checks} - {LONG}
    only = [word for group in sorted(groups) for word in ("--only", group)]
    only += ["--only", "fresh"] * bool(number)
    words = ["--assignment", name, "--fresh", str(number), *only, "--no-examples", folder]
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "grader", *words]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime


def measure(name):
    """Print what one instance of each kind adds, measured in turns."""
    with tempfile.TemporaryDirectory() as folder:
        hand_in(folder, plan.load(name))
        rounds = [[graded_s(folder, name, number) for number in (0, 1)] for _ in range(ROUNDS)]
    without_s, with_s = map(median, zip(*rounds))
    bar(f"{name}: {STUDENTS} students without ({without_s:.1f} s)", with_s / without_s, "x")


print(f"\nOne fresh instance of each kind, over none, on {os.cpu_count()} processors", flush=True)
for assignment in sys.argv[1:] or ["funny_puzzle", "npuzzle"]:
    measure(assignment)
finish()
