"""Functions that return values: what the maze of the documentation is graded by."""

import re
import shutil
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from grader.judge import values
from grader.sandbox import returned
from tests.helpers import (
    ROOT,
    assignment_folder,
    grader,
    python,
    read_json,
    stdout_of,
    submissions_graded,
    verdicts,
    write_files,
)


PYTHON, OTHER, MISCONCEPTIONS = re.findall(
    r"```(?:python|json)\n(.*?)```", (ROOT / "grader/docs/maze.md").read_text(), re.DOTALL
)
EVIL = """
class Five(int):
    def __repr__(self):
        return "4"


class Any:
    __class__ = int

    def __repr__(self):
        return "4"

    def __eq__(self, other):
        return True


"""
ANSWER = "            return reached[square]\n"


@pytest.fixture(scope="module")
def with_transcripts(tmp_path_factory):
    """The folder of the assignment, with its transcripts."""
    files = {"maze.py": PYTHON, "assignment.json": OTHER, "misconceptions.py": MISCONCEPTIONS}
    return assignment_folder(tmp_path_factory.mktemp("maze") / "maze", files)


@pytest.fixture
def maze(with_transcripts, tmp_path):
    """A copy of that folder."""
    return Path(shutil.copytree(with_transcripts, tmp_path / "maze"))


ANSWERS = [
    "            print(reached[square])\n            return\n",
    "            print('returned', reached[square])\n            return\n",
    "            return Five(3)\n",
    "            return Any()\n",
    "            return str(reached[square])\n",
]


def test_the_model_gets_full_marks_and_what_only_looks_like_the_value_is_wrong(maze, tmp_path):
    programs = [PYTHON, *(EVIL + PYTHON.replace(ANSWER, answer) for answer in ANSWERS)]
    files = {f"{number}/maze.py": text for number, text in enumerate(programs)}
    group = write_files(tmp_path / "class", files)
    graded = submissions_graded(tmp_path, "--assignment", maze, group)
    right, *wrong = map(verdicts, graded)
    assert set(right.values()) == {"accepted"} and len(wrong) == len(ANSWERS)
    printed = {result["check"]: result["help"] for result in graded[1]["results"]}
    asked = "Does the function return its answer, rather than print it?"
    assert printed["distance/around"] == asked
    for told in wrong:
        assert told["distance/around"] == "wrong_answer"
        assert told["distance/walled"] == "accepted"


def test_transcripts_have_what_is_returned_and_none_where_nothing_is_asked_for(with_transcripts):
    printed = {
        "distance/around": "returned 4\n",
        "distance/walled": "returned None\n",
        "neighbors/corner": "returned {(1, 0)}\n",
        "show/small": ".#\n..\n",
    }
    for name, text in printed.items():
        assert (with_transcripts / f"transcripts/maze/{name}.txt").read_text() == text


@pytest.mark.parametrize(
    "own, right, is_alike",
    [
        ("returned 0.30000000000000004", "returned 0.3", True),
        ("returned {'a': [1.0000000001]}", "returned {'a': [1.0]}", True),
        ("returned 1", "returned 1.0", True),
        ("returned 1.1", "returned 1.0", False),
        ("returned True", "returned 1", False),
        ("returned (1, 2)", "returned [1, 2]", False),
        ("returned {10.0, 2.0}", "returned {2.0000000001, 10.0}", True),
        ("returned " + "[" * 10_000, "returned []", False),
        ("returned " + "9" * 49_000, "returned 1", False),
        ("returned __import__('os').getcwd()", "returned ''", False),
        ("0.30000000000000004", "0.3", False),
    ],
)
def test_values_are_compared_as_literals_alone(own, right, is_alike):
    assert (values.alike((own,), (right,), 1e-9) == (right,)) is is_alike


def test_what_a_value_holds_counts_and_not_what_its_class_says():
    loop = []
    loop.append(loop)
    assert returned.returned({10: 1, 9: 2}) == "returned {9: 2, 10: 1}"
    assert returned.returned((set(), frozenset({2, 1}), (3,))) == "returned (set(), {1, 2}, (3,))"
    assert returned.returned(Counter("aab")) == "returned {'a': 2, 'b': 1}"
    assert returned.returned(object()) == "returned <object> <object object"
    assert returned.returned(loop).count("[") == returned.DEEPEST + 1


def test_new_finds_out_from_the_model_what_returns(tmp_path):
    (tmp_path / "maze.py").write_text(PYTHON)
    stdout_of("new", tmp_path / "own", "--model", tmp_path / "maze.py")
    groups = read_json(tmp_path / "own/assignment.json")["groups"]
    returns = {group["name"]: group.get("returns", False) for group in groups}
    assert returns == {"import": False, "neighbors": True, "distance": True, "show": False}


WRONG = {
    "counts_squares": ("{start: 0}", "{start: 1}"),
    "walks_through_walls": (' and maze[r][c] != "#"', ""),
    "prints_lists": ("print(row)", "print([*row])"),
}


@pytest.fixture
def proved(maze):
    """A function that proves the maze with a program for each mistake: the finished process."""
    wrong = {f"wrong/{name}.py": PYTHON.replace(*edit) for name, edit in WRONG.items()}
    write_files(maze / "programs", {"right/model.py": PYTHON, **wrong})
    return lambda: grader("verify", maze)


@pytest.mark.once
def test_the_maze_is_proved_with_a_program_for_each_mistake(proved):
    done = proved()
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "6 of 6 are what the reference prints" in done.stdout
    assert "3 of 3 wrong programs have a cause named, 3 of them as expected" in done.stdout


def test_a_misconception_whose_edits_do_not_fit_is_named(proved, maze):
    text = MISCONCEPTIONS.replace('"print(row)"', '"print(line)"')
    (maze / "misconceptions.py").write_text(text)
    done = proved()
    assert done.returncode == 1
    assert "WRONG: prints_lists: its edits do not fit the reference: " in done.stdout


MEAN = "def mean(numbers):\n    return sum(numbers) / len(numbers)\n"
MEANS = """{
  "name": "means", "file": "means.py", "model": "means.py",
  "arguments": {"whole": [[1, 2, 3]], "thirds": [[3, 3, 4]]},
  "groups": [{"name": "mean", "function": "mean", "returns": true,
              "parts": {"mean": {"points": 1}}, "instances": ["*"]}]
}"""


@pytest.mark.once
@pytest.mark.parametrize(
    "line",
    ["import statistics; return statistics.mean(numbers)", "return sum(n / 3 for n in numbers)"],
)
def test_floats_that_the_course_accepts_are_right_at_home(line, tmp_path):
    folder = assignment_folder(tmp_path / "means", {"means.py": MEAN, "assignment.json": MEANS})
    program = f"def mean(numbers):\n    {line}\n"
    stdout_of("handout", tmp_path / "home.zip", "--assignment", folder)
    zipfile.ZipFile(tmp_path / "home.zip").extractall(tmp_path)
    place = write_files(tmp_path, {"means.py": program})
    assert "All 2 checks pass" in python("check.pyz", cwd=place).stdout
