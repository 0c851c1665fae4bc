"""Editions of an assignment: the description and the edits that its folder gives."""

from typing import NamedTuple


DEFAULT = "default"  # the edition of an assignment whose file names none


class Edition(NamedTuple):
    """An edition: its name, a sentence on what it asks for, edits (old, new) of the reference."""

    name: str
    description: str
    edits: tuple[tuple[str, str], ...] = ()
