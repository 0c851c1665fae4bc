"""Golden reports: what the grader prints for each program under `submissions/`, kept in `golden/`.

`make golden` writes them anew, to be reviewed as a diff; the tests compare. What depends on the machine or on
the version of Python (seconds, how a traceback marks a place) is left out of them.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOSTILE = ROOT / "tests" / "submissions" / "hostile"  # tested apart: their reports depend on the machine
SUBMISSIONS = sorted({*HOSTILE.parent.glob("*/*.py")} - {*HOSTILE.glob("*.py")})
OPTIONS = ["--only", "import", "--only", "*/funny12-384", "--cpu-s", "1"]
UNSTABLE = re.compile(r"^ +[~^]+$|^ +\[Previous line repeated|^ +print_succ\(state\)$"
                      r'|^ +File "funny_puzzle.py", line 5, in print_succ$')


def grader(*arguments, **options):
    """The finished process of `python3 -m grader arguments...`, run at the project's root."""
    return subprocess.run([sys.executable, "-m", "grader", *map(str, arguments)], cwd=ROOT, text=True,
                          capture_output=True, stdin=subprocess.DEVNULL, **options)


def report(path):
    """The part of a report on one program that is the same everywhere."""
    done = grader(*OPTIONS, path.relative_to(ROOT))
    text = re.sub(r"Python 3\.\d+\.\d+\w*, sandbox: \w+", "Python 3", done.stdout)
    text = re.sub(r" +\d+\.\d\d s$", "", text, flags=re.MULTILINE)
    body, stderr = [], False
    for row in text.split("\n"):
        stderr = row == "  On stderr:" or stderr and row.startswith("    ")
        if not (stderr and UNSTABLE.match(row)):
            body.append(row)
    return "\n".join(body) + done.stderr


def golden(path):
    """The file that keeps the report on a program."""
    return ROOT / "tests" / "golden" / path.parent.name / f"{path.stem}.txt"


if __name__ == "__main__":
    for path in SUBMISSIONS:
        golden(path).parent.mkdir(parents=True, exist_ok=True)
        golden(path).write_text(report(path))
