"""Turns the events of a `Watch` into a Trace: who pushed which entry, and what was kept out; pure.

A student's process may forge its events, so nothing about them is taken for granted.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from grader.assignment.searching import Algorithm, Searching
from grader.traces import (
    LARGER_G,
    POPPED,
    PREDECESSOR,
    PUSHED,
    UNKNOWN,
    WORSE_G,
    Entry,
    KeptOut,
    Number,
    State,
    Step,
    Trace,
)
from grader.tracing.priorities import G_NAMES, Push, called, priorities


@dataclass
class _Search:
    """The state of one queue while its events are read."""

    number: int
    # {number of a push: (entry, moves from the start)}
    waiting: dict[int, tuple[Entry, int]] = field(default_factory=dict)
    popped: Entry | None = None
    moves: int = 0  # moves from the start to `popped`
    queue: int = 0
    pushed: list[Entry] = field(default_factory=list)


def assembled(
    events: Sequence[Sequence[Any]],
    searching: Searching,
    program: str,
    algorithm: Algorithm,
    is_whole: bool = True,
    edition: str = "",
    is_heap: bool = True,
) -> Trace:
    """The Trace that events describe; entries with unreadable states get no reasons.

    `is_heap`: whether `heapq` orders the queues.
    """
    right = _right_costs(events, algorithm)
    f_of = {push: pair and pair[1] for push, pair in right.items()}
    orders = priorities(events, f_of, is_heap, algorithm.h_names)
    costs = partial(_costs, h_names=algorithm.h_names, place=_place_of_g(events, orders))
    searches: dict[int, _Search] = {}
    first, steps = list[Entry](), list[Step]()
    places: dict[int, int] = {}  # {search: the place of its last step}
    for kind, queue, number, *rest in events:
        search = searches.setdefault(queue, _Search(len(searches)))
        if kind == "+":
            entry = _entry(search, rest, right[queue, number], orders[queue, number], costs)
            search.waiting[number] = entry, _moves_to(search)
            if search.popped is None:
                first.append(entry)
            else:
                search.pushed.append(entry)
            continue
        _close(search, steps, places)
        search.popped, search.moves = search.waiting.pop(number)
        search.queue, search.pushed = rest[0], []
        places[search.number] = len(steps)
        steps.append(Step(search.popped, search.queue, (), (), search.number))
    for search in searches.values():
        _close(search, steps, places)
    steps = _with_kept_out(steps, first, searching, algorithm, edition)
    path = _path(steps, searching)
    return Trace(program, algorithm.name, tuple(first), tuple(steps), path, is_whole)


def _close(search: _Search, steps: list[Step], places: dict[int, int]) -> None:
    """Add the entries that a search pushed to its last step."""
    if search.popped is not None:
        place = places[search.number]
        steps[place] = replace(steps[place], pushed=tuple(search.pushed))


# ---- Entries ----


def _moves_to(search: _Search) -> int:
    """The number of moves from the start to the entry that is pushed next."""
    return search.moves + 1 if search.popped else 0


def _right_costs(
    events: Iterable[Sequence[Any]], algorithm: Algorithm
) -> dict[Push, tuple[Number, Number] | None]:
    """The right (h, f) of each pushed entry, None if its state can't be read."""
    moves, last = dict[Push, int](), dict[int, int]()
    costs: dict[Push, tuple[Number, Number] | None] = {}
    for kind, queue, number, *rest in events:
        push = queue, number
        if kind == "-":
            last[queue] = moves[push]
            continue
        moves[push] = last.get(queue, -1) + 1
        h = None if rest[0] is None else algorithm.h(rest[0])
        costs[push] = None if h is None else (h, algorithm.f(moves[push], h))
    return costs


def _entry(
    search: _Search,
    held: Sequence[Any],
    right: tuple[Number, Number] | None,
    f: Number | None,
    costs: Callable[..., tuple[Number, Number | None]],
) -> Entry:
    """The Entry for a state and numbers, of which `costs` reads g and h; its queue goes by f."""
    parent = search.popped.state if search.popped else None
    state, numbers = held
    if right is None:
        return Entry((), None, None, None, parent)
    return Entry(state, *costs(numbers, _moves_to(search), right, f), f, parent)


def _plain(numbers: Sequence[tuple[str, Number]]) -> list[Number]:
    """The numbers of an entry that have no name."""
    return [value for name, value in numbers if not name]


def _place_of_g(events: Iterable[Sequence[Any]], orders: Mapping[Push, Number | None]) -> int:
    """The place among the plain numbers where all entries hold two that add up to f; 0 without one.

    What is pushed before the first pop has any f. A number that is 0 in all entries is no h, but
    may be that of a parent.
    """
    is_start, entries = True, list[tuple[list[Number], "Number | None"]]()
    for kind, queue, number, *rest in events:
        is_start = is_start and kind == "+"
        if kind == "+" and not is_start:
            entries.append((_plain(rest[1]), orders[queue, number]))
    for place in range(1, min((len(plain) for plain, _ in entries), default=0) - 1):
        is_sum = all(plain[place] + plain[place + 1] == f for plain, f in entries)
        if is_sum and any(plain[place + 1] for plain, _ in entries):
            return place
    return 0


def _costs(
    numbers: Sequence[tuple[str, Number]],
    moves: int,
    right: tuple[Number, Number],
    f: Number | None,
    h_names: Sequence[str] = ("h",),
    place: int = 0,
) -> tuple[Number, Number | None]:
    """(g, h) of an entry, read from its numbers; `moves` is the number of moves to its state.

    `right` holds its right h and f. At a `place`, unless it is 0, g and h are in all entries. An h
    that the entry does not hold is None, unless its f is right.

    >>> _costs([("", 5), ("", 2), ("", 3), ("", 17)], 2, (3, 5), 5)  # f, g, h, parent
    (2, 3)
    >>> _costs([("", 5), ("", 3), ("", 17), ("moves", 2)], 2, (3, 5), 5)  # f, h, order, node
    (2, 3)
    >>> _costs([("", 9), ("", 6), ("", 3)], 2, (3, 5), 9, place=1), _costs([("", 8)], 2, (3, 5), 8)
    ((6, 3), (2, None))
    """
    right_h, right_f = right
    g, h = called(numbers, G_NAMES), called(numbers, h_names)
    plain = _plain(numbers)
    if place and g is None and h is None and f != right_f:
        pair = plain[place : place + 2]
        if len(pair) == 2 and sum(pair) == f:
            return pair[0], pair[1]
    if h is None and (f == right_f or right_h in plain[1:]):
        h = right_h
    return moves if g is None else g, h


# ---- What was kept out ----


def _with_kept_out(
    steps: list[Step],
    first: list[Entry],
    searching: Searching,
    algorithm: Algorithm,
    edition: str,
) -> list[Step]:
    """The steps, with the successors that they did not push, each with the likeliest reason.

    A reason is excluded if an entry was pushed elsewhere in spite of it. Of the others, the one
    that covers most successors is the likeliest.
    """
    reasons: list[list[tuple[Entry, list[str]]]] = []
    memories = {step.search: _Memory(first) for step in steps}
    counts, broken = Counter[str](), set[str]()
    for step in steps:
        memory = memories[step.search]
        is_second = memory.pop(step.popped)
        broken.update(*(memory.reasons(entry, step.popped) for entry in step.pushed))
        entries = [] if is_second and not step.pushed else _left_out(step, searching, algorithm)
        reasons.append([(entry, memory.reasons(entry, step.popped)) for entry in entries])
        counts.update(why for _, several in reasons[-1] for why in several)
        for entry in step.pushed:
            memory.push(entry)
    usual = algorithm.reasons(edition)
    last = {step.search: number for number, step in enumerate(steps)}
    explained = []
    for number, (step, left_out) in enumerate(zip(steps, reasons)):
        # in its last step a search may have ended before all were pushed
        is_last = number == last[step.search]
        kept_out = tuple(
            KeptOut(entry, _likeliest(set(several) - broken, counts, usual))
            for entry, several in left_out
            if several or not is_last
        )
        explained.append(replace(step, kept_out=kept_out))
    return explained


def _likeliest(reasons: Iterable[str], counts: Counter[str], usual: Sequence[str]) -> str:
    """The reason that covers most successors, the most usual one of several."""
    return max(reasons, key=lambda why: (counts[why], -usual.index(why)), default=UNKNOWN)


def _left_out(step: Step, searching: Searching, algorithm: Algorithm) -> list[Entry]:
    """The successors that a step did not push, as entries; none if it popped the goal."""
    popped = step.popped
    if not popped.state or searching.is_goal(popped.state):
        return []
    pushed = {entry.state for entry in step.pushed}
    is_usual = popped.g is None or popped.h is None or popped.f == algorithm.f(popped.g, popped.h)
    entries = []
    for state in searching.successors(popped.state):
        if state not in pushed:
            g = None if popped.g is None else popped.g + 1
            h = None if g is None else algorithm.h(state)
            f = None if g is None or h is None else algorithm.f(g, h)
            entries.append(Entry(state, g, h, f if is_usual else None, popped.state))
    return entries


class _Memory:
    """The states that a search has popped and pushed, with the best g of each pushed state."""

    def __init__(self, first: Iterable[Entry]) -> None:
        self.popped: set[State] = set()
        self.best: dict[State, Number | None] = {entry.state: entry.g for entry in first}

    def pop(self, entry: Entry) -> bool:
        """Note that an entry was popped; return whether its state was popped before."""
        is_second = entry.state in self.popped
        self.popped.add(entry.state)
        return is_second

    def push(self, entry: Entry) -> None:
        """Note that an entry was pushed."""
        before = self.best.get(entry.state)
        if before is None or (entry.g is not None and entry.g < before):
            self.best[entry.state] = entry.g

    def reasons(self, entry: Entry, popped: Entry) -> list[str]:
        """The possible reasons for keeping out a successor of the entry just popped."""
        best = self.best.get(entry.state)
        holds = {
            POPPED: entry.state in self.popped,
            WORSE_G: entry.g is not None and best is not None and entry.g >= best,
            LARGER_G: entry.g is not None and best is not None and entry.g > best,
            PUSHED: entry.state in self.best,
            PREDECESSOR: entry.state == popped.parent,
        }
        return [why for why, does_hold in holds.items() if does_hold]


def _path(steps: list[Step], searching: Searching) -> tuple[State, ...]:
    """The states from the start to the last popped one, if that is the first search's goal."""
    if not steps or steps[-1].search or not steps[-1].popped.state:
        return ()
    if not searching.is_goal(steps[-1].popped.state):
        return ()
    parents: dict[State, State | None] = {}
    for step in steps:
        if not step.search:
            parents.setdefault(step.popped.state, step.popped.parent)
    path: list[State] = []
    state: State | None = steps[-1].popped.state
    while state:  # each parent was popped before, so this ends
        path.append(state)
        state = parents.get(state)
    return tuple(reversed(path))
