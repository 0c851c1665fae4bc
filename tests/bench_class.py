"""What three programs that never end add to a class of 60 right ones, on two workers.

Each is graded on all checks with the assignment's limits. `bench_growth.py` says what the grader
itself costs in larger classes.
"""

from benchmark import ROOT, bar, command, finish, title

import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, ROOT)
from tests.programs import all_programs, program


def write(folder, **texts):
    """Write programs into a folder, each into one of its own: {student: text}."""
    for student, text in texts.items():
        Path(folder, student).mkdir(parents=True)
        Path(folder, student, "funny_puzzle.py").write_text(text)


def right_programs(number):
    """{student: text} of so many right programs, all different."""
    names = sorted(name for name in all_programs("funny_puzzle") if name.startswith("right/"))
    texts = [program(name).read_text() for name in names]
    return {
        f"student{student:03}": f"{texts[student % len(texts)]}\n# {student}\n"
        for student in range(number)
    }


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


def graded(folder, out):
    """(Wall seconds, students' CPU seconds) of grading a class."""
    start = time.monotonic()
    command("-m", "grader", "--jobs", "2", "--out", out, folder)
    wall_s = time.monotonic() - start
    submissions = json.loads(Path(out, "results.json").read_text())["submissions"]
    records = [record for submission in submissions for record in submission["results"]]
    return wall_s, sum(record["run"]["cpu_s"] for record in records if record["run"])


title("grader: 60 right programs, and 3 beside them that never end, 2 workers")
with tempfile.TemporaryDirectory() as scratch:
    students = f"{scratch}/class"
    write(students, **right_programs(60))
    alone_s, alone_cpu_s = graded(students, f"{scratch}/out-alone")
    write(students, **ENDLESS)
    wall_s, students_s = graded(students, f"{scratch}/out-all")
bar("the 60 alone", alone_s, "s")
bar("the 60 alone: students' CPU time", alone_cpu_s, "s")
bar("all 63", wall_s, "s")
bar("all 63: students' CPU time", students_s, "s")
bar("times as long as the 60 alone", wall_s / alone_s, "", at_most=1.5)
bar("times the CPU time of the 60 alone", students_s / alone_cpu_s, "", at_most=1.5)
finish()
