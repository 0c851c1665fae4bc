"""Every call that a student is shown is typed, and does what the report says."""

import re
import shutil
import tempfile
from pathlib import Path

import pytest

from board import Board
from grader.assignment import plan
from grader.assignment.hooks import call, instance_in
from grader.assignments.npuzzle.checkers import MEASURED as GROWING
from grader.diagnose.problems import problems
from grader.records.facts import LONG
from grader.report import terminal
from grader.store import store
from tests.assignments import check_named, loaded
from tests.helpers import ROOT, flat, grader, python, selecting
from tests.programs import program, wrong_programs
from tests.sample import slow


WRONG = [
    (assignment, name)
    for assignment in ("funny_puzzle", "npuzzle")
    for name in wrong_programs(assignment)
]
ENDLESS = "time_limit", "memory_limit", "output_limit"
# Only a measurement shows these failures: the call shows how to take one.
MEASURED = "growth", "memory", "queue", "queue-nodes", "timetable"
PROMPT = re.compile(r"^(?:>>> )+", re.MULTILINE)
ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]+")


def graded(assignment, path, out, checks):
    """The document of a grading of one submission by some checks, explained, with its examples."""
    only = selecting(*checks)
    grader("--assignment", assignment, "--cpu-s", 2, *only, "--out", out, path)
    with store.existing(out) as results:
        return results.document()


def typed(files, shown):
    """What a fresh REPL that has imported a program prints for a call, and its last error."""
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            shutil.copy(file, folder)
        if "with the course's board.py" in shown:
            shutil.copy(ROOT / "board.py", folder)
        start = [f"from {file.stem} import *" for file in files]
        words = "-q", "-i", "-c", "; ".join(start)
        before, after = (python(*words, input=text, cwd=folder) for text in ("", f"{shown}\n"))
    errors = [line for line in PROMPT.sub("", after.stderr).splitlines() if line.strip()]
    output, errors = (ADDRESS.sub("at 0x", text) for text in (after.stdout, "\n".join(errors[-1:])))
    return output.removeprefix(before.stdout), errors


def lines_of(text):
    """The lines of an output without the spaces at their ends, as the judge compares them."""
    return [line.rstrip() for line in text.rstrip().split("\n")] if text.strip() else []


VALUE = re.compile(r"-?\d+|True|False|None")


def values(text):
    """The numbers and answers in a text, between spaces; boards are rows of numbers."""
    joined, is_cut = " ".join(VALUE.findall(text)), len(text) > LONG // 2
    return joined if is_cut else f" {joined} "  # a line is cut within its numbers


def unseen(actual, output):
    """The values in a line of a driver that are not in an output, which has other words."""
    what, _, text = actual.rpartition(": ")
    return [
        answer
        for answer in text.split(" and ")
        if not VALUE.sub("", answer).strip(" /|")
        and values(answer) not in f" {values(output)} "
        and not what.endswith("solution")  # it prints how many boards
    ]


def misleads(files, problem):
    """Why the call of a problem does not show what the report says; "" if it does."""
    shown = problem.shown
    if shown.verdict in ENDLESS:
        return ""
    output, errors = typed(files, shown.call)
    models = [ROOT / file.name for file in files]
    is_measured = shown.check.partition("/")[0] in MEASURED
    if not is_measured and (output, errors) == typed(models, shown.call):
        return "the model solution does the same"
    difference = shown.difference
    if shown.verdict != "wrong_answer" or is_measured or not difference:
        return ""
    if (difference.actual or "").endswith(": True") and output.startswith("<bound method "):
        return ""  # a method that is not called is true, and the REPL shows the mistake itself
    if len(files) > 1:  # its driver prints the answers in its own words
        return ", ".join(unseen(difference.actual or "", output))
    line = dict(enumerate(lines_of(output), 1)).get(difference.line, None)
    if difference.actual is None and difference.goes_on:
        is_as_said = line != difference.expected  # lines after the missing one take its place
    elif difference.actual is None or line is None:
        is_as_said = difference.actual == line
    else:
        is_as_said = line[difference.start :].startswith(difference.actual.rstrip())
    return "" if is_as_said else f"line {difference.line} is {line!r}"


QUICK = {"funny_puzzle": ["import", "*/funny0*"], "npuzzle": ["board", "*/files", "*/small"]}
SAMPLES = [(assignment, name, QUICK[assignment]) for assignment, name in WRONG[30::200]]
ALL = [slow(*case, ()) for case in WRONG]


@pytest.mark.parametrize("assignment, name, checks", SAMPLES + ALL)
def test_what_a_student_types_shows_what_the_report_says_and_no_cause_is_kept_back(
    assignment, name, checks, tmp_path
):
    source = program(name, assignment)
    wanted = plan.load(assignment).files
    files = [source / file for file in wanted]
    if not source.is_dir():
        files = [Path(shutil.copy(source, tmp_path / wanted[0]))]
    document = graded(assignment, source, tmp_path / "out", checks)
    todo = problems(document.submissions[0])
    found = {
        problem.shown.call: reason
        for problem in todo
        if problem.has_call and (reason := misleads(files, problem))
    }
    assert found == {}
    assert unasked(document, todo) == []


EQUALITY = check_named(loaded("npuzzle"), "equality/easy")
TRANSCRIPT = ROOT / "grader/assignments/npuzzle/transcripts/npuzzle/equality/easy.txt"


def value_of(shown):
    """The value of the last expression of a call that is shown, in this process."""
    *before, last = shown.split("; ")
    exec("\n".join(before), names := {"Board": Board})
    return eval(last, names)


def test_each_line_of_equality_has_a_call_of_its_own_that_gives_its_answer():
    for line in TRANSCRIPT.read_text().splitlines():
        shown = call(EQUALITY, instance_in(EQUALITY, line), line=line)
        answer = value_of(shown)
        if isinstance(answer, list):
            (answer,) = {*answer}  # the same for all neighbors
        what, _, expected = line.rpartition(": ")
        if isinstance(answer, tuple):
            is_other_side = what.endswith("== board") or what.endswith("== neighbors")
            answer = answer[-1 if is_other_side else "!=" in what]
        assert str(answer) == expected and len(shown) < 300, line


@pytest.mark.parametrize("method", GROWING)
def test_each_method_whose_time_grows_too_fast_is_measured_by_the_call_that_is_shown(method):
    check = check_named(loaded("npuzzle"), "growth/growing")
    assert f".{method}()" in call(check, line=f"random-16-1, {method}: 255")
    shown, _, _ = call(check, line=f"{method}: its time grows faster than n*n").partition("  #")
    assert {"Board": "Board(rows[n]),", "==": "] == "}.get(method, method) in shown
    small_s, large_s = value_of(shown)
    assert small_s > 0 and large_s > 0


def unasked(document, todo):
    """The causes that the instructor is told, and about which the student is not asked."""
    said = flat(terminal.at_home(document))
    _, _, left_out = said.partition("When these work, there ")
    return [
        cause.name
        for cause in document.submissions[0].misconceptions
        if cause.mistake.help not in said
        and not any(cause in one.causes and one.first.check in left_out for one in todo)
    ]
