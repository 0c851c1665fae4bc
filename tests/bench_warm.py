"""What the whole command costs over one process that makes all of its calls.

For npuzzle, whose checks take longer, over its own runs.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from grader.assignment import plan
from grader.assignment.hooks import call
from grader.sandbox import sandbox
from grader.sandbox.watch import START_S
from tests.benchmark import ROOT, bar, cpu_s, finish
from tests.helpers import submissions


ROUNDS = 3
CHECKS = plan.load("funny_puzzle").checks
CALLS = "\n".join(["from funny_puzzle import *", *map(call, CHECKS)])
COMMAND = """
import sys
from grader.sandbox import sandbox
sandbox.LEVELS = sandbox.LEVELS[sandbox.LEVELS.index(sys.argv.pop()):]
from grader.entry.main import main
sys.exit(main(sys.argv[1:]))
"""


def run(*words):
    """Run Python, without what it prints; a user's second grading finds the grader compiled."""
    environment = os.environ | {"PYTHONPYCACHEPREFIX": COMPILED.name}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, *words]
    subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)


def npuzzle_over_its_runs(level):
    """The CPU time of grading a right program of npuzzle, in times of what its runs took."""
    with tempfile.TemporaryDirectory() as out:
        program = "grader/assignments/npuzzle/programs/right/parity_and_closed_set"
        words = "--assignment", "npuzzle", "--out", out, program
        used_s, _ = cpu_s(run, "-c", COMMAND, *words, level)
        (submission,) = submissions(Path(out, "results.json"))
        runs = [record["run"]["cpu_s"] for record in submission["results"]]
        # what is told of a run has the start of an interpreter added
        return used_s / (sum(runs) - START_S * len(runs))


def median_s(*words):
    """The median CPU seconds of some runs of Python."""
    return median(cpu_s(run, *words)[0] for _ in range(ROUNDS))


COMPILED = tempfile.TemporaryDirectory()
who = "an ordinary user" if os.getuid() else "root"
print(f"\nAll {len(CHECKS)} checks of the model, as {who}", flush=True)
for level in sandbox.LEVELS:
    if sandbox.fault(level, sys.executable):
        continue
    words = "-c", COMMAND, "funny_puzzle.py", level
    run(*words)  # writes what the grader's modules are compiled to
    if level != "bubblewrap":
        once_s = median_s("-E", "-s", "-B", "-c", CALLS)
        name = f"{level}: the whole command over one process ({once_s:.2f} s)"
        bar(name, median_s(*words) / once_s, "x", at_most=6)
    bar(f"{level}: npuzzle, over its own runs", npuzzle_over_its_runs(level), "x", at_most=2)
finish()
