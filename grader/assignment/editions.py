"""Editions of an assignment: the description and the edits that its folder gives."""

from dataclasses import dataclass


DEFAULT = "default"  # the edition of an assignment whose file names none


@dataclass(frozen=True)
class Edition:
    """An edition: its name, a sentence on what it asks for, edits (old, new) of the reference."""

    name: str
    description: str
    edits: tuple[tuple[str, str], ...] = ()

    @property
    def sentence(self) -> str:
        """The sentence on a submission that is right under this edition, another than the one
        graded.

        >>> Edition("default", "in any order.").sentence
        'It is right under another edition of the assignment, default: in any order.'
        """
        return (
            f"It is right under another edition of the assignment, {self.name}: {self.description}"
        )

    def nearness(self, right: int, number: int) -> str:
        """The sentence on a submission that is far more right under this edition.

        >>> Edition("default", "in any order.").nearness(41, 42)
        'Far more of it, 41 of 42 checks, is right under another edition of the assignment, \
default: in any order.'
        """
        return (
            f"Far more of it, {right} of {number} checks, is right under another edition of the "
            f"assignment, {self.name}: {self.description}"
        )
