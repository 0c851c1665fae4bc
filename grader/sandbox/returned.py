"""Prints a call's return value or exception in one line; the driver executes it.

It runs in the student's process, imports nothing, and runs on any Python from 3.6 on.
"""

TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from typing import Any

RETURNED = "returned "  # the beginning of a line about a value
RAISED = "raised "  # and of one about an exception
CAUGHT: "Any" = ()  # the exceptions that are compared
BRACKETS = {list: ("[", "]"), tuple: ("(", ")"), set: ("{", "}"), frozenset: ("{", "}")}
PLAIN: "set[Any]" = {bool, int, float, complex, str, bytes, type(None), dict} | set(BRACKETS)
DEEPEST = 60  # the most levels of nested collections


def returned(value: object) -> str:
    """The line for the return value of a call.

    >>> returned({"b": {3, 1}, "a": (1.5, True)})
    "returned {'a': (1.5, True), 'b': {1, 3}}"
    """
    return RETURNED + _literal(value, 0)


def raised(error: Exception) -> str:
    """The line for an exception: the name of its class, and of those that the class derives from.

    >>> raised(ValueError("no words")), raised(KeyError())
    ('raised ValueError', 'raised KeyError (LookupError)')
    """
    name, *others = [kind.__name__ for kind in type.mro(type(error))]
    bases = others[: -len(("Exception", "BaseException", "object"))]
    return RAISED + name + (" (" + ", ".join(bases) + ")" if bases else "")


def _literal(value: "Any", depth: int) -> str:
    """A value as a Python literal; sets and dictionaries are sorted.

    Of a number, text or collection only its content counts, whatever methods a derived class has.
    Any other value is its type's name and its text, so that it does not look like a literal.
    """
    kind: "Any" = next((base for base in type.mro(type(value)) if base in PLAIN), None)
    if depth > DEEPEST:
        return "..."
    if kind is dict:
        items = [(_literal(key, depth + 1), item) for key, item in dict.items(value)]
        items.sort(key=lambda pair: _length_first(pair[0]))
        pairs = [f"{key}: {_literal(item, depth + 1)}" for key, item in items]
        return "{" + ", ".join(pairs) + "}"
    if kind in BRACKETS:
        texts = [_literal(item, depth + 1) for item in kind.__iter__(value)]
        start, end = BRACKETS[kind]
        if kind in (set, frozenset):
            if not texts:
                return "set()"
            texts.sort(key=_length_first)
        if kind is tuple and len(texts) == 1:
            end = ",)"
        return start + ", ".join(texts) + end
    if kind:
        return kind.__repr__(value)
    return f"<{type(value).__name__}> " + repr(value).partition(" at 0x")[0].replace("\n", "\\n")


def _length_first(text: str) -> "tuple[int, str]":
    """A sort key for texts, with which 2 comes before 10."""
    return len(text), text
