"""Comparisons of an output of `funny_puzzle` with a prediction that it need not equal; pure."""

import re
from functools import lru_cache
from itertools import groupby

from grader.assignment.misconceptions import Lines


# a line of a transcript
TRANSCRIPT = re.compile(r"\s*[\[(].*h ?= ?|Max queue length", re.IGNORECASE)
SUCCESSOR = re.compile(r"\[[\d, ]*\] h=\d+")
NUMPY_INTEGER = re.compile(r"np\.\w+\((-?\d+)\)")
BEGINNING = re.compile(r"^\s*[^\s\[].{0,30}?(?=\[\d(?:, \d){8}\] h=)")  # it may not be longer
OBJECT = re.compile(r"<[^<>]{0,100}\bobject at 0x[0-9a-fA-F]+>")
GOAL = "123456700"
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


def but_for_spaces(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs are equal but for empty lines, and white space and commas before parts.

    >>> but_for_spaces(("[1, 2] h=0 moves: 1",), ("", " [1, 2]  h=0,moves: 1"))
    True
    >>> [but_for_spaces(("[1, 2] h=0",), (line,)) for line in ("[1,2] h=0", "[1, 2] h= 0")]
    [False, False]
    """
    return _dense(predicted) == _dense(actual)


def _dense(lines: Lines) -> list[str]:
    """The lines that are not empty, without white space and commas before words and brackets."""
    return [re.sub(r",?\s*(?=[A-Za-z\[(])", "", line) for line in lines if line.strip()]


def but_for_beginnings(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs are equal but for what stands before a state and its h.

    >>> given = "[1, 2, 3, 4, 5, 6, 7, 0, 0] h=0"
    >>> but_for_beginnings((f"-> {given}",), (f"Step 1: {given}",))
    True
    """
    return _without_beginnings(predicted) == _without_beginnings(actual)


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


def in_objects(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs are equal but for the names and addresses of objects.

    >>> in_objects(("<object at 0x0> moves: 1",), ("<a.State object at 0x7f3a> moves: 1",))
    True
    """
    return _without_addresses(predicted) == _without_addresses(actual)


def without_numpy(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs are equal if numpy's integers are written as Python's.

    >>> without_numpy(("[np.int64(1)] h=0",), ("[np.int32(1)] h=np.int32(0)",))
    True
    """
    return _plain(predicted) == _plain(actual)


def in_braces(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs are equal but for what is printed in braces.

    >>> in_braces(("{after} h={h}",), ("{s} h={f(s)}",)), in_braces(("h=0",), ("h={h}",))
    (True, False)
    """
    return _in_braces(predicted) == _in_braces(actual)


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
def _without_beginnings(lines: Lines) -> Lines:
    """The lines without what stands before a state and its h."""
    return tuple(BEGINNING.sub("", line) for line in lines)


@lru_cache(maxsize=50)
def _transcript(lines: Lines) -> Lines:
    """The lines that look like lines of a transcript."""
    return tuple(filter(TRANSCRIPT.match, lines))


@lru_cache(maxsize=50)
def _plain(lines: Lines) -> Lines:
    """The lines with numpy's integers written as Python's."""
    return tuple(NUMPY_INTEGER.sub(r"\1", line) for line in lines)


@lru_cache(maxsize=50)
def _without_addresses(lines: Lines) -> Lines:
    """The lines with nothing in the places of objects."""
    return tuple(OBJECT.sub("<>", line) for line in lines)


@lru_cache(maxsize=50)
def _in_braces(lines: Lines) -> Lines:
    """The lines with nothing in their braces."""
    return tuple(re.sub(r"\{[^{}]*\}", "{}", line.removeprefix("f")) for line in lines)
