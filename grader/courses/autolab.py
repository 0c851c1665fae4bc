"""Autolab: autograde.tar and its Makefile (docs.autolabproject.com, lab and formatted-feedback).

The handin, the Makefile and the tar are in one folder, where `make` runs; all that it prints is the
feedback. The last line has the scores, the line before it the formatted feedback. Autolab quotes
words before colons (assessment_autograde_core.rb), also inside of strings, so colons behind letters
and digits are written as JSON's escapes. After a fault there is no such pair of lines, and the old
scores stay.
"""

import json
import re
from pathlib import Path

from grader.courses.exported import STARTER, Container, Export, Outcome, Place, Settings
from grader.courses.stage import Played, Stage
from grader.courses.system import Host, copied
from grader.ground.files import Files, Json, below, tarred


MAKEFILE = f"""\
.PHONY: all
all:
\t@tar xf autograde.tar
\t@chmod -R go= autograde
\t@sh autograde/{STARTER} "$$PWD" 2>/dev/null || true
""".encode()
DOCKERFILE = b"""\
# Tries the sandbox in the image that grades: the build log shows which level holds.
FROM autograding_image
COPY autograde.tar /tmp/try/
RUN cd /tmp/try && tar xf autograde.tar && cd autograde && python3 -m grader doctor
"""
OWN = ("Makefile", "autograde-Makefile", "autograde.tar")
STAGE = "Checks"
COLON = re.compile("(?<=[a-zA-Z0-9]):")  # a colon that in JSON stands inside a string
MOST_PROBLEMS = 8  # the most problems that an instructor enters by hand


class Autolab(Host):
    """A folder with the two files that Autolab asks for."""

    name, title = "autolab", "Autolab"
    container = Container(cpus=1, memory_mib=2048, seconds=180, most_seconds=900)

    def files(self, export: Export) -> Files:
        """The tar with the pack, its Makefile, and a Dockerfile to try the sandbox."""
        return {
            "autograde.tar": tarred(below("autograde", export.pack)),
            "autograde-Makefile": MAKEFILE,
            "Dockerfile": DOCKERFILE,
        }

    def says(self, export: Export) -> str:
        """How to set up the assessment, in sentences."""
        groups: dict[str, float] = {}
        for check in export.checks:
            groups[check.group] = groups.get(check.group, 0) + check.points
        worth = {name: points for name, points in groups.items() if points}
        problems = ", ".join(
            f"{name} ({points:g})" for name, points in _problems(worth, export.settings).items()
        )
        return (
            f"The assessment needs these problems, with their points: {problems}. Upload "
            "autograde.tar and autograde-Makefile under Autograder. `docker build .` there shows "
            "which sandbox holds. Autolab names no student: fresh instances are the same for all."
        )

    def place(self, folder: Path, pack: Path) -> Place:
        """The place of the handin: the only other file, or the folder if there are several."""
        own = copied(folder, pack, *OWN)
        paths = list(own.iterdir())
        return Place(paths[0] if len(paths) == 1 else own)

    def write(self, outcome: Outcome, folder: Path) -> int:
        """Print the marked lines of the text, and then the two lines that Autolab reads."""
        print("\n".join(f"| {line}".rstrip() for line in outcome.text.split("\n")))
        if not outcome.is_fault:
            groups = {group.name: group.points for group in outcome.groups}
            print(_dumped(_feedback(outcome)))
            print(_dumped({"scores": _problems(groups, outcome.settings)}))
        return 0

    def play(self, stage: Stage) -> Played:
        """Put the handin, the Makefile and the tar into one folder; read the last line that `make`
        prints.
        """
        export = stage.export
        given = {"autograde.tar": export["autograde.tar"], "Makefile": export["autograde-Makefile"]}
        stage.lay_out("", stage.submission | given)
        output = stage.run("make", "--no-print-directory")
        last = re.sub("([a-zA-Z0-9]+):", r'"\1":', output.rstrip("\n").rpartition("\n")[2])
        return sum(json.loads(last)["scores"].values()) / stage.points, output


def _problems(groups: dict[str, float], settings: Settings) -> dict[str, float]:
    """The points for each problem of the assessment: a group or, if there are many, all in one.

    Fresh instances, which the assignment file does not list, are not a separate problem.
    """
    if len(groups) > MOST_PROBLEMS or "--fresh" in settings.options:
        return {settings.name: sum(groups.values())}
    return groups


def _feedback(outcome: Outcome) -> Json:
    """The formatted feedback: each test, with an explanation if it failed."""
    tests = {
        test.name: {"passed": test.passed} | ({} if test.passed else {"hint": test.text})
        for test in outcome.tests
    }
    return {"_presentation": "semantic", "stages": [STAGE], STAGE: tests}


def _dumped(value: Json) -> str:
    """A value as JSON in which no colon follows a letter or digit.

    >>> print(_dumped({"line 7: x": "12:30"}))
    {"line 7\\u003a x": "12\\u003a30"}
    """
    return COLON.sub(r"\\u003a", json.dumps(value))


SYSTEM = Autolab()
