"""How a search leaves the right one, in sentences and as two queues side by side; pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from grader.ground.text import when
from grader.records.results import CROSSED
from grader.records.submissions import Example
from grader.report.blocks import Apart, Beside, Block, Rows, Sentence, Span
from grader.report.evidence import numbers
from grader.traces import (
    LARGER_G,
    POPPED,
    PREDECESSOR,
    PUSHED,
    UNKNOWN,
    WORSE_G,
    Entry,
    Number,
    State,
    Trace,
)
from grader.tracing.parting import (
    COST,
    END,
    LENGTH,
    NOTHING,
    ORDER,
    PARENT,
    PASSED_OVER,
    PUSHES,
    TWICE,
    Parting,
    parting,
)


# Why an entry was kept out, as it follows a colon.
REASONS = {
    POPPED: "its state had been popped before",
    PUSHED: "its state had been pushed before{gs}",
    WORSE_G: "its state had been pushed with no larger g{gs}",
    LARGER_G: "its state had been pushed with a smaller g{gs}",
    PREDECESSOR: "its state is the one before that",
    UNKNOWN: "the queue does not show why",
    PASSED_OVER: "it pushes nothing when it pops a state a second time",
    TWICE: "it has pushed that state already",
    "": "it is not one move away",
}
POPS = "{so_far} Then the right one pops {right.whole}, {other} pops {yours.whole}"
THERE = "{so_far} There, at the pop of {popped.state},"
SAME_POPS = "{pops} of your search are those of the right one."
# {(what differs first, how): the sentence that says so}.
SENTENCES = {
    (ORDER, ""): f"{POPS}.",
    (ORDER, "no f"): f"{POPS}. No f can be seen in the entries of {{other}}: is it a number there?",
    (ORDER, "same f"): f"{POPS}: both have f = {{right.f}}{{ties}}.",
    (ORDER, "other f"): f"{POPS}, though the least f comes first.",
    (ORDER, "own f"): "{so_far} Then the right one pops {right.state}, {other} pops "
    "{yours.state}: the right queue orders these two by f = {orders[0][0]} and f = {orders[0][1]}, "
    "{other} by {orders[1][0]} and {orders[1][1]}.{unlike}",
    (COST, ""): "At the {nth} pop, the right search has {right.state} with {right.costs}, "
    "{other} with {yours.costs}.",
    (PARENT, ""): "{so_far} Then both pop {right.whole}, of which several entries wait: "
    "the right one takes the entry that was pushed {pushed_at[0]}, {other} the one {pushed_at[1]}.",
    (
        PUSHES,
        "right",
    ): f"{THERE} the right one pushes {{right.whole}}, and {{other}} keeps it out: {{why}}. "
    "{lengths}",
    (
        PUSHES,
        "not found",
    ): f"{THERE} the right one pushes {{right.whole}}, and {{other}} does not. {{lengths}} "
    "Is {right.state} among the successors that {other} finds, and if so, which line keeps it out "
    "of the queue?",
    (
        PUSHES,
        "yours",
    ): f"{THERE} {{other}} pushes {{yours.whole}}, and the right one keeps it out: {{why}}. "
    "{lengths}",
    (LENGTH, ""): "{so_far} {lengths}",
    (END, "right"): "{so_far} Then {other} ends, and the right one goes on: it pops {right.whole}.",
    (END, "yours"): "{so_far} Then the right one has ended, and {other} goes on: it pops "
    "{yours.whole}.",
    (NOTHING, "path"): f"{SAME_POPS} So look at which parent each entry keeps, which of "
    "several entries with one state and one f leaves first, and how the path is put together and "
    "printed.",
    (NOTHING, "beside"): f"{SAME_POPS} So look at the numbers beside the states.",
    (NOTHING, "end"): f"{SAME_POPS} So what never ends comes after the search: look at how "
    "the path is put together and printed.",
    (NOTHING, "length"): f"{SAME_POPS} Before these pops both queues hold at "
    "most {length}. So look at how the length is taken: at which moment, and what it counts.",
}
UNREAD = "What is in your queue can't be seen, so there is only the right search to follow:"
NEXT, DIFFERS, SAME = ">", "!", " "  # the marks before entries
LEGEND = {NEXT: "> is popped next", DIFFERS: "! differs"}
MARKED = {NEXT: "mark", DIFFERS: "mark", SAME: ""}  # the HTML elements of entries by their marks
SHORT = 8  # a search of at most so many pops is listed whole


def blocks(example: Example, others: Iterable[Example] = ()) -> Iterator[Block]:
    """Yield blocks on where a search leaves the right one; none if no search was traced.

    If a search in `others` leaves the right one, no block says that this one agrees with it.
    """
    departure = _parting(example)
    if departure:
        said = in_words(example)
        agrees = departure.kind == NOTHING
        if not said or (agrees and any(map(_departs, others))):
            return
        yield Sentence(said)
        if departure.rows:
            yield Apart(list(queues(departure)))
    elif example.right and _prints_other_numbers(example):
        yield Sentence(UNREAD)
        yield Rows(_right_pops(example.right))


def in_words(example: Example) -> str:
    """The sentences on how a search leaves the right one; "" if it was not traced, or if they would
    not help.

    They help if the searches differ, or the printed numbers do, or if the program never ended.
    """
    departure = _parting(example)
    if not departure:
        return ""
    is_late = example.result.verdict in CROSSED
    if departure.kind in (NOTHING, END) and not is_late and not _prints_other_numbers(example):
        return ""
    what = ""
    if departure.kind == NOTHING:
        what = "end"
        if not is_late:
            what = _wrong_part(example)
        if departure.agreed < 2 or not what:
            return ""
    return sentence(departure, example.ties, what)


def _wrong_part(example: Example) -> str:
    """The wrong part of an output whose search is right, "" if that is unknown.

    It is the "path", the numbers "beside" its states, or the "length" of the queue.
    """
    difference, right = example.result.difference, example.right
    if not difference or not right:
        return ""
    expected, actual = numbers(difference.expected), numbers(difference.actual)
    states = [numbers(state_text(state)) for state in right.path]
    for state in states:
        if state == expected[: len(state)] == actual[: len(state)]:
            return "beside"
        if state == expected[: len(state)]:
            return "path"
    longest = max(step.queue for step in right.steps)
    return when(expected == [str(longest)], "length")


def _departs(example: Example) -> bool:
    """Whether an example has a traced search that leaves the right one."""
    departure = _parting(example)
    return bool(departure and departure.kind != NOTHING)


def _parting(example: Example) -> Parting | None:
    """The step at which the student's search leaves the right one, None if it was not traced."""
    if not example.right or not example.yours:
        return None
    return parting(example.right, example.yours)


def _prints_other_numbers(example: Example) -> bool:
    """Whether there are numbers in the wrong line that do not end with the expected ones."""
    difference = example.result.difference
    if not difference or difference.expected is None:
        return False
    printed, expected = numbers(difference.actual), numbers(difference.expected)
    return bool(printed) and printed[-len(expected) :] != expected


# ---- In words ----


def state_text(state: State) -> str:
    """A state as one types it in Python; () is that of an entry in which none was found.

    >>> state_text((1, 0)), state_text(((1, 2), (3, 0))), state_text(())
    ('[1, 0]', '[[1, 2], [3, 0]]', 'what is no state')
    """
    if not state:
        return "what is no state"
    return repr([list(row) if isinstance(row, tuple) else row for row in state])


def sentence(
    departure: Parting,
    ties: str,
    what: str = "",
    other: str = "yours",
    text: Callable[[State], str] = state_text,
) -> str:
    """The sentences on how two searches part; `ties` says which entry of equal f leaves first.

    `other` names the search beside the right one. If both searches agree, `what` is the part of the
    output that is wrong nevertheless. `text` writes a state.

    >>> start = Entry((1, 0), 0, 1, 1, None)
    >>> sentence(Parting(COST, 0, None, start, Entry((1, 0), 0, 2, 2, None)), "")
    'At the 1st pop, the right search has [1, 0] with f = 1, g = 0, h = 1, yours with f = 2, \
g = 0, h = 2.'
    """
    words = SENTENCES[departure.kind, what or _way(departure)]
    return words.format(
        **_fields(departure, other, text), other=other, ties=when(ties, f", and ties go to {ties}")
    )


def _way(departure: Parting) -> str:
    """The kind of difference with which two searches part, as a key of SENTENCES."""
    right, yours = departure.right, departure.yours
    if departure.kind in (PUSHES, END):
        if right and departure.why == UNKNOWN:
            return "not found"
        if right:
            return "right"
        return "yours"
    if departure.kind != ORDER or not right or not yours:
        return ""
    orders = departure.orders
    if yours.f is None:
        return "no f"
    if None in (right.f, *orders[1]):
        return ""
    if orders[0] != orders[1] and None not in orders[0]:
        return "own f"
    if right.f == yours.f:
        return "same f"
    return "other f"


def _fields(departure: Parting, other: str, text: Callable[[State], str]) -> dict[str, Any]:
    """The values that fill the places of SENTENCES."""
    agreed = departure.agreed
    whose = "your" if other == "yours" else "the"
    so_far = f"Up to {whose} {_nth(agreed)} pop both searches agree."
    if not agreed:
        so_far = "The searches differ from the first pop on."
    return {
        "so_far": so_far,
        "nth": _nth(agreed + 1),
        "pops": {2: "Both pops"}.get(agreed, f"All {agreed} pops"),
        "popped": _worded(departure.popped, text),
        "right": _worded(departure.right, text),
        "yours": _worded(departure.yours, text),
        "why": REASONS[departure.why].format(gs=_pushed_with(departure.gs)),
        "lengths": _lengths(*departure.lengths, other),
        "length": _entries(departure.lengths[0]),
        "unlike": _unlike(departure, other, text),
        "orders": [list(map(_number, pair)) for pair in departure.orders],
        "pushed_at": list(map(_at, departure.pushed_at)),
    }


def _lengths(right: int, yours: int, other: str) -> str:
    """The sentence on the lengths of the two queues.

    >>> _lengths(4, 3, "yours"), _lengths(1, 1, "yours")
    ('Then the right queue has 4 entries, yours 3.', 'Then both queues have 1 entry.')
    """
    if right == yours:
        return f"Then both queues have {_entries(right)}."
    return f"Then the right queue has {_entries(right)}, {other} {yours}."


def _entries(number: int) -> str:
    """A number of entries in words.

    >>> _entries(1), _entries(2)
    ('1 entry', '2 entries')
    """
    if number == 1:
        return "1 entry"
    return f"{number} entries"


def _at(pop: int) -> str:
    """The pop at which an entry was pushed, in words."""
    if not pop:
        return "first"
    return f"at the {_nth(pop)} pop"


def _pushed_with(gs: tuple[Number | None, Number | None]) -> str:
    """The g of a state at an earlier push and now, in words; "" if they are not known."""
    before, here = gs
    if before is None or here is None:
        return ""
    if before == here:
        return f" (g = {before} both times)"
    return f" (g = {before} then, {here} here)"


def _unlike(departure: Parting, other: str, text: Callable[[State], str]) -> str:
    """The sentence on an entry whose g or h differs in the two queues, after a space."""
    if not departure.unlike:
        return ""
    right, yours = (_known({"g": entry.g, "h": entry.h}) for entry in departure.unlike)
    state = text(departure.unlike[0].state)
    return f" There {state} has {right} in the right queue, {yours} in {other}."


def costs(entry: Entry) -> str:
    """The f, the g and the h of an entry, as far as they are known.

    >>> costs(Entry((1, 0), 2, 1, 3, None)), costs(Entry((1, 0), None, None, 3, None))
    ('f = 3, g = 2, h = 1', 'f = 3')
    """
    return _known({"f": entry.f, "g": entry.g, "h": entry.h})


def _known(figures: Mapping[str, Number | None]) -> str:
    """The figures that are known, each after its name."""
    return ", ".join(
        f"{name} = {_number(value)}" for name, value in figures.items() if value is not None
    )


class Worded(NamedTuple):
    """An entry of a queue in words: its parts, and the parts that distinguish it from others."""

    state: str
    f: str
    costs: str
    whole: str


def _worded(entry: Entry | None, text: Callable[[State], str]) -> Worded | None:
    if not entry:
        return None
    state, f = text(entry.state), _number(entry.f)
    whole = state + when(entry.f is not None, f" (f = {f})")
    return Worded(state, f, costs(entry), whole)


def _nth(number: int) -> str:
    """A number as an ordinal, such as 2nd.

    >>> _nth(1), _nth(12), _nth(23)
    ('1st', '12th', '23rd')
    """
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _number(value: Number | None) -> str:
    """A number with four digits; "?" if it is None."""
    if value is None:
        return "?"
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value)


# ---- The queues ----


def queues(departure: Parting, other: str = "yours") -> Iterator[Block]:
    """Yield the right queue and the `other` one side by side, and the meaning of their marks."""
    right, yours = list(_queue(departure, 0)), list(_queue(departure, 1))
    marks = {span.text[0] for (span,) in right + yours}
    notes = [note for mark, note in LEGEND.items() if mark in marks]
    if departure.hidden:
        notes.append(f"{departure.hidden} more left out")
    yield Beside((Rows(right, "the right queue"), Rows(yours, other)))
    if notes:
        yield Sentence(f"  ({'; '.join(notes)})")


def _queue(departure: Parting, side: int) -> Iterator[list[Span]]:
    """Yield the entries of one of the two queues, each after its mark."""
    popped_next = None
    if not departure.popped:  # otherwise the entries that differ were pushed
        popped_next = (departure.right, departure.yours)[side]
    is_dated = departure.kind == PARENT
    for row in departure.rows:
        entry, mark = (row.right, row.yours)[side], DIFFERS if row.differs else SAME
        text = "missing" if row.right else "not there"
        if entry:
            f = when(entry.f is not None, f" f = {_number(entry.f)}")
            date = when(is_dated, f", pushed {_at(row.pushed_at[side])}")
            text = f"{state_text(entry.state)}{f}{date}"
        if entry and entry == popped_next:
            mark, popped_next = NEXT, None
        yield [Span(f"{mark} {text}", MARKED[mark])]


def _right_pops(right: Trace) -> list[str]:
    """The pops of the right search, for a program whose queue could not be traced."""
    rows = []
    for number, step in enumerate(right.steps[:SHORT], 1):
        popped = step.popped
        entry = f"{state_text(popped.state)} f = {_number(popped.f)}"
        rows.append(f"{number}. {entry}, queue: {step.queue}")
    more = len(right.steps) - SHORT
    if more > 0:
        rows.append(f"and {more} more")
    return rows
