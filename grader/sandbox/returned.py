"""Words what a call returns, in one line, in the student's process; the driver executes this text.

It imports nothing, and runs on any Python from 3.6 on.
"""

TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from typing import Any

RETURNED = "returned "  # begins the line
PLAIN: "set[Any]" = {
    *(bool, int, float, complex, str, bytes, type(None), dict, list, tuple, set, frozenset),
}
BRACKETS = {list: ("[", "]"), tuple: ("(", ")"), set: ("{", "}"), frozenset: ("{", "}")}
DEEPEST = 60  # of collections in collections


def returned(value: object) -> str:
    """The line on what a call returns.

    >>> returned({"b": {3, 1}, "a": (1.5, True)})
    "returned {'a': (1.5, True), 'b': {1, 3}}"
    """
    return RETURNED + _literal(value, 0)


def _literal(value: "Any", depth: int) -> str:
    """A value as Python would have it, but sets and dictionaries in the order of their texts.

    Only what is in a number, text or collection counts, not what a class derived from it says that
    it is. The text of any other value follows the name of its type, so that it looks like none.
    """
    kind: "Any" = next((base for base in type.mro(type(value)) if base in PLAIN), None)
    if depth > DEEPEST:
        return "..."
    if kind is dict:
        items = [(_literal(key, depth + 1), item) for key, item in dict.items(value)]
        pairs = [f"{key}: {_literal(item, depth + 1)}" for key, item in sorted(items, key=_first)]
        return "{" + ", ".join(pairs) + "}"
    if kind in BRACKETS:
        texts = [_literal(item, depth + 1) for item in kind.__iter__(value)]
        start, end = BRACKETS[kind]
        if kind in (set, frozenset):
            texts = sorted(texts, key=_length_first)
            start, end = (start, end) if texts else ("set(", ")")
        return start + ", ".join(texts) + ("," if kind is tuple and len(texts) == 1 else "") + end
    if kind:
        return kind.__repr__(value)
    return f"<{type(value).__name__}> " + repr(value).partition(" at 0x")[0].replace("\n", "\\n")


def _first(pair: "tuple[str, Any]") -> "tuple[int, str]":
    """What the items of a dictionary are ordered by."""
    return _length_first(pair[0])


def _length_first(text: str) -> "tuple[int, str]":
    """What texts are ordered by, so that 2 comes before 10."""
    return len(text), text
