"""The sheet of questions, with the answers on a second page, as text and as HTML."""

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from grader.ground.text import visible, wrapped
from grader.report.markup import element, page
from grader.traces import State
from lecture.questions import Question, state_text


WIDTH = 79
STATE = re.compile(r"\[[\d, []*\]|\d+(?: \d+)+(?: / \d+(?: \d+)+)+")
HARD = "\u00a0"  # a space at which no line is broken
LETTERS = "abcdefghijklmnopqrstuvwxyz"
STYLE = """
.sheet > ol > li { margin: 0 0 1.5rem; padding-inline-start: .35rem; }
.sheet .states { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; }
.sheet .states .picture { display: grid; width: fit-content; margin: .2rem 0; }
.sheet .states span { display: block; font-size: .875rem; }
.sheet .states code { font-size: .75rem; }
.sheet .answers { border-top: 1px solid var(--rule); margin-top: 3rem; padding-top: 1rem; }
@media print {
  .sheet > ol > li { break-inside: avoid; }
  .sheet .answers { break-before: page; border: 0; margin: 0; }
}
"""


def sheet_text(title: str, asked: Sequence[Question], note: str = "") -> str:
    """The sheet as text, a note first; a form feed is before the page with the answers."""
    questions, answers = [], []
    for number, question in enumerate(asked, 1):
        head = f"{number}. "
        questions += _lines(head, question.asked)
        if len(question.options) > 1:  # a single one is in the question
            for letter, (state, remark) in zip(LETTERS, question.options):
                questions.append(f"   {letter}) {state_text(state)}  {remark}".rstrip())
        questions.append("")
        answers += _lines(head, question.answer)
    notes = [*wrapped(note, WIDTH), ""] if note else []
    return "\n".join([title, "", *notes, *questions, f"\fAnswers: {title}", "", *answers])


def _lines(head: str, text: str) -> list[str]:
    """A text in lines after a number; no state is broken.

    >>> _lines("1. ", "Is it [1, 2, 3] or 1 2 / 3 0?")
    ['1. Is it [1, 2, 3] or 1 2 / 3 0?']
    """
    whole = STATE.sub(lambda match: match[0].replace(" ", HARD), text)
    rows = wrapped(whole, WIDTH, head, " " * len(head))
    return [row.replace(HARD, " ") for row in rows]


def sheet_page(title: str, asked: Sequence[Question], note: str = "") -> bytes:
    """The sheet as HTML, a note first; a printer puts the answers on a page of their own."""
    return page(
        title,
        element(
            "main",
            element("h1", title),
            element("p", note) if note else None,
            element("ol", *map(_asked, asked)),
            element(
                "section",
                element("h2", f"Answers: {title}"),
                element("ol", *(element("li", visible(question.answer)) for question in asked)),
                class_="answers",
            ),
            class_="sheet",
        ),
        style=STYLE,
    )


def _asked(question: Question) -> Element:
    """A question with the states that it lists."""
    letters = [f"{letter}) " for letter in LETTERS] if len(question.options) > 1 else [""]
    options = [_option(letter, *option) for letter, option in zip(letters, question.options)]
    states = element("ul", *options, class_="states") if options else None
    return element("li", element("p", visible(question.asked)), states)


def _option(letter: str, state: State, remark: str) -> Element:
    """A state under its letter and the remark, drawn and written."""
    side = round(len(state) ** 0.5)
    is_flat = not isinstance(state[0], tuple)
    rows = [state[start : start + side] for start in range(0, len(state), side)]
    cells = [
        element("i", str(tile)) if tile else element("i", class_="empty")
        for row in (rows if is_flat else state)
        for tile in row
    ]
    size = f"picture columns-{side if is_flat else len(state)}"
    return element(
        "li",
        element("span", f"{letter}{remark}"),
        element("span", *cells, class_=size, aria_hidden="true"),
        element("code", state_text(state)),
    )
