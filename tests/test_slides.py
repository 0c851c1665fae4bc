"""The page of a lecture: what is asked on a class, what its programs answer, and how it looks."""

import re
from dataclasses import replace
from html import unescape

import pytest

from grader.records.submissions import Example
from grader.report import lecture
from grader.report.lecture import Option
from grader.report.slides import lecture_page
from grader.tracing.references import trace_of
from tests.assignments import loaded
from tests.browser import AXE, NO_AXE
from tests.documents import SOLVE, document, every_verdict, run, submission
from tests.helpers import stdout_of
from tests.mistakes import cause_named
from tests.test_steps_page import OFF_SCREEN


FUNNY = loaded("funny_puzzle")
START = (1, 2, 3, 5, 0, 0, 4, 7, 6)
AT_PUSH, BY_AGE, NO_H = "duplicates_dropped_at_push", "ties_by_insertion", "h_is_0"


RIGHT, WRONG = (every_verdict()[verdict] for verdict in ("accepted", "wrong_answer"))


def having(who, name, sees=True):
    """A submission whose program has a known mistake, and whether its search could be seen."""
    cause = cause_named(name, SOLVE.name)
    right = trace_of(FUNNY, START)
    yours = trace_of(FUNNY, START, name) if sees else None
    shown = replace(WRONG, call=f"solve({list(START)})")
    example = Example(SOLVE.name, shown, 21, right, yours, "the smaller state")
    return submission(who, [WRONG], misconceptions=(cause,), examples=(example,))


@pytest.fixture(scope="module")
def whole_class():
    """A class of eleven with three common causes, two right programs, and one of a rare cause."""
    names = {AT_PUSH: ("Ada", "Bob", "Cy", "Dee"), BY_AGE: ("Eve", "Fay"), NO_H: ("Guy", "Hal")}
    wrong = [having(who, name, who != "Dee") for name, all_ in names.items() for who in all_]
    return document(
        *wrong,
        having("Ian", "larger_state_first"),
        submission("Jan", [RIGHT]),
        submission("Kim", [RIGHT]),
    )


@pytest.fixture(scope="module")
def topics(whole_class):
    return lecture.topics(whole_class, FUNNY)


def test_the_three_commonest_causes_are_asked_about_the_most_frequent_first(topics):
    assert [topic.programs for topic in topics] == [4, 2, 2]
    assert all(topic.walk and topic.call.startswith("solve([") for topic in topics)


def test_the_options_are_what_programs_do_where_a_search_leaves_the_right_one(topics):
    at_push, no_h, by_age = topics
    assert "The last was [1, 2, 3, 0, 5, 6, 4, 7, 0]." in at_push.asked
    # Those who leave the right search earlier are not asked; a cause predicts the search of one
    # student.
    assert at_push.options == (
        Option("It is kept out.", 4, False),
        Option("It is pushed, with f = 6, g = 3, h = 3.", 2, True),
    )
    assert "the other by 1 and 1" in no_h.walk.sentence
    assert [(option.programs, option.is_right) for option in no_h.options] == [
        *((2, False), (8, True), (1, False))
    ]
    assert [(option.programs, option.is_right) for option in by_age.options] == [
        *((6, True), (2, False))
    ]
    states = [tuple(map(int, re.findall(r"\d", option.text))) for option in by_age.options]
    right = by_age.walk.right.steps[2].popped.state
    assert [state == right for state in states] == [True, False]


def test_without_a_search_the_question_is_what_the_call_prints():
    shown = replace(having("Ada", "length_one_too_small"), sources=())
    others = submission("Jan", [RIGHT]), submission("Kim", [replace(WRONG, call="other")])
    (topic,) = lecture.topics(document(shown, *others), FUNNY)
    difference = WRONG.difference
    assert topic.asked == f"What does {topic.call} print on line {difference.line}?"
    assert {(option.text, option.programs, option.is_right) for option in topic.options} == {
        (difference.actual, 1, False),
        (difference.expected, 1, True),
    }


def test_a_program_that_leaves_a_line_out_prints_the_next_one_there():
    shown = replace(having("Ada", "length_one_too_small"), sources=())
    line = WRONG.difference.line
    printed = b"\n" * (line - 1) + b"the next\n"
    lacks = replace(WRONG.difference, actual=None, goes_on=True)
    call = shown.examples[0].result.call
    lacking = replace(WRONG, call=call, difference=lacks, run=run(printed))
    jan = submission("Jan", [lacking])
    (topic,) = lecture.topics(document(shown, jan), FUNNY)
    assert "the next" in {option.text for option in topic.options}


def test_a_line_with_the_name_of_a_student_is_no_option():
    ada, bob = (having(who, "length_one_too_small") for who in ("Ada", "Bob"))
    signed = replace(WRONG.difference, actual="by ada")
    shown = replace(bob.examples[0].result, difference=signed)
    bob = replace(bob, examples=(replace(bob.examples[0], result=shown),))
    (topic,) = lecture.topics(document(ada, bob), FUNNY)
    assert [option.programs for option in topic.options if not option.is_right] == [1]
    assert "by ada" not in {option.text for option in topic.options}
    (topic,) = lecture.topics(document(bob, submission("Ada", [RIGHT])), FUNNY)
    assert topic.options == ()


def test_the_command_report_writes_the_page_of_a_graded_class(tmp_path):
    hand_in = tmp_path / "ada.py"
    hand_in.write_text("def print_succ(state):\n    print(state)\n")
    out, page = tmp_path / "out", tmp_path / "page.html"
    options = "--only", "print_succ/funny00*", "--no-examples", "--layout", "many"
    stdout_of(*options, "--out", out, hand_in)
    shown = stdout_of("report", out, "--quiet", "--lecture", page)
    assert f"The page for a lecture is {page}" in shown
    assert "What we found in 1 program" in page.read_text(encoding="utf-8")


def test_a_class_without_a_known_cause_has_a_page_that_says_so():
    page = lecture_page(document(submission("Jan", [RIGHT])), [])
    assert "No known mistake explains" in page.decode()


def test_no_student_is_named(whole_class, topics):
    text = unescape(re.sub("<(style|script)>.*?</\\1>|<[^>]*>", " ", _page(whole_class, topics)))
    names = {one.submission for one in whole_class.submissions}
    assert len(names) == 11 and not names & set(re.findall(r"\w+", text))


def _page(whole_class, topics):
    return lecture_page(whole_class, topics).decode()


# ---- In a browser ----


@pytest.fixture(scope="module")
def browser(browser, whole_class, topics, tmp_path_factory):
    """A browser that shows the page."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "page.html").write_text(_page(whole_class, topics), encoding="utf-8")
    browser.visit((folder / "page.html").as_uri())
    return browser


def shown(browser):
    """The head of the slide that is shown; there is one."""
    (head,) = browser.value(
        "[...document.querySelectorAll('.slide:not([hidden]) h2')].map(node => node.innerText)"
    )
    return head


def slides(browser):
    """Show one slide after the other."""
    browser.press("Home")
    for _ in range(browser.value("document.querySelectorAll('.slide').length")):
        yield shown(browser)
        browser.press("PageDown")


@pytest.mark.long
def test_a_remote_leads_from_a_question_by_steps_to_where_searches_part_and_the_answer(browser):
    heads = [head.partition(":")[0] for head in slides(browser)]
    assert heads[0] == "The commonest mistakes" and heads[-1] == "Question 3"
    assert heads[1:8] == ["Question 1"] * 6 + ["Question 2"]
    browser.press("Home", "PageDown", "PageDown", "PageUp")
    assert shown(browser) == "Question 1"
    assert browser.value("location.hash") == "#2"
    browser.press("End", "PageDown")
    assert shown(browser) == "Question 3: the answer"


def test_a_question_does_not_give_its_answer_away(browser, topics):
    for head in slides(browser):
        is_answer = head.endswith("the answer")
        right = browser.value("document.querySelectorAll('.slide:not([hidden]) .right').length")
        assert right == is_answer


SCREENS = ("light", 1600), ("dark", 360)


def slides_on(browser, scheme, width):
    """The head of each slide, as it is shown on such a screen."""
    browser.prefer(scheme)
    browser.resize(width)
    yield from slides(browser)
    browser.prefer("light")
    browser.resize(1280)


@pytest.mark.parametrize("scheme, width", SCREENS)
def test_every_slide_fits_a_phone_and_a_projector(browser, scheme, width):
    off = {head: browser.value(OFF_SCREEN) for head in slides_on(browser, scheme, width)}
    assert off and not any(off.values()), off


@pytest.mark.long
@pytest.mark.skipif(not AXE.is_file(), reason=NO_AXE)
@pytest.mark.parametrize("scheme, width", SCREENS)
def test_axe_finds_no_fault_with_a_slide(browser, scheme, width):
    faults = {head: browser.faults() for head in slides_on(browser, scheme, width)}
    assert faults and not any(faults.values()), faults


def test_paper_has_every_slide(browser):
    pages = len(re.findall(rb"/Type\s*/Page\b", browser.printed()))
    assert 3 < pages <= 16
