"""What a check costs beside the bare run of the same call, for each level that holds here."""

import os
import platform
import struct
import subprocess
import sys
import tempfile
import time
from statistics import median

from grader.assignment import plan
from grader.assignment.hooks import call
from grader.judge import judge
from grader.making import transcripts
from grader.sandbox import interpreter, linux, sandbox, seccomp, view
from grader.store import store
from tests.assignments import check_named
from tests.benchmark import ROOT, bar, cpu_s, finish


ROUNDS, TURNS = 60, 6
ASSIGNMENT = plan.load("funny_puzzle")
CHECK = check_named(ASSIGNMENT, "print_succ/funny12-384")
FILES = ASSIGNMENT.sources()
EXPECTED = transcripts.expected(ASSIGNMENT, [CHECK])[CHECK.name]


def bare(python):
    """Run the call without any sandbox."""
    subprocess.run(
        [python, "-E", "-s", "-B", "-c", f"from funny_puzzle import *; {call(CHECK)}"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )


def check(box):
    """Run and judge the check, and store the result."""
    result = judge.judge(CHECK, box.run(CHECK, FILES), EXPECTED)
    assert result.verdict == "accepted"
    results.keep(str(time.monotonic_ns()), result)


def checks(level, python, rounds):
    """Run so many checks in one sandbox."""
    with sandbox.Sandbox(level, python) as box:
        for _ in range(rounds):
            check(box)


def bare_runs(python, rounds):
    """Run the call so many times without any sandbox."""
    for _ in range(rounds):
        bare(python)


def measure(level, python):
    """Print the figure of one level, in CPU time, measured in turns."""
    plain_s = over_s = 0.0
    for _ in range(TURNS):
        plain_s += cpu_s(bare_runs, python, ROUNDS // TURNS)[0]
        over_s += cpu_s(checks, level, python, 1 + ROUNDS // TURNS)[0]
        over_s -= cpu_s(checks, level, python, 1)[0]  # the launcher's start
    bar(f"{level}: a check over the bare run, CPU time", over_s / plain_s, "x", at_most=1.6)


def in_a_child_s(act, fork=os.fork):
    """The CPU seconds that a child without privileges takes for something, the median of many."""
    spent = []
    for _ in range(ROUNDS):
        end, start = os.pipe()
        child = fork()
        if not child:
            begun = time.process_time()
            act()
            os.write(start, struct.pack("d", time.process_time() - begun))
            os._exit(0)
        os.waitpid(child, 0)
        spent += struct.unpack("d", os.read(end, 8))
        os.close(end), os.close(start)
    return median(spent)


def measure_parts(python):
    """Print what the filter of system calls and the view of the disk cost of a check."""
    instructions = seccomp.filter_of(seccomp.Grants(True, (1,)))
    with tempfile.TemporaryDirectory() as folder:
        seen = view.permitted(folder, interpreter.readable_paths(python))
        if seen:
            terms = seen.root, seen.mounted, folder
            cost_s = in_a_child_s(lambda: view.enter(*terms), linux.fork_apart)
            bar(
                "the view of the disk, in each check at user and landlock",
                cost_s,
                "s",
                at_most=0.005,
            )
    linux.give_up_privileges()  # without this, the kernel takes no filter from root
    cost_s = in_a_child_s(lambda: linux.filter_calls(instructions))
    bar("the filter of system calls, in each check", 1e3 * cost_s, "ms", at_most=5)


print(
    f"\nThe sandbox's overhead as {'an ordinary user' if os.getuid() else 'root'} "
    f"({platform.python_implementation()} {platform.python_version()}), bounded by "
    f"{sandbox.bounded_by()}",
    flush=True,
)
with tempfile.TemporaryDirectory() as folder, store.Store(folder) as results:
    for level in sandbox.LEVELS:
        for python in sys.executable, "/usr/bin/python3":
            if not sandbox.fault(level, python):
                measure(level, python)
                break
measure_parts(sys.executable)
finish()
