"""Counts the lines that a student's program executes, so that they end it and no clock has to.

This text is executed in the student's process, on any Python from 3.6 on, so that it imports
nothing of the grader. What it counts is the same on each machine. It sees no other thread, and
nothing that lasts inside of one line, such as `sum(itertools.count())`, or on some versions of
Python `while True: pass`: those are left to a clock.
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
    """A function that calls one of the program, or of the assignment's driver, as `traced` does.

    It ends the process once `most` lines were executed, with a line on stderr that begins with a
    `mark` and says where.
    """

    def tell_place(frame: "FrameType") -> None:
        """Say which line is executed."""
        place = '{"file": "%s", "line": %d}'
        text = place % (os.path.basename(frame.f_code.co_filename), frame.f_lineno)
        os.write(2, f"\n{mark}{text}\n".encode("utf-8", "backslashreplace"))

    def call(calls: "Sequence[tuple[str, Any]]") -> None:
        """Call the function with the arguments of one call."""
        ((_, arguments),) = calls
        called(*arguments)

    limit_lines(most, tell_place)
    called = function_of(module, function, source)
    return call


def limit_lines(most: int, end: "Callable[[FrameType], object]") -> None:
    """From now on count the lines that files of the program execute; `end` it beyond `most`."""
    folder, left = os.getcwd(), most
    is_own: "dict[str, bool]" = {}

    def entered(frame: "FrameType", event: str, _: object) -> "Any":
        """How the lines of a function are watched that is called: not at all if it is no file's."""
        path = frame.f_code.co_filename
        if path not in is_own:
            is_own[path] = os.path.dirname(path) == folder
        return executed if is_own[path] else None

    def executed(frame: "FrameType", event: str, _: object) -> "Any":
        """Count a line; its events are "line", and others that are as many at most."""
        nonlocal left
        left -= 1
        if left < 0:
            sys.settrace(None)
            end(frame)
            os._exit(ENDLESS)
        return executed

    sys.settrace(entered)


def function_of(module: str, function: str, source: str) -> "Callable[..., object]":
    """The function of the program, or of the assignment's driver if that has a source."""
    if not source:
        return getattr(__import__(module), function)  # type: ignore[no-any-return]
    names: "dict[str, Any]" = {"__name__": "driver"}
    exec(compile(source, "<driver>", "exec"), names)
    return names[function]  # type: ignore[no-any-return]
