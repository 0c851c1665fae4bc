"""A line on a terminal that says how far a long piece of work is."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


EVERY_S = 0.5


@contextmanager
def line(
    stream: TextIO, text: Callable[[float, int, int], str]
) -> Iterator[Callable[[int, int], None]]:
    """A function that shows `text(seconds, *arguments)` on a terminal, twice a second at most.

    The line is erased at the end. On anything but a terminal the function shows nothing.
    """
    start = shown = time.monotonic()

    def show(*arguments: int) -> None:
        """Show the text, unless that was done a moment ago."""
        nonlocal shown
        now = time.monotonic()
        if now - shown >= EVERY_S and stream.isatty():
            shown = now
            print(f"\r\x1b[K{text(now - start, *arguments)}", end="", file=stream, flush=True)

    try:
        yield show
    finally:
        if shown > start:
            print("\r\x1b[K", end="", file=stream, flush=True)


def searching(seconds: float, bound: int, generated: int) -> str:
    """How far a search is.

    >>> searching(12.3, 62, 30123456)
    'no solution below 62 moves; 30,123,456 nodes generated; 12 s'
    """
    return f"no solution below {bound} moves; {generated:,} nodes generated; {seconds:.0f} s"


def building(seconds: float, size: int, level: int) -> str:
    """How far a builder of tables is.

    >>> building(12.3, 8, 31)
    'tables of 8 tiles, 31 moves from the goal; 12 s'
    """
    return f"tables of {size} tiles, {level} moves from the goal; {seconds:.0f} s"
