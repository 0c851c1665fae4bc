"""Problems: in which order a student reads of failures, what is one, and what may cause others."""

from dataclasses import replace

import pytest

from grader.assignment.hooks import call
from grader.diagnose import diagnose
from grader.diagnose.problems import may_cause_others, problems
from grader.judge.judge import judge
from grader.making import transcripts
from grader.records.causes import Cause, Mistake
from grader.records.facts import fact
from grader.records.results import Difference
from grader.records.submissions import Example
from grader.report import program as program_page
from grader.report.html import whole_page
from grader.report.terminal import at_home
from grader.report.terminal import explanation as explained
from grader.sandbox.driver import CALL
from tests.assignments import check_named, loaded
from tests.documents import ASSIGNMENT, changed, document, every_verdict, run, submission
from tests.golden import ROOT, flat, grader, selecting
from tests.mistakes import FEW, SOURCE, at_goal, records_of


WRONG = every_verdict()["wrong_answer"]


def wrong(check, actual="[1] h=1"):
    """A failed result of a check that has a call of its own and printed another line."""
    difference = replace(WRONG.difference, actual=actual)
    function = check.partition("/")[0]
    called = f"{function}({check})"
    return changed(WRONG, check=check, function=function, call=called, difference=difference)


def failing(check, reason, verdict="runtime_error"):
    """A result that fails for a reason, in which no line differs; the group is the function."""
    function = check.partition("/")[0]
    more = {"function": function, "reason": reason, "verdict": verdict, "difference": None}
    return changed(WRONG, check=check, **more)


def cause(name, *checks):
    """A cause of that name that explains these checks."""
    return Cause(Mistake(name, f"It is {name}.", f"Is it {name}?"), checks)


def shown(*results, **more):
    """The problems of a submission with these results, and what the student reads of it."""
    ada = submission("ada", results, **more)
    return problems(ada), at_home(document(ada), 100), ada


def test_what_explains_most_comes_first_and_the_start_that_is_the_goal_last():
    few, many, goal = ("solve/a",), ("solve/b", "solve/c"), ("solve/d", "solve/e", "solve/f")
    causes = cause("few", *few), cause("goal", *goal), cause("many", *many)
    results = [wrong(check) for check in (*goal, *few, *many)]
    todo, *_ = shown(*results, misconceptions=causes, at_goal=goal)
    assert [problem.causes[0].name for problem in todo] == ["many", "few", "goal"]
    todo, *_ = shown(*results, misconceptions=causes)
    assert [problem.causes[0].name for problem in todo] == ["goal", "many", "few"]


@pytest.mark.parametrize("is_explained, first", [(False, "print_succ/a"), (True, "solve/b")])
def test_what_may_cause_failures_of_a_later_function_comes_before_them(is_explained, first):
    results = [wrong(check) for check in ("print_succ/a", "solve/b", "solve/c")]
    causes = [cause("why", "solve/b", "solve/c")] if is_explained else []
    todo, *_ = shown(*results, misconceptions=causes)
    assert todo[0].first.check == first


def test_two_causes_that_are_asked_for_above_are_not_asked_for_again():
    causes = [
        cause("label", "solve/a", "solve/b", "solve/e"),
        cause("length", "solve/c", "solve/d", "solve/e"),
    ]
    _, text, _ = shown(*[wrong(f"solve/{name}") for name in "abcde"], misconceptions=causes)
    assert text.count("Is it label?") == text.count("Is it length?") == 1
    assert "The questions under 1 and 2 are about this, too." in text


def test_a_question_on_a_piece_says_so_where_the_other_piece_is_wrong_too():
    known = replace(cause("label", "solve/a", "solve/b"), piece="the first line")
    results = wrong("solve/a"), wrong("solve/b")
    for partly, is_said in (("solve/a",), True), (("solve/b",), False):
        cause_of_part = replace(known, partly=partly)
        _, text, _ = shown(*results, misconceptions=[cause_of_part])
        assert ("This explains only the first line" in text) is is_said


def test_a_name_in_another_spelling_comes_before_the_failures_of_many_checks():
    raised = fact("raised", error="AttributeError: 'Board' object has no attribute 'isGoal'")
    spelled = fact("other_spelling", name="Board.is_goal", spelling="isGoal", short="is_goal")
    results = [changed(failing(f"solve/{name}", raised), uses=("str",)) for name in "abc"]
    todo, *_ = shown(*results, failing("is_goal/d", spelled, "missing"))
    assert [problem.first.check for problem in todo] == ["is_goal/d", "solve/a"]


def test_what_is_printed_at_import_comes_before_all_else():
    reason = fact("printed_at_import", lines=1)
    printed = changed(wrong("import"), function="", reason=reason, call="")
    results = (wrong("solve/a"), wrong("solve/b"), printed)
    todo = problems(submission("ada", results))
    assert [problem.first.check for problem in todo] == ["import", "solve/a"]
    assert not may_cause_others(todo, submission("ada", results[::-1]))


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


def test_the_plainest_check_is_the_one_that_is_shown():
    plain_first = ("solve/b", "solve/c", "solve/a")
    _, text, _ = shown(*(wrong(f"solve/{name}") for name in "abc"), plain_first=plain_first)
    assert "The same happens in 2 more: solve/a, solve/c" in text


def test_two_problems_that_show_the_same_difference_of_one_call_are_one():
    results = [wrong("solve/a"), wrong("solve/b"), wrong("solve/c", "[1] h=2")]
    causes = cause("label", "solve/a"), cause("length", "solve/b")
    again = replace(wrong("solve/a"), check="solve/example")
    examples = [Example(f"solve/{name}", again) for name in "ab"]
    todo, text, _ = shown(*results, misconceptions=causes, examples=examples)
    assert [len(problem.results) for problem in todo] == [2, 1]
    assert "Is it label? And: Is it length?" in text and text.count(">>> solve(solve/a)") == 1


@pytest.mark.parametrize(
    "functions, explained, may",  # of the functions, one fails in a and b, the other in c
    [
        ("print_succ solve", "", True),
        ("print_succ solve", "c", False),
        ("print_succ solve", "ab", True),
        ("solve print_succ", "", True),  # print_succ comes first
        ("solve print_succ", "ab", False),
        ("solve solve", "ab c", False),
    ],
)
def test_the_first_may_cause_another_that_is_not_explained_and_not_checked_before(
    functions, explained, may
):
    one, other = functions.split()
    names = {"a": f"{one}/a", "b": f"{one}/b", "c": f"{other}/c"}
    causes = [cause(letters, *map(names.get, letters)) for letters in explained.split()]
    earlier = replace(wrong("print_succ/z"), verdict="accepted", difference=None)
    wrong_ones = wrong(names["a"]), wrong(names["b"]), wrong(names["c"], "no h")
    todo, text, ada = shown(earlier, *wrong_ones, misconceptions=causes)
    assert may_cause_others(todo, ada) == may
    said = "2 things to look into: begin with the first, it may cause others."
    assert (said in flat(text)) == may


def test_where_the_start_is_the_goal_is_known_and_causes_nothing_else():
    records = records_of(at_goal(SOURCE, "return print('0')"), FEW)
    known = diagnose.explained(submission("ada", records), ASSIGNMENT)
    assert known.at_goal == ("solve/funny00-1",)
    alone = replace(known, misconceptions=(), results=(*known.results, wrong("solve/x")))
    assert [problem.first.check for problem in problems(alone)] == ["solve/x", "solve/funny00-1"]
    only_goal = replace(alone, at_goal=("solve/funny00-1", "solve/x"))
    assert not may_cause_others(problems(only_goal), only_goal)


def using(check, *groups, **more):
    """A failed result of a check of a function that calls those of these groups."""
    return changed(wrong(check, **more), uses=groups)


def test_what_uses_a_function_that_fails_is_no_problem_of_its_own():
    twice, solution = using("twice/a", "near"), [using(f"solution/{c}", "twice") for c in "ab"]
    alone, near = using("alone/a", "right"), wrong("near/a")
    todo, text, ada = shown(twice, *solution, alone, near)
    assert [(one.first.check, len(one.following)) for one in todo] == [
        ("alone/a", 0),
        ("near/a", 3),
    ]
    said = "What uses this fails, too, and may work once this does: twice, solution."
    assert said in text and said in explained(ada, document(ada))
    assert "There are 2 things to look into." in flat(text)
    page = whole_page("ada", program_page.blocks(ada)).decode()
    assert page.count('href="#cause-1"') == 1 and page.count('href="#cause-2"') == 4


def test_what_a_cause_makes_slow_is_no_problem_of_its_own():
    late = changed(every_verdict()["time_limit"], check="hard/a", function="hard")
    slow = replace(cause("slow", "queue/a"), slowed=("hard/a",))
    todo, text, ada = shown(late, wrong("queue/a"), misconceptions=(slow,))
    assert [(one.first.check, len(one.following)) for one in todo] == [("queue/a", 1)]
    said = "This may also be why the search takes too long in hard."
    assert said in text and said in explained(ada, document(ada))
    assert len(shown(late, wrong("queue/a"), misconceptions=(cause("other", "queue/a"),))[0]) == 2


def test_a_limit_that_is_crossed_is_told_beside_the_wrong_line_of_the_same_cause():
    late = changed(every_verdict()["time_limit"], check="solve/b")
    slow = cause("slow", "solve/a", "solve/b")
    (problem,), text, ada = shown(late, wrong("solve/a"), misconceptions=(slow,))
    assert problem.first.check == "solve/a" and len(problem.results) == 2
    said = "In solve/b the program also crosses a limit of time or memory."
    assert said in text and said in explained(ada, document(ada))
    assert "solve/a, and 1 more: wrong_answer, time_limit\n" in explained(ada, document(ada))
    only = replace(slow, checks=("solve/b",))
    assert "also crosses" not in shown(late, misconceptions=(only,))[1]


def test_what_is_explained_or_fails_elsewhere_too_is_a_problem_though_it_uses_what_fails():
    user, near = using("solution/a", "near", actual="no h"), wrong("near/a")
    elsewhere = replace(user, check="other/a", asked=WRONG.asked)
    alike = [changed(one, function="f") for one in (user, elsewhere, near)]
    missing = replace(user, verdict="missing")
    for results, number in ([user, near], 1), ([user], 1), (alike, 2), ([missing, near], 2):
        assert len(shown(*results)[0]) == number
    explained = [cause("why", "solution/a")]
    assert len(shown(user, near, misconceptions=explained)[0]) == 2


@pytest.mark.parametrize("kind, number", [("wrong_line", 2), ("too_many_lines", 1)])
def test_a_wrong_line_follows_from_nothing_that_is_only_slow(kind, number):
    slow = replace(wrong("near/a"), verdict="time_limit", difference=None)
    other = using("solution/a", "near", actual="no h")
    todo, *_ = shown(slow, replace(other, reason=fact(kind, line=2)))
    assert len(todo) == number


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


def test_other_kinds_of_missing_lines_are_other_problems():
    lines = "[1, 2] h=1 moves: 0", "Max queue length: 4"
    results = [
        replace(
            wrong(f"solve/{number}"),
            reason=fact("line_missing", line=number),
            difference=Difference(number, line, None, None, goes_on=True),
        )
        for number, line in enumerate(lines)
    ]
    assert len(shown(*results)[0]) == 2


def test_figures_are_notes_only_beside_a_problem_of_their_own():
    figures, near = fact("counted", name="a", counts="2 inserts"), wrong("near/a", "[1] h=2")
    for changes, shows in (
        ({"uses": ()}, True),
        ({"uses": ("near",)}, False),
        ({"function": "near", "difference": near.difference}, False),  # fails as near does
        ({"verdict": "accepted", "difference": None}, False),
    ):
        queue = replace(changed(wrong("queue/a", "no h"), **changes), notes=(figures,))
        _, text, _ = shown(near, queue)
        assert ("Note: queue/a: a: 2 inserts" in text) == shows


def test_functions_that_use_each_other_are_both_shown():
    todo, *_ = shown(using("one/a", "two"), using("two/a", "one", actual="no h"))
    assert [one.following for one in todo] == [(), ()]


def test_functions_that_are_not_there_yet_are_one_thing_the_last_one_and_all_are_named():
    absent = [
        failing(f"{name}/a", fact("no_name", "no_name", name=f"Board.{name}"), "missing")
        for name in ("near", "near", "twin")
    ]
    stub = changed(WRONG, check="str/a", error="NotImplementedError", difference=None)
    todo, text, _ = shown(*absent, stub, wrong("size/a"))
    assert [problem.first.check for problem in todo] == ["size/a", "near/a"]
    assert [len(problem.results) for problem in todo] == [1, 4]
    assert text.count("Not there yet either: Board.twin.") == 1


@pytest.mark.parametrize("rivals, first", [((), "solve/a"), (("other",), "print_succ/a")])
def test_what_prints_nothing_comes_last_unless_the_reason_is_certain(rivals, first):
    checks, reason = ("solve/a", "solve/b"), fact("nothing_printed", function="solve")
    nothing = [changed(wrong(check), reason=reason) for check in checks]
    others = tuple(cause(name).mistake for name in rivals)
    known = replace(cause("silent", *checks), rivals=others)
    todo, *_ = shown(*nothing, wrong("print_succ/a"), misconceptions=(known,))
    assert todo[0].first.check == first


# ---- Boards and solvers ----


def of_npuzzle(tmp_path, *only, **edits):
    """What a student reads of right files with some edits, {file: (old, new)}, in one line."""
    for file in ("board", "solver"):
        text = (ROOT / PROGRAMS / f"{file}.py").read_text()
        old, new = edits.get(file, ("", ""))
        assert old in text
        (tmp_path / f"{file}.py").write_text(text.replace(old, new, 1))
    words = "--student", "--assignment", "npuzzle", *selecting(*only)
    return flat(grader(*words, tmp_path).stdout)


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
