"""Finds where a student's search leaves the right one: the first pop or push that differs; pure.

Numbers are compared only where they decide which entry is popped, or if nothing else differs.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from grader.traces import Entry, KeptOut, Number, State, Step, Trace


# What differs first: which entry is popped (ORDER), its costs (COST, looked at last), the entry
# that it was reached from (PARENT), what is pushed (PUSHES), the queue's length (LENGTH), the
# number of pops (END), or nothing.
ORDER, COST, PARENT, PUSHES, LENGTH, END, NOTHING = (
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
TWICE = "twice"  # and why one was kept out that was pushed at the same pop already


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
        return _differ(right.f, yours.f)


class Parting(NamedTuple):
    """The first difference of two searches, with both queues at that time."""

    kind: str
    agreed: int  # how many pops before it are the same
    popped: Entry | None = None  # the entry of the last pop that both have
    right: Entry | None = None  # the entries that differ, None where a search has none
    yours: Entry | None = None
    why: str = ""  # why the search without that entry kept it out
    lengths: tuple[int, int] = (0, 0)
    rows: tuple[Row, ...] = ()  # where the queues differ, and the entries that come first
    hidden: int = 0  # how many rows more there are
    # the least g with which that search had pushed the state before, and the g that it has there
    gs: Numbers = (None, None)
    # the numbers by which each search orders two entries that are popped, right's first
    orders: tuple[Numbers, Numbers] = ((None, None), (None, None))
    unlike: tuple[Entry, Entry] | None = None  # one state's entries, if their g or h differs
    pushed_at: tuple[int, int] = (0, 0)  # the pops that pushed right and yours, 0: a start

    @property
    def pop(self) -> int:
        """The pop, counted from 1, at which they part; the last common one if its pushes differ."""
        return self.agreed + (self.popped is None)


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
        if not departure and not has_ended:
            departure = _pushed_otherwise(one, other)
        if departure:
            return _with_queues(departure, number, right, yours)
    agreed = min(len(rights), len(theirs))
    if len(theirs) > agreed:
        return Parting(END, agreed, None, None, theirs[agreed].popped)
    if len(rights) > agreed:
        if not yours.is_whole:
            return None
        return Parting(END, agreed, None, rights[agreed].popped, None)
    longest = max((step.queue for step in rights), default=0)
    for number, (one, other) in enumerate(zip(rights, theirs)):
        if _costs_differ(one.popped, other.popped):
            return Parting(COST, number, None, one.popped, other.popped)
    return Parting(NOTHING, agreed, lengths=(longest, longest))


def _with_queues(departure: Parting, number: int, right: Trace, yours: Trace) -> Parting:
    """The difference at a pop, counted from 0, completed with the queues of both searches."""
    agreed = number + (departure.popped is not None)
    waiting = sorted(right.queue_after(agreed), key=_place)
    waiting_too = sorted(yours.queue_after(agreed), key=_place)
    marked = departure.right, departure.yours
    if departure.kind == ORDER:
        departure = _with_orders(departure, waiting, waiting_too)
    if departure.kind == PUSHES and departure.right:
        departure = departure._replace(gs=_gs(yours, number, departure.right.state))

    def pushed_at(one: Entry | None, other: Entry | None) -> tuple[int, int]:
        place = _pushed_at(right, agreed, waiting, one)
        return place, _pushed_at(yours, agreed, waiting_too, other)

    rows, hidden = _rows(waiting, waiting_too, *marked)
    if departure.kind == PARENT and departure.right:
        twins = [entry for entry in waiting if entry.state == departure.right.state]
        alike = []
        for row in dict.fromkeys(rows):
            if (row.right or row.yours) in twins:
                alike.append(row._replace(pushed_at=pushed_at(row.right, row.yours)))
        hidden += len(rows) - len(alike)
        rows = alike
    if departure.kind != LENGTH:
        departure = departure._replace(lengths=(len(waiting), len(waiting_too)))
    return departure._replace(
        agreed=agreed, rows=tuple(rows), hidden=hidden, pushed_at=pushed_at(*marked)
    )


def _with_orders(departure: Parting, right: Sequence[Entry], yours: Sequence[Entry]) -> Parting:
    """A difference between two pops, with the numbers by which each queue orders both entries."""
    assert departure.right and departure.yours
    orders, unlike = [], None
    for entry in (departure.right, departure.yours):
        one, other = _first(right, {entry.state}), _first(yours, {entry.state})
        orders.append((one and one.f, other and other.f))
        if one and other and _costs_differ(one, other):
            unlike = one, other
    of_right, of_yours = zip(*orders)
    return departure._replace(orders=(of_right, of_yours), unlike=unlike)


def _first(entries: Iterable[Entry], states: Container[State]) -> Entry | None:
    """The first entry that has one of these states, None if there is none."""
    for entry in entries:
        if entry.state in states:
            return entry
    return None


def _gs(trace: Trace, number: int, state: State) -> Numbers:
    """The least g with which a state was pushed before a pop, and its g at that pop."""
    steps = trace.of_first_search()
    entries = list(trace.first)
    for step in steps[:number]:
        entries += step.pushed
    known = [entry.g for entry in entries if entry.state == state and entry.g is not None]
    before = min(known, default=None)
    return before, _kept_out(steps[number], state).entry.g


def _pushed_at(trace: Trace, number: int, queue: list[Entry], entry: Entry | None) -> int:
    """The pop, counted from 1, that pushed the entry now in the queue; 0 for a start."""
    if entry is None or entry not in queue:
        return 0
    number_waiting = queue.count(entry)
    places = [0] * number_waiting
    for place, step in enumerate(trace.of_first_search()[:number], 1):
        places += [place] * step.pushed.count(entry)
    return places[-number_waiting]


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
    own, other = _states(right), _states(yours)
    if missing := _first(right.pushed, own - other):
        why = _kept_out(yours, missing.state).why
        if not yours.pushed and not yours.kept_out:
            why = PASSED_OVER
        return Parting(PUSHES, 0, right.popped, missing, None, why)
    if extra := _first(yours.pushed, other - own):
        why = TWICE if own[extra.state] else _kept_out(right, extra.state).why
        return Parting(PUSHES, 0, right.popped, None, extra, why)
    return None


def _states(step: Step) -> Counter[State]:
    """How often a step pushed each state."""
    return Counter(entry.state for entry in step.pushed)


def _kept_out(step: Step, state: State) -> KeptOut:
    """The successor with a state that a step kept out, without a reason if there is none."""
    for successor in step.kept_out:
        if successor.entry.state == state:
            return successor
    return KeptOut(Entry(state, None, None, None, None), "")


def _costs_differ(one: Entry, other: Entry) -> bool:
    """Whether the known g or h of two entries with the same state differ."""
    return _differ(one.g, other.g) or _differ(one.h, other.h)


def _differ(one: Number | None, other: Number | None) -> bool:
    """Whether two numbers are known and differ."""
    return one is not None and other is not None and one != other


# ---- The two queues ----


def _place(entry: Entry) -> tuple[float, State]:
    """The sort key of an entry: its f, then its state."""
    return entry.f or 0, entry.state


def _rows(
    right: list[Entry],
    yours: list[Entry],
    marked_right: Entry | None,
    marked_yours: Entry | None,
) -> tuple[list[Row], int]:
    """(The most telling rows of two queues side by side, the number of rows left out)."""
    left = list(yours)
    rows = []
    for entry in right:
        pair = _twin(entry, left)
        if pair:
            left.remove(pair)
        rows.append(Row(entry, pair))
    rows += [Row(None, entry) for entry in left]
    rows.sort(key=lambda row: _place(row.right or row.yours or right[0]))

    def rank(number: int) -> int:
        """How early a row is chosen: marked ones first, then those that differ."""
        row = rows[number]
        if row.right == marked_right or row.yours == marked_yours:
            return 0
        if row.differs:
            return 1
        return 2

    chosen = sorted(range(len(rows)), key=rank)[:MOST_ROWS]
    return [rows[number] for number in sorted(chosen)], len(rows) - len(chosen)


def _twin(entry: Entry, others: Iterable[Entry]) -> Entry | None:
    """The first of other entries with the same state and parent, whatever its costs."""
    for other in others:
        if entry.state == other.state and entry.parent == other.parent:
            return other
    return None
