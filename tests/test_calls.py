"""The output of the import and of each call are judged apart: what the grader says of each."""

import shutil

import pytest

from grader.assignment import plan
from tests.assignments import loaded
from tests.helpers import MODEL, ROOT, read_json, submissions_graded, write_files
from tests.programs import program
from tests.test_batch import a_class
from tests.test_grader import assignment


pytestmark = pytest.mark.long

ANSWER = MODEL.replace("def solve(", "def answer(")
SOME = ["--only", "import", "--only", "*/funny04-21"]
AGAIN = ["--only", "*-again"]


@pytest.fixture
def graded(tmp_path):
    """A function that grades a program, a text or a path; gives the document's only submission."""

    def grade(program, *options):
        path = program
        if isinstance(program, str):
            path = tmp_path / "funny_puzzle.py"
            path.write_text(program)
        (submission,) = submissions_graded(tmp_path, *options, path)
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


# ---- Programs that print at odd times, graded together ----

UNBUFFERED = "import sys; sys.stdout = open(1, 'w', 1 << 20, closefd=False); "
PRINTS_AT_IMPORT = {
    "past_every_buffer": "import os; os.write(1, b'past every buffer')",
    "kept_in_a_buffer": UNBUFFERED + "print('kept in a buffer')",
    "kept_without_newline": UNBUFFERED + "sys.stdout.write('no newline')",
    "odd_characters": "print(b'\\xff\\x00')",
}


PRINTS_LATER = {
    "atexit": "import atexit; atexit.register(print, 'bye')",
    "thread_of_an_import": "import threading, time\n"
    "threading.Thread(target=lambda: (time.sleep(.2), print(1))).start()",
    "finalizer": "class Last:\n    def __del__(self): sys.stdout.write('bye\\n')\nlast = Last()",
}


PRINTS_AFTER_A_CALL = {
    "thread": ANSWER + "from threading import Thread\n"
    "def solve(state): Thread(target=answer, args=(state,)).start()\n",
    "pool": ANSWER + "from concurrent.futures import ThreadPoolExecutor\n"
    "pool = ThreadPoolExecutor()\ndef solve(state): pool.submit(answer, state).result()\n",
    "buffer": MODEL + "import builtins\nout = open(1, 'w', 1 << 20, closefd=False)\n"
    "def print(line): builtins.print(line, file=out)\n",
    "no_threading": ANSWER + "sys.modules['threading'] = None\ndef solve(state): answer(state)\n",
    "no_last_newline": ANSWER.replace("def print_succ(", "def succ(") + "import io, contextlib\n"
    "def quiet(function, state):\n"
    "    with contextlib.redirect_stdout(io.StringIO()) as text:\n"
    "        function(state)\n"
    "    print(text.getvalue().rstrip(), end='')\n"
    "def solve(state): quiet(answer, state)\n"
    "def print_succ(state): quiet(succ, state)\n",
}


@pytest.fixture(scope="module")
def printing(tmp_path_factory):
    """{name: submission} of the programs above, and of one with another mistake."""
    programs = {name: f"{line}\n{MODEL}" for name, line in PRINTS_AT_IMPORT.items()}
    programs |= {name: f"{MODEL}\n{lines}\n" for name, lines in PRINTS_LATER.items()}
    programs |= PRINTS_AFTER_A_CALL
    programs["another_mistake"] = f"print('testing')\n{MODEL.replace('h={h}', 'h ={h}')}"
    return graded_together(tmp_path_factory.mktemp("printing"), programs, *SOME, *AGAIN)


def graded_together(folder, programs, *options):
    """{name: submission} of programs, {name: text or path}, that one command graded."""
    graded = submissions_graded(folder, *options, a_class(folder / "class", **programs))
    return {submission["submission"]: submission for submission in graded}


@pytest.mark.parametrize("name", [*PRINTS_AT_IMPORT, *PRINTS_LATER])
def test_whatever_way_an_import_prints_the_calls_are_judged_by_themselves(name, printing):
    assert failing(printing[name]) == {"import": {"printed_at_import": -5}}


@pytest.mark.parametrize("name", PRINTS_AFTER_A_CALL)
def test_what_threads_and_buffers_print_after_a_call_is_the_calls(name, printing):
    assert failing(printing[name]) == {}


def test_another_mistake_beside_a_print_at_import_is_named_too(printing):
    causes = names(printing["another_mistake"])
    assert causes == ["tests_at_module_level", "space_before_equals"]


def test_the_deduction_is_data_and_no_total_is_below_0(graded, tmp_path):
    groups = read_json(ROOT / "grader/assignments/funny_puzzle/assignment.json")["groups"]
    groups[0]["deduction"] = 7
    program = "print(1)\ndef print_succ(state): pass\ndef solve(state): pass\n"
    submission = graded(program, "--assignment", assignment(tmp_path, groups=groups), *SOME)
    assert submission["points"] == 0 and submission["results"][0]["points"] == {
        "printed_at_import": -7
    }
    del groups[0]["deduction"]
    checks = plan.load(str(assignment(tmp_path, groups=groups))).checks
    assert checks[0].deduction == 5 == 0.05 * sum(check.points for check in checks)


def test_a_print_in_board_costs_once_though_solver_imports_it(graded, tmp_path):
    board = "print('hello')\n" + (ROOT / "board.py").read_text()
    files = {"board.py": board, "solver.py": ROOT / "solver.py"}
    folder = write_files(tmp_path / "jdoe", files)
    shutil.copytree(ROOT / "optimal", folder / "optimal")
    submission = graded(folder, "--only", "board", "--only", "solver", "--only", "hamming")
    assert failing(submission) == {
        "board": {"printed_at_import": -5},
        "solver": {"printed_at_import": -5},
    }
    assert submission["points"] == max(
        0, sum(submission["results"][-1]["points_possible"].values()) * 3 - 5
    )
    assert names(submission) == ["tests_at_module_level"]


# ---- Calls one after another ----


def by_name(submission):
    """{check: its record} of a submission."""
    return {record["check"]: record for record in submission["results"]}


def answering(*lines):
    """A program whose solve does these lines, where `answer` is right and SEEN outlives a call."""
    return f"{ANSWER}SEEN = []\ndef solve(state):\n" + "".join(f"    {line}\n" for line in lines)


def remembering(line):
    """A program whose solve keeps the states that it has seen, and does a line, then answers."""
    return answering("SEEN.append(state)", line, "answer(state)")


KEEPS_STATE = {
    "raises_second": remembering("assert len(SEEN) < 2"),
    "silent_second": remembering("if len(SEEN) > 1: return"),
    "exits_second": remembering("if len(SEEN) > 1: exit()"),
}
VARIES_FROM_CALL_TO_CALL = {
    "address": answering(
        "answer(state); print(object.__new__(type('Node', (), {})), SEEN.append(bytearray(5000)))"
    ),
    "random": answering("import random; print(random.random())"),
    "wrong_in_every_call": program("wrong/queue_length_after_pop"),
}
OTHERS = {
    # the second alone raises: it is not called after the first
    "only_second": answering("if state[0] == 4: raise KeyError", "answer(state)"),
    "right": remembering("pass"),
    "another_mistake": remembering("if len(SEEN) > 1: return").replace("h={h}", "h = {h}"),
    "state_kept": program("wrong/state_kept_between_calls"),
    "default_value": program("wrong/list_as_default_value"),
}


@pytest.fixture(scope="module")
def again(tmp_path_factory):
    """{name: submission} of all programs above, on the checks that call again."""
    programs = KEEPS_STATE | VARIES_FROM_CALL_TO_CALL | OTHERS
    return graded_together(tmp_path_factory.mktemp("again"), programs, *AGAIN)


@pytest.mark.parametrize(
    "name, check, rationale",
    [
        (
            "state_kept",
            "solve-again",
            "The third of three calls does not print what it prints by itself: line 11 differs. ",
        ),
        (
            "default_value",
            "print_succ-again",
            "The second of three calls does not print what it prints by itself: line 1 differs. ",
        ),
    ],
)
def test_what_outlives_a_call_costs_its_deduction_and_is_named(name, check, rationale, again):
    assert failing(again[name]) == {check: {"not_repeated": -5}}
    assert names(again[name]) == ["state_kept_between_calls"]
    assert (
        by_name(again[name])[check]["rationale"] == rationale + "For that 5 points are taken off."
    )


@pytest.mark.parametrize("is_wrong", [False, True], ids=["right", "wrong"])
def test_a_search_that_finds_all_states_visited_and_never_ends_is_named(graded, is_wrong):
    text = program("right/set_of_visited").read_text()
    one_set = "closed = set()\n\n\n" + text.replace("    closed = set()\n", "").replace(
        "while pq:", "while pq or True:"
    )
    assert one_set.count("closed = set()") == 1
    endless = one_set.replace("heapq.heappop(pq)", "heapq.heappop(pq or [node])")
    if is_wrong:  # in each call, so that what a call prints says nothing
        endless = endless.replace("Max queue length:", "Longest queue:")
    submission = graded(endless, "--cpu-s", "1", "--only", "solve-again")
    assert submission["results"][-1]["rationale"] == (
        "In the second of three calls: It used more than 1 s of CPU time, and was stopped."
        + ("" if is_wrong else " For that 5 points are taken off.")
    )
    assert "state_kept_between_calls" in names(submission)
    assert submission["results"][-1]["points"] == ({} if is_wrong else {"not_repeated": -5})


@pytest.mark.parametrize("name", KEEPS_STATE)
def test_whatever_a_later_call_does_instead_is_known_for_what_it_is(name, again):
    assert again[name]["results"][-1]["kind"] == "not_repeated"
    assert names(again[name]) == ["state_kept_between_calls"]


def test_a_program_that_keeps_what_changes_nothing_is_right(again):
    assert again["right"]["results"][-1]["kind"] == "" and names(again["right"]) == []


@pytest.mark.parametrize("name", VARIES_FROM_CALL_TO_CALL)
def test_a_wrong_program_that_keeps_no_state_is_not_accused_of_it_and_loses_no_more(name, again):
    record = by_name(again[name])["solve-again"]
    assert (record["verdict"], record["kind"], record["points"]) == ("wrong_answer", "", {})
    assert "state_kept_between_calls" not in names(again[name])


def test_what_is_wrong_in_every_call_is_named(again):
    assert names(again["wrong_in_every_call"]) == ["length_one_too_small"]


def test_empty_lines_at_the_end_of_calls_are_no_mistake_beside_another(graded):
    program = MODEL.replace("{max_queue_length}", "{max_queue_length}\\n").replace(
        "h={h}", "h= {h}"
    )
    submission = graded(program, *AGAIN, *SOME)
    assert names(submission) == ["h_with_space"]
    (cause,) = submission["misconceptions"]
    assert "elsewhere" not in cause["rationale"]


def test_state_that_is_kept_beside_another_mistake_is_named_too(again):
    assert "state_kept_between_calls" in names(again["another_mistake"])


def test_what_only_the_second_state_shows_is_no_state_that_was_kept(again):
    assert {record["kind"] for record in again["only_second"]["results"]} == {""}
    assert "state_kept_between_calls" not in names(again["only_second"])


# ---- The assignment file ----


def test_repeated_calls_wait_for_the_check_of_the_second_by_itself():
    checks = {check.name: check for check in loaded("funny_puzzle").checks}
    assert checks["solve-again"].needs == "solve/funny11-163"
    assert [state for (state,) in checks["solve-again"].further] == [
        checks["solve/funny11-163"].arguments[0],
        checks["solve-again"].arguments[0],
    ]
