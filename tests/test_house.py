"""What stands at the top of the grader, and how long functions are."""

import ast

import pytest

from tests.golden import ROOT


pytestmark = pytest.mark.once

PIPELINE = [
    "__init__.py",
    "__main__.py",
    "compare.py",
    "grading.py",
    "records.py",
    "serialization.py",
    "store.py",
    "traces.py",
]
ROOMS = ("grader", "lecture", "optimal", "testinput", "tests")
LONGEST = 40  # lines of a function
STUDENTS = ("submissions/", "programs/", "reference/")  # written as students would


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
