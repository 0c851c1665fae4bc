"""What all checks of an assignment cost, cold and warm, over one process that makes their calls."""

from benchmark import bar, cpu_s, finish, ROOT  # this folder is the script's

import os
import subprocess
import sys
import tempfile
from statistics import median

sys.path.insert(0, ROOT)
from grader.assignment import plan
from grader.assignment.hooks import call
from grader.judge import judge
from grader.making import transcripts
from grader.sandbox import interpreter, sandbox

ROUNDS = 3
ASSIGNMENT = plan.load("funny_puzzle")
FILES = ASSIGNMENT.sources()
EXPECTED = transcripts.expected(ASSIGNMENT, ASSIGNMENT.checks)
CALLS = "\n".join(["from funny_puzzle import *", *map(call, ASSIGNMENT.checks)])


def plain(python):
    """Make all calls in one process."""
    command = [python, "-E", "-s", "-B", "-c", CALLS]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)


def grade(level, python, is_cold):
    """Run and judge all checks, with the start of the sandbox."""
    with sandbox.Sandbox(level, python, is_cold) as box:
        for check in ASSIGNMENT.checks:
            result = judge.judge(check, box.run(check, FILES), EXPECTED[check.name])
            assert result.verdict == "accepted", result


def command(level, is_cold):
    """Run the command as a user does, at a level."""
    start = f"""
import sys
from grader.sandbox import sandbox
sandbox.LEVELS = sandbox.LEVELS[sandbox.LEVELS.index({level!r}):]
from grader.entry.main import main
sys.exit(main(sys.argv[1:]))
"""
    words = [sys.executable, "-c", start, *["--cold"] * is_cold, "funny_puzzle.py"]
    subprocess.run(words, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL, check=True)


def measure(level, python):
    """Print the ratios of one level, cold and warm, measured in turns."""
    interpreter.version(python)
    for is_cold in True, False:
        rounds = [
            (cpu_s(plain, python)[0], cpu_s(grade, level, python, is_cold)[0])
            for _ in range(ROUNDS)
        ]
        way = "cold" if is_cold else "warm"
        once_s, all_s = (median(side) for side in zip(*rounds))
        bar(f"{level}, {way}: all checks over one process ({once_s:.2f} s)", all_s / once_s, "x")
        command(level, is_cold)  # writes what the grader's modules are compiled to
        whole_s = median(cpu_s(command, level, is_cold)[0] for _ in range(ROUNDS))
        at_most = None if is_cold or level == "bubblewrap" else 6
        name = f"{level}, {way}: the whole command over that"
        bar(name, whole_s / once_s, "x", at_most=at_most)


# A user's second grading finds the grader compiled, so it is so here, in whatever environment.
COMPILED = tempfile.TemporaryDirectory()
ENVIRONMENT = os.environ | {"PYTHONPYCACHEPREFIX": COMPILED.name}
ENVIRONMENT.pop("PYTHONDONTWRITEBYTECODE", None)

who = "an ordinary user" if os.getuid() else "root"
print(f"\nAll {len(ASSIGNMENT.checks)} checks of the model, cold and warm, as {who}", flush=True)
for level in sandbox.LEVELS:
    if not sandbox.fault(level, sys.executable):
        measure(level, sys.executable)
finish()
