"""Infers from a queue's pops by which number it orders its entries; pure."""

import heapq
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grader.traces import Number


F_NAMES = "f", "priority", "total", "score", "fscore"
G_NAMES = "g", "moves", "depth", "cost", "steps", "gscore", "level"
Push = tuple[int, int]  # (queue, number of an entry)
Numbers = Sequence[tuple[str, Number]]
Priorities = dict[Push, "Number | None"]
Event = Sequence[Any]  # of a Watch: "+" for a push or "-" for a pop, the queue, the entry's number
Events = Sequence[Event]


def called(numbers: Numbers, names: Sequence[str]) -> Number | None:
    """The first number that has one of these names, None if there is none.

    >>> called([("", 5), ("F_score", 6)], F_NAMES)
    6
    """
    for name, value in numbers:
        if name.lower().replace("_", "") in names:
            return value
    return None


def priorities(
    events: Events,
    right: Priorities,
    is_heap: bool,
    h_names: Sequence[str] = ("h",),
) -> Priorities:
    """{entry: the number by which its queue orders it}, None where that can't be inferred.

    The rule is a number in the entries, or the sum of their g and h, if every popped entry has the
    least of all that wait. In a `heapq` the first number takes precedence. If no rule fits, it is
    the number called f, or the `right` one.
    """
    pushes = {(queue, number): rest[-1] for kind, queue, number, *rest in events if kind == "+"}

    def taken(rule: Callable[[Numbers], Number | None]) -> Priorities:
        """The number of each entry by a rule."""
        return {push: rule(numbers) for push, numbers in pushes.items()}

    def total(numbers: Numbers) -> Number | None:
        """The sum of the numbers called g and h, None if one is missing."""
        g, h = called(numbers, G_NAMES), called(numbers, h_names)
        if g is None or h is None:
            return None
        return g + h

    by_name = taken(lambda numbers: called(numbers, F_NAMES))
    by_value = _by_value(pushes, right)
    by_place, by_sum = taken(_first), taken(total)
    orders = [by_name, by_value, by_sum, by_place]
    if is_heap:
        orders = [by_place, by_name, by_sum]
    for order in orders:
        if _fits(order, events):
            return order
    if None in by_name.values():
        return by_value
    return by_name


def _first(numbers: Numbers) -> Number | None:
    """The first number of an entry, if it has no name; else None."""
    if numbers and not numbers[0][0]:
        return numbers[0][1]
    return None


def _by_value(pushes: Mapping[Push, Numbers], right: Priorities) -> Priorities:
    """The right number of each entry if all entries hold it at one place; else None for each."""
    places = set(range(min(map(len, pushes.values()), default=0)))
    for push, numbers in pushes.items():
        places = {place for place in places if numbers[place][1] == right[push]}
    if not places:
        return dict.fromkeys(pushes)
    return {push: right[push] for push in pushes}


def _fits(order: Priorities, events: Events) -> bool:
    """Whether each popped entry has the least number of all that wait in its queue."""
    waiting: dict[int, list[tuple[Number, int]]] = {}
    popped = set()
    for kind, queue, number, *_ in events:
        value, entries = order[queue, number], waiting.setdefault(queue, [])
        if value is None:
            return False
        if kind == "+":
            heapq.heappush(entries, (value, number))
            continue
        if value > entries[0][0]:
            return False
        popped.add((queue, number))
        while entries and (queue, entries[0][1]) in popped:
            heapq.heappop(entries)
    return True
