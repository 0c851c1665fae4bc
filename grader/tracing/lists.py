"""Watches lists that a student's program uses as queues: what is appended and popped.

This text follows `queue_calls` and `watching` in the student's process. A list can't be watched
itself. So the program's files are rewritten when they are imported: a call of a list's method
becomes a call that looks at the object first. If entries come in unseen, no events are reported.
"""

import ast
import os
from collections import deque


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from typing import Any

    from grader.diagnose.queue_calls import CALL, divert
    from grader.tracing.watching import Watch

POPS = ("pop", "popleft", "remove")


class Lists:
    """Reports the appends and pops of a program's lists, if they hold states, to a Watch.

    Pops from a heap that `heapq` does not pop from are reported to `heaps`, which saw the pushes.
    """

    def __init__(self, watch: "Watch", heaps: "Watch") -> None:
        self.watch, self.heaps = watch, heaps
        self.popped_heaps: "set[int]" = set()  # ids of the heaps whose pops are reported
        self.homes: "dict[int, Any]" = {}  # {id of an entry: the list to which it was added}
        self.is_unsure = False  # whether entries of a list came or left unseen

    def call(self, thing: "Any", method: str, *arguments: "Any", **options: "Any") -> "Any":
        """Call a method of any object and return its result; calls on lists are noted."""
        function = getattr(thing, method)
        if type(thing) not in (list, deque):
            return function(*arguments, **options)
        if method == "remove":
            self._popped(thing, _taken_out, thing, thing.index(*arguments))
            return None
        if method in POPS:
            return self._popped(thing, function, *arguments)
        length = len(thing)
        answer = function(*arguments, **options)
        added = arguments[-1:]
        if method == "extend":
            added = tuple(thing)[length:]
        for entry in added:
            if isinstance(entry, (list, tuple)) or _is_node(entry):
                self.homes[id(entry)] = thing
                self.watch.pushed(thing, entry)
        return answer

    def _popped(self, thing: "Any", pop: "Any", *arguments: "Any") -> "Any":
        """Pop an entry from a list, note it and return it."""
        length, heaps = len(thing), self.heaps
        if id(thing) in heaps.queues and heaps.number_of(thing) not in heaps.popped_from:
            self.popped_heaps.add(id(thing))
        if id(thing) in self.popped_heaps:
            heaps.count(thing)
            entry = pop(*arguments)
            heaps.popped(thing, entry, length)
            return entry
        entry = pop(*arguments)
        home = self.homes.pop(id(entry), None)
        watch = self.watch
        if home is not None and home is not thing:  # the list was copied, for example by `sorted`
            watch.queues[id(thing)] = watch.number_of(home), thing
        number = watch.queues.get(id(thing), (None, None))[0]
        if watch.most and number is not None and watch.waiting.get(number, 0) != length:
            self.is_unsure = True
        is_first = number not in watch.popped_from
        if home is not None or is_first:
            watch.popped(thing, entry, length)
        else:
            self.is_unsure = True
        return entry


def _taken_out(thing: "Any", place: int) -> "Any":
    """Remove the entry at a place of a list or a deque, and return it."""
    entry = thing[place]
    del thing[place]
    return entry


def _is_node(entry: object) -> bool:
    """Whether a value is an object of one of the program's classes."""
    return hasattr(entry, "__dict__") or bool(getattr(type(entry), "__slots__", ()))


def _sorting(lists: Lists, place_of: "Any") -> "Any":
    """An insort of `bisect` whose insertions are noted; `place_of` finds where an entry belongs."""

    def insort(queue: "Any", entry: "Any", *bounds: int, **options: "Any") -> None:
        """Insert an entry into a list that is in order, and note it."""
        key = options.get("key")
        value = entry if key is None else key(entry)
        lists.call(queue, "insert", place_of(queue, value, *bounds, **options), entry)

    return insort


def rewrite(lists: Lists) -> None:
    """From now on, rewrite the program's files when they are imported."""
    import bisect
    import builtins
    import importlib.machinery

    bisect.insort = bisect.insort_right = _sorting(lists, bisect.bisect_right)
    bisect.insort_left = _sorting(lists, bisect.bisect_left)
    setattr(builtins, CALL, lists.call)
    loader: "Any" = importlib.machinery.SourceFileLoader
    compiled, folder = loader.source_to_code, os.getcwd()

    def source_to_code(
        self: "Any", data: "Any", path: str, *more: "Any", **options: "Any"
    ) -> "Any":
        """The code of a file, rewritten if the file is the program's."""
        if os.path.dirname(str(path)) != folder:
            return compiled(self, data, path, *more, **options)
        tree = ast.parse(data)
        divert(tree)
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    loader.source_to_code = source_to_code
