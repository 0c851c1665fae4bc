"""The page of a lecture: its topics as slides, which print one after another; pure.

Without its script the page shows all slides. With it, it shows one at a time, which its address
names.
"""

from collections.abc import Iterator, Sequence

from grader.ground.text import counted, when
from grader.records.submissions import Document
from grader.report.blocks import Picture, Span
from grader.report.html import picture
from grader.report.lecture import OTHER, Topic, Walk
from grader.report.markup import Html, fill, page, resource
from grader.report.search import costs, queues, state_text
from grader.traces import Entry, State
from grader.tracing.parting import COST


MOST_STEPS, LARGEST = 8, 6
# the most entries of a queue that a step shows, and that a question shows
MOST_ENTRIES, ALL_ENTRIES = 9, 30
PAGE = """<main class="wide slides"><h1>{title}</h1>{slides}\
<div class="turn" role="group" aria-label="Slides" hidden>\
<button type="button" id="back" title="Page Up">\u2039 Back</button>\
<button type="button" id="next" title="Page Down">Next \u203a</button>\
<output id="place"></output></div></main>"""
SLIDE = '<section class="slide {kind}"><h2>{title}</h2>{says:*p}{shown}</section>'
ENTRY = "<li>{drawn}<span>{costs}</span></li>"
QUEUE = '<div class="held">{title:?h3}<ol class="waiting">{entries}</ol>{more:?p}</div>'
NOTHING_COMMON = "No known mistake explains the failures of this class."


def lecture_page(document: Document, topics: Sequence[Topic]) -> bytes:
    """The page on a class's most frequent causes, which names no student."""
    number = len(document.submissions)
    title = f"What we found in {counted(number, 'program')}"
    slides = [_first(topics, number)]
    for place, topic in enumerate(topics, 1):
        slides += _slides(place, topic, number)
    body = fill(PAGE, title=title, slides=slides)
    return page(title, body, resource("slides.js"), resource("slides.css"))


def _slide(title: str, says: Sequence[object], shown: object = "", kind: str = "") -> Html:
    return fill(SLIDE, title=title, says=says, shown=shown, kind=kind)


def _first(topics: Sequence[Topic], programs: int) -> Html:
    """The first slide: how many questions there are, without their causes."""
    if not topics:
        return _slide("No common mistake", [NOTHING_COMMON])
    numbers = []
    for n, topic in enumerate(topics, 1):
        share = f"{topic.programs:,} of {counted(programs, 'program')}"
        numbers.append(f"Question {n}, which {share} get wrong")
    return _slide("The commonest mistakes", numbers)


def _slides(number: int, topic: Topic, programs: int) -> Iterator[Html]:
    """Yield the question, the steps to where the searches part, and the answer."""
    title = f"Question {number}"
    walk, asked = topic.walk, []
    if not topic.options:
        yield _slide(title, [Span(topic.call, "code"), topic.hint], kind="question")
    else:
        asked = [topic.asked]
        yield _slide(title, asked, [_held(walk), _options(topic, False)], "question")
    if walk:
        first = max(0, walk.parting.agreed - MOST_STEPS)
        for popped in range(first, walk.parting.agreed):
            yield _step(f"{title}: {topic.call}", walk, popped)
        yield _parted(title, walk)
    share = f"{topic.programs:,} of {counted(programs, 'program')} have this mistake."
    shown = [
        _options(topic, True),
        fill(
            "<p>{share}</p><p>{sentence}</p><p><em>{hint}</em></p>",
            share=share,
            sentence=topic.sentence,
            hint=topic.hint,
        ),
    ]
    yield _slide(f"{title}: the answer", asked, shown, "answer")


def _held(walk: Walk | None) -> Html:
    """The drawing for a question: the queue, or the states where a queue would show the answer."""
    if not walk:
        return Html()
    at = walk.parting
    if at.popped is None and at.kind != COST:
        return _queue(walk, at.agreed, "", ALL_ENTRIES)
    drawn = [_drawn(entry.state) for entry in (at.popped, at.right or at.yours) if entry]
    return fill('<div class="popped">{drawn:*span}</div>', drawn=drawn)


def _options(topic: Topic, is_answered: bool) -> Html:
    """The options with their letters; `is_answered` adds the right one and the class's choices."""
    items = []
    for option in topic.options:
        chose, role, mark = "", "", ""
        if is_answered:
            chose = f" {counted(option.programs, 'program')}"
        if is_answered and option.is_right:
            role, mark = "right", "\u2713"
        template = "<li{role:@class}><code>{text}</code>{mark:?b}{chose:?small}</li>"
        items.append(fill(template, role=role, text=option.text, mark=mark, chose=chose))
    return fill('<ol class="options" type="a">{items}</ol>', items=items)


# ---- Searches ----


def _step(title: str, walk: Walk, popped: int) -> Html:
    """The slide of the queue after a number of pops on which both searches agree."""
    steps = walk.right.of_first_search()
    says = ["Before the first pop"]
    drawn = ""
    if popped:
        step = steps[popped - 1]
        changed = f"{len(step.pushed):,} pushed, {len(step.kept_out):,} kept out."
        says = [f"After pop {popped:,}", changed]
        drawn = fill(
            '<div class="popped">{drawn}<span>{costs}</span></div>',
            drawn=_drawn(step.popped.state),
            costs=costs(step.popped),
        )
    return _slide(title, says, [drawn, _queue(walk, popped, "The queue")], "step")


def _parted(title: str, walk: Walk) -> Html:
    """The slide on which the searches part: the sentence, and the difference of both queues."""
    shown = list(queues(walk.parting, OTHER))
    return _slide(f"{title}: where they part", [walk.sentence], shown, "parted")


def _queue(walk: Walk, popped: int, title: str, most: int = MOST_ENTRIES) -> Html:
    """The right queue after a number of pops, sorted so that it does not show the next pop."""
    queue = sorted(walk.right.queue_after(popped), key=lambda entry: (entry.f or 0, entry.state))
    left = len(queue) - most
    more = when(left > 0, f"and {left:,} more")
    return fill(QUEUE, title=title, entries=list(map(_entry, queue[:most])), more=more)


def _entry(entry: Entry) -> Html:
    return fill(ENTRY, drawn=_drawn(entry.state), costs=costs(entry))


def _drawn(state: State) -> Html:
    """A state as a picture, or as text if it is large or not square."""
    rows = rows_of(state)
    if not rows or len(rows) > LARGEST:
        return fill("<code>{text}</code>", text=state_text(state))
    return picture(rows, rows)


def rows_of(state: State) -> Picture:
    """The rows of cells of a square state, 0 as an empty cell; none if it is not square.

    >>> rows_of((1, 2, 3, 0)), rows_of(((1, 0), (2, 3))), rows_of((1, 2))
    ([['1', '2'], ['3', '']], [['1', ''], ['2', '3']], [])
    """
    rows = list(state)
    if not any(isinstance(row, tuple) for row in rows):
        side = round(len(rows) ** 0.5)
        rows = [tuple(rows[n * side : (n + 1) * side]) for n in range(side)]
        if side * side != len(state):
            return []
    return [[str(cell or "") for cell in row] for row in rows]
