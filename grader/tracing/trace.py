"""A trace: the pops of a search, and what each of them pushed or kept out. JSON has it, too.

One format for the model's searches, for those with a known mistake, and for a student's. Where a
student's queue holds nothing that can be read as a number, g, h or f is None.
"""

from typing import Any, NamedTuple


FORMAT = 1  # of the JSON; another number is another format
POPPED, WORSE_G, PUSHED, PREDECESSOR = "popped before", "worse g", "pushed before", "predecessor"
UNKNOWN = "unknown"  # nothing that was in the queue is a reason, as where a successor is forgotten
WHY_KEPT_OUT = (POPPED, WORSE_G, PUSHED, PREDECESSOR, UNKNOWN)
Number = int | float
State = tuple[Any, ...]  # as the assignment has it: numbers, or rows of them


class Entry(NamedTuple):
    """One entry of a queue: a state, what it cost to reach, and the state it was reached from."""

    state: State
    g: "Number | None"
    h: "Number | None"
    f: "Number | None"
    parent: "State | None"


class KeptOut(NamedTuple):
    """A successor that was not pushed, and why: one of WHY_KEPT_OUT."""

    entry: Entry
    why: str


class Step(NamedTuple):
    """One pop: the entry, the length of the queue before it, and what became of the successors.

    `search` is 0, or 1 for the twin's search where two searches take turns.
    """

    popped: Entry
    queue: int
    pushed: tuple[Entry, ...]
    kept_out: tuple[KeptOut, ...]
    search: int = 0


class Trace(NamedTuple):
    """The steps of a search for the goal from a start, in order, and the path that it found.

    `first` are the entries that each search begins with. `is_whole` is False where a limit ended it
    before the search did.
    """

    program: str
    algorithm: str
    first: tuple[Entry, ...]
    steps: tuple[Step, ...]
    path: tuple[State, ...]
    is_whole: bool = True


def to_json(trace: Trace) -> dict[str, Any]:
    """The trace as JSON's own types; `json.dumps` writes it.

    >>> start = Entry((1, 0), 0, 1, 1, None)
    >>> trace = Trace("model", "astar", (start,), (Step(start, 1, (), ()),), ())
    >>> to_json(trace)["steps"][0]["popped"]
    {'state': [1, 0], 'g': 0, 'h': 1, 'f': 1, 'parent': None}
    >>> from_json(to_json(trace)) == trace
    True
    """
    return {"format": FORMAT, **_plain(trace)}


def _plain(value: Any) -> Any:
    """NamedTuples as dictionaries and tuples as lists."""
    if hasattr(value, "_fields"):
        return {name: _plain(getattr(value, name)) for name in value._fields}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def from_json(data: dict[str, Any]) -> Trace:
    """The trace that `to_json` made data of. ValueError if it is another format."""
    if data.get("format") != FORMAT:
        raise ValueError(f"expected a trace of format {FORMAT}, got {data.get('format')!r}")
    return Trace(
        data["program"],
        data["algorithm"],
        tuple(map(_entry, data["first"])),
        tuple(map(_step, data["steps"])),
        tuple(map(_state, data["path"])),
        data["is_whole"],
    )


def _step(data: dict[str, Any]) -> Step:
    kept_out = tuple(KeptOut(_entry(kept["entry"]), kept["why"]) for kept in data["kept_out"])
    pushed = tuple(map(_entry, data["pushed"]))
    return Step(_entry(data["popped"]), data["queue"], pushed, kept_out, data["search"])


def _entry(data: dict[str, Any]) -> Entry:
    parent = None if data["parent"] is None else _state(data["parent"])
    return Entry(_state(data["state"]), data["g"], data["h"], data["f"], parent)


def _state(data: list[Any]) -> State:
    """Lists inside lists as tuples, so that states can be compared and counted."""
    return tuple(_state(item) if isinstance(item, list) else item for item in data)
