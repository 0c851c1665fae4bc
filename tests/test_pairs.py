"""Which two mistakes are looked for first: those whose effects alone don't speak against them."""

from dataclasses import dataclass
from sys import intern
from types import SimpleNamespace

from grader.diagnose.pairs import likely
from grader.diagnose.variants import Prediction
from grader.diagnose.ways import Way


BASE = "one\ntwo\nthree\n"


@dataclass(frozen=True)
class Numbered:
    """A check with a number, called by a driver or not."""

    number: int
    is_driven: bool = False


def model(*outputs):
    """A model that prints these outputs, in checks by their numbers; "!" raises KeyError."""

    def output(check):
        text = outputs[check.number]
        return Prediction(text, "KeyError" if text == "!" else "exit", 1)

    return SimpleNamespace(
        predicted=output,
        output=output,
        right=SimpleNamespace(output=lambda check: Prediction(BASE, "exit", 1)),
    )


def observed(check, text):
    """A program's output in a check; "!" is an exception."""
    lines = Prediction(text, "exit", 1).lines
    return SimpleNamespace(
        check=check,
        lines=lines,
        read=lambda right: lines,
        is_late=False,
        verdict="runtime_error" if text == "!" else "wrong_answer",
        result=SimpleNamespace(error="KeyError"),
    )


def in_order(wrong, alone, is_driven=False):
    """[(the names of both, whether they are likely)] of pairs that may explain wrong outputs."""
    case = [observed(Numbered(number, is_driven), text) for number, text in enumerate(wrong)]
    rules = SimpleNamespace(
        agreement=lambda _, model, one: model.predicted(one.check).lines == one.lines
    )
    ways = {
        Way(intern(name.split()[0]), ((name, ""),)): model(*texts) for name, texts in alone.items()
    }
    pairs = likely(ways, model(*[BASE] * len(wrong)), case, rules, {})
    return [(f"{p.one.edits[0][0]} + {p.other.edits[0][0]}", p.is_likely) for p in pairs]


def test_a_pair_is_likely_if_where_one_changes_nothing_the_other_explains():
    wrong = ["ONE\ntwo\nthree\n", "one\nTWO\nthree\n"]
    alone = {
        "first": [wrong[0], BASE],
        "second": [BASE, wrong[1]],
        "none": [BASE, BASE],
        "worse": ["no\n", BASE],
    }
    assert in_order(wrong, alone) == [
        ("first + second", True),
        ("first + none", False),
        ("second + none", False),
        ("first + worse", False),
        ("second + worse", False),
        ("none + worse", False),
    ]


def test_where_both_change_something_they_may_do_together_what_neither_does():
    alone = {"first": ["ONE\ntwo\nthree\n"], "second": ["one\nTWO\nthree\n"], "none": [BASE]}
    assert in_order(["ONE\nTWO\nthree\n"], alone) == [
        ("first + second", True),
        ("first + none", False),
        ("second + none", False),
    ]


def test_lines_of_a_driver_are_compared_each_for_itself():
    alone = {"first": ["ONE\ntwo\nthree\n"], "second": ["one\nTWO\nx\n"], "third": ["x\ntwo\n"]}
    wrong = ["ONE\nTWO\nthree\n"]
    assert all(is_likely for _, is_likely in in_order(wrong, alone))
    assert in_order(wrong, alone, is_driven=True) == [
        ("first + third", True),
        ("second + third", True),
        ("first + second", False),  # the third line would be that of second alone
    ]


def test_two_mistakes_raise_what_one_of_them_raises():
    alone = {"first": ["one\nx\n"], "second": ["one\ny\n"], "raises": ["!"]}
    pairs = dict(in_order(["!"], alone))
    assert pairs == {"first + second": False, "first + raises": True, "second + raises": True}


def test_of_likely_pairs_those_come_first_that_print_most_of_what_was_printed():
    wrong = ["ONE\nTWO\nTHREE\n"]
    alone = {"far": ["x\ntwo\nthree\n"], "near": ["ONE\nTWO\nx\n"], "so so": ["ONE\nx\nx\n"]}
    assert in_order(wrong, alone) == [
        ("near + so so", True),
        ("far + near", True),
        ("far + so so", True),
    ]


def test_two_ways_of_one_misconception_are_no_pair():
    alone = {"same 1": ["ONE\n"], "same 2": ["TWO\n"], "other": ["THREE\n"]}
    pairs = in_order(["x\n"], alone)
    assert [pair for pair, _ in pairs] == ["same 1 + other", "same 2 + other"]
