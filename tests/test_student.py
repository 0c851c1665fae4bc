"""What a student reads at home, and that no student reads about hidden checks."""

import json
import re
import zipfile
from pathlib import Path

import pytest

from grader.entry.main import main
from grader.records.facts import fact
from grader.records.results import Result
from grader.report import student, terminal
from grader.report.html import whole_page
from grader.report.scope import Scope
from grader.report.summary import what_works
from tests.assignments import solving
from tests.documents import changed, document, every_verdict, submission
from tests.helpers import ROOT, flat, refusal_of, stdout_of
from tests.programs import program
from tests.sample import rows
from tests.test_grader import assignment


QUICK = ["--only", "import", "--only", "*/funny04-21", "--only", "*/funny07-32"]
HIDDEN = [
    {"name": "import"},
    solving("solve", "funny04-21"),
    solving("deep", "funny23-10219", visibility="hidden"),
]
HIDDEN_STATE = (ROOT / "testinput/funny23-10219.txt").read_text().split()
SECRETS = ["funny23-10219", "10219", ", ".join(HIDDEN_STATE), "moves: 22"]


def student_report(*arguments):
    """The report of a student, without the first line, which has the version of Python."""
    shown = stdout_of("--student", *arguments)
    head, _, rest = shown.partition("\n\n")
    assert re.fullmatch(r"Checking .* \(funny_puzzle, Python 3\.\d+\.\d+\w*\)", head)
    return rest


# ---- What it says ----


def test_a_right_program_passes_the_checks_that_were_chosen():
    assert (
        student_report(*QUICK, "funny_puzzle.py")
        == """\
  import      works
  print_succ  all 2 right
  solve       all 2 right

These 5 checks pass.
"""
    )


@pytest.mark.parametrize("name", ["hw1.py", "funny_puzzle.py"])
def test_a_file_of_another_name_is_told_by_which_name_lines_are_named(tmp_path, name):
    (tmp_path / name).write_text("def solve(state):\n    state.x\n")
    shown = flat(student_report("--only", "solve/funny04-21", tmp_path / name))
    assert "(funny_puzzle.py, line 2)" in shown
    said = "Below, hw1.py is called funny_puzzle.py, as the checks import it by that name."
    assert (said in shown) == (name == "hw1.py")


@pytest.mark.parametrize(
    "elsewhere, said",
    [
        ({}, ""),
        ({"queue": 1}, " Not checked at home: queue (1 point)."),
        ({"command": 1, "queue": 2.5}, " Not checked at home: command, queue (3.5 points)."),
    ],
)
def test_a_right_program_passes_all_checks_and_there_may_be_others(elsewhere, said):
    graded = document(submission("ada", [every_verdict()["accepted"]]))
    shown = terminal.at_home(graded, scope=Scope(elsewhere=elsewhere))
    others = "(Your course may have others, and its grading decides.)"
    assert f"The only check passes: well done!{said} {others}" in flat(shown)


def test_a_wrong_program_sees_its_first_difference_drawn_once_for_all_alike():
    path = program("wrong/successors_descending")
    assert (
        student_report(*QUICK, path).replace(str(path), "hw9_jdoe.py")
        == """\
  import      works
  print_succ  0 of 2 right
  solve       all 2 right

1. print_succ([1, 2, 3, 4, 5, 6, 7, 0, 0]) - not yet: line 1 differs.

      expected | [1, 2, 3, 4, 0, 6, 7, 5, 0] h=1
      yours    | [1, 2, 3, 4, 5, 6, 0, 7, 0] h=1
                              ^

      expected:         yours:
      +-----------+     +-----------+
      |  1  2  3  |     |  1  2  3  |
      |  4 [ ] 6  |     |  4 [5] 6  |
      | [7][5]    |     | [ ][7]    |
      +-----------+     +-----------+

   Which of the successors should be printed first, the smallest or the largest?
   The same mistake shows in 2 more: print_succ/funny04-21, print_succ/funny07-32
   >>> print_succ([1, 2, 3, 4, 5, 6, 7, 0, 0])

To try the lines after >>> yourself, start Python like this:
   python3 -i hw9_jdoe.py

So far import and solve work; print_succ does not yet. One thing is left to look into.
"""
    )


@pytest.mark.long
def test_an_endless_program_is_not_waited_for_again_and_again_nor_in_another_group():
    only = [f"--only={name}" for name in ("import", "solve/funny00-1", "solve/funny01-4", "deep")]
    shown = student_report("--cpu-s", 1, "--jobs", 1, *only, program("rude/loops"))
    assert "  deep    not tried\n" in shown
    assert (
        "- not yet:\n   it used more than 1 s of CPU time, and was stopped. "
        "Shortly before, it was in line 5 of\n   funny_puzzle.py, called from line 9.\n"
        "   Does every loop end, does the search recognise the goal, and does it know quickly "
        "where it has\n   been?\n"
        "   The same happens in 1 more: solve/funny00-1\n" in shown
    )
    assert (
        "1 check was not tried, because solve crossed a time or memory limit in 2 checks before."
    ) in shown


# The program, what is handed in, and what is started.
STARTED = """
in a folder       | hw9/myprog.py       | hw9         | hw9/myprog.py
in a folder of it | hw9/inner/myprog.py | hw9         | hw9/inner/myprog.py
with a space      | my prog.txt         | my prog.txt | 'my prog.txt'
with a dash       | hw9/-x.py           | hw9         | hw9/-x.py
in a zip          | hw9/myprog.py       | hw9.zip     | myprog.py    (unpack hw9.zip first)
a notebook | hw9/a.ipynb | hw9 | funny_puzzle.py    (save the code of a.ipynb in it first)
"""


@pytest.mark.parametrize("name, path, start", rows(STARTED))
def test_the_program_to_be_started_is_called_as_it_is(
    name, path, start, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    source = "def solve(state): pass\n"
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        json.dumps({"cells": [{"cell_type": "code", "source": source}]})
        if name.endswith("ipynb")
        else source
    )
    if path.endswith(".zip"):
        with zipfile.ZipFile(path, "w") as packed:
            packed.write(name)
    assert main(["--student", "--only", "solve/funny00-1", path]) == 0
    shown = capsys.readouterr().out
    assert f"start Python like this:\n   python3 -i {start}\n" in shown


def test_a_file_that_acts_when_it_is_run_is_to_be_imported(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, start in ("hw9", "-c 'from hw9 import *'"), ("hw-9", "hw-9.py"):
        text = "def solve(state): pass\nif __name__ == '__main__': solve(input())\n"
        Path(f"{name}.py").write_text(text)
        assert main(["--student", "--only", "solve/funny00-1", f"{name}.py"]) == 0
        assert f"start Python like this:\n   python3 -i {start}\n" in capsys.readouterr().out


@pytest.mark.long
def test_failing_commands_are_one_cause_and_no_modules_of_the_program(tmp_path):
    for file in "board.py", "solver.py":
        (tmp_path / file).write_text(
            (ROOT / "grader/assignments/npuzzle/reference" / file)
            .read_text()
            .replace("Minimum", "Least")
        )
    shown = stdout_of("--student", "--only", "command", "--only", "twin/files", tmp_path)
    assert "1. command/puzzle04 - not yet: line 1 differs.\n" in shown and "2. " not in shown
    assert (
        "   The same happens in 1 more: command/puzzle4x4-10\n   >>> _ = open('puzzle04.txt', 'w')"
        in shown
    )
    assert (
        "start Python like this:\n"
        f"   cd {tmp_path} && python3 -i -c 'from board import *; from solver import *'\n"
    ) in shown


# ---- What is hidden ----


@pytest.fixture
def hiding(tmp_path):
    """The options for an assignment with a hidden check."""
    return ["--assignment", assignment(tmp_path, groups=HIDDEN)]


def hides(text):
    """Whether a text gives away nothing of the hidden check."""
    return not any(secret in text for secret in SECRETS)


@pytest.mark.long
@pytest.mark.parametrize("argument", ["--list", program("wrong/no_queue_length")])
def test_a_student_at_home_sees_no_hidden_check(argument, hiding):
    shown = stdout_of(*hiding, "--student", argument)
    assert hides(shown) and "deep" not in shown and "solve" in shown
    assert "deep/funny23-10219" in stdout_of(*hiding, "--list")


def test_a_hidden_check_can_not_be_asked_for(hiding):
    said = refusal_of(*hiding, "--student", "--only", "deep", "funny_puzzle.py")
    assert "expected a group or check (--list shows them), got 'deep'" in said


@pytest.mark.long
def test_reports_to_students_tell_verdict_and_points_of_hidden_checks_and_no_more(hiding, tmp_path):
    out = tmp_path / "out"
    shown = stdout_of(*hiding, "--no-examples", "--out", out, program("wrong/no_queue_length"))
    assert not hides(shown)  # instructors see everything
    (feedback,), (page,) = out.glob("feedback/*.txt"), out.glob("html/students/*.html")
    for text in feedback.read_text(), page.read_text():
        words = flat(text)
        assert (
            hides(text)
            and (
                "Hidden checks, of which there is no more to read: "
                "deep/hidden-3 (wrong answer, 1 of 2 points)."
            )
            in words
        )
    assert "1/2" in page.read_text()
    assert "deep/funny23-10219" in (out / "results.json").read_text()


# ---- Usage ----


def test_the_files_in_a_students_own_folder_are_one_program(tmp_path):
    for name in ("a.py", "b.py", "c.py"):
        (tmp_path / name).write_text("x = 1\n")
    shown = stdout_of("--student", tmp_path)
    assert "--layout" not in shown
    assert "of its files (a.py, b.py, c.py) any could be meant." in flat(shown)


@pytest.mark.parametrize(
    "reason, said", [("patience", "a works; b does not yet."), ("budget", "a works.")]
)
def test_a_group_skipped_for_what_the_program_does_is_one_that_does_not_work(reason, said):
    passed = Result("a/x", "", "accepted", fact("as_expected"))
    skipped = Result("b/x", "", "skipped", fact(reason, function="f", number=2))
    assert what_works([passed, skipped]) == said


def test_a_text_has_four_reasons_why_checks_were_not_tried_and_a_page_all():
    wrong = every_verdict()["wrong_answer"]
    skipped = [
        changed(
            every_verdict()["skipped"],
            check=f"{name}/x",
            reason=fact("patience", function=name, number=2),
        )
        for name in "abcdef"
    ]
    one = submission("ada", [wrong, *skipped])
    assert flat(terminal.at_home(document(one))).count("was not tried, because") == 4
    assert (
        whole_page("ada", student.blocks(one, student.own_folder)).count(b"was not tried, because")
        == 6
    )
