"""Golden reports: what the grader says of each program under `submissions/`, kept in `golden/`.

Runs over a batch of them each make the texts that students get; a few are also graded alone, for what the
terminal shows. `make golden` writes all anew, to be reviewed as a diff; the tests compare. What depends on
the machine or on the version of Python (seconds, how a traceback marks a place) is left out of them.
"""

import json
import re
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path


ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
from grader.report import names


# tested apart: their reports depend on the machine
HOSTILE = ROOT / "tests" / "submissions" / "hostile"
SUBMISSIONS = sorted({*HOSTILE.parent.glob("*/*.py")} - {*HOSTILE.glob("*.py")})
ALONE = [
    path
    for path in SUBMISSIONS
    if path.stem in ("empty", "queue_length_after_pop", "raises_in_solve")
]
BATCH = 28  # programs that one run grades
RARE = [
    "goal_gives_0",
    "last_length",
    "parent_counted_by_pushes",
    "predecessors_overwritten",
    # what the instance that shows all others does not show
    "ties_by_whole_path",
    "state_kept_between_calls",
    "list_as_default_value",
]
OPTIONS = ["--cpu-s", "0.5", "--only", "import", "--only", "*/funny12-384"]
RARE_OPTIONS = [
    "--cpu-s",
    "0.5",
    "--only",
    "import",
    "--only",
    "solve/funny00-1",
    "--only",
    "solve/funny18-792",
    "--only",
    "*-again",
]
UNSTABLE = re.compile(
    r"^ +[~^]+$|^ +\[Previous line repeated|^ +print_succ\(state\)$"
    r'|^ +File "funny_puzzle.py", line 5, in print_succ$'
)


def grader(*arguments, **options):
    """The finished process of `python3 -m grader arguments...`, run at the project's root."""
    return subprocess.run(
        [sys.executable, "-m", "grader", *map(str, arguments)],
        cwd=ROOT,
        text=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        **options,
    )


def stable(text):
    """The part of a report that is the same everywhere."""
    text = re.sub(r"Python 3\.\d+\.\d+\w*, sandbox: \w+", "Python 3", text)
    text = re.sub(r" +\d+\.\d\d s$", "", text, flags=re.MULTILINE)
    body, stderr = [], False
    for row in text.split("\n"):
        stderr = row == "  On stderr:" or stderr and row.startswith("    ")
        if not (stderr and UNSTABLE.match(row)):
            body.append(row)
    return "\n".join(body)


def golden(path, folder=""):
    """The file that keeps the report on a program; `folder`: "alone" for what the terminal shows."""
    return ROOT / "tests" / "golden" / (folder or path.parent.name) / f"{path.stem}.txt"


def shown_alone(path):
    """What the terminal shows when one program is graded."""
    done = grader(*OPTIONS, path.relative_to(ROOT))
    return stable(done.stdout) + done.stderr


def feedback(options, paths):
    """{golden file: the text for the student} of programs that one run grades."""
    with tempfile.TemporaryDirectory() as folder:
        done = grader(*options, "--out", folder, *(path.relative_to(ROOT) for path in paths))
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        document = json.loads(Path(folder, "results.json").read_text())
        files = [
            Path(folder, "feedback", f"{stem}.txt")
            for stem in names.stems([each["submission"] for each in document["submissions"]])
        ]
        return {
            golden(ROOT / each["path"]): stable(file.read_text())
            for each, file in zip(document["submissions"], files)
        }


RUNS = [(RARE_OPTIONS, [path for path in SUBMISSIONS if path.stem in RARE])]
COMMON = [path for path in SUBMISSIONS if path.stem not in RARE]
RUNS += [(OPTIONS, COMMON[start : start + BATCH]) for start in range(0, len(COMMON), BATCH)]
RUN_OF = {golden(path): number for number, (_, paths) in enumerate(RUNS) for path in paths}
SHOWN_ALONE = {golden(path, "alone"): path for path in ALONE}
FILES = sorted([*RUN_OF, *SHOWN_ALONE])


@lru_cache(maxsize=None)
def texts(number):
    """{golden file: its text} of the programs of one of the RUNS, which is done when first asked for."""
    return feedback(*RUNS[number])


def report(file):
    """The text of a golden file, if it were written now."""
    return shown_alone(SHOWN_ALONE[file]) if file in SHOWN_ALONE else texts(RUN_OF[file])[file]


if __name__ == "__main__":
    for file in FILES:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(report(file))
