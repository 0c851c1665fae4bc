"""The small instances that are tried in the place of one on which a program fails."""

import pytest

from grader.assignment.searching import state_in
from grader.diagnose.models import Model
from grader.records.checks import Check, Limits
from grader.tracing.candidates import FAR, Candidates
from grader.tracing.references import trace_of
from tests.assignments import check_named, loaded
from tests.mistakes import cause_named


FUNNY, NPUZZLE = loaded("funny_puzzle"), loaded("npuzzle")
STATE, ROWS = (1, 2, 3, 4, 5, 6, 0, 7, 0), ((1, 2, 3), (4, 5, 6), (7, 0, 8))


@pytest.fixture(scope="module")
def candidates():
    """The small instances of the puzzle with two blanks."""
    return Candidates(FUNNY)


def test_a_check_on_a_small_instance_needs_no_other_and_calls_as_its_own_does(candidates):
    single = candidates.check(check_named(FUNNY, "solve/funny12-384"), STATE)
    assert (single.name, single.arguments, single.needs) == ("solve/example", ([*STATE],), "")
    driven = Candidates(NPUZZLE).check(check_named(NPUZZLE, "queue/queues"), ROWS)
    assert driven.arguments == ([("example", [*map(list, ROWS)])],)


def test_a_check_that_is_given_no_state_is_like_none(candidates):
    assert candidates.like(check_named(FUNNY, "import"), "") is None
    check = check_named(FUNNY, "solve/funny01-4")
    assert candidates.like(check, "") == state_in(check.arguments)


def test_of_several_causes_an_instance_on_which_most_of_them_show_comes_first(candidates):
    check = check_named(FUNNY, "solve/funny12-384")
    causes = list(map(cause_named, ("goal_gives_0", "ties_by_insertion", "h_is_0")))
    states = candidates.showing(causes, check, STATE)
    numbers = [candidates._number(causes, check, state) for state in states]
    assert len(causes) > 1 and numbers == sorted(numbers, reverse=True) and len({*numbers}) > 1


def test_a_mistake_that_no_near_instance_shows_is_shown_on_farther_ones_in_their_places(candidates):
    check, cause = check_named(FUNNY, "solve/funny12-384"), cause_named("ties_by_parents_state")
    near, far = candidates.ordered(STATE), candidates.ordered(STATE, FAR)
    states = candidates.showing([cause], check, STATE)
    assert states and far[: len(near)] == near and not {*states} & {*near}
    assert candidates._first(cause, check, far, len(near)) == {
        state: far.index(state) for state in states
    }


def test_a_cause_is_shown_as_it_was_edited_in_and_in_no_other_way(candidates):
    check = candidates.check(check_named(FUNNY, "print_succ/funny12-384"), STATE)
    (variant,) = (edited for _, edited in candidates.variants([cause_named("another_label_for_h")]))
    right, wrong = candidates.expected(check).lines, variant.output(check).lines
    assert right != wrong == tuple(line.replace("h=", "f=") for line in right)


def test_a_mistake_that_changes_a_value_by_less_than_the_tolerance_shows_nowhere():
    sixth = Model((("m.py", "def sixth(n):\n    return n / 6\n"),))
    check = Check("sixth/of-five", "m", Limits(), "sixth", (5,), returns=True)
    near, far = sixth.variant([("n / 6", "n * (1 / 6)")]), sixth.variant([("n / 6", "n / 7")])
    assert near.output(check) != sixth.output(check)
    assert near.read(check) == sixth.read(check) != far.read(check)


def test_small_instances_take_more_and_more_moves_and_then_longer_queues(candidates):
    states = candidates.ordered(STATE)
    first = [candidates.queues[state] for state in states[:4]]
    assert first == sorted(first) and len(states) == len({*states}) >= 300


def test_queues_are_as_long_as_in_the_trace_of_the_reference(candidates):
    some = candidates.ordered(STATE)[::15]
    longest = [max(step.queue for step in trace_of(FUNNY, state).steps) for state in some]
    assert [candidates.queues[state] for state in some] == longest


@pytest.mark.long
def test_what_shows_in_one_function_is_not_taken_for_what_shows_in_another(candidates):
    causes = [cause_named("successors_descending")]
    assert candidates.showing(causes, check_named(FUNNY, "print_succ/funny12-384"), STATE)
    assert candidates.showing(causes, check_named(FUNNY, "solve/funny12-384"), STATE) == []


def test_small_instances_have_the_tiles_of_the_one_that_they_stand_for(candidates):
    for like in (STATE, (1, 2, 3, 4, 0, 5, 0, 0, 0)):
        assert sorted(candidates.ordered(like, 5)[0]) == sorted(like)
