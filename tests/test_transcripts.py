"""The instances and expected transcripts of `funny_puzzle`, each proved by the oracle."""

import itertools

import pytest

from grader import plan
from tests import oracle
from tests.golden import grader

ASSIGNMENT = plan.load("funny_puzzle")
CALLS = [check for check in ASSIGNMENT.checks if check.function]
FILES = sorted(plan.TESTINPUT.glob("funny*.txt"))


@pytest.mark.parametrize("check", CALLS, ids=lambda check: check.name)
def test_an_expected_transcript_is_what_the_oracle_prints(check):
    (state,), transcript = check.arguments, ASSIGNMENT.expected(check).read_text()
    if check.function == "print_succ":
        assert transcript == oracle.succ_transcript(state)
    else:
        assert oracle.complaint(state, transcript) == ""
        assert transcript == oracle.solve_transcript(state)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_instance_is_named_after_its_moves_and_its_queue_length(path):
    steps, longest = oracle.textbook_a_star(plan.state(path))
    assert path.stem == f"funny{len(steps) - 1:02}-{longest}"
    assert oracle.depths()[tuple(plan.state(path))] == len(steps) - 1


def test_every_instance_is_used():
    assert {path.stem for path in FILES} == {check.name.split("/")[1] for check in CALLS}


def test_print_succ_meets_every_place_that_two_blanks_can_take():
    states = [check.arguments[0] for check in CALLS if check.function == "print_succ"]
    blanks = {tuple(square for square in range(9) if state[square] == 0) for state in states}
    assert blanks == set(itertools.combinations(range(9), 2))


def test_solve_meets_every_depth_with_short_queues_and_the_long_ones_come_last():
    solve = [check.name for check in CALLS if check.name.startswith("solve/")]
    deep = [check.name for check in CALLS if check.name.startswith("deep/")]
    assert {int(name[11:13]) for name in solve} == set(range(25))
    assert max(map(queue_length, solve)) <= 3017 < 10_000 < min(map(queue_length, deep))
    assert [check.name for check in CALLS][-len(deep):] == deep
    assert sum(check.points for check in CALLS if check.name in deep) == 4
    assert sum(check.points for check in CALLS) == 100


def queue_length(name):
    """The maximum queue length that the name of a check tells."""
    return int(name.split("-")[1])


def test_making_the_transcripts_again_changes_nothing():
    done = grader("transcripts")
    assert (done.stdout, done.stderr) == ("funny_puzzle: 69 transcripts, 0 changed\n", "")
