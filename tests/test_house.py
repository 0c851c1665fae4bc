"""What stands at the top of the grader, and how long functions and modules are."""

import ast

import pytest

from tests.golden import ROOT


pytestmark = pytest.mark.once

PIPELINE = [
    "__init__.py",
    "__main__.py",
    "compare.py",
    "conditions.py",
    "serialization.py",
    "traces.py",
]
ROOMS = ("grader", "lecture", "optimal", "testinput", "tests")
LONGEST = 40  # the most lines of a function
MODULE = 450  # the most lines of a module
PROJECTED = {"board.py": 210, "solver.py": 200, "funny_puzzle.py": 190}  # the most lines of a model
STUDENTS = ("submissions/", "programs/", "reference/")  # written as students would write them


def test_at_the_top_of_the_grader_is_the_pipeline_alone():
    assert sorted(path.name for path in (ROOT / "grader").glob("*.py")) == PIPELINE


def test_no_function_is_longer_than_a_screen():
    files = [*ROOT.glob("*.py"), *(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))]
    names = [path.relative_to(ROOT).as_posix() for path in files]
    own = [name for name in names if not any(folder in name for folder in STUDENTS)]
    lengths = {
        f"{name}: {node.name}": node.end_lineno - node.lineno + 1
        for name in own
        for node in ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert len(lengths) > 1000
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_no_module_of_the_grader_has_more_than_450_lines():
    lengths = {
        path.relative_to(ROOT).as_posix(): path.read_bytes().count(b"\n")
        for path in (ROOT / "grader").rglob("*.py")
    }
    assert len(lengths) > 200
    assert {name: lines for name, lines in lengths.items() if lines > MODULE} == {}


@pytest.mark.parametrize("name, most", PROJECTED.items(), ids=list(PROJECTED))
def test_a_model_solution_is_short_enough_to_be_projected(name, most):
    assert 100 < len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= most


@pytest.mark.parametrize("name", ["board.py", "funny_puzzle.py"])
def test_a_model_solution_checks_its_input_in_some_20_lines(name):
    (checked,) = (
        node
        for node in ast.parse((ROOT / name).read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name == "_checked"
    )
    assert checked.end_lineno - checked.lineno + 1 <= 20
