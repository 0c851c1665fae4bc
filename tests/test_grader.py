"""The grader from the outside, through its command line, on real submissions in real processes."""

import json
import os
import shlex
import sys
from dataclasses import replace

import pytest

from grader.assignment import plan
from grader.ground.errors import UsageError
from grader.making import transcripts
from tests.assignments import loaded
from tests.documents import EXPECTED, record
from tests.helpers import (
    ROOT,
    error_of,
    grader,
    read_json,
    refusal_of,
    run_at_root,
    stdout_of,
    submissions,
    submissions_graded,
    text_of,
    write_files,
)
from tests.mistakes import SOURCE
from tests.programs import program
from tests.terminal import Terminal


QUICK = ["--only", "import", "--only", "*/funny07-32"]
CHECKS = loaded("funny_puzzle").checks
POINTS = sum(check.points for check in CHECKS)


def results(folder, *arguments):
    """{name of the check: its record} of the only submission graded, from the grader's JSON."""
    (submission,) = submissions_graded(folder, *arguments)
    return {record["check"]: record for record in submission["results"]}


# ---- What it says ----


def test_the_model_solution_gets_every_point_from_make_grade():
    words = "-s", "--no-print-directory", "grade", f"PYTHON={sys.executable}"
    shown = text_of(run_at_root("make", *words))
    assert shown.endswith(f"\nTotal: {POINTS} of {POINTS} points ({len(CHECKS)} accepted)\n\n")


TEXT = EXPECTED.decode()
HARMLESS = [
    TEXT + " \t",
    TEXT.replace("\n", "\r\n"),
    TEXT.rstrip("\n"),
    TEXT.replace("\n", "   \n"),
    TEXT + "\n\n",
]
HARMFUL = [
    " " + TEXT,
    TEXT.replace(", ", ","),
    TEXT.replace("\n", "\n\n", 1),
    TEXT[:-2],
    TEXT.upper(),
    TEXT + TEXT,
    TEXT.replace("0", "O"),
    "\ufeff" + TEXT,
    "",
]


@pytest.mark.once
def test_white_space_at_the_ends_of_lines_and_of_the_output_is_forgiven_and_nothing_else():
    for text in HARMLESS:
        assert record(stdout=text.encode()).verdict == "accepted", repr(text)
    for text in HARMFUL:
        assert record(stdout=text.encode()).verdict == "wrong_answer", repr(text)


@pytest.mark.once
def test_the_queue_length_before_the_path_earns_the_path_only():
    *path, length = TEXT.splitlines(True)
    result = record(stdout="".join([length, *path]).encode())
    assert (result.points, result.verdict) == ({"path": 1, "queue length": 0}, "wrong_answer")


@pytest.mark.once
def test_list_shows_every_check_with_its_points_and_call():
    rows = stdout_of("--list").splitlines()
    assert len(rows) == len(CHECKS)
    assert "solve/funny07-32                2  solve([5, 1, 3, 0, 2, 6, 4, 0, 7])" in rows


# ---- What it takes in ----


@pytest.mark.once
def test_a_path_without_a_program_is_missing_and_says_why(tmp_path):
    (tmp_path / "place").mkdir()
    shown = stdout_of("--layout", "single", tmp_path / "place")
    sentence = "The folder place has no funny_puzzle.py, nor any other .py file."
    assert f"import: missing\n  >>> import funny_puzzle\n  {sentence}\n" in shown
    assert shown.endswith(f"Total: 0 of {POINTS} points ({len(CHECKS) - 1} skipped, 1 missing)\n\n")


# ---- What a submission can see and do ----


@pytest.mark.once
def test_another_interpreter_is_named_and_used(tmp_path):
    python = tmp_path / "python-of-the-course"
    python.symlink_to(sys.executable)
    (tmp_path / "funny_puzzle.py").write_text("import sys\nprint(sys.executable)\n")
    options = ["--only", "import", "--python", python, "--json", tmp_path / "results.json"]
    assert f"--python {python} --only import" in stdout_of(*options, tmp_path)
    (submission,) = submissions(tmp_path / "results.json")
    assert submission["results"][0]["run"]["stdout"] == f"{python}\n"


def test_what_an_exception_was_is_told_whatever_else_is_on_stderr(tmp_path):
    (tmp_path / "funny_puzzle.py").write_text("""
import atexit, sys

class Odd(Exception):
    def __str__(self):
        raise ValueError

def print_succ(state):
    atexit.register(print, "bye", file=sys.stderr)
    raise ValueError("first line\\nsecond line " + 10_000 * "x")

def solve(state):
    sys.stderr = None
    raise Odd
""")
    by_check = results(tmp_path, *QUICK, tmp_path / "funny_puzzle.py")
    said = [by_check[f"{name}/funny07-32"]["rationale"] for name in ("print_succ", "solve")]
    assert said == [
        "print_succ raised ValueError: first line (funny_puzzle.py, line 10).",
        "solve raised Odd (funny_puzzle.py, line 14).",
    ]
    assert len(json.dumps(by_check)) < 5000


# ---- Usage, and faults of ours ----


def assignment(tmp_path, **changes):
    """An assignment file that differs from the real one."""
    data = read_json(ROOT / "grader/assignments/funny_puzzle/assignment.json") | changes
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(data))
    return path


REFUSED = read_json(ROOT / "tests/refused_assignments.json")


@pytest.mark.parametrize("changes, problem", REFUSED)
@pytest.mark.once
def test_everything_wrong_with_an_assignment_file_is_said_in_one_line(changes, problem, tmp_path):
    path = assignment(tmp_path, **changes)
    message = error_of(UsageError, plan.load, str(path))
    problem = problem.replace("FOLDER", str(tmp_path)).replace("ROOT", str(ROOT))
    assert message.startswith(f"{path}: {problem}")
    assert "\n" not in message


@pytest.mark.once
def test_an_instructor_who_adds_an_instance_is_told_to_make_its_transcript(tmp_path):
    groups = [{"name": "solve", "function": "solve", "instances": ["funny00-1", "funny13-791"]}]
    (tmp_path / "my course").mkdir()
    file = assignment(tmp_path / "my course", groups=groups)
    assert refusal_of("--assignment", file, "funny_puzzle.py") == (
        "grader: funny_puzzle: expected a transcript of every check, got none of "
        "solve/funny13-791 (`python3 -m grader transcripts "
        f"'{tmp_path}/my course/changed.json'` makes them)\n"
    )


def test_of_many_missing_transcripts_three_are_named():
    assignment = replace(loaded("funny_puzzle"), name="renamed", given="renamed")
    with pytest.raises(
        UsageError, match=r"none of import, (\S+, )\S+ and \d+ more \(`python3 -m g"
    ):
        transcripts.expected(assignment, assignment.checks)


@pytest.mark.once
def test_a_part_that_no_line_of_the_transcript_has_is_an_error(tmp_path):
    groups = [
        {
            "name": "solve",
            "function": "solve",
            "instances": ["funny00-1"],
            "parts": {"queue": {"points": 1, "lines": "quee"}},
        }
    ]
    file = assignment(tmp_path, groups=groups)
    assert refusal_of("--assignment", file, "funny_puzzle.py") == (
        "grader: funny_puzzle: solve/funny00-1: part queue: expected a line in the "
        "transcript that 'quee' matches, got none (a group of its own, with the same function, can "
        "have other parts)\n"
    )


def test_a_file_that_is_no_json_is_no_assignment(tmp_path):
    (tmp_path / "x.json").write_text("{")
    said = refusal_of("--assignment", tmp_path / "x.json", "funny_puzzle.py")
    assert f"grader: {tmp_path}/x.json: expected JSON, got " in said


def test_a_fault_of_the_grader_makes_the_status_3_and_is_tried_again_by_the_next_run(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("""
import resource, sys
if sys.argv[0] == "-m":
    def no_more_files(event, arguments):
        if event == "tempfile.mkdtemp":
            raise OSError(28, "No space left on device")
    sys.addaudithook(no_more_files)
""")
    command = [*QUICK, "--out", tmp_path / "out", "funny_puzzle.py"]
    done = grader(*command, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert done.returncode == 3
    assert "import: judge_error\n" in done.stdout
    assert "Not run, because the grader failed in import." in done.stdout
    assert (
        "The grader failed, not the submission: OSError(28, 'No space left on device')."
        in done.stdout
    )
    assert "Traceback" in done.stderr
    shown = stdout_of(*command)
    assert "Total: 3 of 3 points (3 accepted)" in shown


def test_a_fault_where_a_program_is_mended_is_a_judge_error_and_ends_no_grading(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("""
import sys
def no_tree(event, arguments):
    if event == "compile" and sys._getframe(3).f_globals["__name__"] == "grader.judge.mends":
        raise OSError(5, "Input/output error")
sys.addaudithook(no_tree)
""")
    write_files(tmp_path / "class", {"hw_ann.py": f"input()\n{SOURCE}", "hw_bob.py": SOURCE})
    command = [*QUICK, "--assignment", "funny_puzzle", "--layout", "many", tmp_path / "class"]
    done = grader(*command, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert (done.returncode, "Traceback" in done.stderr) == (3, True)
    assert "ann: Total: 0 of 3 points (" in done.stdout and "judge_error" in done.stdout
    assert "bob: Total: 3 of 3 points (3 accepted)" in done.stdout


# ---- On a terminal, and off one ----


@pytest.mark.long
@pytest.mark.once
def test_colour_and_progress_are_for_terminals_only():
    arguments = [*QUICK, "--no-examples", program("wrong/tab_before_h")]
    assert "\x1b" not in (done := grader(*arguments)).stdout and done.stderr == ""
    shown, status = Terminal([sys.executable, "-m", "grader", *arguments]).rest()
    assert status == 0
    assert "\x1b[32maccepted" in shown and "\x1b[31mwrong_answer" in shown
    assert "\r\x1b[K1 of 3 done, waiting for print_succ/funny07-32" in shown


def test_a_reader_that_goes_away_is_no_fault():
    command = f"{shlex.quote(sys.executable)} -m grader --list | head -n 1"
    done = run_at_root("sh", "-c", command)
    assert done.stdout.startswith("import ") and done.stderr == ""
