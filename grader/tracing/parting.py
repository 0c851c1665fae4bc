"""Where a student's search leaves the right one: the first pop, push or cost that differs; pure."""

from collections import Counter
from typing import NamedTuple

from grader.traces import Entry, State, Step, Trace


# what differs first: which entry is popped; what it costs, or an entry just pushed; what it was
# reached from; what is pushed; the length of the queue; the number of pops; or nothing
ORDER, COST, PARENT, PUSHED, LENGTH, END, NOTHING = (
    "order",
    "cost",
    "parent",
    "pushed",
    "length",
    "end",
    "nothing",
)
MOST_ROWS = 6  # of two queues side by side


PASSED_OVER = "passed over"  # why a successor was kept out where the whole pop was, as a second one


class Row(NamedTuple):
    """An entry of two queues side by side, None in the one that lacks it."""

    right: Entry | None
    yours: Entry | None

    @property
    def differs(self) -> bool:
        """Whether the two queues differ there."""
        return not self.right or not self.yours or _costs_differ(self.right, self.yours)


class Parting(NamedTuple):
    """The first difference of two searches, and both queues at that time.

    `agreed` are the pops before it that are the same, `popped` is the entry of the last pop that
    the two have in common. `right` and `yours` are the two entries that differ, None where one
    search has none; `why` is why the other kept it out. `rows` are the parts of the queues that
    differ and the entries that come first, `hidden` is how many rows more there are.
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


def parting(right: Trace, yours: Trace) -> Parting | None:
    """Where a search leaves the right one, None if that can't be told.

    Of searches that take turns the first is compared.
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
            is_pushed = departure.popped is not None
            agreed = number + is_pushed
            waiting, waiting_too = (
                sorted(trace.queue_after(agreed), key=_place) for trace in (right, yours)
            )
            rows, hidden = _rows(waiting, waiting_too, (departure.right, departure.yours))
            if departure.kind != LENGTH:
                departure = departure._replace(lengths=(len(waiting), len(waiting_too)))
            return departure._replace(agreed=agreed, rows=rows, hidden=hidden)
    agreed = min(len(rights), len(theirs))
    if len(rights) != len(theirs):
        after, after_too = (s[agreed].popped if s[agreed:] else None for s in (rights, theirs))
        is_cut_off = after is not None and not yours.is_whole
        return None if is_cut_off else Parting(END, agreed, None, after, after_too)
    longest = max((step.queue for step in rights), default=0)
    return Parting(NOTHING, agreed, lengths=(longest, longest))


def _popped_otherwise(right: Step, yours: Step) -> Parting | None:
    """The difference between two pops, None if there is none."""
    entries = right.popped, yours.popped
    if right.popped.state != yours.popped.state:
        return Parting(ORDER, 0, None, *entries)
    if _costs_differ(*entries):
        return Parting(COST, 0, None, *entries)
    if right.popped.parent != yours.popped.parent:
        return Parting(PARENT, 0, None, *entries)
    if right.queue != yours.queue:
        return Parting(LENGTH, 0, None, *entries, lengths=(right.queue, yours.queue))
    return None


def _pushed_otherwise(right: Step, yours: Step) -> Parting | None:
    """The difference between what two steps push, None if there is none."""
    own, other = (Counter(entry.state for entry in step.pushed) for step in (right, yours))
    missing = [entry for entry in right.pushed if entry.state in own - other]
    extra = [entry for entry in yours.pushed if entry.state in other - own]
    if missing:
        is_second = not yours.pushed and not yours.kept_out
        why = PASSED_OVER if is_second else _why(yours, missing[0].state)
        return Parting(PUSHED, 0, right.popped, missing[0], None, why)
    if extra:
        return Parting(PUSHED, 0, right.popped, None, extra[0], _why(right, extra[0].state))
    costs = {entry.state: entry for entry in yours.pushed}
    for entry in right.pushed:
        if _costs_differ(entry, costs[entry.state]):
            return Parting(COST, 0, right.popped, entry, costs[entry.state])
    return None


def _why(step: Step, state: State) -> str:
    """Why a step kept out a state, "" if that is not known."""
    return next(
        (successor.why for successor in step.kept_out if successor.entry.state == state), ""
    )


def _costs_differ(one: Entry, other: Entry) -> bool:
    """Whether two entries of one state cost something else, as far as both are known."""
    if one.f is not None and other.f is not None:
        return one.f != other.f
    pairs = (one.g, other.g), (one.h, other.h)
    return any(a is not None and b is not None and a != b for a, b in pairs)


# ---- The two queues ----


def _place(entry: Entry) -> tuple[float, State]:
    """Where an entry stands in a queue that is ordered by f and state."""
    return (0 if entry.f is None else entry.f, entry.state)


def _rows(
    right: list[Entry], yours: list[Entry], marked: tuple[Entry | None, Entry | None]
) -> tuple[tuple[Row, ...], int]:
    """(The rows of two queues side by side that tell most, how many rows more there are)."""
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
    chosen = [*dict.fromkeys(map(id, ranked))][:MOST_ROWS]
    return tuple(row for row in rows if id(row) in chosen), max(0, len(rows) - len(chosen))


def _is_same(one: Entry, other: Entry) -> bool:
    """Whether two entries of two queues are the same, whatever they cost."""
    return one.state == other.state and one.parent == other.parent
