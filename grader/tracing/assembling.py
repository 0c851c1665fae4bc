"""Turns the events of a `Watch` into a Trace: who pushed which entry, and what was kept out; pure.

A student's process may forge its events, so nothing about them is taken for granted.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import dropwhile
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
from grader.tracing.priorities import (
    G_NAMES,
    Events,
    Numbers,
    Priorities,
    Push,
    called,
    priorities,
)


Right = tuple[int, Number | None, Number | None]  # moves from the start, right h, right f


@dataclass
class _Search:
    """The state of one queue while its events are read.

    `pushed` are the entries that its last pop pushed or, before that, those that a search begins
    with.
    """

    number: int
    pushed: list[Entry]
    popped: Entry | None = None
    waiting: dict[int, Entry] = field(default_factory=dict)  # {number of a push: entry}


def assembled(
    events: Events,
    searching: Searching,
    algorithm: Algorithm,
    is_whole: bool = True,
    edition: str = "",
    is_heap: bool = True,
) -> Trace:
    """The Trace that events describe; entries with unreadable states get no reasons.

    `is_heap`: whether `heapq` orders the queues.
    """
    right = _right_costs(events, algorithm)
    f_of = {push: f for push, (_, _, f) in right.items()}
    orders = priorities(events, f_of, is_heap, algorithm.h_names)
    costs = partial(_costs, h_names=algorithm.h_names, place=_place_of_g(events, orders))
    searches: dict[int, _Search] = {}
    first = list[Entry]()
    pops = []  # the fields of steps
    for kind, queue, number, *rest in events:
        search = searches.setdefault(queue, _Search(len(searches), first))
        if kind == "+":
            push = queue, number
            entry = _entry(search.popped, rest, right[push], orders[push], costs)
            search.waiting[number] = entry
            search.pushed.append(entry)
            continue
        search.popped, search.pushed = search.waiting.pop(number), []
        pops.append((search.popped, rest[0], search.pushed, search.number))
    steps = [Step(entry, queue, tuple(pushed), (), search) for entry, queue, pushed, search in pops]
    steps = _with_kept_out(steps, first, searching, algorithm, algorithm.reasons(edition))
    return Trace(tuple(first), tuple(steps), _path(steps, searching), is_whole)


# ---- Entries ----


def _right_costs(events: Events, algorithm: Algorithm) -> dict[Push, Right]:
    """What is right for each pushed entry; h and f are None if its state can't be read."""
    last = {}  # {queue: moves to its last popped entry}
    costs: dict[Push, Right] = {}
    for kind, queue, number, *rest in events:
        if kind == "-":
            last[queue] = costs[queue, number][0]
            continue
        moves = last.get(queue, -1) + 1
        costs[queue, number] = moves, None, None
        if rest[0] is not None:
            h = algorithm.h(rest[0])
            costs[queue, number] = moves, h, algorithm.f(moves, h)
    return costs


def _entry(
    popped: Entry | None,
    held: Sequence[Any],
    right: Right,
    f: Number | None,
    costs: Callable[..., tuple[Number, Number | None]],
) -> Entry:
    """The Entry for a state and numbers, of which `costs` reads g and h; its queue goes by f.

    The search has just popped `popped`.
    """
    parent = None
    if popped:
        parent = popped.state
    state, numbers = held
    if state is None:
        return Entry((), None, None, None, parent)
    return Entry(state, *costs(numbers, right, f), f, parent)


def _plain(numbers: Numbers) -> list[Number]:
    """The numbers of an entry that have no name."""
    return [value for name, value in numbers if not name]


def _place_of_g(events: Events, orders: Priorities) -> int:
    """The place among the plain numbers where all entries hold two that add up to f; 0 without one.

    What is pushed before the first pop has any f. A number that is 0 in all entries is no h, but
    may be that of a parent.
    """
    entries = []
    for kind, queue, number, *rest in dropwhile(lambda event: event[0] == "+", events):
        if kind == "+":
            entries.append((_plain(rest[1]), orders[queue, number]))
    for place in range(1, min((len(plain) for plain, _ in entries), default=0) - 1):
        is_sum = all(plain[place] + plain[place + 1] == f for plain, f in entries)
        if is_sum and any(plain[place + 1] for plain, _ in entries):
            return place
    return 0


def _costs(
    numbers: Numbers,
    right: Right,
    f: Number | None,
    h_names: Sequence[str] = ("h",),
    place: int = 0,
) -> tuple[Number, Number | None]:
    """(g, h) of an entry, read from its numbers, with its right moves, h and f.

    At a `place`, unless it is 0, g and h are in all entries. An h that the entry does not hold is
    None, unless its f is right.

    >>> _costs([("", 5), ("", 2), ("", 3), ("", 17)], (2, 3, 5), 5)  # f, g, h, parent
    (2, 3)
    >>> _costs([("", 5), ("", 3), ("", 17), ("moves", 2)], (2, 3, 5), 5)  # f, h, order, node
    (2, 3)
    >>> _costs([("", 9), ("", 6), ("", 3)], (2, 3, 5), 9, place=1), _costs([("", 8)], (2, 3, 5), 8)
    ((6, 3), (2, None))
    """
    moves, right_h, right_f = right
    g, h = called(numbers, G_NAMES), called(numbers, h_names)
    plain = _plain(numbers)
    if place and g is None and h is None and f != right_f:
        pair = plain[place : place + 2]
        if len(pair) == 2 and sum(pair) == f:
            return pair[0], pair[1]
    if h is None and (f == right_f or right_h in plain[1:]):
        h = right_h
    if g is None:
        g = moves
    return g, h


# ---- What was kept out ----


def _with_kept_out(
    steps: list[Step],
    first: list[Entry],
    searching: Searching,
    algorithm: Algorithm,
    usual: Sequence[str],
) -> list[Step]:
    """The steps, with the successors that they did not push, each with the likeliest reason.

    A reason is excluded if an entry was pushed elsewhere in spite of it. Of the others, the one
    that covers most successors is the likeliest, or of several the first that is `usual`.
    """
    reasons: list[list[tuple[Entry, list[str]]]] = []
    memories = {step.search: _Memory(first) for step in steps}
    counts, broken = Counter[str](), set[str]()
    for step in steps:
        memory = memories[step.search]
        is_second = memory.pop(step.popped)
        for entry in step.pushed:
            broken.update(memory.reasons(entry, step.popped))
        reasons.append([])
        if step.pushed or not is_second:
            for entry in _left_out(step, searching, algorithm):
                several = memory.reasons(entry, step.popped)
                reasons[-1].append((entry, several))
                counts.update(several)
        for entry in step.pushed:
            memory.push(entry)
    last = {step.search: step for step in steps}
    explained = []
    for step, left_out in zip(steps, reasons):
        # in its last step a search may have ended before all were pushed
        is_last = step is last[step.search]
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
    """The successors that a step did not push, as entries; none if it popped the goal, or an entry
    that can't be read, which has no g.
    """
    popped = step.popped
    if popped.g is None or searching.is_goal(popped.state):
        return []
    pushed = {entry.state for entry in step.pushed}
    is_usual = popped.h is None or popped.f == algorithm.f(popped.g, popped.h)
    entries = []
    for state in searching.successors(popped.state):
        if state not in pushed:
            g, h, f = popped.g + 1, algorithm.h(state), None
            if is_usual:
                f = algorithm.f(g, h)
            entries.append(Entry(state, g, h, f, popped.state))
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
        best, more = self.best.get(entry.state), -1.0
        if entry.g is not None and best is not None:
            more = entry.g - best
        holds = {
            POPPED: entry.state in self.popped,
            WORSE_G: more >= 0,
            LARGER_G: more > 0,
            PUSHED: entry.state in self.best,
            PREDECESSOR: entry.state == popped.parent,
        }
        return [why for why, does_hold in holds.items() if does_hold]


def _path(steps: list[Step], searching: Searching) -> tuple[State, ...]:
    """The states from the start to the last popped one, if that is the first search's goal."""
    if not steps:
        return ()
    state: State | None = steps[-1].popped.state
    if steps[-1].search or not state or not searching.is_goal(state):
        return ()
    parents: dict[State, State | None] = {}
    for step in steps:
        if not step.search:
            parents.setdefault(step.popped.state, step.popped.parent)
    path = []
    while state:  # each parent was popped before, so this ends
        path.append(state)
        state = parents.get(state)
    return tuple(reversed(path))
