"""What a class of 100, 1,000 and 10,000 submissions costs the grader itself.

Each run is simulated: it takes no time, and prints what a right or a wrong program prints.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmark import ROOT, bar, different, finish, title
from tests.helpers import write_files
from tests.primes import COUNTS_ONE, PARTS, SIEVE, folder_of_primes


SIZES = (100, 1_000, 10_000)
# Runs the grader, and prints at the end what it and its reports used: CPU seconds and MiB.
MEASURED = """
import json, resource, sys
from grader.entry.main import main
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
status = main(sys.argv[1:])
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
told = [(each.ru_utime + each.ru_stime, each.ru_maxrss / 1024) for each in used]
print(json.dumps(told), file=sys.stderr)
sys.exit(status)
"""


def a_class(folder, number):
    """A folder of so many submissions, all different, a third of them wrong."""
    programs = different([COUNTS_ONE, SIEVE, SIEVE], number)
    return write_files(folder, {f"{student}.py": text for student, text in programs.items()})


def measured(place, number):
    """[(CPU seconds, MiB)] of the grader and of its reports on so many submissions."""
    students, out = a_class(place / f"class{number}", number), place / f"out{number}"
    options = ["--assignment", place / "primes", "--jobs", "2", "--out", out]
    command = list(map(str, [sys.executable, "-c", MEASURED, *options, students]))
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if process.returncode:
        raise RuntimeError(process.stderr)
    shutil.rmtree(out)
    return json.loads(process.stderr.splitlines()[-1])


title("submissions whose runs are simulated")
with tempfile.TemporaryDirectory() as name:
    place = Path(name)
    folder = folder_of_primes(place, PARTS)
    command = [sys.executable, "-m", "grader", "transcripts", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    costs, peaks = [], []
    for size in SIZES:
        (own_s, own_mib), (reports_s, reports_mib) = measured(place, size)
        costs.append((own_s + reports_s) / size)
        peaks.append(max(own_mib, reports_mib))
        if size == SIZES[0]:
            bar(f"peak memory of the grader itself for {size}", own_mib, "MiB", at_most=150)
bar("a submission of 10,000, times one of 1,000", costs[2] / costs[1], "", at_most=1.3)
more_kib = 1024 * (peaks[2] - peaks[1]) / (SIZES[2] - SIZES[1])
bar("memory for each submission more", more_kib, "KiB", at_most=30)
finish()
