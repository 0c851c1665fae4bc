"""Editions of an assignment: the description and the edits that its folder gives."""

from dataclasses import dataclass


DEFAULT = "default"  # the edition of an assignment whose file names none


@dataclass(frozen=True)
class Edition:
    """An edition: its name, a sentence on what it asks for, edits (old, new) of the reference."""

    name: str
    description: str
    edits: tuple[tuple[str, str], ...] = ()
