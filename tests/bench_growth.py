"""What a class of 100, 1,000 and 10,000 submissions costs, of which how much is the grader's own.

A hundred are run for real. In larger classes each run is simulated: it takes no time, and prints
what a right or a wrong program prints, so that all that is measured is the grader's.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmark import ROOT, bar, finish, title
from tests.primes import COUNTS_ONE, PARTS, SIEVE, folder_of_primes


SIZES = (100, 1_000, 10_000)
CHECKS = 7
# Runs the grader and prints at the end what the grader and its reports used; SIMULATED comes first.
MEASURED = """
import json, resource, sys, time
from grader.entry.main import main
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
from grader.records.results import Run
from grader.sandbox import sandbox
PRIMES = [n for n in range(2, 18) if all(n % k for k in range(2, n))]
def run(box, check, files, aliases=()):
    primes = [n for n in PRIMES if check.function and n <= check.arguments[0]]
    if b"range(1, n + 1)" in files["primes.py"] and primes:
        primes.insert(0, 1)
    lines = [len(primes)] if check.function == "count_primes" else primes
    text = "".join(f"{line}\\n" for line in lines if check.function).encode()
    return Run(0, "exit", 0.02, 0.03, 9.0, text)
sandbox.Sandbox.run, sandbox.strongest_level = run, lambda *_: "basic"
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


def shown(usage, size):
    """Print what a class took; (CPU milliseconds of a submission, the peak memory in MiB)."""
    grading, reports = (1000 * usage[who]["cpu_s"] / size for who in ("own", "children"))
    bar("wall time, two at a time", usage["wall_s"], "s")
    bar("a submission: the grader itself", grading, "ms")
    bar("a submission: explanations, reports and, if run, programs", reports, "ms")
    at_most = 150 if size == SIZES[0] else None
    bar("peak memory: the grader itself", usage["own"]["mib"], "MiB", at_most)
    bar("peak memory: explanations and reports", usage["children"]["mib"], "MiB")
    return grading + reports, max(usage[who]["mib"] for who in ("own", "children"))


with tempfile.TemporaryDirectory() as name:
    place = Path(name)
    folder = folder_of_primes(place, PARTS)
    command = [sys.executable, "-m", "grader", "transcripts", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    title(f"{SIZES[0]} submissions with {CHECKS} checks each, run for real")
    real, _ = shown(measured(place, SIZES[0], is_simulated=False), SIZES[0])
    costs, peaks = [], []
    for size in SIZES:
        title(f"{size:,} submissions, their runs simulated")
        cost, peak = shown(measured(place, size, is_simulated=True), size)
        costs.append(cost)
        peaks.append(peak)
    title("growth")
    bar("a submission of 10,000, times one of 1,000", costs[2] / costs[1], "", at_most=1.3)
    more_kib = 1024 * (peaks[2] - peaks[1]) / (SIZES[2] - SIZES[1])
    bar("memory for each submission more", more_kib, "KiB", at_most=30)
    bar("the grader's own share of the CPU time of small programs", costs[0] / real, "")
finish()
