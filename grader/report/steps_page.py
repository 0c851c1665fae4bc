"""A page that steps through searches, side by side and in step, from their traces; pure.

It works from disk and loads nothing. `steps.js` draws a step from the data in the page: what is
far from it is never in the tree of the page, so that a search of thousands of pops stays quick.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from grader.ground.text import visible
from grader.records import Example, SubmissionResults
from grader.report import pops
from grader.report.markup import element, json_block, page
from grader.traces import POPPED, PREDECESSOR, PUSHED, UNKNOWN, WORSE_G, Entry, State, Step, Trace
from grader.tracing.parting import NOTHING, parting


SCRIPT, STYLE = (Path(__file__).with_name(f"steps.{kind}") for kind in ("js", "css"))
WHY = {  # in the words of the page
    POPPED: "popped before",
    WORSE_G: "reached before with a g that is no worse",
    PUSHED: "pushed before",
    PREDECESSOR: "the state before this one",
    UNKNOWN: "for no reason that the queue shows",
}
Key = Callable[[Entry, int], "tuple[Any, ...]"]
BY_STATE, BY_AGE = "by state", "by age"
TIES: dict[str, Key] = {  # how a queue orders entries of equal f; the number is that of the push
    BY_STATE: lambda entry, number: (entry.state, entry.g or 0, number),
    BY_AGE: lambda entry, number: (entry.h or 0, number),
}
KEYS = (
    ("\u2192", "next"),
    ("\u2190", "back"),
    ("Home", "first"),
    ("End", "last"),
    ("Space", "play"),
)


class Search(NamedTuple):
    """A search that a page shows: its title, its trace, and how it orders entries of equal f."""

    title: str
    trace: Trace
    ties: str = BY_STATE


class FirstDifference(NamedTuple):
    """Where two searches part: the number of the pop, from 1, and a sentence on what differs."""

    pop: int
    sentence: str


def steps_page(
    title: str,
    searches: Sequence[Search],
    differs: FirstDifference | None = None,
    notes: Sequence[str] = (),
    compare: bool = False,
    back: str = "",
) -> bytes:
    """The page that steps through one search or through several at once.

    `notes` are sentences above them, `back` is the address of the page that links to this one. With
    `compare`, entries that only one of two queues holds are marked. A button leads to where the
    searches differ first, and from there on the page says so.
    """
    longest = max(len(search.trace.steps) for search in searches)
    return page(
        title,
        element(
            "main",
            element("nav", element("a", "\u2190 back", href=back)) if back else None,
            element("h1", title),
            *(element("p", note) for note in notes),
            _totals(searches) if len(searches) > 1 else None,
            _controls(longest, differs is not None),
            element("p", "The steps are drawn by this page's script.", id="without-script"),
            element("p", f"\u2260 {differs.sentence}", id="parts", hidden="") if differs else None,
            element("div", *map(_lane, range(len(searches))), class_=f"lanes {_width(searches)}"),
            element("section", element("h2", "In words"), element("div", id="words")),
            element(
                "details",
                element("summary", "The steps as text"),
                element("div", id="all"),
                id="as-text",
            ),
            json_block("data", _data(searches, differs.pop if differs else 0, compare)),
            class_="wide steps",
        ),
        script=SCRIPT.read_text(encoding="utf-8"),
        style=STYLE.read_text(encoding="utf-8"),
    )


def two_traces(
    title: str,
    right: Search,
    other: Search,
    differs: FirstDifference | None = None,
    notes: Sequence[str] = (),
    back: str = "",
) -> bytes:
    """The page of a search beside the right one, in step, with the place where they part.

    Entries that only one of the queues holds are marked. `notes` are sentences above both.
    """
    return steps_page(title, [right, other], differs, notes, compare=True, back=back)


def first_difference(right: Trace, other: Trace, ties: str = "") -> FirstDifference | None:
    """Where a search leaves the right one, None if nowhere; ties of f go to what `ties` says."""
    departure = parting(right, other)
    if not departure or departure.kind == NOTHING:
        return None
    is_at_a_pop = departure.popped is None  # else it is in what the last common pop pushed
    return FirstDifference(departure.agreed + is_at_a_pop, pops.sentence(departure, ties))


def pages_of(submission: SubmissionResults, title: str, back: str) -> dict[str, bytes]:
    """{check: page} for each problem of a submission that has an example with a search.

    `back` is the address of the student's own page. Each page has the student's search beside the
    right one, or the right one alone where the student's could not be seen.
    """
    return {
        example.check: _page_of(example, f"{title}: {example.result.call}", back)
        for example in submission.examples
        if example.right
    }


def _page_of(example: Example, title: str, back: str) -> bytes:
    """The page of an example."""
    assert example.right
    right = Search("The right one", example.right)
    if not example.yours:
        return steps_page(title, [right], notes=[pops.UNREAD], back=back)
    yours = Search("Yours", example.yours)
    differs = first_difference(right.trace, yours.trace, example.ties)
    return two_traces(title, right, yours, differs, back=back)


# ---- The parts of the page ----


def _width(searches: Sequence[Search]) -> str:
    """The class of the layout: one search, two, or many."""
    return {1: "one", 2: "two"}.get(len(searches), "many")


def _totals(searches: Sequence[Search]) -> Element:
    """What each search took, a row for each, with a bar for its pops."""
    heads = ("Search", "h of the start", "Moves", "Popped", "Pushed", "Longest queue", "")
    most = max(len(search.trace.steps) for search in searches) or 1
    titles = [element("th", head, scope="col") for head in heads[:-1]]
    rows = [_total(search, most) for search in searches]
    table = element(
        "table",
        element("thead", element("tr", *titles, element("td"))),
        element("tbody", *rows),
        class_="totals",
    )
    return element("div", table, class_="scroll", tabindex="0", role="region", aria_label="Totals")


def _total(search: Search, most: int) -> Element:
    """The row of a search, its bar as long as its share of the most pops."""
    trace = search.trace
    pops = len(trace.steps)
    moves = str(len(trace.path) - 1) if trace.path else "none" if trace.is_whole else "not ended"
    h = trace.first[0].h if trace.first else None
    figures = [
        "?" if h is None else f"{h:g}",
        moves,
        str(pops),
        str(pushed(trace)),
        str(_longest_queue(trace)),
    ]
    return element(
        "tr",
        element("th", search.title, scope="row"),
        *(element("td", figure, class_="number") for figure in figures),
        element("td", element("i", style=f"width:{100 * pops / most:.1f}%"), class_="bar"),
    )


def pushed(trace: Trace) -> int:
    """How many entries a search pushed, the first among them."""
    return len(trace.first) + sum(len(step.pushed) for step in trace.steps)


def _longest_queue(trace: Trace) -> int:
    """The most entries that were in the queue before a pop."""
    return max((step.queue for step in trace.steps), default=0)


def _controls(longest: int, has_difference: bool) -> Element:
    """The buttons, the number of the step, and the keys that do the same."""
    buttons = [
        element("button", sign, type="button", id=name, title=label)
        for name, sign, label in (
            ("first", "\u00ab First", "Home"),
            ("back", "\u2039 Back", "left arrow"),
            ("next", "Next \u203a", "right arrow"),
            ("last", "Last \u00bb", "End"),
            ("play", "Play", "space bar"),
        )
    ]
    if has_difference:
        buttons.append(element("button", "Where they part", type="button", id="part", title="d"))
    number = element(
        "input", id="step", type="number", min="0", max=str(longest), value="0", inputmode="numeric"
    )
    slider = element(
        "input", id="slide", type="range", min="0", max=str(longest), value="0", aria_label="Step"
    )
    shown = [*KEYS, ("d", "where they part")] if has_difference else KEYS
    keys = [part for key, does in shown for part in (element("kbd", key), f" {does}  ")]
    return element(
        "div",
        element("div", *buttons, class_="buttons"),
        element("label", "After pop ", number, f" of {longest}"),
        slider,
        element("p", *keys, class_="keys"),
        element("p", id="status", role="status"),
        class_="controls",
        role="group",
        aria_label="Steps",
    )


def _lane(place: int) -> Element:
    """The place of a search, which the script fills."""
    return element("section", id=f"search-{place}", class_="lane", aria_labelledby=f"title-{place}")


# ---- The data ----


def _data(searches: Sequence[Search], parts_at: int, compare: bool) -> dict[str, Any]:
    """What the script draws from; states are numbered, and shared by the searches."""
    numbers: dict[State, int] = {}
    lanes = [_search_data(search, numbers) for search in searches]
    return {
        "states": list(numbers),
        "searches": lanes,
        "why": list(WHY.values()),
        "parts_at": parts_at,
        "compare": compare and len(searches) == 2,
    }


def _search_data(search: Search, numbers: dict[State, int]) -> dict[str, Any]:
    """A search with its entries numbered in the order of their pushes."""
    trace = search.trace
    entries, steps, popped_at = _numbered(trace)
    queued = sorted({*range(len(trace.first)), *popped_at, *(n for step in steps for n in step[2])})
    return {
        "title": visible(search.title),
        "entries": [_entry(entry, numbers) for entry in entries],
        "first": len(trace.first),
        "steps": steps,
        "order": _order(queued, entries, popped_at, TIES[search.ties]),
        "path": [_number(state, numbers) for state in trace.path],
        "is_whole": trace.is_whole,
    }


def _numbered(trace: Trace) -> tuple[list[Entry], list[list[Any]], dict[int, int]]:
    """(The entries; the steps with numbers of entries in their place; {entry: its pop}).

    Of equal entries the oldest is popped first. An entry that nobody saw pushed is one of its own.
    """
    entries, steps, popped_at = list(trace.first), list[list[Any]](), dict[int, int]()
    waiting: dict[tuple[Entry, int], deque[int]] = defaultdict(deque)
    for number, entry in enumerate(trace.first):
        waiting[entry, number if len(trace.first) > 1 else 0].append(number)

    def add(entry: Entry) -> int:
        """The number of a new entry."""
        entries.append(entry)
        return len(entries) - 1

    for place, step in enumerate(trace.steps):
        known = waiting[step.popped, step.search]
        popped = known.popleft() if known else add(step.popped)
        popped_at[popped] = place
        new = [add(entry) for entry in step.pushed]
        for number in new:
            waiting[entries[number], step.search].append(number)
        steps.append([popped, step.queue, new, _kept_out(step, add), step.search])
    return entries, steps, popped_at


def _kept_out(step: Step, add: Callable[[Entry], int]) -> list[list[int]]:
    """The number of each entry that a step kept out, and of why."""
    reasons = list(WHY)
    return [[add(successor.entry), reasons.index(successor.why)] for successor in step.kept_out]


def _order(
    queued: Sequence[int], entries: Sequence[Entry], popped_at: dict[int, int], ties: Key
) -> list[int]:
    """The entries in the order in which a queue that holds some of them has them.

    Those that are popped come first, as they are popped: that is how the queue ordered them. The
    others are ordered by f, and by what decides ties.
    """
    never = len(entries)

    def key(number: int) -> tuple[Any, ...]:
        """When an entry is popped, its f, and what decides ties."""
        entry = entries[number]
        return popped_at.get(number, never), entry.f or 0, *ties(entry, number)

    return sorted(queued, key=key)


def _entry(entry: Entry, numbers: dict[State, int]) -> list[Any]:
    """[The number of the state, g, h], and f where it is not their sum."""
    shown = [_number(entry.state, numbers), entry.g, entry.h]
    is_sum = entry.g is not None and entry.h is not None and entry.f == entry.g + entry.h
    return shown if is_sum else [*shown, entry.f]


def _number(state: State, numbers: dict[State, int]) -> int:
    """The number of a state, the next one if it is new."""
    return numbers.setdefault(state, len(numbers))
