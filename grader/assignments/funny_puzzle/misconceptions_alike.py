"""Comparisons of an output of `funny_puzzle` with a prediction that it need not equal; pure."""

import re
from functools import lru_cache

from grader.assignment.misconceptions import Lines


# a line of a transcript
TRANSCRIPT = re.compile(r"\s*[\[(].*h ?= ?|Max queue length", re.IGNORECASE)
NUMPY_INTEGER = re.compile(r"np\.\w+\((-?\d+)\)")
TOLERANCE = 0.02  # the largest difference of two numbers that may have been rounded


def successors_in_any_order(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs have the same lines in any order, and no path.

    >>> successors_in_any_order(("[1] h=0", "[2] h=1"), ("[2] h=1", "[1] h=0"))
    True
    """
    path = any("moves" in line or "queue" in line for line in actual)
    return predicted == actual or not path and _sorted(predicted) == _sorted(actual)


def beside_other_lines(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs have the same transcript lines, with other lines between them.

    >>> beside_other_lines(("expanding 1", "[1] h=0"), ("now:", "[1] h=0", "2 left"))
    True
    >>> beside_other_lines(("[1] h=0",), ("[1] h=0", "[2] h=2"))
    False
    """
    wanted, given = _transcript(predicted), _transcript(actual)
    has_more = len(given) < sum(map(bool, actual))
    return wanted == given and (has_more or wanted == actual)


def without_numpy(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs are equal if numpy's integers are written as Python's.

    >>> without_numpy(("[np.int64(1)] h=0",), ("[np.int32(1)] h=np.int32(0)",))
    True
    """
    return _plain(predicted) == _plain(actual)


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


# ---- What is compared, remembered as one output is compared with several predictions ----


@lru_cache(maxsize=50)
def _sorted(lines: Lines) -> Lines:
    """The lines in order."""
    return tuple(sorted(lines))


@lru_cache(maxsize=50)
def _transcript(lines: Lines) -> Lines:
    """The lines that look like lines of a transcript."""
    return tuple(filter(TRANSCRIPT.match, lines))


@lru_cache(maxsize=50)
def _plain(lines: Lines) -> Lines:
    """The lines with numpy's integers written as Python's."""
    return tuple(NUMPY_INTEGER.sub(r"\1", line) for line in lines)
