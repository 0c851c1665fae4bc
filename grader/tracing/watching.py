"""Watches the queues of a program from inside its process, and records pushes and pops.

This text is executed before an assignment's own reader, which defines `state_of(value)`: the state
that a value is, or None. Both run in the process of a student's program as well, on any Python from
3.6 on, so that they import nothing of the grader. What they tell decides no verdict.
"""

import heapq


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Numbers = list[list[Any]]

MOST_VALUES, MOST_NUMBERS = 80, 6  # values of an entry that are read, and numbers that are reported
MOST_PUSHES = 50  # the most pushes for each pop that is allowed
LARGEST = 10**9  # numbers that are reported are smaller
# Attributes by which a node refers to states other than its own.
OTHERS = ("parent", "prev", "goal", "path", "child", "neighb", "succ", "target", "came", "next")


class Endless(BaseException):
    """Raised to end a trace, as by too many pops; `except Exception` doesn't catch it."""


class Watch:
    """Records the pushes and pops of queues in `events`, in their order.

    A push is ("+", queue, number of the entry, state, numbers), a pop ("-", queue, number of the
    entry, length of the queue before it). `state` is None if the entry holds none that can be read;
    `numbers` are [name, value]. Nothing is recorded while `most`, the number of pops that is
    allowed, is 0.
    """

    def __init__(self, state_of: "Callable[[Any], Any]", most: int) -> None:
        self.state_of, self.most = state_of, most
        self.events: "list[tuple[Any, ...]]" = []
        self.queues: "dict[int, tuple[int, Any]]" = {}  # {id: (number, the queue itself)}
        # {(number of a queue, id of an entry): [entry, numbers of its pushes...]}
        self.entries: "dict[tuple[int, int], list[Any]]" = {}
        self.waiting: "dict[int, int]" = {}  # {number of a queue: its entries}
        self.pushes = self.pops = 0
        self.popped_from: "set[int]" = set()  # numbers of queues

    def number_of(self, queue: "Any") -> int:
        """The number of a queue; new queues get the next number, from 0 on."""
        number, _ = self.queues.setdefault(id(queue), (len(self.queues), queue))
        return number

    def pushed(self, queue: "Any", entry: object) -> None:
        """Record that an entry was pushed to a queue."""
        if not self.most:
            return
        number = self.number_of(queue)
        self.entries.setdefault((number, id(entry)), [entry]).append(self.pushes)
        state, numbers = read(entry, self.state_of)
        self.events.append(("+", number, self.pushes, state, numbers))
        self.waiting[number] = self.waiting.get(number, 0) + 1
        self.pushes += 1
        if self.pushes > MOST_PUSHES * self.most:
            raise Endless

    def popped(self, queue: "Any", entry: object, length: int) -> None:
        """Record that an entry was popped from a queue, which had this length before."""
        if not self.most:
            return
        number = self.number_of(queue)
        if len(self.entries.get((number, id(entry)), ())) < 2:
            self.pushed(queue, entry)  # nobody saw this entry pushed
        self.events.append(("-", number, self.entries[number, id(entry)].pop(1), length))
        self.waiting[number] -= 1
        self.pops += 1
        self.popped_from.add(number)
        if self.pops > self.most:
            raise Endless

    def all_pushed(self, queue: "Any") -> None:
        """Record the entries of a queue that were pushed unwatched."""
        number = self.number_of(queue)
        for entry in queue:
            if len(self.entries.get((number, id(entry)), ())) < 2:
                self.pushed(queue, entry)

    def count(self, queue: "Any") -> None:
        """Record entries that came in unwatched, as by `append`; end the trace if some left so."""
        if not self.most:
            return
        waiting = self.waiting.get(self.number_of(queue), 0)
        if waiting > len(queue):
            raise Endless
        if waiting < len(queue):
            self.all_pushed(queue)

    def busiest(self) -> "list[tuple[Any, ...]]":
        """The events of the queues with at least half as many pops as the busiest one."""
        pops: "dict[int, int]" = {}
        for event in self.events:
            pops[event[1]] = pops.get(event[1], 0) + (event[0] == "-")
        most = max(pops.values(), default=0)
        return [event for event in self.events if pops[event[1]] * 2 >= most]

    def functions(self) -> "dict[str, Callable[..., Any]]":
        """{name: watched function} to replace the functions of `heapq`."""
        push, pop, heapify = heapq.heappush, heapq.heappop, heapq.heapify

        def heappush(queue: "Any", entry: object) -> None:
            push(queue, entry)
            self.pushed(queue, entry)

        def heappop(queue: "Any") -> "Any":
            self.count(queue)
            length = len(queue)
            entry = pop(queue)
            self.popped(queue, entry, length)
            return entry

        def heapified(queue: "Any") -> None:
            heapify(queue)
            self.all_pushed(queue)

        def heapreplace(queue: "Any", entry: object) -> "Any":
            first = heappop(queue)
            heappush(queue, entry)
            return first

        def heappushpop(queue: "Any", entry: object) -> "Any":
            heappush(queue, entry)
            return heappop(queue)

        return {
            "heappush": heappush,
            "heappop": heappop,
            "heapify": heapified,
            "heapreplace": heapreplace,
            "heappushpop": heappushpop,
        }


# ---- Reading an entry ----


def read(entry: object, state_of: "Callable[[Any], Any]") -> "tuple[Any, Numbers]":
    """(The state in an entry, None if it can't be read; its numbers with their names)."""
    state, numbers = None, []  # type: Any, Numbers
    for name, value in _values(entry, state_of):
        if state is None and not _is_number(value):
            state = state_of(value)
        elif _is_number(value) and len(numbers) < MOST_NUMBERS:
            numbers.append([name, value])
    return state, numbers


def _is_number(value: object) -> bool:
    """Whether a value is a number that can be recorded."""
    return type(value) in (int, float) and abs(value) < LARGEST  # type: ignore[arg-type]


def _values(entry: object, state_of: "Callable[[Any], Any]") -> "Iterator[tuple[str, Any]]":
    """Yield the states and numbers in an entry, each with the name of its attribute or ""."""
    waiting: "list[tuple[str, Any]]" = [("", entry)]
    for _ in range(MOST_VALUES):
        if not waiting:
            return
        name, value = waiting.pop()
        if _is_number(value) or state_of(value) is not None:
            yield name, value
        else:
            waiting.extend(reversed(_parts(value)))


def _parts(value: object) -> "list[tuple[str, Any]]":
    """The values in a tuple, list or object, with their names; other nodes are left out."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        attributes = list(zip(map(str, value._fields), value))
    elif isinstance(value, (tuple, list)):
        return [("", item) for item in value[:MOST_VALUES]]
    else:
        held = {}
        for kind in type(value).__mro__:
            for slot in getattr(kind, "__slots__", ()):
                if hasattr(value, slot):
                    held[slot] = getattr(value, slot)
        held.update(getattr(value, "__dict__", {}))
        attributes = list(held.items())
    return [pair for pair in attributes if not any(word in pair[0].lower() for word in OTHERS)]
