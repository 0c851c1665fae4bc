"""Calls a function of the student's program and watches its queues; runs in the student's process.

`grader.sandbox.driver` executes this text after `watching` and calls `traced`. The events are the
last line of the output; the program's own output is discarded.
"""

import heapq
import os
import sys


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from grader.tracing.counting import function_of, limit_lines
    from grader.tracing.lists import Lists, rewrite
    from grader.tracing.watching import Endless, Watch

    def state_of(value: Any) -> Any:
        """Replaced by the reader's function, which is executed after this text."""


MARK, MOST = b"\x1etrace ", 4_000
IMPORTS_ITSELF = True  # once the queues are watched


class _Nowhere:
    """A stdout that discards all output."""

    encoding, errors, closed = "utf-8", "strict", False

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        """Do nothing."""

    def isatty(self) -> bool:
        return False


def traced(calls: "Sequence[tuple[str, Any]]") -> None:
    """Call the function of one call, and write the events of its queues to stdout."""
    ((_, (module, function, source, arguments, most, most_lines)),) = calls
    out = os.dup(1)
    sys.stdout = _Nowhere()  # type: ignore[assignment]
    watch, others = Watch(state_of, 0), Watch(state_of, 0)
    for name, watching in watch.functions().items():
        setattr(heapq, name, watching)
    lists = Lists(others, watch)
    rewrite(lists)

    def tell(is_whole: bool) -> None:
        is_heap = watch.pops > 0 or lists.is_unsure
        source = others
        if is_heap:
            source = watch
        flags = str(is_whole).lower(), str(is_heap).lower()
        events = _text(source.busiest()[:MOST])
        line = '{"is_whole": %s, "is_heap": %s, "events": %s}' % (*flags, events)
        os.write(out, b"\n" + MARK + line.encode("ascii", "replace") + b"\n")

    is_whole = False
    limit_lines(most_lines, lambda frame: tell(False))
    try:
        called = function_of(module, function, source)
        watch.most = others.most = most  # what the import searched does not count
        called(*arguments)
        is_whole = True
    except Endless:
        pass
    finally:
        sys.settrace(None)
        tell(is_whole)


def _text(value: "Any") -> str:
    """A value as JSON; the module `json` might be a file of the student's."""
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_text, value)) + "]"
    if isinstance(value, str):
        if value.isalnum() or value in "+-":
            return '"' + value + '"'
        return '""'
    if value is None:
        return "null"
    return repr(value)
