"""The pages that step through searches, in a real browser, by mouse and by keyboard alone."""

import json
import re

import pytest

from grader.records.submissions import Example
from grader.report import files
from grader.report.similar import similar_page
from grader.report.steps_page import Search, steps_page
from grader.similar.winnowing import Ranking
from grader.traces import Entry, Step, Trace
from grader.tracing.references import trace_of
from lecture.compare_page import compare_page
from lecture.experiment import Record
from tests.assignments import loaded
from tests.browser import AXE, NO_AXE
from tests.documents import document, every_verdict, submission
from tests.helpers import python


OFF_SCREEN = """[...document.querySelectorAll("body *")].filter(
    node => !node.closest(".scroll *, .aside")
        && node.getBoundingClientRect().right > innerWidth + 0.5
).map(node => node.outerHTML.slice(0, 99))"""
BOARD, STATE = "testinput/puzzle04.txt", "[1, 2, 3, 5, 0, 0, 4, 7, 6]"
PHONE, DESK = 360, 1280


def lecture(*arguments):
    """Run the command."""
    python("-m", "lecture", *arguments, check=True)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The folder with a page of each kind that the command steps writes."""
    folder = tmp_path_factory.mktemp("pages")
    lecture("steps", BOARD, "--out", folder / "one.html")
    name = "duplicates_dropped_at_push"
    lecture("steps", STATE, "--misconception", name, "--out", folder / "two.html")
    lecture("steps", BOARD, "--algorithm", "all", "--out", folder / "all.html")
    return folder


@pytest.fixture
def visit(browser, pages):
    """A function that shows a page as it is at the step that its address names."""
    browser.resize(DESK)
    return lambda name, step="": browser.visit(f"{(pages / name).as_uri()}{step}")


def step(browser):
    """The step that a page shows: its number in the address, in the field and on the slider."""
    return browser.value(
        "[location.hash, byId('step').value, byId('slide').value]".replace(
            "byId", "document.getElementById.bind(document)"
        )
    )


def texts(browser, selector):
    """The texts of the elements that a selector finds."""
    script = f"[...document.querySelectorAll({json.dumps(selector)})].map(node => node.innerText)"
    return browser.value(script)


def click(browser, name):
    browser.value(f"document.getElementById('{name}').click()")


# ---- Stepping ----


@pytest.mark.long
def test_buttons_step_and_the_address_keeps_the_step(browser, visit):
    visit("one.html")
    steps = []
    for name in ("next", "next", "back", "last", "first"):
        click(browser, name)
        steps.append(step(browser))
    assert steps == [[f"#{n}", str(n), str(n)] for n in (1, 2, 1, 5, 0)]
    visit("one.html", "#3")
    assert step(browser) == ["#3", "3", "3"]
    browser.value("location.hash = '#2'; new Promise(done => setTimeout(done, 50))")
    assert step(browser) == ["#2", "2", "2"]


def test_the_keyboard_alone_is_enough(browser, visit):
    visit("one.html")
    browser.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")
    assert step(browser)[0] == "#2"
    browser.press("End")
    assert step(browser)[0] == "#5"
    browser.press("Home", " ")
    assert texts(browser, "#play") == ["Pause"]
    browser.press(" ")
    assert texts(browser, "#play") == ["Play"]
    reached = []
    for _ in range(12):
        browser.press("Tab")
        reached.append(
            browser.value("document.activeElement.id || document.activeElement.className")
        )
    assert {"next", "last", "play", "step", "slide", "scroll tree"} <= set(reached)
    browser.value("document.getElementById('next').focus()")
    browser.press("Enter")
    assert step(browser)[0] == "#1"


def test_a_presenters_remote_steps_wherever_the_focus_is(browser, visit):
    visit("one.html")
    for name in ("slide", "step", "next"):
        browser.value(f"document.getElementById('{name}').focus()")
        browser.press("PageDown", "PageDown", "PageUp")
    assert step(browser) == ["#3", "3", "3"]


@pytest.mark.long
def test_a_projector_gets_a_large_board_and_the_queue_and_nothing_else(browser, visit):
    size = "document.querySelector('.now .cells').getBoundingClientRect().width"
    shown = """[...document.querySelectorAll('.steps > *, .lane > *, .lane > div > *')].filter(
        node => node.checkVisibility()).map(node => node.className || node.localName)"""
    for name, lanes in (("one.html", 1), ("two.html", 2), ("all.html", 7)):
        visit(name, "#3")
        before, all_shown = browser.value(size), browser.value(shown)
        browser.press("p")
        assert browser.value(shown)[2:] == ["div", "h2", "now", "queue"] * lanes
        assert browser.value(shown)[0] == "h1" and browser.value(size) > before
        browser.press("PageDown")
        assert step(browser)[0] == "#4"
        browser.press("Escape")
        assert browser.value(size) == before and set(browser.value(shown)) == {*all_shown}
    assert browser.value("document.getElementById('project').ariaPressed") == "false"


@pytest.mark.long
def test_play_goes_on_to_the_last_step_and_stops_there(browser, visit):
    visit("one.html", "#3")
    click(browser, "play")
    ended = "document.getElementById('play').textContent === 'Play'"
    browser.value(
        f"new Promise(function wait(done) {{ {ended} ? done() : setTimeout(wait, 50, done) }})"
    )
    assert step(browser)[0] == "#5"


def test_a_step_has_the_queue_in_order_the_tree_and_what_was_kept_out(browser, visit):
    visit("one.html", "#3")
    assert texts(browser, ".queue .sum") == [
        "f = 4 = 3 + 1",
        "f = 6 = 3 + 3",
        "f = 6 = 3 + 3",
        "f = 6 = 2 + 4",
        "f = 6 = 1 + 5",
    ]
    assert texts(browser, ".badge") == ["next", "new", "new", "new"]
    assert texts(browser, ".out .sum") == ["the state before this one"]
    kinds = browser.value(
        "[...document.querySelectorAll('.tree g')].map(g => g.getAttribute('class'))"
    )
    assert sorted(kinds) == ["current", "kept", *["reached"] * 2, *["waiting"] * 5]
    assert texts(browser, "#words p")[0] == (
        "Pop 3: 1 2 3 / 4 0 5 / 7 8 6, f = 4 = 2 + 2; reached from 1 0 3 / 4 2 5 / 7 8 6. "
        "The queue had a length of 3 before."
    )
    browser.press("End")
    assert texts(browser, ".now .over") == ["the goal: 4 moves"]


def test_a_misconception_beside_the_right_search_shows_where_they_part(browser, visit):
    visit("two.html")
    assert (
        texts(browser, "h1 ~ p")[0] == "A state that has been in the queue is never pushed again."
    )
    assert browser.value("document.getElementById('parts').hidden")
    click(browser, "part")
    assert step(browser)[0] == "#3"
    assert texts(browser, "#parts")[0].endswith(
        "yours keeps it out: its state had been pushed before (g = 1 then, 3 here). Then the right "
        "queue has 12 entries, yours 11."
    )
    assert texts(browser, "#search-0 .badge.alone") == ["only here"]
    assert texts(browser, "#search-1 .badge.alone") == []
    browser.press("End")
    assert texts(browser, "dd") == ["8", "28", "20", "21", "7", "23", "16", "17"]


def test_all_searches_step_together_and_have_their_counts(browser, visit):
    visit("all.html", "#9")
    rows = browser.value(
        "[...document.querySelectorAll('.totals tbody tr')].map("
        "row => [...row.cells].map(cell => cell.innerText).slice(0, 6))"
    )
    assert rows[0] == ["Breadth-first search", "0", "4", "29", "46", "18"] and len(rows) == 7
    assert ["A* with Manhattan distance", "4", "4", "5", "10", "6"] in rows
    now = texts(browser, ".now p")
    assert now[0].startswith("Pop 9: f = 3 = 3 + 0") and now[4].startswith("Pop 5: f = 4 = 4 + 0")
    assert now[1].startswith("Pop 5: f = 0 (g = 4, h = 0)")


def test_every_step_has_its_text(browser, visit):
    visit("one.html")
    browser.value(
        "document.getElementById('as-text').open = true; new Promise(requestAnimationFrame)"
    )
    heads = texts(browser, "#all h3")
    assert heads == ["Before the first pop", *(f"After pop {n}" for n in range(1, 6))]
    assert "That is the goal. The path has 4 moves" in texts(browser, "#all")[0]


# ---- Long searches ----


STEPS = """{
  const slide = document.getElementById("slide"), last = Number(slide.max);
  const start = performance.now();
  let most = 0;
  for (let n = 1; n <= 20; n++) {
    slide.value = Math.round(n * last / 20);
    slide.dispatchEvent(new Event("input"));
    most = Math.max(most, document.querySelectorAll("*").length);
  }
  [most, (performance.now() - start) / 20];
}"""


@pytest.mark.long
def test_a_long_search_stays_quick_as_only_what_is_near_is_in_the_page(
    browser, pages, visit, record_property
):
    lecture("steps", "testinput/puzzle3x3-26.txt", "--out", pages / "long.html")
    visit("two.html")
    small, usual_ms = browser.value(STEPS)
    visit("long.html", "#2000")
    large, ms = browser.value(STEPS)
    pops = browser.value("Number(document.getElementById('slide').max)")
    megabytes = (pages / "long.html").stat().st_size / 1e6
    record_property(
        "figures",
        f"a page of {pops} pops: {megabytes:.1f} MB, {large} elements, {ms:.0f} ms a step; "
        f"one of 8 pops beside another search: {small} elements, {usual_ms:.0f} ms a step",
    )
    assert pops > 4000
    assert large < 1.2 * small
    assert ms < 20 * usual_ms


# ---- Everybody can read them ----


def test_pages_fit_a_phone_and_nothing_is_off_its_screen_but_what_scrolls(browser, visit):
    for name in ("one.html", "two.html", "all.html"):
        visit(name, "#3")
        browser.resize(PHONE)
        assert browser.value("document.documentElement.scrollWidth") == PHONE
        assert browser.value(OFF_SCREEN) == []


@pytest.mark.long
def test_seven_searches_take_at_most_12_pages_of_paper(browser, pages, visit):
    lecture("steps", "testinput/puzzle3x3-12.txt", "--algorithm", "all", "--out", pages / "12.html")
    visit("12.html", "#700")
    assert 1 < len(re.findall(rb"/Type\s*/Page\b", browser.printed())) <= 12
    assert texts(browser, "#all p")[0].endswith("of 1,453.")
    assert "1,453" in texts(browser, ".totals td")


def test_pages_ask_for_nothing_and_their_script_has_no_errors(browser, visit):
    for name in ("one.html", "two.html", "all.html"):
        visit(name)
        browser.press("End")
        asked = [
            event["params"]["request"]["url"]
            for event in browser.events
            if event["method"] == "Network.requestWillBeSent"
        ]
        assert [url.rpartition("/")[2] for url in asked] == [name]
        assert "Runtime.exceptionThrown" not in [event["method"] for event in browser.events]


def test_what_cannot_be_read_of_a_search_is_said_to_be_so(browser, pages, visit):
    start = Entry((1, 2, 3, 0), 0, 1, 1, None)
    unread = Entry((), None, None, None, start.state)
    steps = Step(start, 1, (unread,), ()), Step(unread, 1, (), ())
    odd = Search("Yours", Trace((start,), steps, (), False))
    nothing = Search("Nothing", Trace((), (), ()))
    (pages / "odd.html").write_bytes(steps_page("<b>", [odd, nothing], ""))
    visit("odd.html", "#1")
    assert texts(browser, "h1, .queue .sum, #search-1 p") == [
        *("<b>", "f = ? (g = ?, h = ?)", "It pushed nothing.")
    ]
    assert texts(browser, ".queue code") == ["a state that can't be read"]
    browser.press("End")
    assert "The trace was cut after 2 pops; the search goes on." in texts(browser, "#words")[0]
    assert texts(browser, ".now .over") == ["the trace was cut after 2 pops; the search goes on"]


@pytest.fixture(scope="module")
def reports(pages):
    """The folder with the reports on a class, in which a student has an example with a search.

    Two others print the same.
    """
    funny, start = loaded("funny_puzzle"), (1, 2, 3, 5, 0, 0, 4, 7, 6)
    right = trace_of(funny, start)
    yours = trace_of(funny, start, "ties_by_insertion")
    failed = every_verdict()["wrong_answer"]
    example = Example(failed.check, failed, 21, right, yours, "the smaller state")
    ada = submission("ada", every_verdict().values(), flags=("odd",), examples=(example,))
    others = [submission(who, [failed]) for who in ("bob", "cy")]
    files.write_all(document(ada, *others), pages / "reports")
    return pages / "reports"


def test_a_students_page_leads_to_their_search_beside_the_right_one(browser, reports):
    students = reports / "html/students"
    browser.visit((students / "ada.html").as_uri())
    link = "document.querySelector('a[href^=\"steps/\"]')"
    assert browser.value(f"{link}.href") == (students / "steps/ada-1.html").as_uri()
    browser.visit((students / "steps/ada-1.html").as_uri())
    assert texts(browser, ".lane h2") == ["The right one", "Yours"]
    click(browser, "part")
    assert "Then the right one pops [" in texts(browser, "#parts")[0]
    assert browser.value("document.querySelector('nav a').href") == (students / "ada.html").as_uri()
    assert [path.name for path in (students / "steps").iterdir()] == ["ada-1.html"]


@pytest.fixture(scope="module")
def every_kind(pages, reports):
    """Pages of every kind that the project writes."""
    (pages / "similar.html").write_bytes(
        similar_page(Ranking((), (0.1, 0.5), 2, 0, ("bob",), 3, ()), "funny_puzzle")
    )
    records = [Record("astar", "1 2 0 3", n, n, 9 * n, 9 * n, 3, 1.5, 2.0, 0.1) for n in (1, 5)]
    (pages / "compare.html").write_bytes(compare_page("2 random boards", records))
    lecture("questions", "--seed", 1, "--out", pages / "questions.html")
    names = ["one.html#3", "two.html#4", "all.html#5"]
    names += ["similar.html", "compare.html", "questions.html"]
    names += ["reports/html/index.html", "reports/html/students/ada.html"]
    return [f"{pages.as_uri()}/{name}" for name in names]


@pytest.mark.long
@pytest.mark.skipif(not AXE.is_file(), reason=NO_AXE)
def test_no_kind_of_page_has_what_axe_finds_fault_with(browser, every_kind):
    faults = {}
    in_the_dark = [url for url in every_kind if re.search("(two|compare|ada).html", url)]
    for scheme, width, urls in (("light", DESK, every_kind), ("dark", PHONE, in_the_dark)):
        browser.prefer(scheme)
        browser.resize(width)
        for url in urls:
            browser.visit(url)
            browser.value("document.querySelectorAll('details').forEach(part => part.open = true)")
            faults[scheme, url] = browser.faults()
    browser.prefer("light")
    assert {page: found for page, found in faults.items() if found} == {}
    assert len(faults) == 8 + 3
