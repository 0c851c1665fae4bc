"""Classroom 50: an autograder in the classroom's repository (its wiki, schemas/result-v1).

It runs in the student's checkout, where students can read it: the pack is public. `result.json`
there has whole numbers as scores, so points are multiplied by their common denominator. Any other
exit status than 0 is an error of the infrastructure, which takes no points: that of a fault.
"""

import json
import os
import time
from pathlib import Path
from typing import Any

from grader.export import packing
from grader.export.outcome import Outcome, denominator
from grader.export.packing import Files
from grader.export.system import Container, Export, Place, System, below, copied


AUTOGRADER = b'''\
"""Grades the checkout that is the current folder, by the grader beside this file."""

import os
import subprocess
import sys

# Nothing of the checkout is imported: the grader starts in its own folder.
command = [sys.executable, "-m", "grader.export.entry", os.getcwd()]
sys.exit(subprocess.call(command, cwd=os.path.dirname(os.path.abspath(__file__))))
'''
VARIABLES = {  # key: the variable of the environment that has it
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
    "review": "REVIEW_URL",
}
FAILED = 1


class Classroom50(System):
    """The folder of an assignment's autograder, and the same as the archive that is released."""

    name, title, is_public = "classroom50", "Classroom 50", True
    container = Container(cpus=2, memory_mib=7168, seconds=600, most_seconds=3600)

    def files(self, export: Export) -> Files:
        """The folder, called like the assignment, and its archive."""
        name = export.settings.name
        folder = below(name, {**export.pack, "autograder.py": AUTOGRADER})
        return {**folder, f"{name}.tar.gz": packing.tarred(folder)}

    def says(self, export: Export) -> str:
        """Where to put it."""
        name = export.settings.name
        return (
            f"Put the folder {name} into `autograders` of the classroom; {name}.tar.gz is its "
            "archive. Scores are points times their common denominator. Each run's log says which "
            "sandbox holds."
        )

    def place(self, folder: Path) -> Place:
        """The checkout; a result in it is the student's, and goes."""
        (folder / "result.json").unlink(missing_ok=True)
        return Place(copied(folder, ".git"))

    def write(self, outcome: Outcome, folder: Path) -> int:
        """Write result.json if there is a score, and print what the student reads."""
        print(outcome.text)
        if outcome.is_fault:
            return FAILED
        text = json.dumps(_result(outcome), indent=1)
        (folder / "result.json").write_text(text, encoding="utf-8")
        return 0


def _result(outcome: Outcome) -> dict[str, Any]:
    """What result.json has."""
    tests = [test for test in outcome.tests if test.possible]
    points = [number for test in tests for number in (test.points, test.possible)]
    times = denominator(outcome.points, *points)
    return {
        "schema": "classroom50/result/v1",
        **{key: os.environ.get(variable, "") for key, variable in VARIABLES.items()},
        "datetime": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "score": round(times * outcome.points),
        "max-score": round(times * outcome.possible),
        "tests": [
            {
                "test-name": test.name,
                "passed": test.passed,
                "score": round(times * test.points),
                "max-score": round(times * test.possible),
            }
            for test in tests
        ],
    }


SYSTEM = Classroom50()
