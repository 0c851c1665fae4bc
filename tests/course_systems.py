"""What course systems read of a grading, and what comes of handing a program in to one.

`SCHEMAS` are written from the documented formats (if a test of PrairieLearn has points, all must),
and the rest from the consumers' own code. A system is played as `verify --as SYSTEM` plays it.
"""

import contextlib
import functools
import io
import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from grader.courses import systems
from grader.courses.exported import Settings
from grader.export.exporting import export
from grader.verify.playing import LocalStage, play
from tests import waiting
from tests.helpers import read_json


SCHEMAS = read_json(Path(__file__).with_suffix(".json"))


def checked(name, value):
    """The value, which must be as the schema of that name says."""
    Draft202012Validator(SCHEMAS[name]).validate(value)
    return value


# ---- Playing ----


@dataclass(frozen=True)
class Seen:
    """What came of it: the share of the points (None: no grade), and all that a student reads."""

    share: float | None
    student: str


class Runner(LocalStage):
    """A machine with the addresses that Classroom 50 hands over."""

    def run(self, *command, **options):
        names = "COMMIT_URL", "RELEASE_URL", "REVIEW_URL"
        return super().run(*command, **options, **dict.fromkeys(names, "https://example.edu/x"))


def played(name, assignment, files, folder, change=bytes):
    """What is Seen of files {name: text} handed in to a system; `change` changes the export."""
    system, place = systems.host(name), folder / "played"
    exported = export(system, assignment, Settings(name, assignment.name, 100), 512)
    written = {path: change(data) for path, data in system.files(exported).items()}
    submission = {path: text.encode() for path, text in files.items()}
    container = system.container._replace(cpus=4)
    share, said = play(system, Runner(place, written, submission, exported.points, container))
    if share is None and "expected the kernel to permit namespaces" in said:
        pytest.skip("no namespaces are permitted here")
    if share is not None:
        CHECKS[name](place, said)
    results = place / "results/results.json"
    if results.exists():  # what else was said, only instructors read
        return Seen(share, results.read_text())
    shown = place / "checkout/result.json"
    return Seen(share, said + (shown.read_text() if shown.exists() else ""))


def check_results(name, place, _):
    """Check the file that a system reads."""
    text = (place / "results/results.json").read_text()
    assert len(text.encode()) <= 1_048_576
    checked(name, json.loads(text))


def check_autolab(_, said):
    """Check the lines that Autolab reads, and that it reads no others."""
    *rest, feedback, scores = said.rstrip("\n").split("\n")
    assert all(line.startswith("|") for line in rest)
    checked("autolab scores", autolab_decoded(scores))
    content = checked("autolab feedback", autolab_decoded(feedback))
    assert set(content) == {"_presentation", "stages", *content["stages"]}


def check_classroom50(place, said):
    """Check the file that Classroom 50 reads, and that a GitHub runner obeys no line."""
    assert not obeyed(said)
    result = checked("classroom50", read_json(place / "checkout/result.json"))
    assert result["max-score"] == total(result["tests"], "max-score")


def check_vpl(_, said):
    assert len(vpl_grades(said)) == 1


CHECKS = {
    "gradescope": functools.partial(check_results, "gradescope"),
    "autolab": check_autolab,
    "prairielearn": functools.partial(check_results, "prairielearn"),
    "classroom50": check_classroom50,
    "vpl": check_vpl,
}


def autolab_decoded(line):
    """A line as Autolab decodes it, words before colons quoted; by Ruby if it is there."""
    quoted = re.sub("([a-zA-Z0-9]+):", r'"\1":', line)
    assert quoted == line
    if shutil.which("ruby"):
        print(line, file=_ruby().stdin, flush=True)
        return json.loads(_ruby().stdout.readline())
    return json.loads(quoted)


@functools.cache
def _ruby():
    """A process that decodes each line as Autolab does, for all tests: Ruby starts slowly."""
    script = r"""STDOUT.sync = true
    while line = gets
      puts JSON.generate(JSON.parse(line.gsub(/([a-zA-Z0-9]+):/, '"\1":')))
    end"""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return waiting.Process(["ruby", "-r", "json", "-e", script], **pipes)


def obeyed(log):
    """The lines of a log that a GitHub runner takes for commands (ActionCommand.cs)."""
    lines = re.split("\r\n|\r|\n", log)
    return [line for line in lines if "##[" in line or line.lstrip().startswith("::")]


def vpl_grades(output):
    """The grades that VPL finds in an output, of which it takes the last; by PHP if it is there."""
    if shutil.which("php"):
        script = r"""preg_match_all('/^Grade :=>>(.*)$/m', stream_get_contents(STDIN), $found);
        echo json_encode($found[1]);"""
        php = subprocess.run(["php", "-r", script], input=output, capture_output=True, text=True)
        return json.loads(php.stdout)
    return re.findall(r"^Grade :=>>(.*)$", output, re.MULTILINE)


# ---- Points ----

# VPL reads one grade without parts
NAMES_OF_PARTS = ("gradescope", "autolab", "prairielearn", "classroom50")


def total(tests, key):
    """The sum of what all tests have under a key."""
    return round(sum(test[key] for test in tests), 6)


def parts_and_total(outcome, folder):
    """The points of all parts in the file of an outcome's system, and the total that it has.

    In Autolab, which adds up the problems itself, the total is what the student's text has.
    """
    name, printed = outcome.settings.system, io.StringIO()
    with contextlib.redirect_stdout(printed):
        systems.host(name).write(outcome, folder)
    if name == "autolab":
        scores = autolab_decoded(printed.getvalue().splitlines()[-1])["scores"]
        return round(sum(scores.values()), 6), round(outcome.points, 6)
    if name == "classroom50":
        result = read_json(folder / "result.json")
        times = outcome.settings.times
        assert abs(result["score"] - times * outcome.points) <= 0.5
        assert all(0 <= test["score"] <= test["max-score"] for test in result["tests"])
        return total(result["tests"], "score"), result["score"]
    results = checked(name, read_json(folder / "results/results.json"))
    if name == "gradescope":
        return total(results["tests"], "score"), round(results["score"], 6)
    if not results["gradable"]:
        return None, None
    possible = total(results["tests"], "max_points")
    return total(results["tests"], "points"), round(results["score"] * possible, 6)
