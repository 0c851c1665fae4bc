"""What a class of 60 right programs costs on two workers, and what three endless ones add to it.

Each is graded on all checks with the assignment's limits. `bench_growth.py` says what the grader
itself costs in larger classes.
"""

import re
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from grader.sandbox.watch import START_S
from tests import waiting
from tests.benchmark import ROOT, bar, cpu_s, different, finish, title
from tests.helpers import submissions
from tests.programs import all_programs, program
from tests.test_batch import a_class


def right_programs(number):
    """{student: text} of so many right programs, all different."""
    names = sorted(name for name in all_programs("funny_puzzle") if name.startswith("right/"))
    return different([program(name).read_text() for name in names], number)


def endless(body):
    """The model solution, but for a solve that never ends."""
    return f"{Path(ROOT, 'funny_puzzle.py').read_text()}\n\ndef solve(state):\n    {body}\n"


ENDLESS = {
    "busy": endless("while True: pass"),
    "student030a": endless(
        "queue = [tuple(state)]\n    for one in queue: queue.append((*one[:9], len(queue)))"
    ),
    "zzz": endless("import time\n    time.sleep(10_000)"),
}


def grade(folder, out):
    """Grade a class; the most MiB of the grader and its launchers together (PSS, proc(5))."""
    command = [sys.executable, "-m", "grader", "--jobs", "2", "--out", out, folder]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        most_kib = 0
        while process.poll() is None:
            processes = [process.pid] + waiting.children(process.pid)
            # later the reports are written
            if any("launcher" in waiting.command_line(one) for one in processes):
                most_kib = max(most_kib, sum(map(pss_kib, processes)))
            time.sleep(0.1)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{command}: exit status {process.returncode}")
    return most_kib / 1024


def pss_kib(process):
    """The KiB of memory of a process, of which those shared with others count in part; 0 if it
    has ended.
    """
    with suppress(OSError, TypeError):
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
        return int(re.search(r"^Pss: +(\d+) kB", rollup, re.MULTILINE)[1])
    return 0


def graded(folder, out):
    """(Wall seconds, CPU seconds, students' CPU seconds, MiB as `grade` says it, runs)."""
    start = time.monotonic()
    used_s, most_mib = cpu_s(grade, folder, out)
    wall_s = time.monotonic() - start
    graded = submissions(Path(out, "results.json"))
    records = [record for submission in graded for record in submission["results"]]
    times = [record["run"]["cpu_s"] for record in records if record["run"]]
    return wall_s, used_s, sum(times), most_mib, len(times)


title("grader: 60 right programs, and 3 beside them that never end, 2 workers")
with tempfile.TemporaryDirectory() as scratch:
    students = Path(scratch, "class")
    a_class(students, **right_programs(60))
    alone_s, used_s, alone_cpu_s, most_mib, runs = graded(students, f"{scratch}/out-alone")
    a_class(students, **ENDLESS)
    wall_s, _, students_s, _, _ = graded(students, f"{scratch}/out-all")
# What is told of a run has the start of an interpreter added, which a warm one does not need.
own_s = alone_cpu_s - START_S * runs
bar("each: CPU time beside the program's own", (used_s - own_s) / 60, "s", at_most=1.5)
bar("grader and launchers, at most", most_mib, "MiB", at_most=60)
bar("all 63: times as long as the 60 alone", wall_s / alone_s, "", at_most=1.5)
bar(
    "all 63: times the students' CPU time of the 60 alone",
    students_s / alone_cpu_s,
    "",
    at_most=1.5,
)
finish()
