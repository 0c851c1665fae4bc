"""How the files of a program are edited that fails by a slip, and what is asked about it."""

import sys
from dataclasses import replace

import pytest

from grader.grading.reruns import mended
from grader.judge import mends
from grader.judge.results import result
from grader.records.facts import fact
from grader.records.results import Mend
from tests import documents
from tests.assignments import check_named, loaded
from tests.documents import ASSIGNMENT
from tests.sample import rows


SPELLING, INPUT = (
    replace(ASSIGNMENT.checks[0], mends=(edit,)) for edit in ("spelling", "input")
)  # checks of an import with each edit
ARGUMENT = "import sys\nf(sys.argv[1])"
RIGHT = result(INPUT, "accepted", fact("as_expected"), run=documents.run())


def failing(error, hint=""):
    """The result of an import in which an error was raised."""
    reason = fact("raised", hint, called="import", error=error, file="a.py")
    return result(INPUT, "runtime_error", reason, error=error.partition(":")[0])


@pytest.mark.parametrize(
    "name, spelling",
    [("Board.is_goal", "x; import os"), ("a b", "ab"), ("Board.is_goal", "other"), ("", "")],
)
def test_what_a_program_says_of_its_names_is_not_believed(name, spelling):
    check = replace(ASSIGNMENT.checks[0], mends=("spelling", "input", "own_files"))
    said = result(check, "missing", fact("other_spelling", name=name, spelling=spelling))
    assert mends.mended(check, {"board.py": b"class Board:\n    pass\n"}, said) is None
    asked = replace(
        said, error="EOFError", reason=fact("raised", "self", called="import", error="EOFError")
    )
    for source in b"input(", b"(" * 9999 + b"input()", b"\xff input()", b"# input\n":
        assert mends.mended(check, {"a.py": source}, asked) is None


def test_calls_are_silenced_in_other_checks_only_if_the_import_works_then():
    failed = failing("ValueError: no")
    kept = b"class A: pass\nGOAL = []\nGOAL.extend([1])\n"
    files = {"a.py": kept + b"A().f()\n"}
    for verdict, is_tried in (("accepted", True), ("wrong_answer", True), ("time_limit", False)):
        tried = replace(failed, mend=Mend(("input",), verdict, {}, None))
        assert bool(mends.mended(INPUT, files, tried)) == is_tried
    quiet = kept + b"if __name__ == '__main__': A().f()\n"
    assert edited_by(INPUT, files, failed) == {"a.py": quiet}
    in_b = replace(failed.reason, fields=failed.reason.fields | {"file": "b.py"})
    elsewhere = replace(failed, reason=in_b)
    assert mends.mended(INPUT, files, elsewhere) is None


def test_what_a_skipped_loop_fills_is_skipped_as_well_but_no_module_that_it_calls():
    failed = result(INPUT, "runtime_error", fact("raised", called="import"), error="EOFError")
    source = b"""\
import sys
rows = []
for line in input():
    rows.append(line)
    sys.stdout.flush()
solver = max(rows)
sys.setrecursionlimit(9000)
"""
    skipped = b"\n\n\nif __name__ == '__main__': solver"
    kept = source.replace(source[source.index(b"for") : source.index(b" = max")], skipped)
    assert edited_by(INPUT, {"a.py": source}, failed) == {"a.py": kept}


@pytest.mark.parametrize(
    "source, asked, hint",
    [
        ("f()", "", "printed_at_import"),
        ("f()", "no_index", "no_index"),
        (ARGUMENT, "", "arguments"),
        (ARGUMENT, "no_index", "arguments"),
        (ARGUMENT, "no_key", "no_key"),
    ],
)
def test_what_is_asked_about_an_import_that_works_without_its_calls(source, asked, hint):
    failed = failing("IndexError: no", asked)
    files = {"a.py": f"def f(*_): 1 / 0\n{source}\n".encode()}
    tried = mended(INPUT, files, failed, None, lambda *_: RIGHT)
    assert (tried.reason.hint, tried.mend.verdict) == (hint, "accepted")


def test_lines_of_a_notebook_are_left_out_of_an_import():
    error = "NameError: name 'get_ipython' is not defined"
    files = {"a.py": b"def f(): pass\nget_ipython().system('ls')\n"}
    quiet = b"def f(): pass\nif __name__ == '__main__': get_ipython().system('ls')\n"
    assert edited_by(INPUT, files, failing(error)) == {"a.py": quiet}


def test_lines_that_only_jupyter_understands_cost_once_and_are_asked_about():
    failed = failing("SyntaxError: invalid syntax")
    files = {"a.py": b"!pip install y\ndef f(): pass\nif f():\n    !ls\n"}
    assert edited_by(INPUT, files, failed)["a.py"] == b"\ndef f(): pass\nif f():\n    ...\n"
    tried = mended(INPUT, files, failed, None, lambda *_: RIGHT)
    assert (tried.reason.hint, tried.mend.verdict) == ("no_notebook", "accepted")
    no_magic = {"a.py": b"def f(): pas s\n"}
    assert edited_by(INPUT, no_magic, failed) == no_magic


def edited_by(check, files, result):
    """The files after the edit that mends a result, or as they are if none does."""
    found = mends.mended(check, files, result)
    return found[2] if found else files


def test_an_attribute_that_hides_a_method_gets_another_name():
    hides = fact("no_method", name="Board.n", short="n")
    files = {
        "board.py": b"class Board:\n    def __init__(self):\n        self.n = 3\n\n"
        b"    def n(self):\n        return self.n\n",
        "solver.py": b"from board import Board\nBoard().n.real, Board().n()\n",
        "notes.txt": b"board.n",
        "broken.py": b"board.n =",
    }
    edited = edited_by(SPELLING, files, result(SPELLING, "missing", hides))
    assert edited["board.py"].count(b"self.n_value") == 2
    assert edited["solver.py"].count(b"else value)(Board().n).real, Board().n())") == 1
    assert [edited[name] for name in ("notes.txt", "broken.py")] == [b"board.n", b"board.n ="]


def with_methods(board, solver=""):
    """{file: text} after the edit for a Board that has no method n."""
    files = {"board.py": board.encode(), "solver.py": solver.encode()}
    absent = result(SPELLING, "missing", fact("no_method", name="Board.n", short="n"))
    return {name: data.decode() for name, data in edited_by(SPELLING, files, absent).items()}


@pytest.mark.parametrize(
    "board",
    [
        "class Board:\n    @property\n    def n(self): return 4\n",
        "import functools as f\nclass Board:\n    @f.cached_property\n    def n(self): return 4\n",
        "class Board:\n    n = 4\n    def __init__(self): self.n = 4\n",
        "class Board:\n    def __init__(self): self.n = 4\n    def n(self): return self.n\n",
        "class Board:\n    @property\n    def n(self): return 4\n"
        "    @n.setter\n    def n(self, n): pass\n",
    ],
)
def test_the_method_answers_and_fields_of_other_classes_stay_as_they_are(board):
    node = (
        "class Node:\n    def __init__(self, n): self.n = n\n    def two(self): return self.n + 1\n"
    )
    read = f"{node}answers = Board().n, Node(1).n, Node(1).two(), [b.n for b in [Board()]]\n"
    board += "    def of(self, node): return node.n\n"
    edited, names = with_methods(board, f"{read}of_node = Board().of(Node(1))\n"), {}
    exec(edited["board.py"], names)
    assert names["Board"]().n() == 4
    exec(edited["solver.py"], names)
    assert (names["answers"], names["of_node"]) == ((4, 1, 2, [4]), 1)


@pytest.mark.parametrize(
    "line", ["f\"{' '.join([' '])}\"".replace("[' ']", "['\xa0']"), "x = " + "1 + " * 999 + "1"]
)
def test_what_python_cannot_write_again_stays_as_it_is(line):
    board = f"class Board:\n    @property\n    def n(self): return 4\n{line}\n"
    edited = with_methods(board, "Board().n\n")
    assert edited["board.py"] == board or sys.version_info >= (3, 12)
    assert "value)(Board().n)" in edited["solver.py"]


IMPORTS = """
a name from beside   | from .board import Board     | from board import Board
a name from it       | from work.board import Board | from board import Board
a module from beside | from . import (board)        | import board
all from beside      | from . import *              | pass
a module as another  | from work import board as b  | import board as b
its module           | import work.board as b       | import board as b
no module of theirs  | import work.other as b       | import work.other as b
a module as a name   | from work.other import board | import board
no package           | from board import Board      | from board import Board
another package      | from os import path          | from os import path
"""


@pytest.mark.parametrize("line, other", rows(IMPORTS))
def test_what_is_imported_from_a_package_is_imported_from_beside_the_file(line, other):
    absent = result(SPELLING, "runtime_error", fact("not_installed", module="work"))
    files = {"board.py": b"", "solver.py": line.encode()}
    assert edited_by(SPELLING, files, absent)["solver.py"].decode() == other


def test_of_two_files_with_a_class_the_one_that_is_called_so_gets_the_other_name():
    spelled = fact("other_spelling", name="Board.is_goal", spelling="isGoal", short="is_goal")
    files = {"board_old.py": b"class Board: pass\n", "board.py": b"class Board: pass\n"}
    edited = edited_by(SPELLING, files, result(SPELLING, "missing", spelled))
    assert edited["board_old.py"] == files["board_old.py"]
    assert edited["board.py"].endswith(b"Board.is_goal = Board.isGoal\n")


def test_another_name_stands_after_all_definitions_and_before_what_runs_as_a_command():
    check = replace(ASSIGNMENT.checks[1], mends=("spelling",))
    command, own = b"if __name__ == '__main__': main()\n", b"def printSucc(state): 0\n"
    alias = b"\nprint_succ = printSucc\n"
    absent = fact("no_function", function="print_succ", module="funny_puzzle")
    named = {own + command: own + alias + command, command + own: command + own + alias}
    for source, expected in named.items():
        files = {"funny_puzzle.py": source}
        edited = edited_by(check, files, result(check, "missing", absent))
        assert edited["funny_puzzle.py"] == expected


@pytest.mark.parametrize("error, hint", [("IndexError", "arguments"), ("KeyError", "")])
def test_an_import_that_reads_arguments_is_asked_about_them_once_a_run_without_is_better(
    error, hint
):
    reason = fact("raised", called="import", error=error)
    raised = result(INPUT, "runtime_error", reason, error=error)
    accepted = result(INPUT, "accepted", fact(""))
    files = {"a.py": b"import sys\nmain(sys.argv[1])\n"}

    def attempt(check, edited):
        assert edited == {"a.py": b"import sys\nif __name__ == '__main__': main(sys.argv[1])\n"}
        return accepted

    outcome = mended(INPUT, files, raised, None, attempt)
    assert outcome.reason == replace(reason, hint=hint)
    assert bool(outcome.mend) == bool(hint)
    skipped = result(INPUT, "skipped", fact("prerequisite", check="import"))
    outcome = mended(INPUT, files, skipped, raised, attempt)
    assert (outcome.reason, bool(outcome.mend)) == (skipped.reason, bool(hint))


@pytest.mark.parametrize(
    "module, absent, hint",
    [
        ("board", "work", "no_package"),
        ("linalg", "work", "not_installed"),
        ("board", "heaps", "not_installed"),
    ],
)
def test_who_imports_its_own_files_from_a_package_is_told_that_there_is_none(module, absent, hint):
    reason = fact("not_installed", "not_installed", module=absent)
    raised = result(SPELLING, "runtime_error", reason)
    later = result(SPELLING, "accepted", fact(""))
    if absent == "heaps":
        later = replace(raised, reason=replace(reason, fields={**reason.fields, "line": "1"}))
    files = {"board.py": b"", "solver.py": f"from work.{module} import Board\n".encode()}
    outcome = mended(SPELLING, files, raised, None, lambda *_: later)
    assert outcome.reason.hint == hint


@pytest.mark.parametrize(
    "own, edit, line",
    [
        ("pass", "ties", "from board import Board; Board.__lt__ = lambda self, other: False"),
        ("def __lt__(self, other): return True", "own_files", ""),
    ],
)
def test_a_board_of_the_courses_gets_an_order_unless_the_students_own_has_one(own, edit, line):
    check = check_named(loaded("npuzzle"), "solution-model/2x2")
    compared = "TypeError: '<' not supported between instances of 'Board' and 'Board'"
    reason = fact("raised", "stand_in", called="", error=compared, file="solver.py")
    files = {"board.py": f"class Board:\n    {own}\n".encode(), "solver.py": b"search()\n"}
    used, _, edited = mends.mended(check, files, result(check, "runtime_error", reason))
    assert (used, edited["board.py"]) == (edit, files["board.py"])
    assert edited["solver.py"].decode().removeprefix("search()\n").strip() == line


@pytest.mark.parametrize(
    "method, order",
    [
        ("compareTo(self, that)", "self.compareTo(other) < 0"),
        ("__cmp__( self,that )", "self.__cmp__(other) < 0"),
        ("compareTo(self)", "False"),
        ("compare(self, that)", "False"),
    ],
)
def test_nodes_that_are_compared_as_in_other_languages_get_that_order(method, order):
    compared = "TypeError: '<' not supported between instances of 'Node' and 'Node'"
    reason = fact("raised", called="", error=compared, file="solver.py")
    check = check_named(loaded("npuzzle"), "solution-model/2x2")
    files = {"solver.py": f"class Node:\n    def {method}: return 0\n".encode()}
    edited = mends.mended(check, files, result(check, "runtime_error", reason))[2]
    line = f"Node.__lt__ = lambda self, other: {order}"
    assert edited["solver.py"].decode().splitlines()[-1] == line
