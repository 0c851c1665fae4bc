"""Failures that depend on other calls of their check, and the two calls that show them."""

from dataclasses import replace

import pytest

from grader.assignment.edits import edited
from grader.assignment.hooks import call
from grader.records.checks import Limits
from grader.records.results import SHOWN_BYTES
from grader.records.submissions import SubmissionResults
from grader.report import student, terminal, text
from grader.report.hints import help_of
from grader.report.sentences import WHAT_VARIES
from grader.tracing import after_others
from grader.tracing.students import Program
from tests.assignments import loaded
from tests.documents import document
from tests.mistakes_npuzzle import judged


pytestmark = pytest.mark.long

ASSIGNMENT = loaded("npuzzle")
CHECKS = {check.name: check for check in ASSIGNMENT.checks}
CHECK = replace(CHECKS["hamming/small"], limits=Limits(cpu_s=1))
BY_NAME = {CHECK.name: CHECK}
NAMES = list(CHECK.instances)
BOARD, SOLVER = ASSIGNMENT.reference().values()
COUNTED = "        SEEN.append(count)\n"  # what hamming answered before
PAIR, LONGER, MORE = "after_another", "longer_after_another", "after_others"


def files(answer):
    """A submission whose hamming ends with these lines."""
    edits = [("class Board:", "SEEN = []\n\n\nclass Board:"), ("        return count\n", answer)]
    return {"board.py": edited(BOARD, edits), "solver.py": SOLVER}


def program(basic, files):
    """A submission of these files, {name: text}, in a sandbox."""
    return Program(basic, {name: text.encode() for name, text in files.items()})


def found(basic, answer):
    """(The result of the check, the example of its failure) for such a submission."""
    own = files(answer)
    result = judged(basic, CHECK, own)
    assert not result.passed
    return result, after_others.example(program(basic, own), BY_NAME, result)


FIRST_AGAIN = f"{COUNTED}        return SEEN[0]\n"
LATER = f"{COUNTED}        return count + (self._n > 2) * (len(SEEN) - 1)\n"
WRONG_ALONE_TOO = f"{COUNTED}        return count + (self._n > 2) * (5 * len(SEEN) - 4)\n"
MANY_LATER = f"{COUNTED}        return count + (len(SEEN) > 2)\n"
REVERSED_AGAIN = "(self._path.reverse() or self._path) if"
SECOND_IS_WRONG = "        return count + (len(SEEN) == 2)\n"
RAISES = f"{COUNTED}        return count // (len(SEEN) == 1)\n"
NEVER_ENDS = f"{COUNTED}        while SEEN[1:]: pass\n        return count\n"


@pytest.mark.parametrize(
    "answer, kind, shown",
    [
        (FIRST_AGAIN, PAIR, [NAMES[0], NAMES[2]]),
        (RAISES, PAIR, NAMES[:2]),
        (NEVER_ENDS, LONGER, NAMES[:2]),
        (LATER, PAIR, [NAMES[0], NAMES[2]]),
        (WRONG_ALONE_TOO, MORE, NAMES[2:3]),
        (MANY_LATER, MORE, NAMES[2:3]),  # no two calls show it
    ],
)
def test_what_other_calls_change_is_told_with_two_calls_that_show_it(answer, kind, shown, basic):
    result, example = found(basic, answer)
    assert (example.check, example.result.verdict) == (CHECK.name, result.verdict)
    assert (example.result.reason.kind, example.result.reason.hint) == (kind, "outlives")
    assert example.result.call == call(CHECK, *shown)


def test_the_difference_is_that_of_the_two_calls(basic):
    result, example = found(basic, LATER)
    both = [one.difference for one in (result, example.result)]
    hamming = int(both[0].expected.split()[-1])
    assert [one.expected for one in both] == [f"{NAMES[2]}: {hamming}"] * 2
    assert [one.actual for one in both] == [f"{NAMES[2]}: {hamming + more}" for more in (2, 1)]
    assert [one.line for one in both] == [3, 2]


AT_RANDOM = "__import__('random').getrandbits(99)"
VARIES = f"        return count + (self._n > 2 and {AT_RANDOM})\n"
RAISES_AT_RANDOM = f"""\
{COUNTED}        if SEEN[1:]:
            raise type('E' + str({AT_RANDOM}), (Exception,), {{}})
        return count
"""
LONG = f"""\
        for _ in range(40_000 * (self._n == 3)): pass
        return count + (self._n > 3 and {AT_RANDOM})
"""
TWO_LINES = "        return f'{count}\\n(of {self._n} rows)'\n"


@pytest.mark.parametrize("answer", [VARIES, RAISES_AT_RANDOM])
def test_an_answer_that_varies_from_run_to_run_is_told_to_vary(answer, basic):
    result, example = found(basic, answer)
    assert (example.varies, example.result) == (True, result)


def test_a_check_whose_failing_call_is_the_same_alone_may_vary_elsewhere(basic):
    result, _ = found(basic, VARIES)
    first = replace(result, difference=replace(result.difference, instance=NAMES[0]))
    terms = program(basic, files(VARIES)), BY_NAME, first
    assert after_others.example(*terms) is None and after_others.varying(*terms).varies


WRONG_LATER = "        return count + (self._n > 2)\n"


@pytest.mark.parametrize("answer", ["        return count + 1\n", WRONG_LATER, TWO_LINES, LONG])
def test_what_shows_alone_or_is_not_reached_again_is_not_blamed_on_other_calls(answer, basic):
    assert found(basic, answer)[1] is None


def test_what_takes_long_all_together_is_not_blamed_on_other_calls(basic):
    right = files("        return count\n")
    passed = judged(basic, CHECK, right)
    stopped = replace(passed.run, stdout=b"\n".join(passed.run.stdout.split(b"\n")[:3]))
    late = replace(passed, verdict="time_limit", run=stopped, call=call(CHECK, NAMES[3]))
    own = program(basic, right)
    assert after_others.example(own, BY_NAME, late) is None and own.runs


def test_both_readers_learn_what_outlives_a_call_beside_the_two_calls(basic):
    result, example = found(basic, FIRST_AGAIN)
    submission = SubmissionResults("", "", results=(result,), examples=(example,))
    said = text.text(student.blocks(submission, student.own_folder), 100)
    assert "hamming/small - not yet: after another call it does something else than alone." in said
    assert "Does anything outlive a call" in said and "The same happens" not in said
    assert f"   >>> {example.result.call}\n" in said
    said = terminal.explanation(submission, document(submission))
    assert "After another call it does something else than alone. Does anything outlive" in said
    assert example.result.call in said and "The smallest example" not in said


def test_what_takes_long_after_a_call_that_takes_long_alone_is_not_blamed_on_it(basic):
    long = f"""\
{COUNTED}        for _ in range(250_000 * (self._n == 2)): pass
        while SEEN[2:]: pass
        return count
"""
    result, example = found(basic, long)
    assert result.verdict == "time_limit" and example is None


def test_of_an_exception_after_more_output_than_is_stored_nothing_is_told(basic):
    result, example = found(basic, RAISES)
    long = replace(result.run, stdout=result.run.stdout + SHOWN_BYTES * b"x")
    own = program(basic, files(RAISES))
    many = replace(result, run=long)
    assert example and after_others.example(own, BY_NAME, many) is None


def test_what_varies_is_asked_about_before_what_the_assignment_asks(basic):
    result, example = found(basic, VARIES)
    asking = replace(result, asked=replace(result.asked, help="What is shared?"))
    varies = replace(example, result=asking)
    submission = SubmissionResults("", "", results=(asking,), examples=(varies,))
    said = text.text(student.blocks(submission, student.own_folder), 1000)
    assert WHAT_VARIES in said and "What is shared?" not in said
    assert help_of(asking) == "What is shared?"
    assert help_of(replace(asking, verdict="runtime_error")) == ""


@pytest.mark.parametrize(
    "name, edits",
    [
        ("two-solvers/easy", {"solver.py": ("list(self._path) if", REVERSED_AGAIN)}),
        # the boards are all made, and then each method is asked of all
        (
            "two-boards/some",
            {"board.py": ("        return count\n", f"{COUNTED}{SECOND_IS_WRONG}")},
        ),
    ],
)
def test_a_check_that_needs_several_boards_for_each_call_depends_on_no_other_call(
    name, edits, basic
):
    texts = {"board.py": f"SEEN = []\n{BOARD}", "solver.py": SOLVER}
    for file, edit in edits.items():
        texts[file] = edited(texts[file], [edit])
    result = judged(basic, CHECKS[name], texts)
    assert not result.passed
    assert after_others.example(program(basic, texts), CHECKS, result) is None


def test_a_comment_stands_once_after_the_calls():
    check = CHECKS["without-str/easy"]
    shown = call(check, *list(check.instances)[:2])
    assert shown.count("  # ") == 1 and shown.count(".moves()") == 2 and "; with the" in shown


RAISES_LATER = f"{COUNTED}        return count // (len(SEEN) < 2)\n"


@pytest.mark.parametrize("answer", [LATER, RAISES_LATER])
def test_both_calls_are_those_of_the_line_that_is_wrong_or_missing(answer, basic):
    check = replace(CHECK, shown=((":", "Board({arguments}).hamming()"), ("", "Board")))
    own = files(answer)
    result = judged(basic, check, own)
    example = after_others.example(program(basic, own), {check.name: check}, result)
    assert example.result.call.count(".hamming()") == 2
