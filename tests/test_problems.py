"""Problems: in which order a student reads of failures, what is one, and what may cause others."""

from dataclasses import replace

import pytest

from grader.assignment.hooks import call
from grader.diagnose import diagnose
from grader.diagnose.problems import may_cause_others, problems
from grader.judge.judge import judge
from grader.making import transcripts
from grader.records.causes import Cause, Mistake
from grader.records.submissions import Example
from grader.report import program as program_page
from grader.report.html import whole_page
from grader.report.terminal import at_home
from grader.report.terminal import explanation as explained
from grader.sandbox.driver import CALL
from tests.assignments import check_named, loaded
from tests.documents import (
    ASSIGNMENT,
    changed,
    changed_as,
    document,
    every_verdict,
    run,
    submission,
    tuples_in,
)
from tests.helpers import ROOT, flat, read_json, selecting, stdout_of
from tests.mistakes import FEW, SOURCE, at_goal, records_of


WRONG = every_verdict()["wrong_answer"]


def wrong(check, actual="[1] h=1"):
    """A failed result of a check that has a call of its own and printed another line."""
    difference = replace(WRONG.difference, actual=actual)
    function = check.partition("/")[0]
    called = f"{function}({check})"
    return changed(WRONG, check=check, function=function, call=called, difference=difference)


def cause(name, *checks):
    """A cause of that name that explains these checks."""
    return Cause(Mistake(name, f"It is {name}.", f"Is it {name}?"), checks)


def shown(*results, **more):
    """The problems of a submission with these results, and what the student reads of it."""
    ada = submission("ada", results, **more)
    return problems(ada), at_home(document(ada)), ada


# {claim: its case}: `results` by the names of their checks, or with changes; `causes`, by name, and
# the checks that they explain; `examples`, {check: the one whose call is shown}. The `problems` are
# [first check, number of results, number of those that follow]; what is `said` to the student is
# said once, what is `told` to the instructor as well.
CLAIMS = read_json(ROOT / "tests/problems.json")


def result_of(given):
    """A failing result as a claim has it: by the name of its check, or by that and changes."""
    changes = {"check": given} if isinstance(given, str) else dict(given)
    made = wrong(changes.pop("check"), changes.pop("actual", "[1] h=1"))
    if "renamed" in changes:
        changes["check"] = changes.pop("renamed")
    if like := changes.pop("like", ""):
        made = changed(every_verdict()[like], check=made.check, function=made.asked.function)
    if "printed" in changes:
        changes["run"] = run(changes.pop("printed").encode())
    return changed_as(made, changes)


def cause_of(name, given):
    """A cause as a claim has it: the checks that it explains, or these and more."""
    more = {"checks": given} if isinstance(given, list) else dict(given)
    known = cause(name, *more.pop("checks"))
    rivals = tuple(cause(rival).mistake for rival in more.pop("rivals", ()))
    return replace(known, rivals=rivals, **tuples_in(more))


def claimed(given):
    """The problems, the text and the submission of a claim."""
    again = {
        check: replace(wrong(other), check="solve/example")
        for check, other in given.get("examples", {}).items()
    }
    return shown(
        *map(result_of, given["results"]),
        misconceptions=[cause_of(*one) for one in given.get("causes", {}).items()],
        examples=[Example(check, result, 2) for check, result in again.items()],
        at_goal=tuple(given.get("at_goal", ())),
        plain_first=tuple(given.get("plain_first", ())),
    )


def test_a_question_that_several_causes_ask_is_asked_once():
    checks = "solve/a", "twice/b"
    causes = [Cause(Mistake(check, "It is.", "Is it?"), (check,)) for check in checks]
    _, text, _ = shown(*map(wrong, checks), misconceptions=causes)
    assert text.count("Is it?") == text.count("The question under 1 is about this, too.") == 1


@pytest.mark.parametrize("claim", CLAIMS)
def test_problems_are_what_their_claim_says(claim):
    given = CLAIMS[claim]
    todo, text, ada = claimed(given)
    text = flat(text)
    found = [[one.first.check, len(one.results), len(one.following)] for one in todo]
    assert found == given["problems"]
    assert may_cause_others(todo, ada) == given["may_cause_others"]
    told, instructor = given.get("told", []), explained(ada, document(ada))
    assert [said for said in given.get("said", []) + told if text.count(said) != 1] == []
    own = given.get("instructor", []) + told
    assert [said for said in own if instructor.count(said) != 1] == []
    assert [said for said in given.get("unsaid", ()) if said in text] == []


def test_where_the_start_is_the_goal_is_known_and_causes_nothing_else():
    records = records_of(at_goal(SOURCE, "return print('0')"), FEW)
    known = diagnose.explained(submission("ada", records), ASSIGNMENT)
    assert known.at_goal == ("solve/funny00-1",)
    alone = replace(known, misconceptions=(), results=(*known.results, wrong("solve/x")))
    assert [problem.first.check for problem in problems(alone)] == ["solve/x", "solve/funny00-1"]
    only_goal = replace(alone, at_goal=("solve/funny00-1", "solve/x"))
    assert not may_cause_others(problems(only_goal), only_goal)


def test_a_page_leads_from_what_follows_a_problem_to_that_problem():
    _, _, ada = claimed(CLAIMS["what uses a function that fails is no problem of its own"])
    page = whole_page("ada", program_page.blocks(ada)).decode()
    assert page.count('href="#cause-1"') == 1 and page.count('href="#cause-2"') == 4


@pytest.mark.parametrize(
    "printed, said",
    [
        ((b"a\nc\n", b"a\nb\n"), "line 2 is missing."),
        ((b"a\nx\nb\nc\n", b"a\nb\nc\nc\n"), "line 2 is one too many."),
        ((b"a\n", b"a\n"), "line 2 is missing, the first of 2."),
    ],
)
def test_lines_that_are_missing_or_too_many_are_one_problem_wherever_they_are(printed, said):
    checks = [check for check in ASSIGNMENT.checks if check.function == "print_succ"]
    runs = [run(CALL + output + CALL) for output in printed]
    results = [judge(check, one, b"a\nb\nc\n") for check, one in zip(checks, runs)]
    (problem,), text, _ = shown(*results)
    assert len(problem.results) == 2 and said in flat(text)


# ---- Boards and solvers ----


def of_npuzzle(tmp_path, *only, **edits):
    """What a student reads of right files with some edits, {file: (old, new)}, in one line."""
    for file in ("board", "solver"):
        text = (ROOT / PROGRAMS / f"{file}.py").read_text()
        old, new = edits.get(file, ("", ""))
        assert old in text
        (tmp_path / f"{file}.py").write_text(text.replace(old, new, 1))
    words = "--student", "--assignment", "npuzzle", *selecting(*only)
    return flat(stdout_of(*words, tmp_path))


PROGRAMS = "grader/assignments/npuzzle/programs/right/rows_of_lists"


NEVER_TESTED = """\
        best = {initial: 0}
        while pq:
            f, h, tie, moves, board, prev = node = heapq.heappop(pq)
            for nb in board.neighbors():
                if moves + 1 < best.get(nb, 99):
                    best[nb] = moves + 1
                    count += 1
                    heapq.heappush(pq, (moves + 1 + nb.manhattan(), 0, count, moves + 1, nb, node))
                    if nb.is_goal():
                        self.goal_node = 0, 0, 0, moves + 1, nb, node
                        return

    def search_as_before(self, pq, count):
        while True:
"""


@pytest.mark.long
def test_a_start_that_is_never_tested_is_one_thing_though_the_parity_calls_it_solvable(tmp_path):
    only = "solver", "solver-model", "solution-model/2x2", "unsolvable-model"
    shown = of_npuzzle(tmp_path, *only, solver=("        while True:\n", NEVER_TESTED))
    assert "'NoneType' object is not subscriptable" in shown and " 2. " not in shown
    assert "What does your search do first if the board is the goal already?" in shown


@pytest.mark.long
def test_a_mistake_of_a_board_is_not_asked_for_where_a_program_does_not_start(tmp_path):
    board = "isinstance(other, Board) and self.tiles", "self.tiles"
    only = "board", "equality", "solver", "solver-model", "solution-model/2x2", "command/puzzle04"
    shown = of_npuzzle(tmp_path, *only, board=board, solver=("__main__", "main"))
    command, _, equality = shown.partition(" 2. ")
    assert "1. command/puzzle04 - not yet: line 1 differs." in command
    assert "board == None" in equality and "board == None" not in command


@pytest.mark.long
def test_a_twin_that_is_right_is_not_shown_as_a_wrong_one(tmp_path):
    edit = ("0 if new[0][0] != 0 and new[0][1] != 0 else 1", "0")
    shown = of_npuzzle(tmp_path, "board", "twin/small", board=edit)
    assert "expected | example: two tiles are exchanged" in shown
    assert "yours | example: the blank is on another square" in shown
    assert ">>> print(Board([[1, 2], [3, 0]]).twin())" not in shown  # its answer is right


def test_the_call_that_is_shown_is_that_of_the_board_that_took_too_long():
    npuzzle = loaded("npuzzle")
    check = check_named(npuzzle, "random/boards")
    lines = transcripts.expected(npuzzle, [check])[check.name].splitlines(keepends=True)
    names = list(check.instances)
    for done in (0, 3):
        late = run(b"".join(lines[:done]), ended="cpu", cpu_s=99)
        called = judge(check, late, b"".join(lines)).call
        assert called == call(check, names[done]) and called != call(check, names[done + 1])
