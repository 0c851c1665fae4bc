"""What a page of steps is drawn from: entries, their order, totals, where they part; no browser."""

import json
import re
from dataclasses import replace

from grader.report.steps_page import WHY, Search, steps_page
from grader.traces import POPPED, Entry, KeptOut, Step, Trace
from tests.documents import BACK, NEAR, START


TWIN, FAR = replace(START), Entry((2,), 1, 2, 9, (3,))
STEPS = (
    Step(START, 1, (FAR, NEAR, NEAR), ()),
    Step(NEAR, 3, (), (KeptOut(BACK, POPPED),)),
)
TRACE = Trace((START,), STEPS, ((3,), (1,)))
ENDLESS = Trace((FAR,), (Step(FAR, 1, (), ()),), (), is_whole=False)


def data(page):
    """What the script of a page draws from."""
    return json.loads(re.search(rb'id="data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])


def drawn(trace):
    """What the script draws of a search with this trace."""
    (search,) = data(steps_page("one", [Search("one", trace)]))["searches"]
    return search


def test_entries_are_numbered_as_they_are_pushed_and_of_equal_ones_the_oldest_is_popped():
    search = drawn(TRACE)
    assert search["entries"] == [[0, 0, 2], [1, 1, 2, 9], [2, 1, 1], [2, 1, 1], [0, 2, 2]]
    why = [*WHY].index(POPPED)
    assert search["steps"] == [[0, 1, [1, 2, 3], [], 0], [2, 3, [], [[4, why]], 0]]
    assert (search["first"], search["path"]) == (1, [0, 2])


def test_a_queue_has_first_what_is_popped_first_and_then_the_least_f():
    assert drawn(TRACE)["order"] == [0, 2, 3, 1]
    later = replace(TRACE, steps=(STEPS[0], replace(STEPS[1], popped=FAR)))
    assert drawn(later)["order"] == [0, 1, 2, 3]
    waiting = replace(TRACE, steps=(replace(STEPS[0], pushed=(FAR, replace(NEAR, state=(5,)))),))
    assert drawn(waiting)["order"] == [0, 2, 1]


def test_searches_that_take_turns_have_queues_of_their_own():
    steps = (
        Step(START, 1, (NEAR,), ()),
        Step(TWIN, 1, (NEAR,), (), search=1),
        Step(NEAR, 1, (), (), search=1),
        Step(NEAR, 1, (), ()),
    )
    turns = Trace((START, TWIN), steps, ())
    assert [step[0] for step in drawn(turns)["steps"]] == [0, 1, 3, 2]


def test_two_searches_are_compared_and_many_are_counted():
    one, other = Search("one", TRACE), Search("\x1bother", ENDLESS)
    page = steps_page("both", [one, other], "")
    told = data(page)
    assert (told["compare"], told["parts_at"]) == (True, 1)
    assert [search["is_whole"] for search in told["searches"]] == [True, False]
    assert "\x1b" not in told["searches"][1]["title"] and b'max="2"' in page
    assert not data(steps_page("both", [one, other]))["compare"]
    figures = re.findall(rb'class="number">([^<]*)<', page)
    assert figures == [*(b"2", b"1", b"2", b"4", b"3"), *(b"2", b"cut off", b"1", b"1", b"1")]
    assert re.findall(rb"--percent:([0-9.]+)%", page) == [b"100.0", b"50.0"]


def test_a_start_without_h_and_a_search_without_a_path_are_said_to_be_so():
    unread = replace(TRACE, first=(replace(START, h=None),), path=())
    page = steps_page("both", [Search("one", unread), Search("none", replace(unread, first=()))])
    figures = re.findall(rb'class="number">([^<]*)<', page)
    assert figures[:2] == figures[5:7] == [b"?", b"none"]
