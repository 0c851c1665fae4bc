"""Finds where a student's search leaves the right one: the first pop or push that differs; pure.

Numbers are compared only where they decide which entry is popped, or if nothing else differs.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grader.traces import Entry, Number, State, Step, Trace


# What differs first: which entry is popped (ORDER), its costs (COST, looked at last), the entry
# that it was reached from (PARENT), what is pushed (PUSHED), the queue's length (LENGTH), the
# number of pops (END), or nothing.
ORDER, COST, PARENT, PUSHED, LENGTH, END, NOTHING = (
    "order",
    "cost",
    "parent",
    "pushed",
    "length",
    "end",
    "nothing",
)
MOST_ROWS = 6  # the most rows of two queues side by side


Numbers = tuple[Number | None, Number | None]
# why a successor was kept out if its state was popped a second time and skipped as a whole
PASSED_OVER = "passed over"


class Row(NamedTuple):
    """An entry that two queues share, or that only one has; then the other is None.

    `pushed_at` are the pops at which each search pushed it, 0 for a start.
    """

    right: Entry | None
    yours: Entry | None
    pushed_at: tuple[int, int] = (0, 0)

    @property
    def differs(self) -> bool:
        """Whether the two queues differ there."""
        right, yours = self.right, self.yours
        if not right or not yours or _costs_differ(right, yours):
            return True
        return None not in (right.f, yours.f) and right.f != yours.f


class Parting(NamedTuple):
    """The first difference of two searches, with both queues at that time.

    `agreed` are the pops before it that are the same, `popped` is the entry of the last pop that
    the two have in common. `right` and `yours` are the two entries that differ, None where one
    search has none; `why` is why the other kept it out, and `gs` are the least g with which it had
    pushed that state before, and the g that it has there. Of two that are popped, `orders` are the
    numbers by which each search orders the two, right's first, and `unlike` are both entries of one
    of the two states, if they have another g or h. `pushed_at` are the pops at which
    the two were pushed, 0 for a start. `rows` are the parts of the queues that differ and the
    entries that come first, `hidden` is how many rows more there are.
    """

    kind: str
    agreed: int
    popped: Entry | None = None
    right: Entry | None = None
    yours: Entry | None = None
    why: str = ""
    lengths: tuple[int, int] = (0, 0)
    rows: tuple[Row, ...] = ()
    hidden: int = 0
    gs: Numbers = (None, None)
    orders: tuple[Numbers, Numbers] = ((None, None), (None, None))
    unlike: tuple[Entry, Entry] | None = None
    pushed_at: tuple[int, int] = (0, 0)


def parting(right: Trace, yours: Trace) -> Parting | None:
    """The first difference of a search from the right one; None if there is none to be found.

    If two searches take turns, only the first is compared.
    """
    rights, theirs = right.of_first_search(), yours.of_first_search()
    if any(not step.popped.state for step in theirs):
        return None
    for number, (one, other) in enumerate(zip(rights, theirs)):
        has_ended = one is rights[-1] or (
            other is theirs[-1] and len(other.pushed) < len(one.pushed)
        )
        departure = _popped_otherwise(one, other)
        departure = departure or (None if has_ended else _pushed_otherwise(one, other))
        if departure:
            return _with_queues(departure, number, right, yours)
    agreed = min(len(rights), len(theirs))
    if len(rights) != len(theirs):
        after, after_too = (s[agreed].popped if s[agreed:] else None for s in (rights, theirs))
        is_cut_off = after is not None and not yours.is_whole
        if is_cut_off:
            return None
        return Parting(END, agreed, None, after, after_too)
    longest = max((step.queue for step in rights), default=0)
    for number, (one, other) in enumerate(zip(rights, theirs)):
        if _costs_differ(one.popped, other.popped):
            return Parting(COST, number, None, one.popped, other.popped)
    return Parting(NOTHING, agreed, lengths=(longest, longest))


def _with_queues(departure: Parting, number: int, right: Trace, yours: Trace) -> Parting:
    """The difference at a pop, counted from 0, completed with the queues of both searches."""
    agreed = number + (departure.popped is not None)
    traces = right, yours
    waiting, waiting_too = (sorted(trace.queue_after(agreed), key=_place) for trace in traces)
    marked = departure.right, departure.yours
    if departure.kind == ORDER:
        departure = _with_orders(departure, waiting, waiting_too)
    if departure.kind == PUSHED and departure.right:
        departure = departure._replace(gs=_gs(yours, number, departure.right.state))

    def pushed_at(one: Entry | None, other: Entry | None) -> tuple[int, int]:
        """The pops at which each search pushed its entry."""
        return _pushed_at(right, agreed, waiting, one), _pushed_at(
            yours, agreed, waiting_too, other
        )

    rows, hidden = _rows(waiting, waiting_too, marked)
    if departure.kind == PARENT and departure.right:
        twins = [entry for entry in waiting if entry.state == departure.right.state]
        alike = dict.fromkeys(row for row in rows if (row.right or row.yours) in twins)
        hidden += len(rows) - len(alike)
        rows = tuple(row._replace(pushed_at=pushed_at(row.right, row.yours)) for row in alike)
    if departure.kind != LENGTH:
        departure = departure._replace(lengths=(len(waiting), len(waiting_too)))
    return departure._replace(agreed=agreed, rows=rows, hidden=hidden, pushed_at=pushed_at(*marked))


def _with_orders(departure: Parting, right: Sequence[Entry], yours: Sequence[Entry]) -> Parting:
    """A difference between two pops, with the numbers by which each queue orders both entries."""
    states = [entry.state for entry in (departure.right, departure.yours) if entry]
    of_right, of_yours = ([_first(queue, state) for state in states] for queue in (right, yours))
    one, other = ([entry.f if entry else None for entry in both] for both in (of_right, of_yours))
    pairs = [(a, b) for a, b in zip(of_right, of_yours) if a and b and _costs_differ(a, b)]
    return departure._replace(
        orders=((one[0], one[1]), (other[0], other[1])), unlike=pairs[-1] if pairs else None
    )


def _first(queue: Iterable[Entry], state: State) -> Entry | None:
    """The first entry in a queue with this state, None if there is none."""
    return next((entry for entry in queue if entry.state == state), None)


def _gs(trace: Trace, number: int, state: State) -> Numbers:
    """The least g with which a state was pushed before a pop, and its g at that pop."""
    steps = trace.of_first_search()
    entries = list(trace.first) + [entry for step in steps[:number] for entry in step.pushed]
    known = [entry.g for entry in entries if entry.state == state and entry.g is not None]
    here = [kept.entry.g for kept in steps[number].kept_out if kept.entry.state == state]
    return min(known, default=None), here[0] if here else None


def _pushed_at(trace: Trace, number: int, queue: list[Entry], entry: Entry | None) -> int:
    """The pop, counted from 1, that pushed the entry now in the queue; 0 for a start."""
    if entry not in queue:
        return 0
    steps = trace.of_first_search()[:number]
    places = [place for place, step in enumerate(steps, 1) for new in step.pushed if new == entry]
    number_waiting = queue.count(entry)
    return ([0] * number_waiting + places)[-number_waiting]


def _popped_otherwise(right: Step, yours: Step) -> Parting | None:
    """The difference between two pops; None if they are equal."""
    entries = right.popped, yours.popped
    if right.popped.state != yours.popped.state:
        return Parting(ORDER, 0, None, *entries)
    if right.popped.parent != yours.popped.parent:
        return Parting(PARENT, 0, None, *entries)
    if right.queue != yours.queue:
        return Parting(LENGTH, 0, None, *entries, lengths=(right.queue, yours.queue))
    return None


def _pushed_otherwise(right: Step, yours: Step) -> Parting | None:
    """The difference between the pushes of two steps; None if they are equal."""
    own, other = (Counter(entry.state for entry in step.pushed) for step in (right, yours))
    missing = [entry for entry in right.pushed if entry.state in own - other]
    extra = [entry for entry in yours.pushed if entry.state in other - own]
    if missing:
        is_second = not yours.pushed and not yours.kept_out
        why = PASSED_OVER if is_second else _why(yours, missing[0].state)
        return Parting(PUSHED, 0, right.popped, missing[0], None, why)
    if extra:
        return Parting(PUSHED, 0, right.popped, None, extra[0], _why(right, extra[0].state))
    return None


def _why(step: Step, state: State) -> str:
    """The reason why a step kept out a state, "" if it is unknown."""
    return next(
        (successor.why for successor in step.kept_out if successor.entry.state == state), ""
    )


def _costs_differ(one: Entry, other: Entry) -> bool:
    """Whether the known g or h of two entries with the same state differ."""
    pairs = (one.g, other.g), (one.h, other.h)
    return any(a is not None and b is not None and a != b for a, b in pairs)


# ---- The two queues ----


def _place(entry: Entry) -> tuple[float, State]:
    """The sort key of an entry: its f, then its state."""
    return (0 if entry.f is None else entry.f, entry.state)


def _rows(
    right: list[Entry], yours: list[Entry], marked: tuple[Entry | None, Entry | None]
) -> tuple[tuple[Row, ...], int]:
    """(The most telling rows of two queues side by side, the number of rows left out)."""
    left = list(yours)
    rows: list[Row] = []
    for entry in right:
        pair = next((other for other in left if _is_same(entry, other)), None)
        if pair:
            left.remove(pair)
        rows.append(Row(entry, pair))
    rows += [Row(None, entry) for entry in left]
    rows.sort(key=lambda row: _place(row.right or row.yours or right[0]))
    marked_rows = [row for row in rows if row.right in marked[:1] or row.yours in marked[1:]]
    marked_rows = [row for row in marked_rows if row.right or row.yours]
    ranked = [*marked_rows, *(row for row in rows if row.differs), *rows]
    chosen = list(dict.fromkeys(map(id, ranked)))[:MOST_ROWS]
    return tuple(row for row in rows if id(row) in chosen), max(0, len(rows) - len(chosen))


def _is_same(one: Entry, other: Entry) -> bool:
    """Whether two entries have the same state and parent, whatever their costs."""
    return one.state == other.state and one.parent == other.parent
