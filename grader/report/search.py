"""Where a search leaves the right one, in words and as two queues side by side; pure."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from grader.ground.text import counted, when
from grader.records import Example
from grader.report.blocks import Apart, Beside, Block, Rows, Sentence, Span
from grader.report.evidence import numbers
from grader.traces import POPPED, PREDECESSOR, PUSHED, UNKNOWN, WORSE_G, Entry, Number, State, Trace
from grader.tracing import parting
from grader.tracing.parting import Parting


# why an entry was kept out, after a colon
REASONS = {
    POPPED: "its state had been popped before",
    PUSHED: "its state had been pushed before",
    WORSE_G: "its state had been pushed with no larger g",
    PREDECESSOR: "its state is the one before that",
    UNKNOWN: "nothing that was in the queue is a reason",
    parting.PASSED_OVER: "a second pop of that state pushes nothing there",
    "": "it is not one move away",
}
LENGTHS = "Then the right queue has {lengths[0]} entries, yours {lengths[1]}."
POPS = "{so_far} Then the right one pops {right.whole}, yours pops {yours.whole}"
THERE = "{so_far} There, at the pop of {popped.state},"
COSTS = "{right.state} with {right.costs}, yours with {yours.costs}."
# what differs first, and in which way
SENTENCES = {
    (parting.ORDER, "no f"): f"{POPS}.",
    (parting.ORDER, "same f"): f"{POPS}: both have f = {{right.f}}{{ties}}.",
    (parting.ORDER, "other f"): f"{POPS}, though the least f comes first.",
    (parting.COST, "popped"): f"At the {{nth}} pop, the right search has {COSTS}",
    (parting.COST, "pushed"): f"{THERE} the right one pushes {COSTS}",
    (parting.PARENT, ""): "{so_far} Then both pop {right.whole}, but the right one an entry "
    "that was pushed at the pop of {right.parent}, yours one of {yours.parent}: two entries of one "
    "state.",
    (
        parting.PUSHED,
        "right",
    ): f"{THERE} the right one pushes {{right.whole}}, and yours keeps it out: {{why}}. {LENGTHS}",
    (
        parting.PUSHED,
        "yours",
    ): f"{THERE} yours pushes {{yours.whole}}, and the right one keeps it out: {{why}}. {LENGTHS}",
    (parting.LENGTH, ""): f"{{so_far}} {LENGTHS}",
    (parting.END, "right"): "{so_far} Then yours ends, and the right one goes on: it pops "
    "{right.whole}.",
    (parting.END, "yours"): "{so_far} Then the right one has ended, and yours goes on: it pops "
    "{yours.whole}.",
    (parting.NOTHING, ""): "Your search does what the right one does, in {pops}, and its queue has "
    "at most {lengths[0]} entries before a pop. So look at what is printed.",
}
UNREAD = "What is in your queue can't be seen, so there is only the right search to follow:"
TITLES = "the right queue", "yours"
NEXT, DIFFERS, SAME = ">", "!", " "  # the marks of entries
LEGEND = {NEXT: "> is popped next", DIFFERS: "! differs"}
MARKED = {NEXT: "mark", DIFFERS: "mark", SAME: ""}  # the elements of entries
SHORT = 8  # pops of a search that are listed


def blocks(example: Example | None) -> Iterator[Block]:
    """Yield blocks on where a search leaves the right one; none if there is no search."""
    departure = _parting(example)
    if not example or not example.right or not _tells_more(example, departure):
        return
    if departure:
        yield Sentence(sentence(departure, example.ties))
        if departure.rows:
            yield Apart(list(_queues(departure)))
    else:
        yield Sentence(UNREAD)
        yield Rows(_right_pops(example.right))


def in_words(example: Example) -> str:
    """The sentences on where a search leaves the right one; "" if that could not be seen."""
    departure = _parting(example)
    if not departure or not _tells_more(example, departure):
        return ""
    return sentence(departure, example.ties)


def _parting(example: Example | None) -> Parting | None:
    """Where the student's search leaves the right one, None if it could not be seen."""
    if not example or not example.right or not example.yours:
        return None
    return parting.parting(example.right, example.yours)


def _tells_more(example: Example, departure: Parting | None) -> bool:
    """Whether the search tells why: it went wrong, or numbers did for whatever reason."""
    if departure and departure.kind not in (parting.NOTHING, parting.END):
        return True
    difference = example.result.difference
    if not difference or difference.expected is None:
        return False
    printed = numbers(difference.actual)
    return bool(printed) and printed != numbers(difference.expected)


# ---- In words ----


def sentence(departure: Parting, ties: str) -> str:
    """The sentences on where two searches part; ties of f go to what `ties` says.

    >>> start = Entry((1, 0), 0, 1, 1, None)
    >>> sentence(Parting(parting.COST, 0, None, start, Entry((1, 0), 0, 2, 2, None)), "")
    'At the 1st pop, the right search has [1, 0] with f = 1 (g = 0, h = 1), yours with f = 2 \
(g = 0, h = 2).'
    """
    words = SENTENCES[departure.kind, _way(departure)]
    return words.format(**_fields(departure), ties=when(ties, f", and ties go to {ties}"))


def _way(departure: Parting) -> str:
    """In which way two searches part."""
    right, yours = departure.right, departure.yours
    if departure.kind in (parting.PUSHED, parting.END):
        return "right" if right else "yours"
    if departure.kind == parting.COST:
        return "pushed" if departure.popped else "popped"
    if departure.kind != parting.ORDER or not right or not yours:
        return ""
    if right.f is None or yours.f is None:
        return "no f"
    return "same f" if right.f == yours.f else "other f"


def _fields(departure: Parting) -> dict[str, Any]:
    """What the sentences are made of."""
    agreed = departure.agreed
    so_far = f"Up to your {_nth(agreed)} pop both searches agree."
    if not agreed:
        so_far = "The searches differ from the first pop on."
    return {
        "so_far": so_far,
        "nth": _nth(agreed + 1),
        "pops": counted(agreed, "pop"),
        "popped": _worded(departure.popped),
        "right": _worded(departure.right),
        "yours": _worded(departure.yours),
        "why": REASONS[departure.why],
        "lengths": departure.lengths,
    }


class Worded(NamedTuple):
    """An entry of a queue as sentences have it: its parts, and those that tell it from others."""

    state: str
    f: str
    costs: str
    parent: str
    whole: str


def _worded(entry: Entry | None) -> Worded | None:
    if not entry:
        return None
    state, f, parent = _text(entry.state), _number(entry.f), "the start"
    if entry.parent:
        parent = _text(entry.parent)
    whole = state + when(entry.f is not None, f" (f = {f})")
    costs = f"f = {f} (g = {_number(entry.g)}, h = {_number(entry.h)})"
    return Worded(state, f, costs, parent, whole)


def _nth(number: int) -> str:
    """An ordinal number.

    >>> _nth(1), _nth(12), _nth(23)
    ('1st', '12th', '23rd')
    """
    is_teen = number % 100 in (11, 12, 13)
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if is_teen else ending}"


def _text(state: State) -> str:
    """A state as it is typed."""
    return repr([list(row) if isinstance(row, tuple) else row for row in state])


def _number(value: Number | None) -> str:
    """A number, rounded; "?" where it is not known."""
    if value is None:
        return "?"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


# ---- The queues ----


def _queues(departure: Parting) -> Iterator[Block]:
    """Yield both queues side by side, and what their marks mean."""
    queues = [_queue(departure, side) for side in (0, 1)]
    marks = {mark for queue in queues for mark, _ in queue}
    notes = [note for mark, note in LEGEND.items() if mark in marks]
    if departure.hidden:
        notes.append(f"{departure.hidden} more left out")
    right, yours = (
        Rows([[Span(f"{mark} {text}", MARKED[mark])] for mark, text in queue], title)
        for queue, title in zip(queues, TITLES)
    )
    yield Beside((right, yours))
    if notes:
        yield Sentence(f"  ({'; '.join(notes)})")


def _queue(departure: Parting, side: int) -> list[tuple[str, str]]:
    """The entries of one of the two queues, each after its mark."""
    popped_next = None
    if not departure.popped:  # else the two that differ were pushed
        popped_next = (departure.right, departure.yours)[side]
    entries = []
    for row in departure.rows:
        entry, mark = row[side], DIFFERS if row.differs else SAME
        if not entry:
            entries.append((mark, "missing" if row.right else "not there"))
            continue
        if entry == popped_next:
            mark, popped_next = NEXT, None
        f = when(entry.f is not None, f" f = {_number(entry.f)}")
        entries.append((mark, _text(entry.state) + f))
    return entries


def _right_pops(right: Trace) -> list[str]:
    """What the right search pops, for a program whose queue can't be seen."""
    rows = []
    for number, step in enumerate(right.steps[:SHORT], 1):
        popped = step.popped
        f = _number(popped.f)
        rows.append(f"{number}. {_text(popped.state)} f = {f}, queue: {step.queue}")
    more = len(right.steps) - SHORT
    if more > 0:
        rows.append(f"and {more} more")
    return rows
