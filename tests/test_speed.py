"""What is found and said is the same on a slow machine, and whoever was diagnosed before."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment import plan
from grader.diagnose import diagnose, models
from grader.grading.explained import explain
from grader.intake import intake
from grader.judge.account import account
from grader.records.checks import Check, Limits
from grader.report import results_json, sentences, terminal
from grader.sandbox.pool import Pool
from grader.sandbox.sandbox import Sandbox
from grader.serialization import json_text
from grader.store import store
from grader.tracing import students
from grader.tracing.finding import Finder
from grader.tracing.students import OUT_OF_LINES, Program
from tests.documents import ASSIGNMENT, document
from tests.helpers import flat, selecting, stdout_of
from tests.mistakes import combined, records_of
from tests.programs import program, wrong_programs
from tests.speed import forget, hurry
from tests.test_batch import grading


ADDRESS = re.compile(r"\b0x[0-9a-f]+")


def texts(submission):
    """All that an instructor and a student read about a submission, in the terminal or as JSON,
    but for the addresses of objects.
    """
    both = json_text(results_json.submission(submission)), terminal.at_home(document(submission))
    return [ADDRESS.sub("0x", text) for text in both]


# ---- The clock of a diagnosis ----


def test_a_search_that_the_clock_ends_says_so_and_is_made_again_when_results_are_read_again(
    monkeypatch,
):
    two = "ties_by_whole_path", "path_without_goal"
    said = sentences.FACTS["causes_cut_short"]
    with grading(*records_of(combined(*two))) as results:
        with monkeypatch.context() as patch:
            patch.setattr(models, "MOST_S", 0)
            (cut,) = explain(results, ASSIGNMENT).submissions
        (again,) = explain(results, ASSIGNMENT).submissions
    assert cut.misconceptions == () and sentences.flags(cut) == [said]
    assert said in flat(terminal.at_home(document(cut)))
    assert {cause.name for cause in again.misconceptions} == {*two} and not again.cut_short


# ---- Runs that lines end, and a clock where there are none ----


def ran(text, *values):
    """(A program whose `solve` has that text, its Run, what each call with a value printed)."""
    source = f"def solve(value):\n{text}\n    print(value)\n"
    first, *further = [([value],) for value in values]
    check = Check("solve", "own", Limits(), "solve", first, further=tuple(further))
    with Sandbox("basic", sys.executable) as box:
        program = Program(box, {"own.py": source.encode()})
        run = program.counted(check)
    return program, run, account(check, run).calls


@pytest.mark.parametrize(
    "loop",
    [
        "while True:\n            pass",
        "for number in iter(int, 1): number + 1",
        "def more(): yield from more()\n        while True: list(zip(range(9)))",
    ],
)
def test_a_loop_without_end_is_ended_by_its_lines(loop):
    program, run, calls = ran(f"    if value == [2]:\n        {loop}", 1, 2, 3)
    assert run.ended == OUT_OF_LINES and not program.is_cut_short
    assert [call.strip() for call in calls] == [b"[1]", b""]
    assert b'"file": "own.py", "line": ' in run.stderr


def test_what_is_endless_inside_of_a_line_is_left_to_a_clock(monkeypatch):
    monkeypatch.setattr(students, "LIMITS", replace(students.LIMITS, cpu_s=0.5))
    program, run, _ = ran("    import itertools\n    sum(itertools.count())", 1)
    assert run.ended == "cpu" and program.is_cut_short


# ---- Diagnoses, examples and traces, of programs in a sandbox ----

CHECKS = {
    "funny_puzzle": ["import", "*/funny0[0-2]*", "*/funny12-384", "solve/funny13-431", "*-again"],
    "npuzzle": ["board", "solver", "*/small", "*/some", "*/3x3"],
}


SOME = "blank_lines_between", "only_one_blank_moves", "board_without_str"


def samples(which, *marks):
    """Parameters for `graded`: some or all of the wrong programs of each assignment."""
    return [pytest.param((name, which), id=f"{which}-{name}", marks=marks) for name in CHECKS]


@pytest.fixture(scope="module", params=[*samples("some"), *samples("all", pytest.mark.slow)])
def graded(request, tmp_path_factory):
    """(An assignment, some wrong programs as pairs (Submission, results of a few checks))."""
    name, which = request.param
    assignment, folder = plan.load(name), tmp_path_factory.mktemp(name)
    names = [wrong for wrong in wrong_programs(name) if which == "all" or Path(wrong).name in SOME]
    paths = [program(wrong, name) for wrong in names]
    words = [
        "--assignment",
        name,
        "--no-examples",
        "--no-reports",
        "--cpu-s",
        1,
        *selecting(*CHECKS[name]),
    ]
    stdout_of(*words, "--out", folder / "out", *paths)
    with store.existing(folder / "out") as results:
        submissions = results.document().submissions
    read = intake.submissions(list(map(str, paths)), plan.files(name), "single")
    assert [results.path for results in submissions] == [submission.path for submission in read]
    return assignment, list(zip(read, submissions))


def with_examples(graded, assignment, is_cold=False):
    """{name: (texts, the traces)} of graded programs, explained with examples, two at a time."""
    shared = Finder(assignment)

    def explained(box, pair):
        """The name of a submission, and what is found and said."""
        submission, results = pair
        if is_cold:
            forget()
        finder = Finder(assignment) if is_cold else shared
        known = diagnose.explained(results, assignment)
        own = Program(box, submission.files(), submission.aliases)
        found = replace(known, examples=finder.examples(own, known))
        both = [trace for one in found.examples for trace in (one.right, one.yours)]
        traces = [trace and json.loads(json_text(trace)) for trace in both]
        return found.submission, (*texts(found), traces)

    with Pool("basic", sys.executable, 2, 0) as pool:
        return dict(pool.map(explained, graded))


def differing(found, others):
    """The names of programs of which something else is said."""
    return [name for name in others if others[name] != found[name]]


@pytest.mark.long
def test_what_is_found_is_the_same_on_a_machine_20_times_slower(graded, monkeypatch):
    assignment, programs = graded
    found = with_examples(programs, assignment)
    cut_short = sentences.FACTS["causes_cut_short"]
    assert not any(cut_short in text for both in found.values() for text in both[:2])
    hurry(monkeypatch)
    assert differing(found, with_examples(programs[::-1], assignment)) == []
    sample = programs[::5] if len(programs) > 10 and assignment.name == "npuzzle" else programs
    assert differing(found, with_examples(sample, assignment, is_cold=True)) == []
    shown = sum('"examples": []' not in json for json, *_ in found.values())
    assert shown > len(found) / 2
