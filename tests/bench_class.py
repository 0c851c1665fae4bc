"""What a class of 200 submissions times 40 checks costs in time and memory, on two workers.

Also what three programs that never end add to a class of 60 right ones, with all checks and the
assignment's limits.
"""

from benchmark import ROOT, bar, finish, title

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHECKS = [
    "import",
    "print_succ/funny0*",
    "print_succ/funny1[0-3]*",
    "solve/funny0*",
    "solve/funny1*",
]


def a_class(folder, number):
    """A folder of so many submissions, all different, a third of them wrong."""
    programs = [
        *Path(ROOT, "grader/assignments/funny_puzzle/programs/right").glob("set*.py"),
        Path(ROOT, "funny_puzzle.py"),
        Path(ROOT, "grader/assignments/funny_puzzle/programs/wrong/queue_length_after_pop.py"),
    ]
    for student in range(number):
        place = Path(folder, f"student{student:03}")
        place.mkdir(parents=True)
        (place / "funny_puzzle.py").write_text(
            f"{programs[student % 3].read_text()}\n# {student}\n"
        )
    return folder


def right_class(folder, number, **others):
    """A folder of so many different right programs, and of `others`: {name: text}."""
    programs = sorted(Path(ROOT, "grader/assignments/funny_puzzle/programs/right").glob("*.py"))
    texts = {
        f"student{student:03}": f"{programs[student % len(programs)].read_text()}\n# {student}\n"
        for student in range(number)
    } | others
    for student, text in texts.items():
        place = Path(folder, student)
        place.mkdir(parents=True)
        (place / "funny_puzzle.py").write_text(text)
    return folder


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


def graded(folder, out, checks=CHECKS):
    """(Wall s, CPU s of all, the grader's own peak MiB, students' CPU s, checks) of a class."""
    only = [word for pattern in checks for word in ("--only", pattern)]
    command = [sys.executable, "-c", MEASURED, "--jobs", "2", "--out", out, *only, folder]
    start = time.monotonic()
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        text = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall_s = time.monotonic() - start
    document = json.loads(Path(out, "results.json").read_text())
    runs = [
        record["run"]
        for submission in document["submissions"]
        for record in submission["results"]
        if record["run"]
    ]
    return (
        wall_s,
        usage.ru_utime + usage.ru_stime,
        int(text.split()[-1]) / 1024,
        sum(run["cpu_s"] for run in runs),
        len(runs),
    )


MEASURED = """
import resource, sys
from grader.entry.main import main
status = main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(status)
"""

title("grader: a class of 200 submissions, 2 workers")
with tempfile.TemporaryDirectory() as scratch:
    *_, small_mib, _, _ = graded(a_class(f"{scratch}/small", 50), f"{scratch}/out-small")
    wall_s, all_s, mib, students_s, runs = graded(
        a_class(f"{scratch}/class", 200), f"{scratch}/out"
    )
    again_s, *_ = graded(f"{scratch}/class", f"{scratch}/out")
bar("checks for each submission", runs / 200, "", at_least=40)
bar("submissions a minute", 200 / wall_s * 60, "")
bar("share of the CPU time that is not the students' own", 1 - students_s / all_s, "")
bar("grader's peak memory, 200 submissions", mib, "MiB", at_most=150)
bar("grader's peak memory, 50 submissions", small_mib, "MiB", at_most=150)
bar("second run over the unchanged class", again_s, "s")

title("grader: 60 right programs, and 3 beside them that never end, 2 workers")
with tempfile.TemporaryDirectory() as scratch:
    alone_s, *_, alone_cpu_s, _ = graded(
        right_class(f"{scratch}/alone", 60), f"{scratch}/out-alone", ()
    )
    wall_s, *_, students_s, _ = graded(
        right_class(f"{scratch}/all", 60, **ENDLESS), f"{scratch}/out-all", ()
    )
bar("the 60 alone", alone_s, "s")
bar("the 60 alone: students' CPU time", alone_cpu_s, "s")
bar("all 63", wall_s, "s")
bar("all 63: students' CPU time", students_s, "s")
bar("times as long as the 60 alone", wall_s / alone_s, "", at_most=1.5)
bar("times the CPU time of the 60 alone", students_s / alone_cpu_s, "", at_most=1.5)
finish()
