"""What is told apart of a program's output: what its import prints, and what each call prints by itself."""

import json
import shutil

import pytest

from grader.assignment import plan
from tests.golden import ROOT, grader
from tests.programs import program
from tests.test_grader import assignment


pytestmark = pytest.mark.once

MODEL = (ROOT / "funny_puzzle.py").read_text()
SOME = ["--only", "import", "--only", "*/funny04-21", "--only", "*/funny11-163"]
AGAIN = ["--only", "*-again"]
EVERY = ["--only", "*"]


@pytest.fixture
def graded(tmp_path):
    """A function that grades a program, a text or a path; gives the document's only submission."""

    def grade(program, *options, name="funny_puzzle.py"):
        path = program
        if isinstance(program, str):
            path = tmp_path / name
            path.write_text(program)
        done = grader("--json", tmp_path / "results.json", *options, path)
        assert (done.returncode, done.stderr) == (0, "")
        (submission,) = json.loads((tmp_path / "results.json").read_text())["submissions"]
        submission["shown"] = done.stdout
        return submission

    return grade


def failing(submission):
    """{check: points} of what is not accepted."""
    return {
        record["check"]: record["points"]
        for record in submission["results"]
        if record["verdict"] != "accepted"
    }


def names(submission):
    """The names of the misconceptions of a submission."""
    return [misconception["name"] for misconception in submission["misconceptions"]]


# ---- At import ----


def test_a_print_at_import_fails_the_import_alone_and_costs_its_deduction(graded):
    found = graded(
        MODEL + "\nsolve([1, 2, 3, 5, 0, 0, 4, 7, 6])\nprint_succ([1, 2, 3, 4, 5, 6, 7, 0, 0])\n",
        *EVERY,
    )
    assert failing(found) == {"import": {"printed_at_import": -5}}
    assert (found["points"], found["points_possible"]) == (95, 100)
    record = found["results"][0]
    assert (
        record["rationale"]
        == "It prints 9 lines when it is imported. For that 5 points are taken off."
    )
    assert record["difference"]["actual"] == "[1, 2, 3, 5, 0, 0, 4, 7, 6] h=4 moves: 0"
    assert names(found) == ["tests_at_module_level"]
    assert "import                       wrong_answer       -5" in found["shown"]
    assert "Total: 95 of 100 points, 5 taken off (70 accepted, 1 wrong_answer)" in found["shown"]


@pytest.mark.parametrize(
    "lines",
    [
        "import sys; sys.stdout.write('no newline')",
        "import os; os.write(1, b'past every buffer')",
        "import sys; sys.stdout = open(1, 'w', 1 << 20, closefd=False); print('kept in a buffer')",
        "import sys; sys.stdout = open(1, 'w', 1 << 20, closefd=False); sys.stdout.write('no newline')",
        "print(b'\\xff\\x00')",
    ],
)
def test_whatever_way_an_import_prints_the_calls_are_judged_by_themselves(lines, graded):
    assert set(failing(graded(f"{lines}\n{MODEL}", *SOME))) == {"import"}


THREAD = (
    "import threading, time\nthreading.Thread(target=lambda: (time.sleep(.3), print(1))).start()\n"
)


@pytest.mark.parametrize(
    "lines",
    [
        "import atexit; atexit.register(print, 'bye')",
        THREAD,
        "class Puzzle:\n    def __del__(self): sys.stdout.write('bye\\n')\npuzzle = Puzzle()\n",
    ],
)
def test_what_is_printed_later_because_of_an_import_fails_the_import_alone(lines, graded):
    assert failing(graded(f"{MODEL}\n{lines}", *SOME, *AGAIN)) == {
        "import": {"printed_at_import": -5}
    }


SOLVED = MODEL.replace("def solve(", "def answer(")


@pytest.mark.parametrize(
    "program",
    [
        SOLVED
        + "import threading\ndef solve(state): threading.Thread(target=answer, args=(state,)).start()\n",
        SOLVED + "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor()\n"
        "def solve(state): pool.submit(answer, state).result()\n",
        MODEL + "import builtins\nout = open(1, 'w', 1 << 20, closefd=False)\n"
        "def print(line): builtins.print(line, file=out)\n",
        SOLVED + "sys.modules['threading'] = None\ndef solve(state): answer(state)\n",
    ],
)
def test_what_threads_and_buffers_print_after_a_call_is_the_calls(program, graded):
    assert failing(graded(program, *SOME, *AGAIN)) == {}


def test_who_forges_the_mark_of_a_call_fails(graded):
    found = graded(f"print('\\x1ecall')\n{MODEL}", *SOME)
    assert set(failing(found)) == {record["check"] for record in found["results"]}


def test_another_mistake_beside_a_print_at_import_is_named_too(graded):
    wrong = MODEL.replace("h={h}", "h ={h}")
    assert wrong != MODEL
    assert names(graded(f"print('testing')\n{wrong}", *SOME)) == [
        "tests_at_module_level",
        "space_before_equals",
    ]


def test_the_deduction_is_data_and_no_total_is_below_0(graded, tmp_path):
    groups = json.loads((ROOT / "grader/assignments/funny_puzzle/assignment.json").read_text())[
        "groups"
    ]
    groups[0]["deduction"] = 7
    program = "print(1)\ndef print_succ(state): pass\ndef solve(state): pass\n"
    found = graded(program, "--assignment", assignment(tmp_path, groups=groups), *SOME)
    assert found["points"] == 0 and found["results"][0]["points"] == {"printed_at_import": -7}
    del groups[0]["deduction"]
    checks = plan.load(str(assignment(tmp_path, groups=groups))).checks
    assert checks[0].deduction == 5 == 0.05 * sum(check.points for check in checks)


def test_a_print_in_board_costs_once_though_solver_imports_it(graded, tmp_path):
    folder = tmp_path / "jdoe"
    folder.mkdir()
    (folder / "board.py").write_text("print('hello')\n" + (ROOT / "board.py").read_text())
    shutil.copy(ROOT / "solver.py", folder)
    shutil.copytree(ROOT / "optimal", folder / "optimal")
    found = graded(folder, "--only", "board", "--only", "solver", "--only", "hamming")
    assert failing(found) == {
        "board": {"printed_at_import": -5},
        "solver": {"printed_at_import": -5},
    }
    assert found["points"] == max(0, sum(found["results"][-1]["points_possible"].values()) * 3 - 5)
    assert names(found) == ["tests_at_module_level"]


# ---- Calls one after another ----


@pytest.mark.parametrize(
    "name, check, rationale",
    [
        (
            "state_kept_between_calls",
            "solve-again",
            "What the third of three calls prints is not what it prints by itself: line 11 of it differs. ",
        ),
        (
            "list_as_default_value",
            "print_succ-again",
            "What the second of three calls prints is not what it prints by itself: line 1 of it differs. ",
        ),
    ],
)
def test_what_outlives_a_call_costs_its_deduction_and_is_named(name, check, rationale, graded):
    found = graded(program(f"wrong/{name}"), *AGAIN)
    assert failing(found) == {check: {"not_repeated": -5}}
    assert names(found) == ["state_kept_between_calls"]
    (record,) = [record for record in found["results"] if record["check"] == check]
    assert record["rationale"] == rationale + "For that 5 points are taken off."


def test_a_search_that_finds_all_states_visited_and_never_ends_is_named(graded):
    text = program("right/set_of_visited").read_text()
    kept = "closed = set()\n\n\n" + text.replace("    closed = set()\n", "").replace(
        "while pq:", "while pq or True:"
    )
    assert kept.count("closed = set()") == 1
    found = graded(
        kept.replace("heapq.heappop(pq)", "heapq.heappop(pq or [node])"), "--cpu-s", "4", *AGAIN
    )
    assert found["results"][-1]["rationale"] == (
        "In the second of three calls: It used more than 4 s of CPU time, and was stopped. "
        "For that 5 points are taken off."
    )
    assert names(found) == ["state_kept_between_calls"]


SECOND = "SEEN = []\ndef solve(state):\n    SEEN.append(state)\n    {}\n    answer(state)\n"


@pytest.mark.parametrize(
    "line, kind",
    [
        ("assert len(SEEN) < 2", "not_repeated"),
        ("assert len(SEEN) < 3", "not_repeated"),
        ("if len(SEEN) > 1: return", "not_repeated"),
        ("if len(SEEN) > 2: print('again')", "not_repeated"),
        ("if len(SEEN) > 1: exit()", "not_repeated"),
        ("pass", ""),
    ],
)
def test_whatever_a_later_call_does_instead_is_known_for_what_it_is(line, kind, graded):
    found = graded(MODEL.replace("def solve(", "def answer(") + SECOND.format(line), *AGAIN)
    assert found["results"][-1]["kind"] == kind
    assert names(found) == ["state_kept_between_calls"] * bool(kind)


def test_what_is_wrong_in_every_call_is_no_state_and_costs_nothing_more(graded):
    found = graded(program("wrong/queue_length_after_pop"), *AGAIN)
    (record,) = [record for record in found["results"] if record["check"] == "solve-again"]
    assert (record["verdict"], record["kind"], record["points"]) == ("wrong_answer", "", {})
    assert names(found) == ["length_one_too_small"]


@pytest.mark.parametrize(
    "line",
    [
        "import time; answer(state); print('Time:', time.time())",
        "answer(state); print(object.__new__(type('Node', (), {})), SEEN.append(bytearray(5000)))",
        "import random; print(random.random())",
    ],
)
def test_a_wrong_program_that_varies_from_call_to_call_is_not_accused_of_keeping_state(
    line, graded
):
    found = graded(
        MODEL.replace("def solve(", "def answer(") + f"SEEN = []\ndef solve(state):\n    {line}\n",
        *AGAIN,
    )
    (record,) = [record for record in found["results"] if record["check"] == "solve-again"]
    assert (record["verdict"], record["kind"], record["points"]) == ("wrong_answer", "", {})
    assert "state_kept_between_calls" not in names(found)


def test_state_that_is_kept_beside_another_mistake_is_named_too(graded):
    program = MODEL.replace("h={h}", "h = {h}").replace("def solve(", "def answer(")
    found = graded(program + SECOND.format("if len(SEEN) > 1: return"), *AGAIN)
    assert "state_kept_between_calls" in names(found)


@pytest.mark.parametrize(
    "first, rest",
    [
        # the second alone raises: it is not called after the first
        ("if state[0] == 4: raise KeyError", ""),
        ("", "if state[0] == 4: print('more')"),
    ],
)
def test_what_only_the_second_state_shows_is_no_state_that_was_kept(first, rest, graded):
    program = MODEL.replace("def solve(", "def answer(") + (
        f"def solve(state):\n    {first or 'pass'}\n    answer(state)\n    {rest or 'pass'}\n"
    )
    found = graded(program, *AGAIN)
    assert {record["kind"] for record in found["results"]} == {""}
    assert "state_kept_between_calls" not in names(found)


def test_a_program_without_a_last_newline_is_right_in_every_call(graded):
    program = MODEL.replace("def solve(", "def answer(").replace("def print_succ(", "def succ(") + (
        "import io, contextlib\n"
        "def quiet(function, state):\n"
        "    with contextlib.redirect_stdout(io.StringIO()) as text:\n"
        "        function(state)\n"
        "    print(text.getvalue().rstrip(), end='')\n"
        "def solve(state): quiet(answer, state)\n"
        "def print_succ(state): quiet(succ, state)\n"
    )
    assert failing(graded(program, *AGAIN)) == {}


# ---- The assignment file ----


@pytest.mark.parametrize(
    "group, problem",
    [
        (
            {"calls": ["funny04-21", "funny05-25"]},
            "expected calls on one instance, another, and the first again, "
            "got ['funny04-21', 'funny05-25']",
        ),
        (
            {"calls": ["funny04-21"] * 3},
            "expected calls on one instance, another, and the first again, "
            "got ['funny04-21', 'funny04-21', 'funny04-21']",
        ),
        (
            {"calls": ["funny04-21", 5, "funny04-21"]},
            "expected the name of an instance in calls, got 5",
        ),
        ({"deduction": 5}, "expected a deduction beside calls or without a function, got 5"),
    ],
)
def test_what_is_wrong_with_calls_is_told(group, problem, tmp_path):
    groups = [
        {"name": "import"},
        {"name": "solve", "function": "solve", "needs": "import", **group},
    ]
    done = grader("--list", "--assignment", assignment(tmp_path, groups=groups))
    assert done.returncode == 2 and f"group solve: {problem}" in done.stderr


def test_repeated_calls_wait_for_the_check_of_the_second_by_itself():
    checks = {check.name: check for check in plan.load("funny_puzzle").checks}
    assert checks["solve-again"].needs == "solve/funny11-163"
    assert [state for (state,) in checks["solve-again"].further] == [
        checks["solve/funny11-163"].arguments[0],
        checks["solve-again"].arguments[0],
    ]
