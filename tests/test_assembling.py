"""Traces from events: what the numbers of an entry mean, and why a successor was kept out.

Events are written as texts: "+1@3/2" pushes the entry 1, of state 3 and with g = 2, "-1" pops it,
and ' after either means a second queue. So are the numbers of an entry, some after their names.
"""

import json
import re

import pytest

from grader.assignment.searching import Algorithm, Searching
from grader.traces import LARGER_G, POPPED, PREDECESSOR, UNKNOWN, WORSE_G
from grader.tracing.assembling import _costs, assembled
from grader.tracing.priorities import priorities
from tests.sample import rows


def numbers(text):
    """[(name, number)] of the numbers that an entry holds."""
    found = re.findall(r"([A-Za-z_]+ )?(-?\d+)", text)
    return [(name.strip(), int(number)) for name, number in found]


def entered(text):
    """The events that entries are pushed, which hold these numbers, and are their own states."""
    return [
        ("+", 0, place, (place,), numbers(entry)) for place, entry in enumerate(text.split(","))
    ]


def events(text):
    found = re.findall(r"([+-])(\d)(?:@(\d)/(\d))?('?)", text)
    for sign, number, state, g, second in found:
        if sign == "+":
            yield "+", len(second), int(number), (int(state),), [("g", int(g))]
        else:
            yield "-", len(second), int(number), 1


COSTS = """
the first of a name        | f 5 g 2 f 9       | 5    | [2, 3]
other spellings            | F_score 5 G 2 H 3 | 5    | [2, 3]
no h is held               | f 6 g 2           | 6    | [2, null]
the right h is among them  | 7 3 moves 2       | 7    | [2, 3]
f is too small             | f 1 g 2           | 1    | [2, null]
h alone                    | h 4               | null | [2, 4]
a sum of two               | 9 6 3             | 9    | [6, 3]
a number alone             | 1                 | 1    | [2, null]
f is a sum with weights    | 8 2 3             | 8    | [2, 3]
"""


@pytest.mark.parametrize("held, f, costs", rows(COSTS))
def test_numbers_are_read_as_what_they_are_called_or_as_what_adds_up(held, f, costs):
    assert [*_costs(numbers(held), (2, 3, 5), json.loads(f), place=1)] == json.loads(costs)


PLACES = """
f = h, then g, h and the parent | 3 0 3 -1, 2 1 2 0, 4 1 4 0 | [1, 2]
the start's f is 0              | 0 3 -1, 9 6 3, 2 1 1       | [6, 3]
the last f is no sum            | 0 3 -1, 9 6 3, 2 1 4       | [1, null]
"""


@pytest.mark.parametrize("held, costs", rows(PLACES))
def test_two_numbers_are_g_and_h_if_all_entries_hold_them_at_one_place(held, costs):
    start, *others = entered(held)
    algorithm = Algorithm("astar", lambda state: (3, 2, 4, 4)[state[0]])
    entry = assembled([start, *events("-0"), *others], Ring(), algorithm).steps[0].pushed[0]
    assert [entry.g, entry.h] == json.loads(costs)


# What entries hold, which of them are popped, their right f, the kind of queue, and its order.
ORDERS = """
a heap                                  | 1 5 2, 2 4 1, 3 3 0       | 0 1 | 1 2 3 | heap | [1, 2, 3]
a heap by another number than the right | 1 5 2, 2 4 1, 3 3 0       | 0 1 | 5 4 3 | heap | [1, 2, 3]
a list by the right one                 | 1 5 2, 2 4 1, 3 3 0       | 2 1 | 5 4 3 | list | [5, 4, 3]
a list by its first number              | 1 5 2, 2 4 1, 3 3 0       | 0 1 | 9 9 9 | list | [1, 2, 3]
no order, with the right one            | 1 5 2, 2 4 1, 3 3 0       | 0 2 | 5 4 3 | list | [5, 4, 3]
no order, without                       | 1 5 2, 2 4 1, 3 3 0       | 0 2 | 9 9 9 | list | null
g + h                                   | g 2 h 1, g 0 h 2, g 3 h 0 | 1 0 | 9 9 9 | heap | [3, 2, 3]
not by g + h                            | g 2 h 1, g 0 h 2, g 3 h 0 | 2 1 | 9 9 9 | heap | null
by what nobody knows                    | g 1 h 5, g 2 h 4, g 3 h 4 | 2 0 | 9 9 9 | heap | null
"""


@pytest.mark.parametrize("entries, pops, right, kind, order", rows(ORDERS))
def test_a_queue_is_ordered_by_a_number_that_its_pops_show(entries, pops, right, kind, order):
    popped = events("".join(f"-{place}" for place in pops.split()))
    right_f = {(0, place): int(f) for place, f in enumerate(right.split())}
    told = priorities([*entered(entries), *popped], right_f, kind == "heap")
    assert list(told.values()) == (json.loads(order) or [None] * 3)


# ---- Why a successor was kept out ----


class Ring(Searching):
    """A search on a ring of four states, whose goal is a fifth that is reached from none but 2."""

    def successors(self, state):
        (number,) = state
        return [((number + 1) % 4,), ((number - 1) % 4,), *([(9,)] if number == 2 else [])]

    def is_goal(self, state):
        return state == (9,)


def trace(text):
    """The trace that the events in a text tell."""
    return assembled([*events(text)], Ring(), Algorithm("astar", lambda state: 0))


def kept_out(text):
    """[{state: why it was kept out}] of each step."""
    return [{kept.entry.state[0]: kept.why for kept in step.kept_out} for step in trace(text).steps]


ROUND = "+0@0/0 -0 +1@1/1 +2@3/1 -1 +3@2/2"


def test_what_is_pushed_elsewhere_is_no_reason_to_keep_out():
    again = "-2 +4@2/2 -3 +5@3/3 +6@9/3 -6"
    assert kept_out(ROUND + again)[1] == {0: PREDECESSOR}


def test_what_is_pushed_again_with_the_same_g_is_kept_out_with_a_larger_one():
    text = "+0@0/0 -0 +1@1/1 +2@3/1 -2 +3@2/2 -3 +4@9/3 -1 +5@2/2 -4"
    assert kept_out(text)[1:4] == [{0: LARGER_G}, {3: LARGER_G, 1: LARGER_G}, {0: LARGER_G}]


def test_a_second_pop_of_a_state_that_pushes_nothing_keeps_nothing_out():
    kept = kept_out(ROUND + "-2 +4@2/2 -3 +6@9/3 -4 -6")
    assert [*kept[3]] == [3, 1] and kept[4] == {}


def test_no_reason_is_said_to_be_none_but_at_a_last_pop_that_may_have_been_broken_off():
    assert kept_out("+0@0/0 -0 +1@1/1 -1") == [{3: UNKNOWN}, {0: POPPED}]


def test_nothing_is_kept_out_at_the_goal():
    assert kept_out(ROUND + "-3 +6@9/3 -6")[-1] == {}
    start = "+0@9/0 -0"
    assert kept_out(start) == [{}] and trace(start).path == ((9,),)


def test_a_cheaper_entry_of_a_state_is_what_later_ones_are_compared_with():
    text = "+0@0/0 -0 +1@1/9 +2@1/1 +3@3/1 -3 +4@2/2 -4 +5@9/3 -5"
    assert kept_out(text)[2][1] == WORSE_G


# ---- The path ----


def test_a_path_goes_by_the_first_pop_of_each_state():
    assert trace(ROUND + "-3 -2 +4@2/2 -4 +6@9/3 -6").path == ((0,), (1,), (2,), (9,))


def test_a_path_is_that_of_the_first_search_alone():
    assert trace(f"{ROUND} +0@9/0' -0'").path == ()
    start, _, rest = ROUND.partition(" ")
    both = f"{start} +0@2/0' -0' +1@1/1' {rest} -1' -3 +6@9/3 -6"
    assert trace(both).path == ((0,), (1,), (2,), (9,))
