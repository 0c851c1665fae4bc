"""What is alike in failures that probably have one reason; pure."""

import re

from grader.diagnose.observation import raised_at, without_numbers
from grader.records.facts import Fact
from grader.records.results import Difference, Result
from grader.sandbox.returned import RETURNED


LABELLED = re.compile(r"\S.*?\b([^\W\d]\w*)(?:\(\))?(?:\s*[=:]\s*| )(-?[0-9]*)")
# the last method that a call names, before a comment
CALLED = re.compile(r"[.](\w+)\(\)(?: *#.*)?$")
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
# kinds of reasons of functions and methods that are not there
ABSENT = ("no_name", "no_function")
# fields that tell where a program was, and which parts are right, of which a check may have none
WHERE = ("file", "line", "caller", "called_from", "right")
UNWRITTEN = "NotImplementedError"  # what a stub raises
Likeness = tuple[object, ...]  # equal for failures that probably have one reason


def likeness(result: Result) -> Likeness:
    """A key that is equal for failures that probably have one reason.

    It tells that functions are not there, that methods are none, which other name is missing, where
    an exception was raised, that a function returns wrong values, or which number or value is
    wrong. Else it has the function, the reason without its numbers, and the place and kind of a
    first difference.
    """
    reason = result.reason
    if reason.kind == "empty":
        return ("empty",)
    if reason.kind in ABSENT or result.error == UNWRITTEN:
        return ("absent",)
    if reason.kind == "no_method":
        return (reason.kind,)
    if result.verdict == "missing" and "name" in reason.fields:
        return (reason.kind, reason.fields["name"])
    if places := raised_at(result):
        return places
    if result.difference and (result.difference.expected or "").startswith(RETURNED):
        return ("returned", result.function, reason.hint)
    if result.difference and (name := _wrong_number(result.difference)):
        return ("number", name)
    if value := _wrong_value(result):
        return value
    differs: tuple[str, ...] = ()
    if result.difference and reason.kind != "nothing_printed":
        differs = _where_it_differs(result.difference)
    what = result.function, result.verdict, reason.kind, reason.hint
    return (*what, *_texts(reason), *differs)


def _texts(reason: Fact) -> list[object]:
    """The texts among the fields of a reason but those in WHERE, with # for their numbers."""
    return [
        without_numbers(value) if isinstance(value, str) else value
        for key, value in sorted(reason.fields.items())
        if isinstance(value, (str, tuple)) and key not in WHERE
    ]


def _wrong_number(difference: Difference) -> str:
    """The label of the first number that differs from the expected one; "" if there is none.

    >>> _wrong_number(Difference(1, "[1, 2] h=12", "[1, 2] h=15", 10))
    'h'
    >>> _wrong_number(Difference(1, "[1, 2] h=12", "[2, 1] h=12", 1))
    ''
    """
    expected, actual, column = difference.expected, difference.actual, difference.column
    if expected is None or actual is None or column is None or difference.start:
        return ""
    match = LABELLED.fullmatch(expected[:column])
    if not match:
        return ""
    place = match.start(2)
    number, other = NUMBER.match(expected, place), NUMBER.match(actual, place)
    if not number or not other or float(number[0]) == float(other[0]):
        return ""
    return match[1]


def _wrong_value(result: Result) -> tuple[str, str] | None:
    """(The kind of the wrong value in a driver's line, its method); None if they are unknown.

    Such a line has names before a colon, and as many values after it. If its only name is the
    instance's, the method is the last one of the call, or else the function of the check.

    >>> wrong = Difference(1, "b, solvable, moves: True, 4", "b, solvable, moves: True, 5", 26)
    >>> _wrong_value(Result("c", "", "", Fact(""), difference=wrong))
    ('number', 'moves')
    """
    difference = result.difference
    if difference and difference.start and difference.instance:
        return "value", result.function
    if not difference or difference.start or not difference.column:
        return None
    expected, actual = difference.expected, difference.actual
    if expected is None or actual is None:
        return None
    head, colon, _ = expected[: difference.column].rpartition(": ")
    place = len(head) + len(colon)
    values, others = expected[place:].split(", "), actual[place:].split(", ")
    names = head.split(", ")[-len(values) :]
    number = expected[place : difference.column].count(", ")
    if not colon or len(names) < len(values) or number >= len(others):
        return None
    name = names[number].removesuffix("()")
    if name == difference.instance:
        name = result.function or name
        if method := CALLED.search(result.call):
            name = method[1]
    if not name.isidentifier():
        return None
    if NUMBER.fullmatch(values[number]) and NUMBER.fullmatch(others[number]):
        return "number", name
    return "value", name


def _where_it_differs(difference: Difference) -> tuple[str, ...]:
    """How the first differing line differs: by its end, its format, or a number.

    A number is known by the word before it, as in "h=2" or "moves: 3". In a format all the numbers
    of a grid are one, so that grids of all sizes are alike, and the instance's name does not count.

    >>> _where_it_differs(Difference(2, "[1, 2] h=2 moves: 1", "[1, 2] h=3 moves: 1", 9))
    ('number', 'h=')
    >>> _where_it_differs(Difference(2, "[1, 2] h=2 moves: 1", "[2, 1] h=2 moves: 1", 1))
    ('number', '')
    >>> _where_it_differs(Difference(2, "[1, 2] h=2", "(1, 2) h=2", 0))
    ('format', '(#, #) h=#')
    >>> _where_it_differs(Difference(2, "right", "no neighbor: 2 1 / 0 3", 0))
    ('format', 'no neighbor: #')
    >>> _where_it_differs(Difference(2, "a: right", "a: wrong", 3, instance="a"))
    ('format', ': wrong')
    """
    expected, actual, name = difference.expected, difference.actual, difference.instance
    if expected is None:
        return ("extra",)
    if actual is None:
        last_words = [words for words, _ in _labelled(expected)][-1:]
        return "stopped", *last_words
    shape = without_numbers(actual.removeprefix(name))
    if without_numbers(expected.removeprefix(name)) != shape:
        return "format", re.sub("#(?:[ /|]+#)+", "#", shape)
    for one, other in zip(_labelled(expected), _labelled(actual)):
        if one != other:
            return "number", one[0]
    return ("format",)


def _labelled(line: str) -> list[tuple[str, str]]:
    """The numbers in a line, each with the words before it.

    >>> _labelled("[1, 2] h=2")
    [('', '1'), ('', '2'), ('h=', '2')]
    """
    pieces = re.split("([0-9]+)", line)
    words = [re.sub("^[^A-Za-z]+", "", piece) for piece in pieces[::2]]
    return list(zip(words, pieces[1::2]))
