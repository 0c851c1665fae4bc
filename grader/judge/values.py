"""Compares the values that calls return, which the student's process prints as lines; pure.

Only a line on which a value is expected is read, and only as a literal. A line that is too long or
too deeply nested for that is compared as text.
"""

import ast
import re
from math import isclose
from typing import Any

from grader.assignment.hooks import Lines
from grader.sandbox.returned import RAISED, RETURNED


OF_ELEMENTS = (list, tuple, set)
FLOAT = re.compile(rf"{RETURNED}.*\d(\.\d|e)")
# the most characters of a literal, and its most opening brackets
LONGEST, MOST_BRACKETS = 50_000, 5_000


def alike(actual: Lines, expected: Lines, tolerance: float) -> Lines:
    """The printed lines, with each line whose value is right replaced by the expected line.

    >>> alike(("0.3", "returned 0.30000000000000004"), ("0.3", "returned 0.3"), 1e-9)
    ('0.3', 'returned 0.3')
    """
    lines = list(actual)
    for number, (own, right) in enumerate(zip(actual, expected)):
        if own != right and _agree(own, right, tolerance):
            lines[number] = right
    return tuple(lines)


def may_have_floats(lines: Lines) -> bool:
    """Whether a call may have returned a float, to which others are equal that look different.

    >>> may_have_floats(("returned {1: 2.0}",)), may_have_floats(("2.0", "returned 'a.b'"))
    (True, False)
    """
    return any(map(FLOAT.match, lines))


def unlike(actual: Lines, expected: Lines) -> str:
    """The name of the hint on how values differ that calls returned; "" if there is none.

    >>> unlike(("[2]", "returned None"), ("returned [2]",))
    'printed_not_returned'
    >>> unlike(("returned (2, 3)",), ("returned [2, 3]",))
    'another_type'
    >>> unlike(("returned [3, 2]",), ("returned [2, 3]",))
    'another_order'
    >>> unlike(("returned [3, 2]", "returned 5"), ("returned [2, 3]", "returned 4"))
    ''
    >>> [unlike((f"returned {one}",), (f"returned {other}",)) for one, other in (
    ...     ({1: 2}, {1: 3}), ([True], [1]), ("'ab'", "'ba'"))]
    ['', '', '']
    """
    if len(actual) > len(expected) and actual[-1] == f"{RETURNED}None" != expected[-1]:
        return "printed_not_returned"
    kinds = {_kind(own, right) for own, right in zip(actual, expected) if own != right}
    if len(kinds) == 1 and len(actual) == len(expected):
        return kinds.pop()
    return ""


def _kind(own: str, right: str) -> str:
    """How two lines with values differ: in a type or in an order; "" if in anything else."""
    try:
        one, other = _value(own), _value(right)
        if not isinstance(one, OF_ELEMENTS) or not isinstance(other, OF_ELEMENTS):
            return ""
        if not _equal(sorted(one, key=_order), sorted(other, key=_order), 0):
            return ""
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return ""
    if type(one) is type(other):
        return "another_order"
    return "another_type"


def _agree(own: str, right: str, tolerance: float) -> bool:
    """Whether two lines hold equal values, floats being equal within the tolerance.

    An exception of a derived class is as good as the expected one.
    """
    if own.startswith(RAISED) and right.startswith(RAISED):
        return right.split()[1] in re.findall(r"\w+", own)[1:]
    try:
        return _equal(_value(own), _value(right), tolerance)
    except (ValueError, SyntaxError, TypeError, ArithmeticError, MemoryError, RecursionError):
        return False


def _value(line: str) -> Any:
    """The value on a line; ValueError if it has none, or is too long to be read."""
    is_long = len(line) > LONGEST or sum(map(line.count, "([{")) > MOST_BRACKETS
    if is_long or not line.startswith(RETURNED):
        raise ValueError(f"expected a line with a value of at most {LONGEST} characters")
    return ast.literal_eval(line[len(RETURNED) :])


def _equal(own: Any, right: Any, tolerance: float) -> bool:
    """Whether two values are equal. A whole number may stand for a float."""
    if isinstance(right, float) and type(own) in (int, float):
        return isclose(own, right, rel_tol=tolerance, abs_tol=tolerance)
    if type(own) is not type(right):
        return False
    if isinstance(right, dict):
        return own.keys() == right.keys() and all(
            _equal(own[key], right[key], tolerance) for key in right
        )
    if isinstance(right, set):
        own, right = sorted(own, key=_order), sorted(right, key=_order)
    if isinstance(right, (list, tuple)):
        return len(own) == len(right) and all(
            _equal(one, other, tolerance) for one, other in zip(own, right)
        )
    return bool(own == right)


def _order(value: object) -> tuple[bool, Any]:
    """A key that sorts the members of a set: numbers first, by value."""
    if type(value) in (int, float):
        return False, value
    return True, repr(value)
