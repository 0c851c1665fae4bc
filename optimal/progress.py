"""A line on a terminal that shows how far a long computation is."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


EVERY_S = 0.5
PATIENCE_S = 20
FOR_EVER = "this board may take for ever"
ERASE = "\r\x1b[K"


@contextmanager
def line(
    stream: TextIO, text: Callable[[float, int, int], str], warning: str = ""
) -> Iterator[Callable[[int, int], None]]:
    """A context: its function shows `text(seconds, *arguments)` on a terminal, at most twice a
    second.

    The line is erased at the end. Elsewhere the function shows nothing; but if there is a warning,
    it prints the text with the warning once, after 20 seconds, on a terminal or not.
    """
    start = shown = time.monotonic()
    is_due = bool(warning)

    def show(*arguments: int) -> None:
        """Show the text, unless it was shown less than half a second ago."""
        nonlocal shown, is_due
        now = time.monotonic()
        is_terminal = now - shown >= EVERY_S and stream.isatty()
        if is_due and now - start >= PATIENCE_S:
            is_due = False
            erase = ERASE if is_terminal else ""
            print(f"{erase}{text(now - start, *arguments)}: {warning}", file=stream, flush=True)
        elif is_terminal:
            shown = now
            print(f"{ERASE}{text(now - start, *arguments)}", end="", file=stream, flush=True)

    try:
        yield show
    finally:
        if shown > start:
            print(ERASE, end="", file=stream, flush=True)


def searching(seconds: float, bound: int, generated: int) -> str:
    """The progress of a search, as text.

    >>> searching(12.3, 62, 30123456)
    'no solution below 62 moves; 30,123,456 nodes generated; 12 s'
    """
    return f"no solution below {bound} moves; {generated:,} nodes generated; {seconds:.0f} s"


def expanding(seconds: float, expanded: int, waiting: int) -> str:
    """The progress of a best-first search, as text.

    >>> expanding(12.3, 1200000, 1301000)
    '1,200,000 nodes expanded, 1,301,000 waiting; 12 s'
    """
    return f"{expanded:,} nodes expanded, {waiting:,} waiting; {seconds:.0f} s"


def building(seconds: float, size: int, level: int) -> str:
    """The progress of making tables, as text.

    >>> building(12.3, 8, 31)
    'tables of 8 tiles, 31 moves from the goal; 12 s'
    """
    return f"tables of {size} tiles, {level} moves from the goal; {seconds:.0f} s"
