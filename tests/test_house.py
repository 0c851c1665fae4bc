"""What stands at the top of the grader, how long functions are, and how tests wait."""

import ast
import re
from collections import Counter

import pytest

from tests.conftest import VERSIONS
from tests.helpers import ROOT


PIPELINE = "__init__ __main__ compare conditions serialization traces".split()
ROOMS = ("grader", "lecture", "optimal", "testinput", "tests")
LONGEST = 40  # the most lines of a function
MODULE = 450  # the most lines of a module
# the most in a hundred lines of the grader, assignments left out
DENSE = {"conditional expressions": 1.3, "comprehensions": 3.0, "starred displays": 0.3}
PROJECTED = {"board.py": 210, "solver.py": 200, "funny_puzzle.py": 190}  # the most lines of a model
STUDENTS = ("submissions/", "programs/", "reference/")  # written as students would write them


def test_at_the_top_of_the_grader_is_the_pipeline_alone():
    assert sorted(path.stem for path in (ROOT / "grader").glob("*.py")) == PIPELINE


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


def kind_of(node):
    """What a node is counted as in DENSE, None for most."""
    if isinstance(node, ast.IfExp):
        return "conditional expressions"
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return "comprehensions"
    items = node.elts if isinstance(node, ast.List | ast.Tuple | ast.Set) else ()
    if any(isinstance(item, ast.Starred) and isinstance(item.ctx, ast.Load) for item in items):
        return "starred displays"


def test_lines_of_the_grader_are_not_dense(record_property):
    lines, counts = 0, Counter()
    for path in (ROOT / "grader").rglob("*.py"):
        if "assignments" not in path.parts:
            text = path.read_text(encoding="utf-8")
            lines += text.count("\n")
            counts.update(map(kind_of, ast.walk(ast.parse(text))))
    found = {kind: round(100 * counts[kind] / lines, 2) for kind in DENSE}
    assert lines > 20_000
    record_property("figures", f"in a hundred lines of the grader: {found}")
    assert all(found[kind] <= most for kind, most in DENSE.items()), found


def test_the_files_that_are_tried_under_each_version_of_python_are_there():
    names = [path.stem.removeprefix("test_") for path in (ROOT / "tests").glob("test_*.py")]
    assert [name for name in VERSIONS if name not in names] == []


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


# ---- Waiting ----

SLEEPS = re.compile(r"while .*\n( .*\n)* +time\.sleep")


def test_no_test_sleeps_by_itself_until_something_holds():
    files = [file for file in (ROOT / "tests").glob("*.py") if "bench" not in file.name]
    files.remove(ROOT / "tests/waiting.py")
    sleeping = [
        f"{file.name}: {ast.unparse(node)}"
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.While) and SLEEPS.match(ast.unparse(node))
    ]
    assert len(files) > 80 and not sleeping
