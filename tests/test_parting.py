"""Where two searches part: the sentence on it and both queues, for each way to go wrong."""

import re
from dataclasses import replace
from html import escape

import pytest

from grader.records.facts import fact
from grader.records.submissions import Example
from grader.report import search
from grader.report.explanation import _example
from grader.report.html import html
from grader.report.steps_page import Search, steps_page
from grader.report.text import lines
from grader.traces import POPPED, PUSHED, UNKNOWN, Entry, KeptOut, Step, Trace
from tests.documents import BACK, FAR, NEAR, START, every_verdict, submission


GOAL = Entry((0,), 2, 0, 2, (1,))
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
    return Trace((steps[0].popped,), steps, (), is_whole)


def with_step(number, **changes):
    """The trace of a search whose step of that number, from 1, is another; the others are right."""
    steps = [replace(s, **changes) if n == number else s for n, s in enumerate(STEPS, 1)]
    return trace(*steps)


def example(yours, right=trace(*STEPS), difference=FAILED.difference):
    """The example of a program with that search."""
    return Example("solve/one", replace(FAILED, difference=difference), 2, right, yours)


PARTINGS = {
    "pops a larger f": (
        with_step(2, popped=FAR, pushed=()),
        "Up to your 1st pop both searches agree. "
        "Then the right one pops [1] (f = 2), yours pops [2] (f = 3), "
        "though the least f comes first.",
    ),
    "pops one of the same f": (
        with_step(2, popped=replace(FAR, h=1, f=2), pushed=()),
        "Up to your 1st pop both searches agree. "
        "Then the right one pops [1] (f = 2), yours pops [2] (f = 2): "
        "both have f = 2.",
    ),
    "pops another at once": (
        trace(Step(FAR, 1, (), ())),
        "The searches differ from the first pop on. Then the right one pops [3] (f = 2), yours "
        "pops [2] (f = 3).",
    ),
    "pops what its own numbers put first": (
        trace(replace(STEPS[0], pushed=OWN), replace(STEPS[2], popped=OWN[1])),
        "Up to your 1st pop both searches agree. "
        "Then the right one pops [1], yours pops [2]: the right queue "
        "orders these two by f = 2 and f = 3, yours by 1 and 0.",
    ),
    "pops what another h puts first": (
        trace(
            replace(STEPS[0], pushed=(NEAR, replace(FAR, h=0, f=1))),
            replace(STEPS[2], popped=replace(FAR, h=0, f=1)),
        ),
        "Up to your 1st pop both searches agree. "
        "Then the right one pops [1], yours pops [2]: the right queue "
        "orders these two by f = 2 and f = 3, yours by 2 and 1. There [2] has g = 1, h = 2 in the "
        "right queue, g = 1, h = 0 in yours.",
    ),
    "reaches a state from another": (
        trace(*TWICE, Step(OTHER, 2, (), ())),
        "Up to your 3rd pop both searches agree. "
        "Then both pop [0] (f = 2), of which several entries wait: the "
        "right one takes the entry that was pushed at the 2nd pop, yours the one at the 3rd pop.",
    ),
    "has a longer queue": (
        with_step(2, queue=5),
        "Up to your 1st pop both searches agree. Then the right queue has 2 entries, yours 5.",
    ),
    "keeps out too much": (
        with_step(2, pushed=(), kept_out=(KeptOut(GOAL, PUSHED),)),
        "Up to your 2nd pop both searches agree. "
        "There, at the pop of [1], the right one pushes [0] (f = 2), and "
        "yours keeps it out: its state had been pushed before. "
        "Then the right queue has 2 entries, yours 1.",
    ),
    "passes a pop over": (
        with_step(2, pushed=(), kept_out=()),
        "Up to your 2nd pop both searches agree. "
        "There, at the pop of [1], the right one pushes [0] (f = 2), and "
        "yours keeps it out: it pushes nothing when it pops a state a second time. "
        "Then the right queue has 2 entries, yours 1.",
    ),
    "does not push what it may not have found": (
        with_step(2, pushed=(), kept_out=(KeptOut(GOAL, UNKNOWN),)),
        "Up to your 2nd pop both searches agree. "
        "There, at the pop of [1], the right one pushes [0] (f = 2), and yours does not. "
        "Then the right queue has 2 entries, yours 1. "
        "Is [0] among the successors that yours finds, and if so, which line keeps it out of the "
        "queue?",
    ),
    "keeps out too little": (
        with_step(2, pushed=(GOAL, BACK), kept_out=()),
        "Up to your 2nd pop both searches agree. "
        "There, at the pop of [1], yours pushes [3] (f = 4), and the right "
        "one keeps it out: its state had been popped before. "
        "Then the right queue has 2 entries, yours 3.",
    ),
    "jumps": (
        with_step(2, pushed=(GOAL, replace(BACK, state=(9,)))),
        "Up to your 2nd pop both searches agree. "
        "There, at the pop of [1], yours pushes [9] (f = 4), and the right "
        "one keeps it out: it is not one move away. Then the right queue has 2 entries, yours 3.",
    ),
    "pushes twice": (
        with_step(2, pushed=(GOAL, GOAL)),
        "Up to your 2nd pop both searches agree. "
        "There, at the pop of [1], yours pushes [0] (f = 2), and the right "
        "one keeps it out: it has pushed that state already. "
        "Then the right queue has 2 entries, yours 3.",
    ),
    "pops with another h": (
        with_step(2, popped=replace(NEAR, h=10 / 3, f=13 / 3)),
        "At the 2nd pop, the right search has [1] with f = 2, g = 1, h = 1, yours with f = 4.333, "
        "g = 1, h = 3.333.",
    ),
    "starts with an f without effect": (with_step(1, popped=replace(START, f=0)), ""),
    "ends before a pop": (
        trace(*STEPS[:2]),
        "Up to your 2nd pop both searches agree. "
        "Then yours ends, and the right one goes on: it pops [0] (f = 2).",
    ),
    "goes on after the goal": (
        trace(*STEPS[:2], replace(STEPS[2], pushed=(BACK,)), Step(FAR, 3, (), ())),
        "Up to your 3rd pop both searches agree. "
        "Then the right one has ended, and yours goes on: "
        "it pops [2] (f = 3).",
    ),
    "is right": (trace(*STEPS), ""),
    "is cut off": (trace(*STEPS[:2], is_whole=False), ""),
    "can't be read": (with_step(3, popped=UNREAD), ""),
}


def rows_of(shown, width=79):
    """The rows of text on the search of an example."""
    return lines(list(search.blocks(shown)), width, 0)


def queues_of(yours, right=trace(*STEPS), width=79):
    """What is below the sentence on where a search parts from the right one."""
    return "\n".join(rows_of(example(yours, right), width)).partition("\n\n")[2]


def page_of(shown):
    """The part of a page on the search of an example."""
    return html(search.blocks(shown))


@pytest.mark.parametrize("what", PARTINGS)
def test_a_sentence_says_where_a_search_parts_from_the_right_one(what):
    yours, sentence = PARTINGS[what]
    right = trace(*TWICE, STEPS[2]) if "from another" in what else trace(*STEPS)
    assert search.in_words(example(yours, right)) == sentence


def test_a_program_that_goes_on_after_a_right_search_is_told_that_it_was_right():
    late = replace(FAILED, verdict="time_limit", difference=None)
    for steps, sentence in (
        (
            STEPS,
            "All 3 pops of your search are those of the right one. So what never ends comes after "
            "the search: look at how the path is put together and printed.",
        ),
        (
            (*STEPS[:2], replace(STEPS[2], pushed=(BACK,)), Step(FAR, 3, (), ())),
            PARTINGS["goes on after the goal"][1],
        ),
    ):
        shown = replace(example(trace(*steps, is_whole=False)), result=late)
        assert search.in_words(shown) == sentence


def test_an_instructor_reads_that_an_example_executes_too_many_lines():
    endless = replace(FAILED, reason=fact("lines", lines=100_000), call="solve(1)")
    shown = lines(
        list(_example(replace(example(None), result=endless), submission("ann", []))), 99, 0
    )
    assert shown[1:3] == [">>> solve(1)", "It executed more than 100,000 lines, and was stopped."]


PATH = ((3,), (1,), (0,))


@pytest.mark.parametrize(
    "expected, actual, sentence",
    [
        (
            "[1] h=1 moves: 1",
            "[2] h=1 moves: 1",
            "All 3 pops of your search are those of the right one. So look at which parent each "
            "entry keeps, which of several entries with one state and one f leaves first, and how "
            "the path is put together and printed.",
        ),
        (
            "[0] h=0 moves: 2",
            "Length: 2",
            "All 3 pops of your search are those of the right one. So look at which parent each "
            "entry keeps, which of several entries with one state and one f leaves first, and how "
            "the path is put together and printed.",
        ),
        (
            "[1] h=1 moves: 1",
            "[1] h=1 moves: 2",
            "All 3 pops of your search are those of the right one. "
            "So look at the numbers beside the states.",
        ),
        (
            "Length: 2",
            "Length: 3",
            "All 3 pops of your search are those of the right one. Before these pops both queues "
            "hold at most 2 entries. So look at how the length is taken: at which moment, and what "
            "it counts.",
        ),
        ("Length: 7", "Length: 3", ""),
    ],
)
def test_where_the_search_is_right_it_is_said_what_of_the_output_is_wrong(
    expected, actual, sentence
):
    differs = replace(FAILED.difference, expected=expected, actual=actual)
    shown = example(trace(*STEPS), replace(trace(*STEPS), path=PATH), differs)
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
    again = replace(OTHER, g=g, f=g)
    right, yours = (
        trace(*TWICE[:2], replace(TWICE[2], **changes), STEPS[2])
        for changes in ({"pushed": (again,)}, {"pushed": (), "kept_out": (KeptOut(again, PUSHED),)})
    )
    assert f"been pushed before{said}. Then" in search.in_words(example(yours, right))


def test_entries_of_one_state_are_told_apart_by_the_pops_that_pushed_them():
    assert queues_of(trace(*TWICE, Step(OTHER, 2, (), ())), trace(*TWICE, STEPS[2])) == (
        "the right queue:                    yours:\n"
        "> [0] f = 2, pushed at the 2nd pop    [0] f = 2, pushed at the 2nd pop\n"
        "  [0] f = 2, pushed at the 3rd pop  > [0] f = 2, pushed at the 3rd pop\n"
        "  (> is popped next; 1 more left out)"
    )


def test_a_page_stops_at_the_pop_that_differs_or_at_the_last_one_in_common():
    pops = {"pops a larger f": 2, "pops with another h": 2, "keeps out too much": 2}
    for what, pop in {**pops, "ends before a pop": 3, "is right": 0, "is cut off": 0}.items():
        searches = [Search("", one) for one in (trace(*STEPS), PARTINGS[what][0])]
        assert f'"parts_at":{pop},' in steps_page("", searches, "").decode()


def test_nothing_is_said_of_a_search_where_it_is_not_what_went_wrong():
    differs = FAILED.difference
    worded = replace(differs, expected="h=1 moves: 2", actual="h=1, moves: 2")
    for difference in None, worded, *(replace(differs, actual=it) for it in ("no number", None)):
        for what in "is right", "ends before a pop":
            shown = example(PARTINGS[what][0], difference=difference)
            assert rows_of(shown) == [] and search.in_words(shown) == ""
    assert search.in_words(example(PARTINGS["has a longer queue"][0], difference=None))


def test_of_searches_that_take_turns_the_first_is_compared():
    other = Step(Entry((7,), 0, 9, 9, None), 1, (), (), search=1)
    first, *rest = (turn for step in STEPS for turn in (step, other))
    turns = Trace((START, other.popped), (first, *rest), ())
    assert search.in_words(example(turns)) == ""
    longer = replace(turns, steps=(replace(first, queue=5), *rest))
    assert "Then the right queue has 1 entry, yours 5." in search.in_words(example(longer))
    assert turns.queue_after(0) == [START] and turns.queue_after(2) == [FAR, GOAL]


def test_a_queue_may_begin_with_several_entries_and_lose_one_that_nobody_saw_pushed():
    several = replace(trace(*STEPS), first=(START, FAR))
    assert several.queue_after(0) == [START, FAR]
    assert trace(STEPS[0], Step(BACK, 2, (), ())).queue_after(2) == [NEAR, FAR]


# ---- The queues ----


QUEUES = {
    "keeps out too little": (
        "the right queue:  yours:\n"
        "  [0] f = 2         [0] f = 2\n"
        "  [2] f = 3         [2] f = 3\n"
        "! not there       ! [3] f = 4\n"
        "  (! differs)"
    ),
    "keeps out too much": (
        "the right queue:  yours:\n"
        "! [0] f = 2       ! missing\n"
        "  [2] f = 3         [2] f = 3\n"
        "  (! differs)"
    ),
    "pops a larger f": (
        "the right queue:  yours:\n"
        "> [1] f = 2         [1] f = 2\n"
        "  [2] f = 3       > [2] f = 3\n"
        "  (> is popped next)"
    ),
}


@pytest.mark.parametrize("what", QUEUES)
def test_queues_beside_each_other_mark_what_is_next_and_what_is_not_in_both(what):
    assert queues_of(PARTINGS[what][0]) == QUEUES[what]


def test_an_entry_that_the_right_queue_lacks_stands_where_it_would_be_popped():
    first = with_step(2, pushed=(GOAL, replace(BACK, f=1)))
    assert "yours:\n! not there       ! [3] f = 1\n" in queues_of(first)


def test_narrow_queues_are_one_below_the_other():
    assert queues_of(PARTINGS["pops a larger f"][0], width=20) == (
        "the right queue:\n"
        "> [1] f = 2\n"
        "  [2] f = 3\n"
        "yours:\n"
        "  [1] f = 2\n"
        "> [2] f = 3\n"
        "  (> is popped next)"
    )


def first_pushes(*pushed, then=NEAR):
    """The trace of a search that pushes these at its first pop, and then pops that one."""
    return trace(replace(STEPS[0], pushed=pushed), Step(then, len(pushed), (), ()))


def test_of_long_queues_what_differs_and_what_comes_first_is_shown():
    many = [Entry((number,), 1, number, number + 1, (3,)) for number in range(10, 18)]
    yours = first_pushes(*many[:-1], then=many[0])
    assert queues_of(yours, first_pushes(*many, then=many[0])) == (
        "the right queue:  yours:\n"
        "  [10] f = 11       [10] f = 11\n"
        "  [11] f = 12       [11] f = 12\n"
        "  [12] f = 13       [12] f = 13\n"
        "  [13] f = 14       [13] f = 14\n"
        "  [14] f = 15       [14] f = 15\n"
        "! [17] f = 18     ! missing\n"
        "  (! differs; 2 more left out)"
    )


def test_of_two_equal_entries_only_one_is_popped_next():
    equal = NEAR, FAR, FAR
    assert queues_of(first_pushes(*equal, then=FAR), first_pushes(*equal)) == (
        "the right queue:  yours:\n"
        "> [1] f = 2         [1] f = 2\n"
        "  [2] f = 3       > [2] f = 3\n"
        "  [2] f = 3         [2] f = 3\n"
        "  (> is popped next)"
    )


def test_equal_states_from_different_parents_are_different_entries_of_a_queue():
    assert queues_of(first_pushes(NEAR, OTHER, then=OTHER), first_pushes(NEAR, GOAL)) == (
        "the right queue:  yours:\n"
        "! [0] f = 2       ! missing\n"
        "! not there       > [0] f = 2\n"
        "> [1] f = 2         [1] f = 2\n"
        "  (> is popped next; ! differs)"
    )


def test_the_right_search_is_listed_where_a_queue_cannot_be_seen():
    shown = example(None, trace(*STEPS, *[STEPS[2]] * 7))
    first, *pops = rows_of(shown, 200)
    assert (first, pops[0]) == (search.UNREAD, "1. [3] f = 2, queue: 1")
    assert pops[7:] == ["8. [0] f = 2, queue: 2", "and 2 more"]
    assert len(rows_of(example(None, trace(*STEPS, *[STEPS[2]] * 5)), 200)) == 9
    assert page_of(shown).startswith(f"<p>{escape(search.UNREAD)}</p><pre>1. [3]")


def test_a_page_has_both_queues_side_by_side_with_their_marks():
    page = page_of(example(PARTINGS["keeps out too little"][0]))
    left, right = re.findall("<section><h3>(.*?)</h3><pre>(.*?)</pre></section>", page, re.DOTALL)
    assert left == (
        "the right queue",
        "  [0] f = 2\n  [2] f = 3\n<mark>! not there</mark>\n",
    )
    assert right == ("yours", "  [0] f = 2\n  [2] f = 3\n<mark>! [3] f = 4</mark>\n")
