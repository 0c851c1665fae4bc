"""Sealed transcripts: the judge is as right with them as with the lines themselves."""

from functools import partial

import pytest

from grader.assignment.hooks import instance_in
from grader.judge import sealed
from grader.judge.judge import judge, owners
from grader.judge.reading import lines
from grader.records.checks import Check, Limits, Part
from tests.documents import run


PARTS = Part("path", 1), Part("length", 2, "Length")
CHECK = Check("solve/one", "primes", Limits(), "solve", parts=PARTS)
EXPECTED = b"start\n\n\xff\nLength: 3\n"
OUTPUTS = {
    "right": EXPECTED,
    "another path": b"start\n\nend\nLength: 3\n",
    "another length": b"start\n\n\xff\nLength: 4\n",
    "no empty line": b"start\n\xff\nLength: 3\n",
    "one line": b"start\n",
    "nothing": b"",
}


def seal(check=CHECK, transcript=EXPECTED):
    rows = owners(check.parts, lines(transcript))
    return sealed.sealed(rows, check.name, partial(instance_in, check))


@pytest.mark.parametrize("what", OUTPUTS)
def test_an_output_has_the_verdict_and_the_points_that_the_lines_themselves_give(what):
    results = [judge(CHECK, run(stdout=OUTPUTS[what]), text) for text in (EXPECTED, seal())]
    assert (
        results[0].verdict
        == results[1].verdict
        == ("accepted" if what == "right" else "wrong_answer")
    )
    assert results[0].points == results[1].points


def test_a_seal_has_no_line_and_another_digest_of_it_in_each_check():
    own, other = (
        sealed.sealed([(0, "start")], name, lambda line: "").split()
        for name in ("solve/one", "solve/two")
    )
    assert own[-2] != other[-2] and b"start" not in own + other


SHOWN = ("size", "size({arguments})"), ("", "total({arguments})")
INSTANCES = ([("one", 1), ("two", 2)],)
DRIVEN = Check("sums/all", "sums", Limits(), "sums", INSTANCES, driver="any", shown=SHOWN)


@pytest.mark.parametrize("number", ["3", "0" * 2000 + "3"])
@pytest.mark.parametrize("is_sealed", [False, True])
def test_the_call_is_that_of_the_line_that_differs_if_the_right_one_is_sealed_or_long(
    number, is_sealed
):
    right = f"one, total: 1\ntwo, size: {number}\n".encode()
    transcript = seal(DRIVEN, right) if is_sealed else right
    result = judge(DRIVEN, run(stdout=right.replace(b"3", b"4")), transcript)
    assert (result.call, result.difference.instance) == ("size(2)", "two")


def test_the_call_is_that_of_the_next_line_if_the_run_is_broken_off():
    right = b"one, total: 1\none, size: 2\ntwo, total: 2\n"
    calls = [
        judge(
            DRIVEN, run(stdout=b"".join(right.splitlines(True)[:number]), ended="cpu"), right
        ).call
        for number in range(3)
    ]
    assert calls == ["total(1)", "size(1)", "total(2)"]


@pytest.mark.parametrize("printed, shown", [(b"", "total(1)"), (b"one, total: 1\n", "total(2)")])
def test_the_call_that_takes_too_long_is_that_of_the_instance_whose_line_is_sealed(printed, shown):
    transcript = b"one, total: 1\ntwo, total: 3\n"
    for text in transcript, seal(DRIVEN, transcript):
        assert judge(DRIVEN, run(printed, ended="cpu"), text).call == shown
