"""Compares the values that calls return, which the student's process prints as lines; pure.

A line is only ever read as a literal, and only one that stands where a value is expected. One that
is too long or too deep for that is compared as text.
"""

import ast
from math import isclose
from typing import Any

from grader.assignment.hooks import Lines
from grader.sandbox.returned import RETURNED


LONGEST, MOST_BRACKETS = 50_000, 5_000  # characters, and opening brackets, of a literal


def alike(actual: Lines, expected: Lines, tolerance: float) -> Lines:
    """The lines, with those on values that are as expected as these are written there.

    >>> alike(("0.3", "returned 0.30000000000000004"), ("0.3", "returned 0.3"), 1e-9)
    ('0.3', 'returned 0.3')
    """
    pairs = zip(actual, expected)
    same = [right if _agree(own, right, tolerance) else own for own, right in pairs]
    return (*same, *actual[len(same) :])


def _agree(own: str, right: str, tolerance: float) -> bool:
    """Whether two lines are on values that are equal, but for a tolerance of floats."""
    if own == right or not own.startswith(RETURNED) or not right.startswith(RETURNED):
        return own == right
    try:
        return _equal(_value(own), _value(right), tolerance)
    except (ValueError, SyntaxError, TypeError, ArithmeticError, MemoryError, RecursionError):
        return False


def _value(line: str) -> Any:
    """The value that a line shows; ValueError if it is too large to be read."""
    brackets = sum(map(line.count, "([{"))
    if len(line) > LONGEST or brackets > MOST_BRACKETS:
        raise ValueError(f"value: expected at most {LONGEST} characters, got {len(line)}")
    return ast.literal_eval(line[len(RETURNED) :])


def _equal(own: Any, right: Any, tolerance: float) -> bool:
    """Whether two values are equal; a whole number will do for a float."""
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
    """The key by which members of a set are sorted: numbers first, by value."""
    is_number = type(value) in (int, float)
    return not is_number, value if is_number else repr(value)
