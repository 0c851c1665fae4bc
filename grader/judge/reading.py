"""Splits an output into lines, or lets a checker reduce it to the lines that right outputs share;
pure.

A checker is code of the assignment, and its input comes from a student's program. If it raises an
exception, the assignment is to blame only if it raises on an empty output or on the expected one,
too. Otherwise the program printed something that can't be read, and that is a wrong answer.
"""

from operator import methodcaller

from grader.assignment.hooks import Lines, Printed, Reading, hooks_of
from grader.judge import values
from grader.records.checks import Check
from grader.records.facts import fact


# So many lines of a student's output are read, beside as many as are expected.
MOST_LINES = 40_000
MORE_LINES = "(more lines, which nobody reads)"
UNREADABLE = "(what was printed can't be read)"


def lines(output: bytes, most: int = -1) -> Lines:
    """The lines of an output, without white space at their ends and without empty lines at the end.

    If there are more than `most`, one line stands for all that follow.

    >>> lines(b"[1] h=0 \\r\\n\\n")
    ('[1] h=0',)
    >>> lines(b"1\\n2\\n3", 1)
    ('1', '(more lines, which nobody reads)')
    """
    text = output.rstrip().decode("utf-8", "surrogateescape")
    if not text:
        return ()
    rows = text.split("\n", most)
    if len(rows) > most >= 0:
        rows[most] = MORE_LINES
    return tuple(map(methodcaller("rstrip", " \t\r\f\v"), rows))


def read(check: Check, printed: Printed, expected: Lines | None = None) -> Reading:
    """The lines to be compared, and notes, that the check's checker makes of an output.

    `expected` has the lines that they will be compared with; it is None while these are made.
    """
    if check.returns and not check.checker:
        return Reading(values.alike(printed.lines, expected or (), check.tolerance))
    if not check.checker:
        return Reading(printed.lines)
    outcome = _tried(check, printed, expected)
    if isinstance(outcome, Exception):  # tried again, as a moment without memory is nobody's fault
        outcome = _tried(check, printed, expected)
    if not isinstance(outcome, Exception):
        return outcome
    ours = [Printed(()), Printed(expected or ())]
    if expected is None or any(isinstance(_tried(check, own, expected), Exception) for own in ours):
        raise outcome
    return Reading((UNREADABLE,), (fact("unreadable", error=repr(outcome)),))


def _tried(check: Check, printed: Printed, expected: Lines | None) -> Reading | Exception:
    try:
        return hooks_of(check).checkers[check.checker](check, printed, expected)
    except Exception as error:
        return error
