"""Misconceptions: known mistakes, which an assignment lists in its `misconceptions.py`.

A misconception predicts what a program with the mistake prints: what the reference prints after a
few edits of its source. No prediction is stored, so that a table has only the edits and the words.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from grader.records import NOT_REPEATED
from grader.records import PRINTED_AT_IMPORT as AT_IMPORT


# a line that an assignment asks for
TRANSCRIPT = re.compile(r"\s*[\[(].*h ?= ?|Max queue length", re.IGNORECASE)
Lines = tuple[str, ...]
Pairs = Sequence[tuple[str, str]]  # (old, new) texts of a source
Edits = Pairs | Mapping[str, Pairs]
TOLERANCE = 0.02  # between two numbers that may have been rounded


def equal(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs have the same lines."""
    return predicted == actual


@dataclass(frozen=True)
class Misconception:
    """A known mistake, and what shows it in what a program prints.

    `edits` are pairs (old, new) of texts in the reference, or {file: pairs} where there are several
    files; `also` holds other such edits, less usual, of the same mistake. The word FOUND in an edit
    stands for what the group of `pattern` matches in the first failing output that it matches.
    `like(predicted, actual)` says whether lines are as predicted. Fewer failing checks than `least`
    could have any other cause. An `endless` mistake ends no search, and is considered only where a
    check was not over in time. A `slow` one prints nothing wrong: its CPU times show it. Results of
    a `kind`, one of `records.KINDS`, have no other cause; other mistakes are not tried on them.
    """

    name: str
    rationale: str  # a fact, for the instructor
    help: str  # a question, for the student
    edits: Edits = ()
    also: Sequence[Edits] = ()
    pattern: str = ""
    like: Callable = equal
    endless: bool = False
    slow: bool = False
    kind: str = ""
    least: int = 1

    @property
    def ways(self) -> list[Edits]:
        """Each of the edits that show it."""
        return [self.edits, *self.also]


# ---- What a kind of result alone shows, in whatever assignment ----

PRINTED_AT_IMPORT = Misconception(
    "tests_at_module_level",
    "Something is printed whenever the program is imported, as by tests outside every function.",
    "Which lines are outside every function, and what do they do when the program is imported?",
    kind=AT_IMPORT,
)
STATE_KEPT = Misconception(
    "state_kept_between_calls",
    "Something outlives a call, such as a set of visited states outside the function or a default "
    "value that is a list, so that the next call prints something else.",
    "Which of your variables are made when the program is imported, and which at each call?",
    kind=NOT_REPEATED,
)


# ---- How an output can be like a prediction without being equal ----


def successors_in_any_order(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs are equal but for the order of their lines, and show no path.

    >>> successors_in_any_order(("[1] h=0", "[2] h=1"), ("[2] h=1", "[1] h=0"))
    True
    """
    path = any("moves" in line or "queue" in line for line in actual)
    return predicted == actual or not path and sorted(predicted) == sorted(actual)


def beside_other_lines(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs have the same lines of a transcript; others may be between them.

    >>> beside_other_lines(("expanding 1", "[1] h=0"), ("now:", "[1] h=0", "2 left"))
    True
    >>> beside_other_lines(("[1] h=0",), ("[1] h=0", "[2] h=2"))
    False
    """
    wanted, given = (
        [line for line in side if TRANSCRIPT.match(line)] for side in (predicted, actual)
    )
    more = [line for line in actual if line and not TRANSCRIPT.match(line)]
    return wanted == given and (bool(more) or tuple(wanted) == actual)


def without_numpy(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs are equal once integers of numpy are written as others are.

    >>> without_numpy(("[np.int64(1)] h=0",), ("[np.int32(1)] h=np.int32(0)",))
    True
    """
    plain, other = (
        [re.sub(r"np\.\w+\((-?\d+)\)", r"\1", line) for line in side]
        for side in (predicted, actual)
    )
    return plain == other


def rounded(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs have nearly the same numbers.

    Of a path with fractions only the first line is compared: the last digit of a sum of square
    roots depends on their order, and so does which of two states comes first.

    >>> rounded(("[1] h=2.23606797749979",), ("[1] h=2.24",)), rounded(("[1] h=2.2",), ("[1] h=2",))
    (True, False)
    """
    if "moves" in "".join(actual[:1]) and "." in "".join(actual):
        predicted, actual = predicted[:1], actual[:1]
    return len(predicted) == len(actual) and all(map(_nearly, predicted, actual))


def _nearly(a: str, b: str) -> bool:
    """Whether two lines differ in nothing but their numbers, and in those by little."""
    number = r"\d+(?:\.\d+)?"
    pairs = zip(re.findall(number, a), re.findall(number, b))
    return re.sub(number, "#", a) == re.sub(number, "#", b) and all(
        abs(float(one) - float(other)) < TOLERANCE for one, other in pairs
    )
