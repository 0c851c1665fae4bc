"""From the events that a `Watch` tells to a Trace: who pushed what, and what was kept out; pure.

The events of a student's process may be forged, so that nothing is taken for granted about them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from grader.assignment.searching import Searching
from grader.traces import (
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


# what numbers are called in the nodes of programs
F_NAMES = "f", "priority", "total", "score", "fscore"
G_NAMES = "g", "moves", "depth", "cost", "steps", "gscore", "level"


@dataclass
class _Search:
    """What is known of one queue while events are read."""

    number: int
    waiting: dict[int, tuple[Entry, int]] = field(default_factory=dict)  # by number, with moves
    popped: Entry | None = None
    moves: int = 0  # from the start to it
    queue: int = 0
    pushed: list[Entry] = field(default_factory=list)


def assembled(
    events: Iterable[Sequence[Any]],
    searching: Searching,
    program: str,
    algorithm: str,
    is_whole: bool = True,
    edition: str = "",
) -> Trace:
    """The Trace that events tell, without reasons for entries whose states can't be read."""
    searches: dict[int, _Search] = {}
    first: list[Entry] = []
    steps: list[Step] = []
    places: dict[int, int] = {}  # of the last step of each search
    for kind, queue, number, *rest in events:
        search = searches.setdefault(queue, _Search(len(searches)))
        if kind == "+":
            state, numbers = rest
            entry, moves = _entry(search, state, numbers, searching, algorithm)
            search.waiting[number] = entry, moves
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
    steps = _with_kept_out(steps, first, searching, (algorithm, edition))
    return Trace(program, algorithm, tuple(first), tuple(steps), _path(steps, searching), is_whole)


def _close(search: _Search, steps: list[Step], places: dict[int, int]) -> None:
    """Give the last step of a search what it pushed."""
    if search.popped is not None:
        place = places[search.number]
        steps[place] = replace(steps[place], pushed=tuple(search.pushed))


# ---- Entries ----


def _entry(
    search: _Search, state: Any, numbers: Any, searching: Searching, algorithm: str
) -> tuple[Entry, int]:
    """(The entry with that state and those numbers, the moves from the start to it)."""
    parent = search.popped.state if search.popped else None
    moves = search.moves + 1 if search.popped else 0
    if state is None:
        return Entry((), None, None, None, parent), moves
    h = searching.h(state, algorithm)
    right = h, searching.f(moves, h, algorithm)
    return Entry(state, *_costs(numbers, moves, right, searching.h_names(algorithm)), parent), moves


def _costs(
    numbers: Sequence[tuple[str, Number]],
    moves: int,
    right: tuple[Number, Number],
    h_names: Sequence[str] = ("h",),
) -> tuple[Number | None, Number | None, Number | None]:
    """(g, h, f) as the numbers of an entry tell them, whose state is so many moves from the start.

    `right`: its right h and f.

    >>> _costs([("", 5), ("", 2), ("", 3), ("", 17)], 2, right=(3, 5))  # f, g, h, parent
    (2, 3, 5)
    >>> _costs([("", 5), ("", 3), ("", 17), ("moves", 2)], 2, right=(3, 5))  # f, h, order, node
    (2, 3, 5)
    >>> _costs([], 2, right=(3, 5))
    (None, None, None)
    """
    right_h, _ = right
    costs = {
        letter: value
        for name, value in reversed(numbers)
        for letter, names in (("f", F_NAMES), ("g", G_NAMES), ("h", h_names))
        if name.lower().replace("_", "") in names
    }
    plain = [value for name, value in numbers if not name]
    if not costs:
        return _unnamed_costs(plain, moves, right)
    g, h, f = costs.get("g", moves), costs.get("h"), costs.get("f", plain[0] if plain else None)
    if h is None and (f is None or right_h in (*plain[1:], f - g)):
        h = right_h
    if h is None and f is not None and f >= g:
        h = f - g
    return g, h, g + h if f is None and h is not None else f


def _unnamed_costs(
    numbers: Sequence[Number], moves: int, right: tuple[Number, Number]
) -> tuple[Number | None, Number | None, Number | None]:
    """(g, h, f) as numbers without names tell them: f, which a queue is ordered by, comes first.

    It is no other f than the right one if that can be any of the numbers, for some of them count
    something else, such as pushes.

    >>> right = 2, 3
    >>> _unnamed_costs([3, 1, 0], 1, right), _unnamed_costs([4, 1, 3, 0], 1, right)  # f; f, g, h
    ((1, 2, 3), (1, 3, 4))
    >>> _unnamed_costs([2, 1], 1, right), _unnamed_costs([7], 1, right)  # h, g; something
    ((1, 2, 3), (1, 6, 7))
    """
    if not numbers:
        return None, None, None
    f, (right_h, right_f) = numbers[0], right
    if f == right_f:
        return moves, right_h, f
    if len(numbers) > 2 and numbers[1] == moves and moves + numbers[2] == f:
        return moves, numbers[2], f
    if right_f in numbers or {moves, right_h} <= {*numbers}:
        return moves, right_h, right_f
    for g, h in zip(numbers[1:], numbers[2:]):
        if g + h == f:
            return g, h, f
    return moves, f - moves if f > moves else None, f


# ---- What was kept out ----


def _with_kept_out(
    steps: list[Step], first: list[Entry], searching: Searching, version: tuple[str, str]
) -> list[Step]:
    """The steps with the successors that were not pushed, each with the reason that fits best.

    Where several reasons hold, that is one by which nothing was kept out that was pushed elsewhere,
    and of such the one for most of what was kept out. `version`: the algorithm and the edition.
    """
    reasons: list[list[tuple[Entry, list[str]]]] = []
    memories = {step.search: _Memory(first) for step in steps}
    counts, broken = Counter[str](), set[str]()
    for step in steps:
        memory = memories[step.search]
        is_second = memory.pop(step.popped)
        broken.update(*(memory.reasons(entry, step.popped) for entry in step.pushed))
        entries = [] if is_second and not step.pushed else _left_out(step, searching, version[0])
        reasons.append([(entry, memory.reasons(entry, step.popped)) for entry in entries])
        counts.update(why for _, several in reasons[-1] for why in several)
        for entry in step.pushed:
            memory.push(entry)
    usual = searching.reasons(*version)

    def fitness(why: str) -> tuple[bool, int, int]:
        """How well a reason fits the whole search, the best the greatest."""
        return why not in broken, counts[why], -usual.index(why)

    last = {step.search: number for number, step in enumerate(steps)}
    return [
        replace(
            step,
            kept_out=tuple(
                KeptOut(entry, max(several, key=fitness, default=UNKNOWN))
                for entry, several in entries
                if several or number != last[step.search]  # where it may have ended on the way
            ),
        )
        for number, (step, entries) in enumerate(zip(steps, reasons))
    ]


def _left_out(step: Step, searching: Searching, algorithm: str) -> list[Entry]:
    """The successors that a step did not push, as it would have pushed them; none at the goal."""
    popped = step.popped
    if not popped.state or searching.is_goal(popped.state):
        return []
    pushed = {entry.state for entry in step.pushed}
    entries = []
    for state in searching.successors(popped.state):
        if state not in pushed:
            g = None if popped.g is None else popped.g + 1
            h = None if g is None else searching.h(state, algorithm)
            f = None if g is None or h is None else searching.f(g, h, algorithm)
            entries.append(Entry(state, g, h, f, popped.state))
    return entries


class _Memory:
    """The states that a search has popped and pushed so far, with the best g of those pushed."""

    def __init__(self, first: Iterable[Entry]) -> None:
        self.popped: set[State] = set()
        self.best: dict[State, Number | None] = {entry.state: entry.g for entry in first}

    def pop(self, entry: Entry) -> bool:
        """Note that an entry was popped; whether its state was popped before."""
        is_second = entry.state in self.popped
        self.popped.add(entry.state)
        return is_second

    def push(self, entry: Entry) -> None:
        """Note that an entry was pushed."""
        before = self.best.get(entry.state)
        if before is None or (entry.g is not None and entry.g < before):
            self.best[entry.state] = entry.g

    def reasons(self, entry: Entry, popped: Entry) -> list[str]:
        """Each reason there may be to keep out an entry, a successor of the one just popped."""
        best = self.best.get(entry.state)
        holds = {
            POPPED: entry.state in self.popped,
            WORSE_G: entry.g is not None and best is not None and entry.g >= best,
            PUSHED: entry.state in self.best,
            PREDECESSOR: entry.state == popped.parent,
        }
        return [why for why, does_hold in holds.items() if does_hold]


def _path(steps: list[Step], searching: Searching) -> tuple[State, ...]:
    """The states from the start to the last one popped, if that is the goal of the first search."""
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
    while state:  # each parent was popped before
        path.append(state)
        state = parents.get(state)
    return tuple(reversed(path))
