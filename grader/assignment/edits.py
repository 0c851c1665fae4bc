"""Edits of a model solution's source, by which editions and misconceptions are described."""

from collections.abc import Iterable


def edited(source: str, edits: Iterable[tuple[str, str]]) -> str:
    """The source with each edit (old, new) made, one after another; ValueError unless `old` is
    there once.

    >>> edited("a = 1", [("1", "2"), ("a", "b")])
    'b = 2'
    >>> edited("a = 1, 1", [("1", "2")])
    Traceback (most recent call last):
    ValueError: edit: expected '1' to be there once, got 2 times
    """
    for old, new in edits:
        if (times := source.count(old)) != 1:
            raise ValueError(f"edit: expected {old!r} to be there once, got {times} times")
        source = source.replace(old, new)
    return source
