"""Checks of what functions and programs read from stdin, and of programs run as commands."""

import json
import zipfile

import pytest

from grader.assignment import plan
from grader.assignment.hooks import call
from grader.handout.stubs import stub
from grader.judge.judge import judge
from grader.records.facts import fact
from tests.assignments import check_named, predicted
from tests.helpers import (
    ROOT,
    assignment_folder,
    python,
    read_json,
    stdout_of,
    submissions,
    submissions_graded,
    verdicts,
    write_files,
)


MODEL = '''\
"""Sums of numbers that are read."""

import sys


def ask(count):
    """Print the sum of so many numbers that are read."""
    print(sum(int(input("number? ")) for _ in range(count)))


def main():
    """Print the sum of each line that is read, times the argument."""
    factor = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    for line in sys.stdin:
        print(factor * sum(map(int, line.split())))


if __name__ == "__main__":
    main()
'''
MISCONCEPTIONS = """\
from grader.assignment.misconceptions import Misconception

MISCONCEPTIONS = (
    Misconception("less", "It reads less.", "How many?", (("range(count)", "range(1, count)"),)),
    Misconception("no_factor", "It takes no argument.", "Is it?", (("int(sys.argv[1])", "1"),)),
)
"""


@pytest.fixture(scope="module")
def sums(tmp_path_factory):
    """The folder of the assignment, with its transcripts."""
    files = {
        "assignment.json": ROOT / "tests/sums.json",
        "sums.py": MODEL,
        "misconceptions.py": MISCONCEPTIONS,
    }
    return assignment_folder(tmp_path_factory.mktemp("course") / "sums", files)


@pytest.fixture
def graded(sums, tmp_path):
    """A function that grades a program: what is shown, and {check: verdict}."""

    def grade(text, *options):
        path = write_files(tmp_path / "ann", {"sums.py": text}) / "sums.py"
        shown = stdout_of("--assignment", sums, "--json", tmp_path / "out.json", *options, path)
        (submission,) = submissions(tmp_path / "out.json")
        return shown, verdicts(submission)

    return grade


def test_transcripts_have_what_is_printed_when_that_is_read(sums):
    folder = sums / "transcripts/sums"
    assert (folder / "ask/three.txt").read_text() == "number? number? number? 6\n"
    assert (folder / "command/twice.txt").read_text() == "6\n14\n"
    assert (folder / "command/once.txt").read_text() == "11\n"


@pytest.mark.parametrize("options", [(), ("--cold",)])
def test_the_model_gets_full_marks_however_it_is_run(graded, options):
    shown, told = graded(MODEL, *options)
    assert "Total: 5 of 5 points (4 accepted)" in shown
    assert list(told) == ["import", "ask/three", "command/twice", "command/once"]


READERS = {  # {an edit of the model: the verdicts of its checks}
    ("for line in sys.stdin:", "for line in [*open(0)]:"): "accepted accepted accepted",
    ("for line in sys.stdin:", "for line in sys.stdin.buffer:"): "accepted accepted accepted",
    ("    main()\n", "    main()\n    sys.exit(0)\n"): "accepted accepted accepted",
    ("    main()\n", "    main()\n    sys.exit(1)\n"): "accepted runtime_error runtime_error",
    ("    main()\n", "    pass\n"): "accepted wrong_answer wrong_answer",
    ("range(count)", "range(count + 1)"): "runtime_error accepted accepted",
}


def test_a_program_is_run_as_python_runs_it(sums, tmp_path):
    programs = {f"{number}.py": MODEL.replace(*edit) for number, edit in enumerate(READERS)}
    group = write_files(tmp_path / "class", programs)
    graded = submissions_graded(tmp_path, "--assignment", sums, "--layout", "many", group)
    for one, told in zip(graded, READERS.values(), strict=True):
        own = [*verdicts(one).values()]
        assert own == ["accepted", *told.split()], one["submission"]


def test_causes_are_named_by_what_is_read_and_one_check_alone_shows_that_no_argument_is(graded):
    wrong = MODEL.replace("factor * ", "").replace("range(count)", "range(count - 1)")
    shown, told = graded(wrong)
    assert told["command/twice"] == "wrong_answer" and told["command/once"] == "accepted"
    assert "Probably: It takes no argument.\n" in shown
    assert "Probably: It reads less.\n" in shown


def test_a_file_that_starts_nothing_is_asked_what_starts_its_work(graded):
    shown, _ = graded(MODEL.replace("    main()\n", "    pass\n"))
    assert "Hint: What in sums.py starts the work when Python runs the file" in shown


def test_what_is_typed_reproduces_a_failure(sums, graded, tmp_path):
    checks = {check.name: check for check in plan.load(str(sums)).checks}
    wrong = MODEL.replace("print(factor", "print(1 + factor")
    shown, _ = graded(wrong)
    line = call(checks["command/twice"])
    assert f"  >>> {line}\n" in shown and line.endswith("# and give it '1 2\\n3 4\\n' to read")
    assert call(checks["ask/three"]) == "ask(3)  # and give it '1\\n2\\n3\\n' to read"
    done = python("-c", line, cwd=tmp_path / "ann", input="1 2\n3 4\n")
    assert done.stdout == "7\n15\n"


def test_a_file_that_is_missing_or_no_python_fails_every_check(sums, tmp_path, basic):
    (tmp_path / "sums.py").write_text("print(1")
    shown = stdout_of("--assignment", sums, "--only", "command", tmp_path / "sums.py")
    assert "sums.py raised SyntaxError: '(' was never closed (sums.py, line 1)." in shown
    check = check_named(plan.load(str(sums)), "command/once")
    result = judge(check, basic.run(check, {"other.py": MODEL.encode()}), b"11\n")
    assert (result.verdict, result.reason) == (
        "missing",
        fact("no_module", "no_module", module="sums"),
    )


def test_predictions_read_and_take_arguments_like_the_program():
    assert predicted(MODEL, "ask", 2, stdin="1\n2\n").text == "number? number? 3\n"
    assert predicted(MODEL, "ask", 2, stdin="1\n").ended == "EOFError"
    assert predicted(MODEL, "sums.py", "3", stdin="1 2\n").text == "9\n"
    assert predicted("import sys\nprint(1)\nsys.exit()", "a.py").ended == "exit"
    assert predicted("import sys\nsys.exit(2)", "a.py").ended == "RuntimeError"
    assert predicted("import argparse", "a.py").ended == "ImportError"


@pytest.mark.long
@pytest.mark.once
def test_students_check_at_home_what_their_program_reads(sums, tmp_path):
    stdout_of("handout", tmp_path / "out.zip", "--assignment", sums)
    zipfile.ZipFile(tmp_path / "out.zip").extractall(tmp_path)
    (pyz,) = tmp_path.rglob("check.pyz")
    names = zipfile.ZipFile(pyz).namelist()
    (file,) = (name for name in names if name.endswith("assignment.json"))
    assert set(json.loads(zipfile.ZipFile(pyz).read(file))["stdin"]) == {"three", "twice", "once"}
    shown = {}
    for name, text in {"right": MODEL, "wrong": MODEL.replace("factor * ", "")}.items():
        (pyz.parent / "sums.py").write_text(text)
        shown[name] = python(pyz.name, cwd=pyz.parent).stdout
    assert "All 4 checks pass" in shown["right"]
    assert (
        "command  1 of 2 right" in shown["wrong"]
        and "sys.argv = ['sums.py', '2']" in shown["wrong"]
    )


def test_students_begin_with_nothing_of_a_program_that_is_only_a_command():
    assert stub("n = int(input())\nprint(2 * n)\n") == "\n"


@pytest.mark.parametrize(
    "text, groups, stdin",
    [
        (MODEL, {"import": None, "ask": "ask", "command": None}, ["ask", "command"]),
        ("n = int(input())\nprint(2 * n)\n", {"command": None}, ["command"]),
        ("import sys\nprint(2 * int(sys.argv[1]))\n", {"command": None}, []),
        (
            "def f(n):\n    print(n)\n\nif __name__ == '__main__':\n    f(3)\n",
            {"import": None, "f": "f"},
            [],
        ),
    ],
)
def test_new_finds_out_from_the_model_what_reads_and_what_is_a_command(
    tmp_path, text, groups, stdin
):
    (tmp_path / "sums.py").write_text(text)
    stdout_of("new", tmp_path / "own", "--model", tmp_path / "sums.py")
    data = read_json(tmp_path / "own/assignment.json")
    assert {group["name"]: group.get("function") for group in data["groups"]} == groups
    assert all(group["command"] for group in data["groups"] if group["name"] == "command")
    names = {name.rpartition("-")[0] for name in data.get("stdin", {})}
    assert names == set(stdin)
