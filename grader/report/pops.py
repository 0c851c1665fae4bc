"""The first wrong pop of a search, in words and as two queues side by side; pure."""

import re
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from grader.ground.text import counted, wrapped
from grader.records import Example
from grader.report.markup import element
from grader.traces import POPPED, PREDECESSOR, PUSHED, UNKNOWN, WORSE_G, Entry, Number, State, Trace
from grader.tracing import parting
from grader.tracing.parting import Parting, Row


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
UNREAD = "What is in your queue can't be seen, so there is only the right search to follow:"
TITLES = "the right queue", "yours"
TITLES_IN_ROWS = "  the right queue", "  yours"
NEXT, DIFFERS = ">", "!"  # the marks of what is popped next, and of what differs
LEGEND = {NEXT: "> is popped next", DIFFERS: "! differs"}
UNWRAPPED = 10_000  # columns
SHORT = 8  # pops of a search that are listed


def lines(example: Example | None, width: int) -> list[str]:
    """The lines, at most 15, on where a search leaves the right one; none if there is no search."""
    departure = _parting(example) if example else None
    if not example or not example.right or not _tells_more(example, departure):
        return []
    if not departure:
        return _right_pops(example.right, width)
    rows = _side_by_side(departure, width)
    return [*wrapped(sentence(departure, example.ties), width), *(["", *rows] if rows else [])]


def _tells_more(example: Example, departure: Parting | None) -> bool:
    """Whether the search tells why: it went wrong, or numbers did for whatever reason."""
    if departure and departure.kind not in (parting.NOTHING, parting.END):
        return True
    difference = example.result.difference
    if not difference or difference.expected is None or difference.actual is None:
        return False
    expected, actual = (
        re.findall("[0-9]+", line) for line in (difference.expected, difference.actual)
    )
    return bool(actual) and expected != actual


def in_words(example: Example) -> str:
    """The sentences on where a search leaves the right one; "" if that could not be seen."""
    departure = _parting(example)
    if not departure or not _tells_more(example, departure):
        return ""
    return sentence(departure, example.ties)


def _parting(example: Example) -> Parting | None:
    """Where the student's search leaves the right one, None if it could not be seen."""
    if not example.right or not example.yours:
        return None
    return parting.parting(example.right, example.yours)


# ---- In words ----


def sentence(departure: Parting, ties: str) -> str:
    """The sentences on where two searches part; ties of f go to what `ties` says.

    >>> start = Entry((1, 0), 0, 1, 1, None)
    >>> sentence(Parting(parting.COST, 0, None, start, Entry((1, 0), 0, 2, 2, None)), "")
    'At the 1st pop, the right search has [1, 0] with f = 1 (g = 0, h = 1), yours with f = 2 \
(g = 0, h = 2).'
    """
    return SENTENCES[departure.kind](departure, ties)


def _otherwise_ordered(departure: Parting, ties: str) -> str:
    """The sentences on two searches that pop something else."""
    right, yours = departure.right, departure.yours
    assert right and yours
    both = f"the right one pops {_with_f(right)}, yours pops {_with_f(yours)}"
    said = f"{_so_far(departure)} Then {both}"
    if right.f is None or yours.f is None:
        return f"{said}."
    if right.f == yours.f:
        goes = f", and ties go to {ties}" if ties else ""
        return f"{said}: both have f = {_number(right.f)}{goes}."
    return f"{said}, though the least f comes first."


def _otherwise_priced(departure: Parting, ties: str) -> str:
    """The sentence on an entry that costs something else."""
    right, yours = departure.right, departure.yours
    assert right and yours
    place = f"At the {_nth(departure.agreed + 1)} pop"
    if departure.popped:
        place = f"{_so_far(departure)} There, at the pop of {_text(departure.popped.state)}"
        costs = f"with {_costs(right)}, yours with {_costs(yours)}"
        return f"{place}, the right one pushes {_text(right.state)} {costs}."
    costs = f"with {_costs(right)}, yours with {_costs(yours)}"
    return f"{place}, the right search has {_text(right.state)} {costs}."


def _otherwise_reached(departure: Parting, ties: str) -> str:
    """The sentence on an entry that was reached from another state."""
    right, yours = departure.right, departure.yours
    assert right and yours
    own, other = (_text(entry.parent) if entry.parent else "the start" for entry in (right, yours))
    return (
        f"{_so_far(departure)} Then both pop {_with_f(right)}, but the right one an entry that was "
        f"pushed at the pop of {own}, yours one of {other}: two entries of one state."
    )


def _otherwise_pushed(departure: Parting, ties: str) -> str:
    """The sentences on an entry that only one search pushes."""
    assert departure.popped
    place = f"{_so_far(departure)} There, at the pop of {_text(departure.popped.state)},"
    why = REASONS[departure.why]
    if departure.right:
        pushed = _with_f(departure.right)
        said = f"{place} the right one pushes {pushed}, and yours keeps it out: {why}"
    else:
        assert departure.yours
        pushed = _with_f(departure.yours)
        said = f"{place} yours pushes {pushed}, and the right one keeps it out: {why}"
    own, other = departure.lengths
    return f"{said}. Then the right queue has {own} entries, yours {other}."


def _otherwise_long(departure: Parting, ties: str) -> str:
    """The sentence on two queues that differ though the same was pushed."""
    own, other = departure.lengths
    return f"{_so_far(departure)} Then the right queue has {own} entries, yours {other}."


def _otherwise_ended(departure: Parting, ties: str) -> str:
    """The sentence on a search that ends before the other, or after it."""
    if departure.right:
        return (
            f"{_so_far(departure)} Then yours ends, and the right one goes on: "
            f"it pops {_with_f(departure.right)}."
        )
    assert departure.yours
    return (
        f"{_so_far(departure)} Then the right one has ended, and yours goes on: "
        f"it pops {_with_f(departure.yours)}."
    )


def _the_same(departure: Parting, ties: str) -> str:
    """The sentence on two searches that pop and push the same."""
    return (
        f"Your search does what the right one does, in {counted(departure.agreed, 'pop')}, and "
        f"its queue has at most {departure.lengths[0]} entries before a pop. So look at what is "
        "printed."
    )


SENTENCES: dict[str, Callable[[Parting, str], str]] = {
    parting.ORDER: _otherwise_ordered,
    parting.COST: _otherwise_priced,
    parting.PARENT: _otherwise_reached,
    parting.PUSHED: _otherwise_pushed,
    parting.LENGTH: _otherwise_long,
    parting.END: _otherwise_ended,
    parting.NOTHING: _the_same,
}


def _so_far(departure: Parting) -> str:
    """The sentence on how far two searches agree."""
    if not departure.agreed:
        return "The searches differ from the first pop on."
    return f"Up to your {_nth(departure.agreed)} pop both searches agree."


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
    return "?" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


def _with_f(entry: Entry) -> str:
    """An entry's state and its f, if that is known."""
    return _text(entry.state) + (f" (f = {_number(entry.f)})" if entry.f is not None else "")


def _costs(entry: Entry) -> str:
    """The three costs of an entry."""
    return f"f = {_number(entry.f)} (g = {_number(entry.g)}, h = {_number(entry.h)})"


# ---- The queues side by side ----


def _cells(departure: Parting) -> Iterator[tuple[str, str]]:
    """Yield (the right entry, yours) of each row; what is popped next or differs has a mark."""
    rows = departure.rows
    right = next((row for row in rows if row.right == departure.right), None)
    yours = next((row for row in rows if row.yours == departure.yours), None)
    is_popped = departure.popped is None  # else the two that differ were pushed
    for row in rows:
        yield (
            _cell(row.right, row, is_popped and row is right),
            _cell(row.yours, row, is_popped and row is yours),
        )


def _cell(entry: Entry | None, row: Row, is_next: bool) -> str:
    """An entry of one queue, its mark first, or what there is instead."""
    if not entry:
        return "! missing" if row.right else "! not there"
    mark = NEXT if is_next else DIFFERS if row.differs else " "
    f = "" if entry.f is None else f" f = {_number(entry.f)}"
    return f"{mark} {_text(entry.state)}{f}"


def _side_by_side(departure: Parting, width: int) -> list[str]:
    """Both queues beside each other, or one below the other where there is no room."""
    rows = [*_cells(departure)]
    if not rows:
        return []
    pairs = [TITLES_IN_ROWS, *rows]
    room = max(len(cell) for pair in pairs for cell in pair)
    if 2 * room + 2 > width:
        left, right = zip(*rows)
        shown_rows = [f"{TITLES[0]}:", *left, f"{TITLES[1]}:", *right]
    else:
        shown_rows = [f"{left:<{room}}  {right}".rstrip() for left, right in pairs]
    return [*shown_rows, *_left_out(departure)]


def _left_out(departure: Parting) -> list[str]:
    """The line on what the marks mean, and on the rows that are left out."""
    cells = [cell for row in _cells(departure) for cell in row]
    notes = [note for mark, note in LEGEND.items() if any(cell[0] == mark for cell in cells)]
    notes += [f"{departure.hidden} more left out"] if departure.hidden else []
    return [f"  ({'; '.join(notes)})"] if notes else []


def _right_pops(right: Trace, width: int) -> list[str]:
    """What the right search pops, for a program whose queue can't be seen."""
    steps = right.steps
    rows = [
        f"{number}. {_text(step.popped.state)} f = {_number(step.popped.f)}, queue: {step.queue}"
        for number, step in enumerate(steps[:SHORT], 1)
    ]
    more = [f"and {len(steps) - SHORT} more"] if len(steps) > SHORT else []
    return [*wrapped(UNREAD, width), *rows, *more]


# ---- In a page ----


def shown(example: Example, number: int) -> Element | None:
    """The sentences and both queues for a page's problem of that number; None without a search."""
    departure = _parting(example)
    if not example.right or not _tells_more(example, departure):
        return None
    if not departure:
        first, *rows = _right_pops(example.right, UNWRAPPED)
        parts = [element("p", first), element("pre", "\n".join(rows))]
    else:
        parts = [element("p", sentence(departure, example.ties)), *_table(departure, number)]
    return element("section", element("h3", "Your search and the right one"), *parts)


def _table(departure: Parting, number: int) -> list[Element]:
    """Both queues as a table, and what its marks mean; nothing where they are not told."""
    rows = [element("tr", *map(_in_table, row)) for row in _cells(departure)]
    if not rows:
        return []
    heads = element("tr", *(element("th", title, scope="col") for title in TITLES))
    table = element("table", element("thead", heads), element("tbody", *rows), class_="queues")
    label = f"Both queues, problem {number}"
    return [
        element("div", table, class_="scroll", tabindex="0", role="region", aria_label=label),
        *(element("p", line.strip()) for line in _left_out(departure)),
    ]


def _in_table(cell: str) -> Element:
    """A cell of the table; what is odd is marked."""
    text = cell.strip()
    return element("td", element("code", element("mark", text) if cell[0] != " " else text))
