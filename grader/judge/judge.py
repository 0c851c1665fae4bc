"""Makes a Result from a check, its run and the expected transcript; pure.

Outputs are compared line by line. White space at the end of a line or of the output is ignored, and
nothing else. If several outputs are right, the check has a checker, which reduces each right output
to the same lines.
"""

import re
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from grader.assignment.hooks import Hooks, Lines, call, hooks_of, instance_in, is_drawn
from grader.ground.text import first_unlike
from grader.judge import evidence, sealed, values
from grader.judge.account import Account, account
from grader.judge.failing import Failure, failure
from grader.judge.reading import MOST_LINES, lines, read
from grader.judge.results import Fields, result
from grader.records.checks import Check, Part
from grader.records.facts import Fact, fact
from grader.records.results import NOT_REPEATED, PRINTED_AT_IMPORT, Difference, Result, Run


MATCHED = 2_000  # patterns are matched with so many characters of a line
UNCALLED = re.compile("<(bound method|function) ")
Points = dict[str, float]  # {part: points}


class Alone(NamedTuple):
    """The second of a check's calls, made by itself: whether it ended quickly, and its transcript
    if it printed that.
    """

    is_quick: bool = False
    transcript: bytes | None = None


UNKNOWN = Alone()


def judge(check: Check, run: Run, transcript: bytes, alone: Alone = UNKNOWN) -> Result:
    """The Result of a run of `check`, whose expected transcript is `transcript`.

    `alone` is for a check that repeats calls. What the program prints after its calls, at its exit,
    counts only if the output is right with it, as a program may buffer its output. Otherwise the
    check of the import reports it.
    """
    own, expected = account(check, run), lines(transcript)
    with_exit = _judged(check, run, own, expected, alone)
    if not own.at_exit or with_exit.verdict != "wrong_answer":
        return with_exit
    without_exit = _judged(check, run, own.without_exit(), expected, alone)
    return max(
        with_exit,
        without_exit,
        key=lambda result: (result.passed, not result.kind, sum(result.points.values())),
    )


def _judged(check: Check, run: Run, own: Account, expected: Lines, alone: Alone) -> Result:
    """The Result of a run, judged by all that its account holds."""
    reading = read(check, own.lines(MOST_LINES + len(expected)), expected)
    actual = reading.lines
    expected = sealed.opened(expected, actual)
    shared: Fields = {
        "notes": reading.notes,
        "stderr": own.complaints,
        "run": run.stored(own.printed),
    }
    if failed := failure(check, run, own):
        is_wrong = actual != expected[: len(actual)]
        if not (is_wrong and _is_exit_of_call(check, failed[1])):  # else its answer says more
            return _broken_off(check, own, failed, (expected, actual), alone, shared)
    points = earned(check, expected, actual)
    if expected == actual:
        return result(check, "accepted", fact("as_expected"), points=points, **shared)
    if not check.function:
        reason = fact(PRINTED_AT_IMPORT, "printed_at_import", lines=len(actual), **_cost(check))
        shared["points"] = _deduction(check, PRINTED_AT_IMPORT)
        return _differing(check, reason, (), actual, shared)
    if change := _changed(own, alone.transcript):
        return _not_repeated(check, *change, shared)
    reason = _mismatch(check, expected, actual, points)
    return _differing(check, reason, expected, actual, shared | {"points": points})


def _is_exit_of_call(check: Check, reason: Fact) -> bool:
    """Whether a run failed as the only call of the student's function ended the whole program."""
    is_exit = reason.kind == "exited" and reason.fields["called"] == check.function
    return is_exit and not check.further


def _differing(
    check: Check, reason: Fact, expected: Lines, actual: Lines, shared: Fields
) -> Result:
    first = difference(expected, actual)
    line = _telling(first)
    first, instance = first.shortened(), instance_in(check, line)
    return result(
        check,
        "wrong_answer",
        reason,
        call=call(check, instance, line=line),
        difference=replace(drawn(first, hooks_of(check)), instance=instance),
        diff=evidence.diff(expected, actual),
        **shared,
    )


def _telling(difference: Difference) -> str:
    """The line that tells what differs: the right one, or the wrong one if that is sealed.

    >>> [_telling(Difference(1, right, "a: 2", 3)) for right in ("a: 1", sealed.UNSEEN)]
    ['a: 1', 'a: 2']
    """
    if difference.expected in (None, "", sealed.UNSEEN):
        return difference.actual or ""
    return str(difference.expected)


def drawn(difference: Difference, hooks: Hooks) -> Difference:
    """The difference with pictures of its lines, as the assignment draws them."""
    column = (difference.column or 0) - difference.start
    if difference.expected is not None:
        picture = hooks.picture(difference.expected, column)
        difference = replace(difference, expected_picture=picture)
    if difference.actual is not None:
        with suppress(Exception):  # a program may print what can't be drawn
            picture = hooks.picture(difference.actual, column)
            difference = replace(difference, actual_picture=picture)
    return difference


def _broken_off(
    check: Check,
    own: Account,
    failed: Failure,
    outputs: tuple[Lines, Lines],
    alone: Alone,
    shared: Fields,
) -> Result:
    """The Result of a run that failed before all its calls were done.

    If a later call never ends here but ends quickly by itself, an earlier one left what hinders it.
    """
    verdict, reason = failed
    if verdict == "runtime_error":
        shared["error"] = own.message.error.partition(":")[0]
    number = len(own.calls)
    # the third call repeats the first one, which did not raise
    raised_again = number == 3 and verdict == "runtime_error"
    if raised_again or number > 1 and alone.transcript is not None:
        values = reason.fields | {"call": number} | _cost(check)
        reason = Fact(reason.kind, values, "outlives")
        shared["points"] = _deduction(check, NOT_REPEATED)
    elif number > 1 and alone.is_quick and verdict == "time_limit":
        reason = Fact(reason.kind, reason.fields | {"call": number}, "outlives")
    elif verdict == "runtime_error":
        expected, actual = outputs
        shared["points"] = earned(check, expected, actual)
        if _is_exit_of_call(check, reason) and actual and actual == expected:
            reason = replace(reason, kind="exited_after_all")
    line = _next_line(check, *outputs)
    shown = call(check, instance_in(check, line), line=line)
    return result(check, verdict, reason, call=shown, **shared)


def _next_line(check: Check, expected: Lines, actual: Lines) -> str:
    """The line that a driver would have printed next; "" if the output does not show it.

    If the check is measured, it is the first wrong line: what is slow may take all time there is.
    """
    if is_drawn(check):
        return next((line for line in actual if line not in expected), "")
    left = expected[len(actual) :]
    if not (check.is_driven and left):
        return ""
    line = left[0]
    if isinstance(line, sealed.Unseen):
        return line.instance
    return line


def _changed(own: Account, alone: bytes | None) -> tuple[int, Lines, Lines] | None:
    """(Number of a call, its lines alone, its lines here) if an earlier call changes its output.

    There are three calls, and the third repeats the first. `alone` is what the second prints by
    itself. If that is unknown, only the numbers of lines are compared, because a program may print
    the time, or its lines in any order.
    """
    if len(own.calls) != 3:
        return None
    first, second, third = (lines(output, MOST_LINES) for output in own.calls)
    if alone is None:
        differs = len(third) != len(first)
    else:
        single = sealed.opened(lines(alone), second)
        if second != single:
            return 2, single, second
        differs = third != first
    if differs:
        return 3, first, third
    return None


def _not_repeated(
    check: Check, call: int, expected: Lines, actual: Lines, shared: Fields
) -> Result:
    kind = "not_repeated" if actual else "nothing_repeated"
    line = difference(expected, actual).line
    reason = fact(kind, "outlives", repeated=call, line=line, **_cost(check))
    shared["points"] = _deduction(check, NOT_REPEATED)
    return _differing(check, reason, expected, actual, shared)


def _deduction(check: Check, kind: str) -> Points:
    """The points that a reason of this kind costs, as the field of a Result."""
    if check.deduction:
        return {kind: -check.deduction}
    return {}


def _cost(check: Check) -> Points:
    """The points that are deducted, as a field of a reason; {} if none are."""
    if check.deduction:
        return {"taken_off": check.deduction}
    return {}


# ---- What is wrong with an output ----


def earned(check: Check, expected: Lines, actual: Lines) -> Points:
    """{part: points} that the output earns, for each part of the check.

    A part is earned if its lines are right, and the first of them follows a line of an earlier part
    if the output has any.
    """
    wanted, printed = owners(check.parts, expected), owners(check.parts, actual)
    points: Points = {}
    for number, part in enumerate(check.parts):
        points[part.name] = 0
        if _is_right(number, wanted, printed):
            points[part.name] = part.points
    return points


Owners = list[tuple[int, str]]


def owners(parts: tuple[Part, ...], output: Lines) -> Owners:
    """For each line (the number of the part that it belongs to, the line); -1 if it belongs to
    none.

    >>> owners((Part("primes", 1), Part("count", 1, "Count")), ("2", "Count: 1"))
    [(0, '2'), (1, 'Count: 1')]
    """
    patterns, others = [], -1
    for number, part in enumerate(parts):
        if part.lines:
            patterns.append((number, re.compile(part.lines)))
        elif others < 0:
            others = number
    return [(_owner(line, patterns, others), line) for line in output]


def _owner(line: str, patterns: list[tuple[int, re.Pattern[str]]], others: int) -> int:
    """The number of the part that a line belongs to; `others` if it matches no part's pattern."""
    if isinstance(line, sealed.Unseen):
        return line.part
    start = line[:MATCHED]
    for number, pattern in patterns:
        if pattern.search(start):
            return number
    return others


def _is_right(number: int, wanted: Owners, printed: Owners) -> bool:
    """Whether the lines of a part are right, and begin after a line of an earlier one, if any."""
    own = [line for owner, line in printed if owner == number]
    if not own or own != [line for owner, line in wanted if owner == number]:
        return False
    up_to = [owner for owner, _ in printed if owner <= number]
    return up_to[0] < number or min(up_to) == number


def difference(expected: Lines, actual: Lines) -> Difference:
    """The first Difference between two outputs, which must not be equal.

    >>> first = difference(("a", "b", "c"), ("a", "c"))
    >>> first.line, first.expected, first.actual
    (2, 'b', None)
    """
    place = first_unlike(expected, actual)
    wanted, printed = expected[place:], actual[place:]
    if not wanted or not printed:
        return Difference(place + 1, next(iter(wanted), None), next(iter(printed), None), None)
    right, own = wanted[0], printed[0]
    if _is_within(printed, wanted):
        return Difference(place + 1, right, None, None, goes_on=True)
    if _is_within(wanted, printed):
        return Difference(place + 1, None, own, None, goes_on=True)
    column = None
    if not isinstance(right, sealed.Unseen):
        column = first_unlike(right, own)
    return Difference(place + 1, right, own, column)


def _is_within(some: Lines, others: Lines) -> bool:
    """Whether some lines are among the others, in the same order.

    >>> _is_within(("a", "c"), ("a", "b", "c")), _is_within(("c", "a"), ("a", "b", "c"))
    (True, False)
    """
    rest = iter(others)
    return all(line in rest for line in some)


def _mismatch(
    check: Check,
    expected: Lines,
    actual: Lines,
    points: Points,
) -> Fact:
    """The fact for a report on an output that differs from the expected one."""
    if not actual:
        hint = "not_printed"
        if check.is_command:
            hint = "not_started"
        elif check.is_driven:
            hint = ""
        return fact("nothing_printed", hint, function=check.function)
    shared: Fields = {}
    if right := tuple(name for name, number in points.items() if number):
        shared["right"] = right
    hint = ""
    if check.returns:
        hint = values.unlike(actual, expected)
    first = difference(expected, actual)
    if UNCALLED.search(first.actual or "") and not UNCALLED.search(first.expected or ""):
        hint = "not_called"
    if first.actual is None:
        missing = len(expected) - len(actual)
        return fact("line_missing", line=first.line, missing=missing, **shared)
    if first.expected is None:
        number = len(actual) - len(expected)
        return fact("too_many_lines", hint, line=first.line, extra=number, **shared)
    return fact("wrong_line", hint, line=first.line, **shared)
