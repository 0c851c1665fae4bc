"""Comparisons of an output of `funny_puzzle` with a prediction that it need not equal; pure."""

import re
from itertools import groupby

from grader.assignment.misconceptions import Lines


SUCCESSOR = re.compile(r"\[[\d, ]*\] h=\d+")
GOAL = "123456700"
TOLERANCE = 0.02  # the largest difference of two numbers that may have been rounded


def beside_states(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs have the same path and queue length, with lines of states and h before.

    An output of such lines alone may be the beginning of any.

    >>> right = "[1] h=1 moves: 0", "Max queue length: 1"
    >>> beside_states(("[2] h=0", *right), ("[3] h=1", "[2] h=0", *right))
    True
    >>> beside_states(("[2] h=0", *right), right), beside_states(("[2] h=0",), ("[3] h=1",))
    (False, False)
    >>> beside_states((), ("[2] h=0",))
    True
    """
    ending, own_ending = _of_path(predicted), _of_path(actual)
    has_more = len(own_ending) < len(actual) and bool(ending or not predicted)
    return predicted == actual or (ending == own_ending and has_more)


def _of_path(lines: Lines) -> Lines:
    """The lines that are not of the form of a successor's."""
    return tuple(line for line in lines if not SUCCESSOR.fullmatch(line))


def one_changed_list(predicted: Lines, actual: Lines) -> bool:
    """Whether each call prints one state again and again, which is more than a move away from the
    predicted one.

    >>> given = "[0, 2, 3, 1, 0, 5, 4, 7, 6] h=5"
    >>> one_changed_list((given,), ("[2, 0, 0, 1, 3, 5, 4, 7, 6] h=7",) * 4)
    True
    >>> one_changed_list((given,), ("[2, 0, 3, 1, 0, 5, 4, 7, 6] h=6",) * 4)
    False
    """
    calls = [line for line, _ in groupby(predicted)]
    states = [list(group) for _, group in groupby(actual)]
    if not calls or len(calls) != len(states) or min(map(len, states)) < 2:
        return predicted == actual
    return all(_is_far(given, lines[0]) for given, lines in zip(calls, states))


def _is_far(given: str, line: str) -> bool:
    """Whether two lines show states that are more than a move apart, the second not the goal."""
    one, other = (re.findall(r"\d", text.partition("]")[0]) for text in (given, line))
    moved = sum(before != after for before, after in zip(one, other))
    return len(one) == len(other) and moved > 2 and "".join(other) != GOAL


def rounded(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs have the same numbers, but for rounding.

    Of a path with fractions only the first line is compared: the last digit of a sum of square
    roots depends on their order, and so does which of two states comes first.

    >>> rounded(("[1] h=2.23606797749979",), ("[1] h=2.24",)), rounded(("[1] h=2.2",), ("[1] h=2",))
    (True, False)
    """
    if "moves" in "".join(actual[:1]) and "." in "".join(actual):
        predicted, actual = predicted[:1], actual[:1]
    return len(predicted) == len(actual) and all(map(_nearly, predicted, actual))


def _nearly(a: str, b: str) -> bool:
    """Whether two lines are equal except that their numbers differ a little."""
    number = r"\d+(?:\.\d+)?"
    pairs = zip(re.findall(number, a), re.findall(number, b))
    return re.sub(number, "#", a) == re.sub(number, "#", b) and all(
        abs(float(one) - float(other)) < TOLERANCE for one, other in pairs
    )
