"""Reads an output: into lines, or by a checker into the lines that all right outputs share; pure.

A checker is an assignment's own code, and gets what a student's program printed. If it raises, the
fault is ours only if it stays when all that is the student's is taken away: if the checker raises
on no output as well, or on the expected one. Otherwise what was printed is what it can't read, and
that is a wrong answer.
"""

from operator import methodcaller

from grader.assignment.hooks import Lines, Printed, Reading, hooks_of
from grader.judge import values
from grader.records import Check, fact


# of a student's output so many lines are read, beside as many as are expected
MOST_LINES = 40_000
MORE_LINES = "(more lines, which nobody reads)"
UNREADABLE = "(what was printed can't be read)"


def lines(output: bytes, most: int = -1) -> Lines:
    """The lines of an output, their trailing white space and the empty lines at its end left out.

    After the first `most` of them one line stands for all others.

    >>> lines(b"[1] h=0 \\r\\n\\n")
    ('[1] h=0',)
    >>> lines(b"1\\n2\\n3", 1)
    ('1', '(more lines, which nobody reads)')
    """
    text = output.rstrip().decode("utf-8", "surrogateescape")
    rows = text.split("\n", most) if text else []
    if len(rows) > most >= 0:
        rows[most] = MORE_LINES
    return tuple(map(methodcaller("rstrip", " \t\r\f\v"), rows))


def read(check: Check, printed: Printed, expected: Lines | None = None) -> Reading:
    """The lines to be compared and the notes, as the check's checker reads them from an output.

    `expected`: what is compared with that; None while that is being made.
    """
    if check.returns:
        return Reading(values.alike(printed.lines, expected or (), check.tolerance))
    if not check.checker:
        return Reading(printed.lines)
    outcome = _tried(check, printed, expected)
    if isinstance(outcome, Exception):  # again, for a moment without memory is nobody's fault
        outcome = _tried(check, printed, expected)
    if not isinstance(outcome, Exception):
        return outcome
    ours = [Printed(()), Printed(expected or ())]
    if expected is None or any(isinstance(_tried(check, own, expected), Exception) for own in ours):
        raise outcome
    return Reading((UNREADABLE,), (fact("unreadable", error=repr(outcome)),))


def _tried(check: Check, printed: Printed, expected: Lines | None) -> Reading | Exception:
    """The Reading of the checker, or the exception that it raises."""
    try:
        return hooks_of(check).checkers[check.checker](check, printed, expected)
    except Exception as error:
        return error
