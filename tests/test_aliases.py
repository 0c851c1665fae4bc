"""Programs that import each other by the names under which they were submitted, like Board.py."""

import pytest

from grader.intake import intake
from grader.records.checks import Check, Limits
from tests.handed_in import FILE, MODEL, zipped
from tests.helpers import grader, stdout_of
from tests.programs import program


FILES = ("board.py", "solver.py")
QUICK = ["--only", "solver", "--only", "solution/2x2", "--only", "command/puzzle04"]
STYLES = {
    "flat_tuples_and_generators": "from Board import Board",
    "textbook_lockstep": "import importlib\nBoard = importlib.import_module('Board').Board\n"
    "import board\nassert board.Board is Board and board.__spec__.name == 'board'",
}


def handed_in(put, name, imports, before_board=""):
    """The folder of a right submission, with capitals, and another line that imports Board."""
    board, solver = ((program(f"right/{name}", "npuzzle") / file).read_text() for file in FILES)
    assert "from board import Board" in solver
    return put(
        {
            "Board.py": (before_board + board).encode(),
            "Solver.py": solver.replace("from board import Board", imports).encode(),
        }
    )


@pytest.mark.parametrize("name, imports", STYLES.items(), ids=STYLES)
def test_files_with_capitals_import_each_other_as_they_were_handed_in(name, imports, put):
    shown = stdout_of("--assignment", "npuzzle", *QUICK, handed_in(put, name, imports))
    assert "Total: 3 of 3 points" in shown, shown


def test_files_with_capitals_may_import_each_other_in_a_circle(put):
    imports = "import Board as late\n\n\ndef Board(rows):\n    return late.Board(rows)\n"
    folder = handed_in(put, "slow_but_right", imports, "import Solver\n")
    shown = stdout_of("--assignment", "npuzzle", *QUICK, folder)
    assert "Total: 3 of 3 points" in shown, shown


def test_a_helper_that_imports_the_program_by_its_own_name_gets_the_same_module(put_file):
    helper = (
        b"import Funny_Puzzle\n\ndef same(function):\n    assert Funny_Puzzle.solve is function\n"
    )
    program = MODEL + b"\n\nimport helper\nhelper.same(solve)\n"
    path = put_file("x.zip", zipped(("Funny_Puzzle.py", program), ("helper.py", helper)))
    shown = stdout_of("--only", "solve/funny00-1", path)
    assert "Total: 2 of 2 points" in shown, shown


def test_a_program_may_import_a_package_of_its_own(put):
    folder = put({FILE: b"from lib.work import *\n", "lib/work.py": MODEL})
    shown = stdout_of("--only", "solve/funny00-1", folder)
    assert "Total: 2 of 2 points" in shown, shown
    (folder / "lib/work.py").write_text("def solve(state):\n    return state[9]\n")
    assert "(lib/work.py, line 2)" in grader("--only", "solve/funny00-1", folder).stdout


@pytest.mark.parametrize(
    "files, names, aliases",
    [
        ({"Board.py": b"1", "Solver.py": b"2"}, FILES, (("Board", "board"), ("Solver", "solver"))),
        ({"board.py": b"1", "Solver.PY.txt": b"2"}, FILES, (("Solver", "solver"),)),
        ({"board.py": b"1", "solver.py": b"2"}, FILES, ()),
        ({"funny_puzzle (1).py": b"1"}, (FILE,), ()),
        ({"hw9.py": b"1"}, (FILE,), (("hw9", "funny_puzzle"),)),
    ],
)
def test_an_alias_is_a_name_that_python_can_import_and_part_of_the_key(files, names, aliases, put):
    (submission,) = intake.submissions([str(put(files))], names, "single")
    assert submission.aliases == aliases
    assert (submission.key() == submission.digest) == (not aliases)


def test_no_module_that_is_there_gives_way_to_an_alias(basic):
    program = "import heapq, other\nprint(heapq.heappop, other.name)\n"
    run = basic.run(
        Check("import", "program", Limits()),
        {"program.py": program.encode(), "other.py": b"name = 1"},
        (("heapq", "program"), ("other", "program")),
    )
    assert run.stdout == b"<built-in function heappop> 1\n", run.stderr
