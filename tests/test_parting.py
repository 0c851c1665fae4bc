"""Where two searches part: the sentence on it and both queues, for each way to go wrong."""

import re
from dataclasses import replace
from html import escape

import pytest

from grader.records.submissions import Example
from grader.report import search
from grader.report.html import html
from grader.report.steps_page import first_difference
from grader.report.text import lines
from grader.traces import POPPED, PUSHED, Entry, KeptOut, Step, Trace
from tests.documents import every_verdict


pytestmark = pytest.mark.once

START, GOAL = Entry((3,), 0, 2, 2, None), Entry((0,), 2, 0, 2, (1,))
NEAR, FAR = Entry((1,), 1, 1, 2, (3,)), Entry((2,), 1, 2, 3, (3,))
BACK = Entry((3,), 2, 2, 4, (1,))
STEPS = (
    Step(START, 1, (NEAR, FAR), ()),
    Step(NEAR, 2, (GOAL,), (KeptOut(BACK, POPPED),)),
    Step(GOAL, 2, (), ()),
)
FAILED = every_verdict()["wrong_answer"]
UNREAD = Entry((), None, None, None, (1,))


OTHER = replace(GOAL, parent=(2,))  # another way to the goal, just as good
TWICE = (STEPS[0], STEPS[1], Step(replace(FAR, h=1, f=2), 2, (OTHER,), ()))
OWN = (replace(NEAR, f=1), replace(FAR, f=0))  # pushed by a search with another order


def trace(*steps, is_whole=True):
    """A trace of these steps."""
    return Trace("a program", "astar", (steps[0].popped,), steps, (), is_whole)


def with_step(number, **changes):
    """The trace of a search whose step of that number, from 1, is another; the others are right."""
    steps = [replace(s, **changes) if n == number else s for n, s in enumerate(STEPS, 1)]
    return trace(*steps)


def example(yours, right=trace(*STEPS), difference=FAILED.difference):
    """The example of a program with that search."""
    return Example("solve/one", replace(FAILED, difference=difference), 2, right, yours)


UP_TO = "Up to your {} pop both searches agree."
PARTINGS = {
    "pops a larger f": (
        with_step(2, popped=FAR, pushed=()),
        UP_TO.format("1st") + " Then the right one pops [1] (f = 2), yours pops [2] (f = 3), "
        "though the least f comes first.",
    ),
    "pops one of the same f": (
        with_step(2, popped=replace(FAR, h=1, f=2), pushed=()),
        UP_TO.format("1st") + " Then the right one pops [1] (f = 2), yours pops [2] (f = 2): "
        "both have f = 2.",
    ),
    "pops another at once": (
        trace(Step(FAR, 1, (), ())),
        "The searches differ from the first pop on. Then the right one pops [3] (f = 2), yours "
        "pops [2] (f = 3).",
    ),
    "pops what its own numbers put first": (
        trace(replace(STEPS[0], pushed=OWN), replace(STEPS[2], popped=OWN[1])),
        UP_TO.format("1st") + " Then the right one pops [1], yours pops [2]: the right queue "
        "orders these two by f = 2 and f = 3, yours by 1 and 0.",
    ),
    "pops what another h puts first": (
        trace(
            replace(STEPS[0], pushed=(NEAR, replace(FAR, h=0, f=1))),
            replace(STEPS[2], popped=replace(FAR, h=0, f=1)),
        ),
        UP_TO.format("1st") + " Then the right one pops [1], yours pops [2]: the right queue "
        "orders these two by f = 2 and f = 3, yours by 2 and 1. There [2] has g = 1, h = 2 in the "
        "right queue, g = 1, h = 0 in yours.",
    ),
    "reaches a state from another": (
        trace(*TWICE, Step(OTHER, 2, (), ())),
        UP_TO.format("3rd") + " Then both pop [0] (f = 2), of which several entries wait: the "
        "right one takes the entry that was pushed at the 2nd pop, yours the one at the 3rd pop.",
    ),
    "has a longer queue": (
        with_step(2, queue=5),
        UP_TO.format("1st") + " Then the right queue has 2 entries, yours 5.",
    ),
    "keeps out too much": (
        with_step(2, pushed=(), kept_out=(KeptOut(GOAL, PUSHED),)),
        UP_TO.format("2nd") + " There, at the pop of [1], the right one pushes [0] (f = 2), and "
        "yours keeps it out: its state had been pushed before. "
        "Then the right queue has 2 entries, yours 1.",
    ),
    "passes a pop over": (
        with_step(2, pushed=(), kept_out=()),
        UP_TO.format("2nd") + " There, at the pop of [1], the right one pushes [0] (f = 2), and "
        "yours keeps it out: it pushes nothing when it pops a state a second time. "
        "Then the right queue has 2 entries, yours 1.",
    ),
    "keeps out too little": (
        with_step(2, pushed=(GOAL, BACK), kept_out=()),
        UP_TO.format("2nd") + " There, at the pop of [1], yours pushes [3] (f = 4), and the right "
        "one keeps it out: its state had been popped before. "
        "Then the right queue has 2 entries, yours 3.",
    ),
    "jumps": (
        with_step(2, pushed=(GOAL, replace(BACK, state=(9,)))),
        UP_TO.format("2nd") + " There, at the pop of [1], yours pushes [9] (f = 4), and the right "
        "one keeps it out: it is not one move away. Then the right queue has 2 entries, yours 3.",
    ),
    "pops with another h": (
        with_step(2, popped=replace(NEAR, h=10 / 3, f=13 / 3)),
        "At the 2nd pop, the right search has [1] with f = 2, g = 1, h = 1, yours with f = 4.333, "
        "g = 1, h = 3.333.",
    ),
    "starts with an f without effect": (with_step(1, popped=replace(START, f=0)), ""),
    "ends before a pop": (
        trace(*STEPS[:2]),
        UP_TO.format("2nd") + " Then yours ends, and the right one goes on: it pops [0] (f = 2).",
    ),
    "goes on after the goal": (
        trace(*STEPS[:2], replace(STEPS[2], pushed=(BACK,)), Step(FAR, 3, (), ())),
        UP_TO.format("3rd") + " Then the right one has ended, and yours goes on: "
        "it pops [2] (f = 3).",
    ),
    "is right": (trace(*STEPS), ""),
    "is cut off": (trace(*STEPS[:2], is_whole=False), ""),
    "can't be read": (with_step(3, popped=UNREAD), ""),
}


def rows_of(shown, width):
    """The rows of text on the search of an example."""
    return lines(list(search.blocks(shown)), width, 0)


def page_of(shown):
    """The part of a page on the search of an example."""
    return html(search.blocks(shown))


@pytest.mark.parametrize("what", PARTINGS)
def test_a_sentence_says_where_a_search_parts_from_the_right_one(what):
    yours, sentence = PARTINGS[what]
    right = trace(*TWICE, STEPS[2]) if "from another" in what else trace(*STEPS)
    assert search.in_words(example(yours, right)) == sentence


SAME = "All 3 pops of your search are those of the right one. So look at "
LENGTH = SAME.replace("So", "Before its pops the queue has at most 2 entries. So")
PATH = ((3,), (1,), (0,))


@pytest.mark.parametrize(
    "expected, actual, sentence",
    [
        ("[1] h=1 moves: 1", "[2] h=1 moves: 1", SAME + "how the path is put together."),
        ("[0] h=0 moves: 2", "Length: 2", SAME + "how the path is put together."),
        ("[1] h=1 moves: 1", "[1] h=1 moves: 2", SAME + "the numbers beside the states."),
        ("Length: 2", "Length: 3", LENGTH + "where the length is taken."),
        ("Length: 7", "Length: 3", ""),
    ],
)
def test_where_the_search_is_right_it_is_said_what_of_the_output_is_wrong(
    expected, actual, sentence
):
    differs = replace(FAILED.difference, expected=expected, actual=actual)
    right = replace(trace(*STEPS), path=PATH)
    shown = example(trace(*STEPS), right, differs)
    assert search.in_words(shown) == sentence
    elsewhere = example(PARTINGS["pops a larger f"][0])
    assert not list(search.blocks(shown, [shown, elsewhere]))
    assert bool(list(search.blocks(shown, [shown]))) == bool(sentence)


def test_nothing_is_said_of_a_search_of_one_pop():
    for pops in 1, 2:
        right = trace(*STEPS[:pops])
        longest = right.steps[-1].queue
        differs = replace(FAILED.difference, expected=f"Length: {longest}", actual="Length: 3")
        said = search.in_words(example(right, right, differs))
        assert said.startswith("Both pops") == bool(said) == (pops == 2)


@pytest.mark.parametrize("g, said", [(2, " (g = 2 both times)"), (3, " (g = 2 then, 3 here)")])
def test_where_a_state_was_pushed_before_both_g_are_said(g, said):
    again = replace(GOAL, g=g, f=g, parent=(2,))
    right = trace(*TWICE[:2], replace(TWICE[2], pushed=(again,)), STEPS[2])
    kept = KeptOut(again, PUSHED)
    yours = trace(*TWICE[:2], replace(TWICE[2], pushed=(), kept_out=(kept,)), STEPS[2])
    assert f": its state had been pushed before{said}. Then" in search.in_words(
        example(yours, right)
    )


def test_entries_of_one_state_are_told_apart_by_the_pops_that_pushed_them():
    yours = trace(*TWICE, Step(OTHER, 2, (), ()))
    rows = rows_of(example(yours, trace(*TWICE, STEPS[2])), 79)
    assert "> [0] f = 2, pushed at the 2nd pop    [0] f = 2, pushed at the 2nd pop" in rows
    assert "  [0] f = 2, pushed at the 3rd pop  > [0] f = 2, pushed at the 3rd pop" in rows


def test_a_page_stops_at_the_pop_that_differs_or_at_the_last_one_in_common():
    right = trace(*STEPS)
    numbers = {
        what: differs and differs.pop
        for what, (yours, _) in PARTINGS.items()
        for differs in [first_difference(right, yours)]
    }
    assert numbers["pops a larger f"] == 2 and numbers["pops with another h"] == 2
    assert numbers["keeps out too much"] == 2 and numbers["ends before a pop"] == 3
    assert numbers["is right"] is None and numbers["is cut off"] is None


def test_nothing_is_said_of_a_search_where_it_is_not_what_went_wrong():
    differs = FAILED.difference
    worded = replace(differs, expected="h=1 moves: 2", actual="h=1, moves: 2")
    silent = replace(differs, actual="no number")
    for difference in (None, worded, silent, replace(differs, actual=None)):
        for what in ("is right", "ends before a pop"):
            shown = example(PARTINGS[what][0], difference=difference)
            assert rows_of(shown, 79) == [] and search.in_words(shown) == ""
    assert search.in_words(example(PARTINGS["has a longer queue"][0], difference=None))


def test_of_searches_that_take_turns_the_first_is_compared():
    twin = Entry((7,), 0, 9, 9, None)
    steps = [step for first in STEPS for step in (first, Step(twin, 1, (), (), search=1))]
    turns = Trace("a program", "astar", (START, twin), tuple(steps), ())
    assert search.in_words(example(turns)) == PARTINGS["is right"][1]
    longer = replace(turns, steps=(replace(steps[0], queue=5), *steps[1:]))
    assert "Then the right queue has 1 entry, yours 5." in search.in_words(example(longer))
    assert turns.queue_after(0) == [START] and turns.queue_after(2) == [FAR, GOAL]


def test_a_queue_may_begin_with_several_entries_and_lose_one_that_nobody_saw_pushed():
    several = replace(trace(*STEPS), first=(START, FAR))
    assert several.queue_after(0) == [START, FAR]
    assert trace(STEPS[0], Step(BACK, 2, (), ())).queue_after(2) == [NEAR, FAR]


# ---- The queues ----


def test_queues_beside_each_other_mark_what_is_next_and_what_is_not_in_both():
    assert rows_of(example(PARTINGS["keeps out too little"][0]), 79)[-6:] == [
        "",
        "the right queue:  yours:",
        "  [0] f = 2         [0] f = 2",
        "  [2] f = 3         [2] f = 3",
        "! not there       ! [3] f = 4",
        "  (! differs)",
    ]
    first = with_step(2, pushed=(GOAL, replace(BACK, f=1)))
    assert "! not there" in rows_of(example(first), 79)[-4]
    assert rows_of(example(PARTINGS["keeps out too much"][0]), 79)[-4:-2] == [
        "the right queue:  yours:",
        "! [0] f = 2       ! missing",
    ]
    assert rows_of(example(PARTINGS["pops a larger f"][0]), 79)[-3:] == [
        "> [1] f = 2         [1] f = 2",
        "  [2] f = 3       > [2] f = 3",
        "  (> is popped next)",
    ]


def test_narrow_queues_are_one_below_the_other():
    assert rows_of(example(PARTINGS["pops a larger f"][0]), 20)[-7:] == [
        "the right queue:",
        "> [1] f = 2",
        "  [2] f = 3",
        "yours:",
        "  [1] f = 2",
        "> [2] f = 3",
        "  (> is popped next)",
    ]


def test_of_long_queues_what_differs_and_what_comes_first_is_shown():
    many = tuple(Entry((number,), 1, number, number + 1, (3,)) for number in range(10, 18))
    right = trace(replace(STEPS[0], pushed=many), Step(many[0], 8, (), ()))
    yours = trace(replace(STEPS[0], pushed=many[:-1]), Step(many[0], 7, (), ()))
    shown = rows_of(example(yours, right), 79)
    assert [row.partition(" f")[0] for row in shown[-7:-1]] == [
        *("  [10]", "  [11]", "  [12]", "  [13]", "  [14]", "! [17]")
    ]
    assert shown[-2].endswith("! missing") and shown[-1] == "  (! differs; 2 more left out)"


def test_of_two_equal_entries_only_one_is_popped_next():
    right = trace(replace(STEPS[0], pushed=(NEAR, FAR, FAR)), *STEPS[1:])
    yours = trace(replace(STEPS[0], pushed=(NEAR, FAR, FAR)), replace(STEPS[1], popped=FAR))
    rows = "\n".join(rows_of(example(yours, right), 100))
    assert rows.count("> [2]") == rows.count("> [1]") == 1


def test_equal_states_from_different_parents_are_different_entries_of_a_queue():
    again = replace(GOAL, parent=(2,))
    right, yours = (
        trace(replace(STEPS[0], pushed=(NEAR, one)), Step(two, 2, (), ()))
        for one, two in ((GOAL, NEAR), (again, again))
    )
    rows = rows_of(example(yours, right), 79)[-4:-1]
    assert [row.split("  ")[-1].strip() for row in rows].count("! not there") == 0
    assert sum("! not there" in row for row in rows) == sum("! missing" in row for row in rows) == 1


def test_the_right_search_is_listed_where_a_queue_cannot_be_seen():
    steps = (*STEPS, *[STEPS[2]] * 7)
    shown = rows_of(example(None, trace(*steps)), 200)
    assert shown[:2] == [search.UNREAD, "1. [3] f = 2, queue: 1"]
    assert shown[-2:] == ["8. [0] f = 2, queue: 2", "and 2 more"] and len(shown) == 10
    assert "more" not in rows_of(example(None, trace(*steps[:8])), 200)[-1]
    sentence = escape(search.UNREAD)
    assert page_of(example(None, trace(*steps))).startswith(f"<p>{sentence}</p><pre>1. [3]")


def test_a_page_has_both_queues_side_by_side_with_their_marks():
    page = page_of(example(PARTINGS["keeps out too little"][0]))
    left, right = re.findall("<section><h3>(.*?)</h3><pre>(.*?)</pre></section>", page, re.DOTALL)
    assert left == (
        "the right queue",
        "  [0] f = 2\n  [2] f = 3\n<mark>! not there</mark>\n",
    )
    assert right == ("yours", "  [0] f = 2\n  [2] f = 3\n<mark>! [3] f = 4</mark>\n")
