"""A page that steps through one or several searches side by side, from their traces; pure.

It works from disk and loads nothing. `steps.js` draws a step from the page's data, and only entries
near the step, so that a search of thousands of pops stays quick.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from grader.ground.files import Json
from grader.ground.text import visible, when
from grader.records.submissions import Example, SubmissionResults
from grader.report import search as searching
from grader.report.blocks import Bar, Cell, Span, Table
from grader.report.html import table
from grader.report.markup import Html, fill, json_block, page, resource
from grader.traces import (
    LARGER_G,
    POPPED,
    PREDECESSOR,
    PUSHED,
    UNKNOWN,
    WORSE_G,
    Entry,
    State,
    Trace,
)
from grader.tracing.parting import NOTHING, parting


WHY = {  # reasons in the words of the page
    POPPED: "popped before",
    WORSE_G: "reached before with a g that is no worse",
    PUSHED: "pushed before",
    PREDECESSOR: "the state before this one",
    LARGER_G: "reached before with a smaller g",
    UNKNOWN: "for no reason that the queue shows",
}
REASONS = list(WHY)
Key = Callable[[Entry, int], "tuple[Any, ...]"]
BY_STATE, BY_AGE = "by state", "by age"
TIES: dict[str, Key] = {  # {rule: the order of entries of equal f}; `number` counts pushes
    BY_STATE: lambda entry, number: (entry.state, entry.g or 0, number),
    BY_AGE: lambda entry, number: (entry.h or 0, number),
}
PAGE = """<main class="wide steps">{back:?nav}<h1>{title}</h1>{notes:*p}{totals}\
<div class="controls" role="group" aria-label="Steps"><div class="buttons">\
<button type="button" id="first" title="Home">\u00ab First</button>\
<button type="button" id="back" title="left arrow">\u2039 Back</button>\
<button type="button" id="next" title="right arrow">Next \u203a</button>\
<button type="button" id="last" title="End">Last \u00bb</button>\
<button type="button" id="play" title="space bar">Play</button>{button}\
<button type="button" id="project" title="p" aria-pressed="false">Projector</button></div>\
<label>After pop <input id="step" type="number" min="0" max="{longest}" value="0" \
inputmode="numeric"> of {pops}</label>\
<input id="slide" type="range" min="0" max="{longest}" value="0" aria-label="Step">\
<p class="keys"><kbd>\u2192</kbd> next  <kbd>\u2190</kbd> back  <kbd>Home</kbd> first  \
<kbd>End</kbd> last  <kbd>Space</kbd> play  {key}<kbd>p</kbd> projector</p>\
<p id="status" role="status"></p></div>\
<p id="without-script">The steps are drawn by this page's script.</p>\
<p id="parts" hidden>{differs}</p><div class="lanes {width}">{lanes}</div>\
<section><h2>In words</h2><div id="words"></div></section>\
<details id="as-text"><summary>The steps as text</summary><div id="all"></div></details>\
{data}</main>"""
LANE = '<section id="search-{number}" class="lane" aria-labelledby="title-{number}"></section>'
PART = Html('<button type="button" id="part" title="d">Where they part</button>')
PART_KEY = Html("<kbd>d</kbd> where they part  ")
# {number of searches: class of the layout}; more searches have "many"
WIDTHS = {1: "one", 2: "two"}
HEAD = ("Search", "h of the start", "Moves", "Popped", "Pushed", "Longest queue", "Compared")


class Search(NamedTuple):
    """A search on a page: its title, its trace, and its rule for entries of equal f."""

    title: str
    trace: Trace
    ties: str = BY_STATE


def steps_page(
    title: str,
    searches: Sequence[Search],
    ties: str | None = None,
    notes: Sequence[str] = (),
    back: str = "",
) -> bytes:
    """The page that steps through one search or several side by side.

    `notes` are sentences above them, `back` is the address of the page that links to this one. With
    `ties`, as in Example, the second search is compared with the first, which is the right one: the
    page marks entries that only one of the queues holds, and a button leads to the first
    difference.
    """
    number, longest = len(searches), max(len(search.trace.steps) for search in searches)
    parts_at, sentence = 0, ""
    if ties is not None:
        departure = parting(searches[0].trace, searches[1].trace)
        if departure and departure.kind != NOTHING:
            parts_at, sentence = departure.pop, searching.sentence(departure, ties)
    body = fill(
        PAGE,
        back=back and [Span("\u2190 back", href=back)],
        title=title,
        notes=notes,
        longest=longest,
        pops=f"{longest:,}",
        width=WIDTHS.get(number, "many"),
        lanes=[fill(LANE, number=place) for place in range(number)],
        data=json_block("data", _data(searches, parts_at, ties is not None)),
        button=when(parts_at, PART),
        key=when(parts_at, PART_KEY),
        differs=when(parts_at, f"\u2260 {sentence}"),
        totals=when(number > 1, table(_totals(searches, longest))),
    )
    return page(title, body, resource("steps.js"), resource("steps.css"))


def pages_of(submission: SubmissionResults, back: str) -> dict[str, bytes]:
    """{check: page} for each problem of a submission that has an example with a search.

    `back` is the address of the student's own page. Each page has the student's search beside the
    right one, or the right one alone where the student's could not be seen.
    """
    return {
        example.check: _page_of(example, example.right, back)
        for example in submission.examples
        if example.right
    }


def _page_of(example: Example, of_right: Trace, back: str) -> bytes:
    call = example.result.call
    right = Search("The right one", of_right)
    if not example.yours:
        return steps_page(f"The right search: {call}", [right], notes=[searching.UNREAD], back=back)
    yours = Search("Yours", example.yours)
    title = f"Your search beside the right one: {call}"
    return steps_page(title, [right, yours], example.ties, back=back)


def _totals(searches: Sequence[Search], longest: int) -> Table:
    """A row for each search: moves, pops, pushes and longest queue, with a bar for the pops."""
    rows = []
    for search in searches:
        figures = map(Cell, _figures(search.trace))
        bar = Bar(round(100 * len(search.trace.steps) / (longest or 1), 1))
        rows.append([search.title] + list(figures) + [Cell([bar], "bar")])
    return Table(rows, HEAD, "totals", label="Totals")


def _figures(trace: Trace) -> Iterator[str]:
    """Yield the h of the start, the moves, the pops, the pushes, the longest queue."""
    if trace.first and trace.first[0].h is not None:
        yield f"{trace.first[0].h:,}".removesuffix(".0")
    else:
        yield "?"
    if trace.path:
        yield f"{len(trace.path) - 1:,}"
    elif trace.is_whole:
        yield "none"
    else:
        yield "cut off"
    yield f"{len(trace.steps):,}"
    yield f"{len(trace.first) + sum(len(step.pushed) for step in trace.steps):,}"
    yield f"{max((step.queue for step in trace.steps), default=0):,}"


# ---- The data ----


def _data(searches: Sequence[Search], parts_at: int, compare: bool) -> Json:
    """The data for the script; states are numbered, and the searches share the numbers."""
    numbers: dict[State, int] = {}
    lanes = [_search_data(search, numbers) for search in searches]
    return {
        "states": list(numbers),
        "searches": lanes,
        "why": list(WHY.values()),
        "parts_at": parts_at,
        "compare": compare,
    }


def _search_data(search: Search, numbers: dict[State, int]) -> Json:
    """A search with its entries numbered in the order of their pushes."""
    trace = search.trace
    entries, steps, popped_at = _numbered(trace)
    queued = set(range(len(entries)))
    for step in steps:
        queued.difference_update(number for number, _ in step[3])

    def place(number: int) -> tuple[Any, ...]:
        """The order of an entry in the queue: the pop that removes it, its f, its tie-breaker."""
        entry = entries[number]
        pop = popped_at.get(number, len(entries))
        return pop, entry.f or 0, *TIES[search.ties](entry, number)

    return {
        "title": visible(search.title),
        "entries": [_entry(entry, numbers) for entry in entries],
        "first": len(trace.first),
        "steps": steps,
        "order": sorted(queued, key=place),
        "path": [_number(state, numbers) for state in trace.path],
        "is_whole": trace.is_whole,
    }


def _numbered(trace: Trace) -> tuple[list[Entry], list[list[Any]], dict[int, int]]:
    """(The entries; the steps with entries as numbers; {entry: the pop that removes it}).

    Of equal entries the oldest is popped first. An entry that was popped but never seen pushed is
    added.
    """
    entries, steps, popped_at = list(trace.first), list[list[Any]](), dict[int, int]()
    waiting: dict[tuple[Entry, int], deque[int]] = defaultdict(deque)
    for number, entry in enumerate(entries):  # number 1, if any, is the start of the second search
        waiting[entry, number].append(number)
    for step in trace.steps:
        known = waiting[step.popped, step.search]
        if known:
            popped = known.popleft()
        else:
            (popped,) = _add(entries, [step.popped])
        popped_at[popped] = len(steps)
        new = _add(entries, step.pushed)
        for number in new:
            waiting[entries[number], step.search].append(number)
        out = _add(entries, [successor.entry for successor in step.kept_out])
        why = [REASONS.index(successor.why) for successor in step.kept_out]
        steps.append([popped, step.queue, new, list(zip(out, why)), step.search])
    return entries, steps, popped_at


def _add(entries: list[Entry], more: Sequence[Entry]) -> list[int]:
    """Append entries to a list; return their numbers."""
    first = len(entries)
    entries += more
    return list(range(first, len(entries)))


def _entry(entry: Entry, numbers: dict[State, int]) -> list[Any]:
    """[number of the state, g, h], followed by f if it is not g + h."""
    shown = [_number(entry.state, numbers), entry.g, entry.h]
    if entry.g is None or entry.h is None or entry.f != entry.g + entry.h:
        shown.append(entry.f)
    return shown


def _number(state: State, numbers: dict[State, int]) -> int:
    """The number of a state; a new state gets the next number."""
    return numbers.setdefault(state, len(numbers))
