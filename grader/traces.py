"""A trace: the pops of a search, and what each of them pushed or kept out.

One format for the model's searches, for those with a known mistake, and for a student's. Where a
student's queue holds nothing that can be read as a number, g, h or f is None. `serialization` makes
JSON of it, as of every record:

>>> import json
>>> from grader.serialization import from_json, json_text
>>> start = Entry(((1, 0), (3, 2)), 0, 1, 1, None)
>>> trace = Trace((start,), (Step(start, 1, (), ()),), ())
>>> read = json.loads(json_text(trace))
>>> read["steps"][0]["popped"]
{'state': [[1, 0], [3, 2]], 'g': 0, 'h': 1, 'f': 1, 'parent': None}
>>> from_json(Trace, read) == trace
True
"""

from dataclasses import dataclass
from typing import Any


POPPED, WORSE_G, PUSHED, PREDECESSOR = "popped before", "worse g", "pushed before", "predecessor"
LARGER_G = "larger g"
UNKNOWN = "unknown"  # the queue shows no reason, for example if a successor is forgotten
WHY_KEPT_OUT = (POPPED, WORSE_G, PUSHED, PREDECESSOR, LARGER_G, UNKNOWN)
Number = int | float
State = tuple[Any, ...]  # a state in the assignment's form: numbers, or rows of numbers
StoredState = tuple[int | tuple[int, ...], ...]  # a State in the terms that `serialization` reads


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a queue: a state, its costs, and the state from which it was reached.

    `f` is the number by which the queue is ordered; in a wrong program it may not be g + h.
    """

    state: StoredState
    g: Number | None
    h: Number | None
    f: Number | None
    parent: StoredState | None


@dataclass(frozen=True, slots=True)
class KeptOut:
    """A successor that was not pushed, with the reason, one of WHY_KEPT_OUT."""

    entry: Entry
    why: str


@dataclass(frozen=True, slots=True)
class Step:
    """A pop: the entry, the queue's length before it, the successors pushed and kept out.

    `search` is 0, or 1 for the twin's search where two searches take turns.
    """

    popped: Entry
    queue: int
    pushed: tuple[Entry, ...]
    kept_out: tuple[KeptOut, ...]
    search: int = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps of a search in order, and the path that it found.

    `first` are the entries with which the searches begin. `is_whole` is False if a limit ended the
    trace before the search ended.
    """

    first: tuple[Entry, ...]
    steps: tuple[Step, ...]
    path: tuple[StoredState, ...]
    is_whole: bool = True

    def of_first_search(self) -> tuple[Step, ...]:
        """The steps of the first search, if two take turns; else all steps."""
        return tuple(step for step in self.steps if not step.search)

    def queue_after(self, number: int) -> list[Entry]:
        """The first search's queue after `number` of its pops, in the order of pushes.

        >>> start, near = Entry((1, 0), 0, 1, 1, None), Entry((0, 1), 1, 0, 1, (1, 0))
        >>> steps = Step(start, 1, (near,), ()), Step(near, 1, (), ())
        >>> trace = Trace((start,), steps, ())
        >>> trace.queue_after(1) == [near], trace.queue_after(2)
        (True, [])
        """
        steps = self.of_first_search()
        queue = list(self.first)
        if len(steps) < len(self.steps):  # another search begins with another entry
            del queue[1:]
        for step in steps[:number]:
            if step.popped in queue:
                queue.remove(step.popped)
            queue += step.pushed
        return queue
