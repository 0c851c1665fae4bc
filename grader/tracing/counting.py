"""Counts the lines that a student's program executes, to stop it without a clock.

The student's process executes this text, on any Python from 3.6 on, so it imports nothing of the
grader. The count is the same on each machine. It does not see other threads, nor what lasts inside
one line, such as `sum(itertools.count())`, or on some versions of Python `while True: pass`: only a
clock ends those.
"""

import os
import sys


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType
    from typing import Any

ENDLESS = 87  # the exit status of a program that executed too many lines


def counted(
    module: str, function: str, source: str, most: int, mark: str
) -> "Callable[[Sequence[tuple[str, Any]]], None]":
    """A function that calls the program's function, or the driver's, and counts its lines.

    After `most` lines it ends the process, with a line on stderr that begins with `mark` and names
    the current line.
    """

    def tell_place(frame: "FrameType") -> None:
        place = '{"file": "%s", "line": %d}'
        text = place % (os.path.basename(frame.f_code.co_filename), frame.f_lineno)
        os.write(2, f"\n{mark}{text}\n".encode("utf-8", "backslashreplace"))

    def call(calls: "Sequence[tuple[str, Any]]") -> None:
        ((_, arguments),) = calls
        called(*arguments)

    limit_lines(most, tell_place)
    called = function_of(module, function, source)
    return call


def limit_lines(most: int, end: "Callable[[FrameType], object]") -> None:
    """Count the lines of the program's files from now on; call `end` after `most` lines."""
    folder, left = os.getcwd(), most
    is_own: "dict[str, bool]" = {}

    def entered(frame: "FrameType", event: str, _: object) -> "Any":
        """The trace function for a called function: `executed` in program files, else None."""
        path = frame.f_code.co_filename
        if path not in is_own:
            is_own[path] = os.path.dirname(path) == folder
        return executed if is_own[path] else None

    def executed(frame: "FrameType", event: str, _: object) -> "Any":
        """Count a line; Python also reports other events, at most as many."""
        nonlocal left
        left -= 1
        if left < 0:
            sys.settrace(None)
            end(frame)
            os._exit(ENDLESS)
        return executed

    sys.settrace(entered)


def function_of(module: str, function: str, source: str) -> "Callable[..., object]":
    """The program's function, or the assignment driver's if it has a source."""
    if not source:
        return getattr(__import__(module), function)  # type: ignore[no-any-return]
    names: "dict[str, Any]" = {"__name__": "driver"}
    exec(compile(source, "<driver>", "exec"), names)
    return names[function]  # type: ignore[no-any-return]
