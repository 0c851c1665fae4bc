"""What a class of 100, 1,000 and 10,000 submissions costs, of which how much is the grader's own.

A hundred are run for real. In larger classes each run is simulated: it takes no time, and prints
what a right or a wrong program prints, so that all that is measured is the grader's.
"""

from benchmark import ROOT, bar, finish, title

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, ROOT)
from tests.primes import COUNTS_ONE, PARTS, SIEVE, folder_of_primes


SIZES = tuple(map(int, os.environ.get("SIZES", "100 1000 10000").split()))
CHECKS = 7
# the grader, which in the end tells what it and its reports took; SIMULATED comes before
MEASURED = """
import json, resource, sys, time
from grader.__main__ import main
start = time.monotonic()
status = main(sys.argv[1:])
own, reports = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
told = {"wall_s": time.monotonic() - start}
for name, used in ("own", own), ("children", reports):
    told[name] = {"cpu_s": used.ru_utime + used.ru_stime, "mib": used.ru_maxrss / 1024}
print(json.dumps(told), file=sys.stderr)
sys.exit(status)
"""
SIMULATED = """
from grader.records import Run
from grader.sandbox import sandbox
PRIMES = [n for n in range(2, 18) if all(n % k for k in range(2, n))]
def run(box, check, files, aliases=()):
    primes = [n for n in PRIMES if check.function and n <= check.arguments[0]]
    if b"range(1, n + 1)" in files["primes.py"] and primes:
        primes.insert(0, 1)
    lines = [len(primes)] if check.function == "count_primes" else primes
    text = "".join(f"{line}\\n" for line in lines if check.function).encode()
    return Run(0, "exit", 0.02, 0.03, 9.0, text, b"", (text,) if check.function else ())
sandbox.Sandbox.run, sandbox.strongest_level = run, lambda python: "basic"
"""


def a_class(folder, number):
    """A folder of so many submissions, all different, a third of them wrong."""
    folder.mkdir()
    for student in range(number):
        text = COUNTS_ONE if student % 3 == 0 else SIEVE
        (folder / f"student{student:05}.py").write_text(f"{text}# {student}\n")
    return folder


def measured(place, number, is_simulated):
    """{what: figure} of grading so many submissions."""
    students, out = a_class(place / f"class{number}{is_simulated}", number), place / f"out{number}"
    program = (SIMULATED if is_simulated else "") + MEASURED
    options = ["--assignment", place / "primes", "--jobs", "2", "--out", out]
    command = list(map(str, [sys.executable, "-c", program, *options, students]))
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if process.returncode:
        raise RuntimeError(process.stderr)
    shutil.rmtree(out)
    return json.loads(process.stderr.splitlines()[-1])


with tempfile.TemporaryDirectory() as name:
    place = Path(name)
    folder = folder_of_primes(place, PARTS)
    command = [sys.executable, "-m", "grader", "transcripts", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    title(f"100 submissions with {CHECKS} checks each, run for real")
    real = measured(place, 100, is_simulated=False)
    bar("wall time, two at a time", real["wall_s"], "s")
    bar("a submission, with its programs", 10 * real["own"]["cpu_s"] + 10 * real["children"]["cpu_s"], "ms")
    costs, peaks = [], []
    for size in SIZES:
        title(f"{size:,} submissions, their runs simulated")
        told = measured(place, size, is_simulated=True)
        grading, reports = (1000 * told[who]["cpu_s"] / size for who in ("own", "children"))
        bar("wall time", told["wall_s"], "s")
        bar("a submission: grading", grading, "ms")
        bar("a submission: explanations and reports", reports, "ms")
        bar("peak memory: grading", told["own"]["mib"], "MiB")
        bar("peak memory: reports", told["children"]["mib"], "MiB")
        costs.append(grading + reports)
        peaks.append(max(told[who]["mib"] for who in ("own", "children")))
    title("growth")
    bar("cost of a submission among 10,000 and among 1,000", costs[2] / costs[1], "times", at_most=1.3)
    bar("memory for each submission more", 1024 * (peaks[2] - peaks[1]) / 9000, "KiB", at_most=50)
    own = costs[0] / (10 * (real["own"]["cpu_s"] + real["children"]["cpu_s"]))
    bar("the grader's own share of a small class's CPU time", own, "")
finish()
