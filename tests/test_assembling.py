"""Traces from events: what the numbers of an entry mean, and why a successor was kept out."""

import pytest

from grader.assignment.searching import Algorithm, Searching
from grader.traces import LARGER_G, POPPED, PREDECESSOR, UNKNOWN, WORSE_G
from grader.tracing.assembling import _costs, assembled
from grader.tracing.priorities import priorities


@pytest.mark.parametrize(
    "numbers, f, costs",
    [
        ([("f", 5), ("g", 2), ("f", 9)], 5, (2, 3)),
        ([("F_score", 5), ("G", 2), ("H", 3)], 5, (2, 3)),
        ([("f", 6), ("g", 2)], 6, (2, None)),
        ([("", 7), ("", 3), ("moves", 2)], 7, (2, 3)),
        ([("f", 1), ("g", 2)], 1, (2, None)),
        ([("h", 4)], None, (2, 4)),
        ([("", 9), ("", 6), ("", 3)], 9, (6, 3)),
        ([("", 1)], 1, (2, None)),
        ([("", 8), ("", 2), ("", 3)], 8, (2, 3)),
    ],
    ids=[
        *("the first of a name", "other spellings", "no h is held"),
        *("the right h is among them", "f is too small", "h alone", "a sum of two"),
        *("a number alone", "f is a sum with weights"),
    ],
)
def test_numbers_are_read_as_what_they_are_called_or_as_what_adds_up(numbers, f, costs):
    assert _costs(numbers, (2, 3, 5), f, place=1) == costs


@pytest.mark.parametrize(
    "held, costs",
    [
        ([[3, 0, 3, -1], [2, 1, 2, 0], [4, 1, 4, 0]], (1, 2)),  # f = h, then g, h and the parent
        ([[0, 3, -1], [9, 6, 3], [2, 1, 1]], (6, 3)),  # the start's f is 0
        ([[0, 3, -1], [9, 6, 3], [2, 1, 4]], (1, None)),  # the last f is no sum
    ],
)
def test_two_numbers_are_g_and_h_if_all_entries_hold_them_at_one_place(held, costs):
    start, *others = [
        ("+", 0, place, (place,), [("", number) for number in numbers])
        for place, numbers in enumerate(held)
    ]
    algorithm = Algorithm("astar", lambda state: (3, 2, 4, 4)[state[0]])
    events = [start, popped(0), *others]
    entry = assembled(events, Ring(), "yours", algorithm).steps[0].pushed[0]
    assert (entry.g, entry.h) == costs


# ---- By what a queue is ordered ----


def entered(place, *numbers):
    """The event that an entry with these numbers is pushed."""
    return (
        "+",
        0,
        place,
        (place,),
        [pair if isinstance(pair, tuple) else ("", pair) for pair in numbers],
    )


ENTRIES = [(1, 5, 2), (2, 4, 1), (3, 3, 0)]
NAMED = [(("g", 1), ("h", 5)), (("g", 2), ("h", 4)), (("g", 3), ("h", 4))]
OF_OBJECTS = [(("g", 2), ("h", 1)), (("g", 0), ("h", 2)), (("g", 3), ("h", 0))]


@pytest.mark.parametrize(
    "entries, pops, right, is_heap, order",
    [
        (ENTRIES, (0, 1), (1, 2, 3), True, [1, 2, 3]),
        (ENTRIES, (0, 1), (5, 4, 3), True, [1, 2, 3]),
        (ENTRIES, (2, 1), (5, 4, 3), False, [5, 4, 3]),
        (ENTRIES, (0, 1), (9, 9, 9), False, [1, 2, 3]),
        (ENTRIES, (0, 2), (5, 4, 3), False, [5, 4, 3]),
        (ENTRIES, (0, 2), (9, 9, 9), False, [None] * 3),
        (OF_OBJECTS, (1, 0), (9, 9, 9), True, [3, 2, 3]),
        (OF_OBJECTS, (2, 1), (9, 9, 9), True, [None] * 3),
        (NAMED, (2, 0), (9, 9, 9), True, [None] * 3),
    ],
    ids=[
        *("a heap", "a heap by another number than the right one", "a list by the right one"),
        *("a list by its first number", "no order, with the right one", "no order, without"),
        *("g + h", "not by g + h", "by what nobody knows"),
    ],
)
def test_a_queue_is_ordered_by_a_number_that_its_pops_show(entries, pops, right, is_heap, order):
    events = [entered(place, *numbers) for place, numbers in enumerate(entries)]
    events += [("-", 0, place, 3) for place in pops]
    told = priorities(events, {(0, place): f for place, f in enumerate(right)}, is_heap)
    assert list(told.values()) == order


# ---- Why a successor was kept out ----


class Ring(Searching):
    """A search on a ring of four states, whose goal is a fifth that is reached from none but 2."""

    def successors(self, state):
        (number,) = state
        return [((number + 1) % 4,), ((number - 1) % 4,), *([(9,)] if number == 2 else [])]

    def is_goal(self, state):
        return state == (9,)


def pushed(number, state, g=0, queue=0):
    """The event that an entry is pushed."""
    return "+", queue, number, (state,), [("g", g)]


def popped(number, length=1, queue=0):
    """The event that an entry is popped."""
    return "-", queue, number, length


def trace(*events):
    """The trace that the events tell."""
    return assembled(events, Ring(), "yours", Algorithm("astar", lambda state: 0))


def kept_out(*events):
    """[{state: why it was kept out}] of each step."""
    return [
        {kept.entry.state[0]: kept.why for kept in step.kept_out} for step in trace(*events).steps
    ]


ROUND = (pushed(0, 0), popped(0), pushed(1, 1, 1), pushed(2, 3, 1), popped(1), pushed(3, 2, 2))


def test_what_is_pushed_elsewhere_is_no_reason_to_keep_out():
    again = (popped(2), pushed(4, 2, 2), popped(3), pushed(5, 3, 3), pushed(6, 9, 3), popped(6))
    assert kept_out(*ROUND, *again)[1] == {0: PREDECESSOR}


def test_what_is_pushed_again_with_the_same_g_is_kept_out_with_a_larger_one():
    start = (pushed(0, 0), popped(0), pushed(1, 1, 1), pushed(2, 3, 1), popped(2))
    events = (*start, pushed(3, 2, 2), popped(3), pushed(4, 9, 3), popped(1), pushed(5, 2, 2))
    assert kept_out(*events, popped(4))[1:4] == [
        {0: LARGER_G},
        {3: LARGER_G, 1: LARGER_G},
        {0: LARGER_G},
    ]


def test_a_second_pop_of_a_state_that_pushes_nothing_keeps_nothing_out():
    twice = (popped(2), pushed(4, 2, 2), popped(3), pushed(6, 9, 3), popped(4), popped(6))
    assert [*kept_out(*ROUND, *twice)[3]] == [3, 1] and kept_out(*ROUND, *twice)[4] == {}


def test_no_reason_is_said_to_be_none_but_at_a_last_pop_that_may_have_been_broken_off():
    forgets = pushed(0, 0), popped(0), pushed(1, 1, 1), popped(1)
    assert kept_out(*forgets) == [{3: UNKNOWN}, {0: POPPED}]


def test_nothing_is_kept_out_at_the_goal():
    assert kept_out(*ROUND, popped(3), pushed(6, 9, 3), popped(6))[-1] == {}
    start = pushed(0, 9), popped(0)
    assert kept_out(*start) == [{}] and trace(*start).path == ((9,),)


def test_a_cheaper_entry_of_a_state_is_what_later_ones_are_compared_with():
    cheaper = (pushed(0, 0), popped(0), pushed(1, 1, 9), pushed(2, 1, 1), pushed(3, 3, 1))
    steps = trace(*cheaper, popped(3), pushed(4, 2, 2), popped(4), pushed(5, 9, 3), popped(5)).steps
    assert {kept.entry.state: kept.why for kept in steps[2].kept_out}[(1,)] == WORSE_G


# ---- The path ----


def test_a_path_goes_by_the_first_pop_of_each_state():
    again = (popped(3), popped(2), pushed(4, 2, 2), popped(4), pushed(6, 9, 3), popped(6))
    assert trace(*ROUND, *again).path == ((0,), (1,), (2,), (9,))


def test_a_path_is_that_of_the_first_search_alone():
    assert trace(*ROUND, pushed(0, 9, queue=1), popped(0, queue=1)).path == ()
    turns = (pushed(0, 2, queue=1), popped(0, queue=1), pushed(1, 1, 1, queue=1))
    end = (popped(1, queue=1), popped(3), pushed(6, 9, 3), popped(6))
    assert trace(pushed(0, 0), *turns, *ROUND[1:], *end).path == ((0,), (1,), (2,), (9,))
