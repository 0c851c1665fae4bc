"""Problems: in which order a student reads of failures, what is one, and what may cause others."""

from dataclasses import replace

import pytest

from grader.diagnose import diagnose
from grader.diagnose.problems import may_cause_others, problems
from grader.records import Cause, Example
from grader.report import student_text
from tests.documents import ASSIGNMENT, document, every_verdict, submission
from tests.golden import grader
from tests.mistakes import FEW, SOURCE, at_goal, records_of


pytestmark = pytest.mark.once

WRONG = replace(every_verdict()["wrong_answer"], arguments=())


def wrong(check, actual="[1] h=1"):
    """A failed result of a check that has a call of its own and printed another line."""
    difference = replace(WRONG.difference, actual=actual)
    function = check.partition("/")[0]
    called = f"{function}({check})"
    return replace(WRONG, check=check, function=function, call=called, difference=difference)


def cause(name, *checks):
    """A cause of that name that explains these checks."""
    return Cause(name, f"It is {name}.", f"Is it {name}?", checks)


def shown(*results, **more):
    """The problems of a submission with these results, and what the student reads of it."""
    ada = submission("ada", results, **more)
    return problems(ada), student_text(document(ada), 100), ada


def test_what_explains_most_comes_first_and_the_start_that_is_the_goal_last():
    few, many, goal = ("solve/a",), ("solve/b", "solve/c"), ("solve/d", "solve/e", "solve/f")
    causes = cause("few", *few), cause("goal", *goal), cause("many", *many)
    results = [wrong(check) for check in (*goal, *few, *many)]
    todo, *_ = shown(*results, misconceptions=causes, at_goal=goal)
    assert [problem.causes[0].name for problem in todo] == ["many", "few", "goal"]
    todo, *_ = shown(*results, misconceptions=causes)
    assert [problem.causes[0].name for problem in todo] == ["goal", "many", "few"]


def test_two_causes_together_come_after_each_of_them_alone():
    one, both = ("solve/a",), ("solve/b", "solve/c", "solve/d")
    causes = cause("label", *one, *both), cause("length", *both)
    todo, text, _ = shown(*map(wrong, (*both, *one)), misconceptions=causes)
    assert [len(problem.causes) for problem in todo] == [1, 2]
    assert text.count("Is it label?") == 1 and "Besides what is asked above: Is it length?" in text


def test_what_is_printed_at_import_comes_before_all_else():
    printed = replace(wrong("import"), function="", kind="printed_at_import", call="")
    results = (wrong("solve/a"), wrong("solve/b"), printed)
    todo = problems(submission("ada", results))
    assert [problem.first.check for problem in todo] == ["import", "solve/a"]


def test_the_call_that_is_shown_is_not_counted_again():
    small = wrong("solve/a")
    again = replace(small, check="solve/example")
    example = Example("solve/b", again, 2)
    todo, text, _ = shown(
        *(wrong(f"solve/{name}") for name in "abc"), examples=(example,), plain_first=("solve/b",)
    )
    assert [result.check for result in todo[0].others] == ["solve/b", "solve/c"]
    assert "The same happens in 2 more: solve/b, solve/c\n" in text
    _, text, _ = shown(wrong("solve/a"), replace(wrong("solve/a"), check="deep/a"))
    assert "The same happens" not in text


def test_two_problems_that_show_the_same_difference_of_one_call_are_one():
    results = [wrong("solve/a"), wrong("solve/b"), wrong("solve/c", "[1] h=2")]
    causes = cause("label", "solve/a"), cause("length", "solve/b")
    again = replace(wrong("solve/a"), check="solve/example")
    examples = [Example(f"solve/{name}", again) for name in "ab"]
    todo, text, _ = shown(*results, misconceptions=causes, examples=examples)
    assert [len(problem.results) for problem in todo] == [2, 1]
    assert "Is it label? And: Is it length?" in text and text.count(">>> solve(solve/a)") == 1


@pytest.mark.parametrize(
    "functions, explained, may",
    [
        (("print_succ", "solve"), (), True),
        (("print_succ", "solve"), (1,), False),
        (("print_succ", "solve"), (0,), True),
        (("solve", "print_succ"), (), False),
        (("solve", "solve"), (), True),
        (("solve", "solve"), (0, 1), False),
    ],
)
def test_the_first_may_cause_another_that_is_not_explained_and_not_checked_before(
    functions, explained, may
):
    first = [wrong(f"{functions[0]}/{name}") for name in "ab"]
    second = [wrong(f"{functions[1]}/c", "no h")]
    causes = [cause(f"c{place}", *(r.check for r in (first, second)[place])) for place in explained]
    earlier = wrong("print_succ/z")
    before = replace(earlier, verdict="accepted", difference=None)
    todo, text, ada = shown(before, *first, *second, misconceptions=tuple(causes))
    assert may_cause_others(todo, ada) == may
    text = " ".join(text.split())
    assert ("2 things to look into: begin with the first, it may cause others." in text) == may
    assert ("There are 2 things to look into." in text) != may


def test_where_the_start_is_the_goal_is_known_and_causes_nothing_else():
    records = records_of(at_goal(SOURCE, "return print('0')"), FEW)
    known = diagnose.explained(submission("ada", records), ASSIGNMENT)
    assert known.at_goal == ("solve/funny00-1",)
    alone = replace(known, misconceptions=(), results=(*known.results, wrong("solve/x")))
    assert [problem.first.check for problem in problems(alone)] == ["solve/x", "solve/funny00-1"]
    only_goal = replace(alone, at_goal=("solve/funny00-1", "solve/x"))
    assert not may_cause_others(problems(only_goal), only_goal)


# ---- The whole program ----

UNEXPLAINED = """\
def print_succ(state):
    print("h", state)


def solve(state):
    print("moves", state)
"""


def test_an_unexplained_program_reads_what_works_by_points_and_group(tmp_path):
    (tmp_path / "ada.py").write_text(UNEXPLAINED)
    only = ["--only", "import", "--only", "*/funny0[01]-*", "--only", "*/funny12-384"]
    grader(*only, "--out", tmp_path / "out", tmp_path / "ada.py")
    (feedback,) = (tmp_path / "out/feedback").glob("*.txt")
    assert " ".join(feedback.read_text().split()).endswith(
        " 0 of 9 points so far: import works; print_succ and solve do not yet. There are 2 things "
        "to look into: begin with the first, it may cause others."
    )
