"""Which two mistakes are looked for first: those whose effects alone don't speak against them."""

from dataclasses import dataclass
from sys import intern
from types import SimpleNamespace

import pytest

from grader.diagnose.pairs import likely
from grader.diagnose.variants import Prediction
from grader.diagnose.ways import Way
from tests.helpers import ROOT, read_json


BASE = "one\ntwo\nthree\n"  # what the model prints
# {claim: wrong outputs, what each mistake alone prints, and the pairs in the order expected}
CLAIMS = read_json(ROOT / "tests/pairs.json")


@dataclass(frozen=True)
class Numbered:
    """A check with a number."""

    number: int


def model(*outputs):
    """A model that prints these outputs, in checks by their numbers."""

    def output(check):
        return Prediction(outputs[check.number], "exit", 1)

    return SimpleNamespace(
        predicted=output,
        work=SimpleNamespace(is_over=False),
    )


def observed(check, text):
    """A program's output in a check."""
    lines = Prediction(text, "exit", 1).lines
    return SimpleNamespace(
        check=check,
        lines=lines,
        is_late=False,
    )


def in_order(wrong, alone):
    """[(the names of both, whether they are likely)] of pairs that may explain wrong outputs."""
    case = [observed(Numbered(number), text) for number, text in enumerate(wrong)]
    rules = SimpleNamespace(
        agreement=lambda _, model, one: model.predicted(one.check).lines == one.lines
    )
    ways = {
        Way(intern(name.split()[0]), ((name, ""),)): model(*texts) for name, texts in alone.items()
    }
    pairs = likely(ways, model(*[BASE] * len(wrong)), case, rules)
    return [(f"{p.one.edits[0][0]} + {p.other.edits[0][0]}", p.is_likely) for p in pairs]


@pytest.mark.parametrize("claim", CLAIMS)
def test_pairs_are_looked_for_in_the_order_that_their_claim_says(claim):
    case = dict(CLAIMS[claim])
    likely, unlikely = case.pop("likely"), case.pop("unlikely")
    expected = [(names, True) for names in likely] + [(names, False) for names in unlikely]
    assert in_order(**case) == expected
