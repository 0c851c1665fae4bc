"""Classroom 50: an autograder in the classroom's repository (its wiki, schemas/result-v1).

It runs in the student's checkout, where students can read it: the pack is public. `result.json`
there has whole numbers as scores, so points are multiplied by a number that the export settles, the
same for all. Any other exit status than 0 is an error of the infrastructure, which takes no points:
that of a fault. An assignment is known there by its slug.

The release that a student reads has a line for each test, so there is a test for each group, whose
name says what passed and what to look into.
"""

import json
import math
import os
import re
import tarfile
import textwrap
import time
from itertools import accumulate
from pathlib import Path

from grader.courses.exported import Container, Export, Outcome, Place
from grader.courses.stage import Played, Stage
from grader.courses.system import Host, copied
from grader.ground.errors import UsageError
from grader.ground.files import Files, Json, below, tarred


AUTOGRADER = b'''\
"""Grades the checkout that is the current folder, by the grader beside this file."""

import os
import subprocess
import sys

# Nothing of the checkout is imported: the grader starts in its own folder.
checkout = os.getcwd()
os.chdir(os.path.dirname(os.path.abspath(__file__)))
command = [sys.executable, "-m", "grader.entry.exported", checkout]
grading = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
# The runner obeys nothing that the log has of a program.
subprocess.call([sys.executable, "-m", "grader.entry.plain"], stdin=grading.stdout)
sys.exit(grading.wait())
'''
VARIABLES = {  # {key: the environment variable that holds its value}
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
    "review": "REVIEW_URL",
}
FAILED = 1
SLUG = re.compile("[a-z0-9][a-z0-9-]{1,38}")


class Classroom50(Host):
    """The folder of an assignment's autograder, and its archive for the release."""

    name, title, is_public = "classroom50", "Classroom 50", True
    container = Container(cpus=2, memory_mib=7168, seconds=600, most_seconds=3600)

    def check_place(self, out: Path, name: str) -> None:
        """Raise UsageError if the name has no slug, or the folder has an assignment with that slug.

        The folder may hold assignments with other slugs.
        """
        slug = _slug(name)
        if out.exists() and not out.is_dir():
            raise UsageError(f"classroom50: expected a folder, got {str(out)!r}")
        for path in out / slug, out / _archive(slug):
            if path.exists():
                raise UsageError(
                    f"classroom50: expected no assignment with the slug {slug!r} in {str(out)!r}, "
                    f"got {path.name!r}"
                )

    def files(self, export: Export) -> Files:
        """The folder, named by the assignment's slug, and its archive."""
        if not export.points:
            raise UsageError("classroom50: expected checks that give points, got none")
        slug = _slug(export.settings.name)
        folder = below(slug, {**export.pack, "autograder.py": AUTOGRADER})
        return {**folder, _archive(slug): tarred(folder)}

    def says(self, export: Export) -> str:
        """Where to put the files, and what the scores mean."""
        slug, times = _slug(export.settings.name), export.settings.times
        return (
            f"Put the folder {slug} into `autograders` of the classroom, whose assignment must "
            f"have this slug; {_archive(slug)} is its archive. The maximum score is "
            f"{round(times * export.points)}: scores are points times {times}. Each run's log says "
            "which sandbox holds."
        )

    def place(self, folder: Path, pack: Path) -> Place:
        """The place of the checkout, after removing a result that the student put there."""
        (folder / "result.json").unlink(missing_ok=True)
        return Place(copied(folder, pack, ".git"))

    def write(self, outcome: Outcome, folder: Path) -> int:
        """Write result.json if there is a score; print the text for the student.

        On GitHub that is the page of the run as well, indented as code: Markdown of a program's
        output has no effect.
        """
        print(outcome.text)
        if page := os.environ.get("GITHUB_STEP_SUMMARY"):
            with open(page, "a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(textwrap.indent(f"{outcome.text}\n", "    "))
        if outcome.is_fault:
            return FAILED
        text = json.dumps(_result(outcome), indent=1)
        (folder / "result.json").write_text(text, encoding="utf-8")
        return 0

    def play(self, stage: Stage) -> Played:
        """Unpack the archive beside the checkout, and run its script there."""
        (archive,) = [name for name in stage.export if name.endswith(".tar.gz")]
        slug = archive[: -len(".tar.gz")]
        stage.lay_out("", {archive: stage.export[archive]})
        with tarfile.open(stage.folder / archive) as tar:
            tar.extractall(stage.folder)
        stage.lay_out("checkout", {**stage.submission, "result.json": b"{}"})
        variables = {"CLASSROOM": "c", "ASSIGNMENT": slug, "SUBMISSION_TAG": "submit/1"}
        script = f"cd checkout && exec python3 ../{slug}/autograder.py"
        output = stage.run("sh", "-c", script, **variables)
        result = json.loads((stage.folder / "checkout/result.json").read_text(encoding="utf-8"))
        return result["score"] / result["max-score"], output


def _slug(name: str) -> str:
    """The slug of the assignment with this name; UsageError if it can't have one.

    >>> _slug("Prime_numbers-below_n")
    'prime-numbers-below-n'
    """
    slug = name.lower().replace("_", "-").strip("-")
    if not SLUG.fullmatch(slug):
        raise UsageError(
            "classroom50: expected an assignment's name of 2 to 39 letters (a to z), digits, "
            f"hyphens and underscores, got {name!r}"
        )
    return slug


def _archive(slug: str) -> str:
    return f"{slug}.tar.gz"


def _result(outcome: Outcome) -> Json:
    times, tests = outcome.settings.times, outcome.groups
    totals = [_whole(times * total) for total in accumulate(test.points for test in tests)]
    return {
        "schema": "classroom50/result/v1",
        **{key: os.environ.get(variable, "") for key, variable in VARIABLES.items()},
        "datetime": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "score": totals[-1],
        "max-score": round(times * outcome.possible),
        "tests": [
            {
                "test-name": f"{test.name}: {test.text}",
                "passed": test.passed,
                "score": after - before,
                "max-score": round(times * test.possible),
            }
            for test, before, after in zip(tests, [0] + totals, totals, strict=False)
        ],
    }


def _whole(number: float) -> int:
    """The nearest whole number; halves are rounded up.

    >>> _whole(2.5), _whole(2.4999)
    (3, 2)
    """
    return math.floor(number + 0.5)


SYSTEM = Classroom50()
