"""Writes the sheet of questions, with answers on a second page, as text and as HTML."""

import re
from collections.abc import Sequence

from grader.ground.text import wrapped
from grader.report.blocks import Sentence
from grader.report.html import picture
from grader.report.markup import Html, fill, page
from grader.report.slides import rows_of
from lecture.search_questions import Question, state_text


WIDTH, LINES = 79, 6  # columns of a text, and empty lines for an answer
ROOM = Html('<div class="room"></div>')
STATE = re.compile(r"\[[\d, []*\]|\d+(?: \d+)+(?: / \d+(?: \d+)+)+")
HARD = "\u00a0"  # a space at which lines are not broken
LETTERS = "abcdefghijklmnopqrstuvwxyz"
PAGE = """<main class="sheet"><h1>{title}</h1>{notes:*p}<ol>{questions:*li}</ol>\
<section class="answers"><h2>Answers: {title}</h2><ol>{answers:*li}</ol></section></main>"""
OPTION = """<span>{letter}{remark}</span><div aria-hidden="true">{drawn}</div><code>{text}</code>"""
STYLE = """
.sheet > ol > li { margin: 0 0 1.5rem; padding-inline-start: .35rem; }
.sheet .states { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; }
.sheet .states .picture { display: grid; width: fit-content; margin: .2rem 0; }
.sheet .states span { display: block; font-size: .875rem; }
.sheet .states code { font-size: .75rem; }
.sheet .room { height: 7.5em; margin-top: .5rem; border-bottom: 1px solid var(--rule);
  background: repeating-linear-gradient(transparent 0 2.45em, var(--rule) 2.45em 2.5em); }
.sheet .answers { border-top: 1px solid var(--rule); margin-top: 3rem; padding-top: 1rem; }
@media print {
  .sheet > ol > li { break-inside: avoid; }
  .sheet .answers { break-before: page; border: 0; margin: 0; }
}
"""


def sheet_text(title: str, asked: Sequence[Question], notes: Sequence[str]) -> str:
    """The sheet as text, notes first; a form feed comes before the page of answers."""
    questions, answers = [], []
    for number, question in enumerate(asked, 1):
        head = f"{number}. "
        questions += _lines(head, question.asked)
        if len(question.options) > 1:  # a single option is part of the question
            for letter, (state, remark) in zip(LETTERS, question.options):
                questions.append(f"   {letter}) {state_text(state)}  {remark}".rstrip())
        questions += [""] * LINES
        answers += _lines(head, question.answer)
    above = [row for note in notes for row in ("", *_lines("", note))]
    return "\n".join([title, *above, "", *questions, f"\fAnswers: {title}", "", *answers])


def _lines(head: str, text: str) -> list[str]:
    """A text as lines behind a number; no line break falls into a state.

    >>> _lines("1. ", "Is it [1, 2, 3] or 1 2 / 3 0?")
    ['1. Is it [1, 2, 3] or 1 2 / 3 0?']
    """
    whole = STATE.sub(lambda match: match[0].replace(" ", HARD), text)
    rows = wrapped(whole, WIDTH, head, " " * len(head))
    return [row.replace(HARD, " ") for row in rows]


def sheet_page(title: str, asked: Sequence[Question], notes: Sequence[str]) -> bytes:
    """The sheet as HTML, notes first; printed, the answers have a page of their own."""
    questions = [[Sentence(question.asked), _options(question), ROOM] for question in asked]
    answers = [question.answer for question in asked]
    body = fill(PAGE, title=title, notes=notes, questions=questions, answers=answers)
    return page(title, body, style=STYLE)


def _options(question: Question) -> Html:
    """The states that a question lists, drawn and written, with letters and remarks."""
    letters = [f"{letter}) " for letter in LETTERS] if len(question.options) > 1 else [""]
    options = []
    for letter, (state, remark) in zip(letters, question.options):
        rows = rows_of(state)
        drawn, text = picture(rows, rows), state_text(state)
        options.append(fill(OPTION, letter=letter, remark=remark, drawn=drawn, text=text))
    return fill('<ul class="states">{options:*li}</ul>', options=options) if options else Html()
