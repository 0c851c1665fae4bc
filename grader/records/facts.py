"""A fact: what the grader says in a sentence, as a kind and fields."""

from dataclasses import dataclass, field


Names = tuple[str, ...]  # names of files, checks, groups, mistakes or edits
PASSING = {"stored": False}  # marks a field that only the next stages use
LONG = 1000  # the most characters that are stored of a long text or line
Value = str | int | float | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """The kind and fields that a sentence is made from, and the kind of its hint, "" for none."""

    kind: str
    fields: dict[str, Value] = field(default_factory=dict)
    hint: str = ""


def fact(kind: str, hint: str = "", **values: Value) -> Fact:
    """A Fact whose texts are cut to a bounded length, since a message may be a megabyte.

    >>> fact("raised", error="KeyError: 3")
    Fact(kind='raised', fields={'error': 'KeyError: 3'}, hint='')
    """
    for name, value in values.items():
        if isinstance(value, str):
            values[name] = shortened(value, LONG)
    return Fact(kind, values, hint)


def shortened(text: str, most: int) -> str:
    """The text, with the middle left out if it has more than `most` characters.

    >>> shortened("0123456789", 6), shortened("012345", 6)
    ('012 ... 789', '012345')
    """
    half = most // 2
    if len(text) <= most:
        return text
    return f"{text[:half]} ... {text[-half:]}"
