"""From a check, its run and the expected transcript to a result; pure.

Outputs are compared line by line. Only white space at the end of a line or of the output is
ignored. Where a check has a checker, it reads from an output what all right answers have in common.
"""

import re
import signal
import sys
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from grader.judge import evidence, sealed
from grader.records import (
    NOT_REPEATED,
    PRINTED_AT_IMPORT,
    Check,
    Difference,
    Fact,
    Part,
    Result,
    Run,
    fact,
    result,
)
from grader.sandbox import driver, watch


Lines = tuple[str, ...]
Failure = tuple[str, Fact]  # a verdict, and the reason for it


def lines(output: bytes) -> Lines:
    """The lines of an output, their trailing white space and the empty lines at its end left out.

    >>> lines(b"[1] h=0 \\r\\n\\n")
    ('[1] h=0',)
    """
    text = output.rstrip().decode("utf-8", "surrogateescape")
    return tuple(line.rstrip(" \t\r\f\v") for line in text.split("\n")) if text else ()


def judge(check: Check, run: Run, transcript: bytes, alone: bytes | None = None) -> Result:
    """The Result of a run of `check`, whose expected transcript is `transcript`.

    `alone` is given for repeated calls: what the second prints by itself, if the check of that was
    accepted in little time. What the program prints after its calls counts if that makes the output
    right, as where it is buffered; otherwise the check of the import reports it.
    """
    with_exit = _judged(check, run, transcript, alone)
    if not run.at_exit or with_exit.verdict != "wrong_answer":
        return with_exit
    without_exit = _judged(check, _without_exit(run), transcript, alone)
    return max(
        with_exit,
        without_exit,
        key=lambda result: (result.passed, not result.kind, sum(result.points.values())),
    )


def _without_exit(run: Run) -> Run:
    """The run without what came when its calls were over."""
    calls = (*run.calls[:-1], run.calls[-1][: -len(run.at_exit)])
    return replace(run, calls=calls, stdout=b"".join(calls), at_exit=b"")


def _judged(check: Check, run: Run, transcript: bytes, alone: bytes | None) -> Result:
    """The Result of a run, all that it printed counted."""
    expected = lines(transcript)
    actual, notes = read(check, _printed(run), expected)
    expected = sealed.opened(expected, actual)
    shared: dict[str, Any] = {
        "notes": notes,
        "stderr": evidence.last_lines(run.stderr),
        "run": run.stored(),
    }
    for failure_of in (_limit, _absence, _failure):
        if failure := failure_of(check, run):
            return _broken_off(check, run, failure, (expected, actual), alone, shared)
    points = _earned(check, expected, actual)
    if expected == actual:
        return result(check, "accepted", fact("as_expected"), points=points, **shared)
    if not check.function:
        reason = fact("printed_at_import", "printed_at_import", lines=len(actual), **_cost(check))
        shared |= {"kind": PRINTED_AT_IMPORT, "points": _deduction(check, PRINTED_AT_IMPORT)}
        return _differing(check, reason, (), actual, shared)
    if change := _changed(check, run, alone):
        return _not_repeated(check, *change, shared)
    reason = _mismatch(check, expected, actual, points, _numpy(run, actual))
    return _differing(check, reason, expected, actual, shared | {"points": points})


def _differing(
    check: Check, reason: Fact, expected: Lines, actual: Lines, shared: dict[str, Any]
) -> Result:
    """The Result of an output that differs from the expected one."""
    first = difference(expected, actual)
    instance = check.hooks.instance_in(check, first.expected or first.actual or "")
    return result(
        check,
        "wrong_answer",
        reason,
        call=check.call_on(instance),
        difference=replace(first.shortened().drawn(check.hooks), instance=instance),
        diff=evidence.diff(expected, actual),
        **shared,
    )


def _broken_off(
    check: Check,
    run: Run,
    failure: Failure,
    outputs: tuple[Lines, Lines],
    alone: bytes | None,
    shared: dict[str, Any],
) -> Result:
    """The Result of a run that did not come to its end."""
    verdict, reason = failure
    if verdict == "runtime_error":
        shared["error"] = evidence.exception(run.stderr).get("error", "").partition(":")[0]
    calls = len(run.calls)
    # in what was first called without that
    raised_again = calls == 3 and verdict == "runtime_error"
    if raised_again or calls > 1 and alone is not None:
        values = reason.fields | {"call": calls} | _cost(check)
        reason = Fact(reason.kind, values, "outlives")
        shared |= {"kind": NOT_REPEATED, "points": _deduction(check, NOT_REPEATED)}
    elif verdict == "runtime_error":
        shared["points"] = _earned(check, *outputs)
    return result(check, verdict, reason, **shared)


def _printed(run: Run) -> Lines:
    """The lines that a run printed, those of each call for themselves."""
    return tuple(line for output in run.calls or (run.stdout,) for line in lines(output))


def _changed(check: Check, run: Run, alone: bytes | None) -> tuple[int, Lines, Lines] | None:
    """(Number of a call, its lines by itself, its lines here) if an earlier call changes them.

    The third of three calls is the first again; `alone` is what the second prints by itself, if
    that is known. If it is not, only the number of lines is compared, because a program may print
    the time, or lines in any order.
    """
    if len(run.calls) != 3:
        return None
    first, second, third = map(lines, run.calls)
    if alone is not None and second != (single := sealed.opened(lines(alone), second)):
        return 2, single, second
    differs = third != first if alone is not None else len(third) != len(first)
    return (3, first, third) if differs else None


def _not_repeated(
    check: Check, call: int, expected: Lines, actual: Lines, shared: dict[str, Any]
) -> Result:
    """The Result of a function that prints something else after another call than by itself."""
    kind = "not_repeated" if actual else "nothing_repeated"
    line = difference(expected, actual).line
    reason = fact(kind, "outlives", repeated=call, line=line, **_cost(check))
    shared |= {"kind": NOT_REPEATED, "points": _deduction(check, NOT_REPEATED)}
    return _differing(check, reason, expected, actual, shared)


def _deduction(check: Check, kind: str) -> dict[str, float]:
    """The points that are taken off, by the kind of what is wrong."""
    return {kind: -check.deduction} if check.deduction else {}


def _cost(check: Check) -> dict[str, float]:
    """The field of a reason that says what is taken off, if anything is."""
    return {"taken_off": check.deduction} if check.deduction else {}


def read(
    check: Check, output: Lines, expected: Lines | None = None
) -> tuple[Lines, tuple[Fact, ...]]:
    """(The lines of an output that are compared, notes on it), as the check's checker reads it."""
    if not check.checker:
        return output, ()
    reading = check.hooks.checkers[check.checker](check, output, expected)
    return reading.lines, reading.notes


# ---- How a run can fail: each gives (verdict, reason), or None ----


def _limit(check: Check, run: Run) -> Failure | None:
    """The limit that the run crossed, if it did."""
    allowed = check.limits
    if run.ended == "output":
        stream = "stdout" if len(run.stdout) > len(run.stderr) else "stderr"
        reason = fact("output", "output", output_kib=allowed.output_kib, stream=stream)
        return "output_limit", reason
    if run.ended == "disk":
        most = {"scratch_mib": watch.SCRATCH_MIB, "files": watch.SCRATCH_FILES}
        return "output_limit", fact("disk", "disk", **most)
    if run.ended == "processes":
        return "runtime_error", fact("processes", "processes", number=watch.PROCESSES)
    if run.ended == "threads":
        return "runtime_error", fact("threads", "processes", number=watch.TASKS)
    if run.ended == "cpu" or run.cpu_s > allowed.cpu_s:
        place = _place(evidence.exception(run.stderr))
        return "time_limit", fact("cpu", _endless(check), cpu_s=allowed.cpu_s, **place)
    if run.ended == "wall":
        return "time_limit", fact("wall", "wall", wall_s=allowed.wall_s, cpu_s=run.cpu_s)
    if run.ended == "memory" or run.exit_status == driver.NO_MEMORY:
        return "memory_limit", fact("memory", "memory", memory_mib=allowed.memory_mib)
    return None


def _place(exception: dict[str, str]) -> dict[str, str]:
    """The fields of a reason that say where a program was that used up its time, {} if unknown."""
    is_known = "line" in exception and "file" in exception and "error" not in exception
    return {"file": exception["file"], "line": exception["line"]} if is_known else {}


def _endless(check: Check) -> str:
    """The hint for what does not end: an import, a search or another function."""
    if not check.function:
        return "endless_import"
    return "endless_search" if check.hooks.is_search(check.function) else "endless"


def _absence(check: Check, run: Run) -> Failure | None:
    """The file, function, class or method that the program lacks, if it does."""
    exception = evidence.exception(run.stderr)
    module = {"module": check.module}
    no_module = exception.get("module") == check.module and not exception.get("line")
    if run.exit_status == driver.IMPORT_RAISED and no_module:
        return "missing", fact("no_module", "no_module", **module)
    if run.exit_status != driver.NO_FUNCTION:
        return None
    if check.is_driven:
        return "missing", _no_name(exception.get("error", "").rpartition(": ")[2])
    called = {"function": check.function, **module}
    if exception.get("class"):
        return "missing", fact("in_class", "in_class", **called, holder=exception["class"])
    return "missing", fact("no_function", "no_function", **called)


def _no_name(message: str) -> Fact:
    """What is known of a name that the program lacks, by what a driver says of it.

    >>> _no_name("Stack.is_full is spelled isFull").kind, _no_name("Stack.top is no method").kind
    ('other_spelling', 'no_method')
    """
    name, _, rest = message.partition(" is ")
    own = {"name": name or "what the check calls", "short": name.rpartition(".")[2]}
    if rest == "no method":
        return fact("no_method", "no_method", **own)
    if rest.startswith("spelled "):
        return fact("other_spelling", spelling=rest.removeprefix("spelled "), **own)
    return fact("no_name", "no_name", name=own["name"])


def _failure(check: Check, run: Run) -> Failure | None:
    """How the program broke off, if it did."""
    status = run.exit_status
    importing = not check.function or status in (driver.IMPORT_RAISED, driver.IMPORT_EXITED)
    function = "" if check.is_driven else check.function
    called = {"called": "import" if importing else function}
    if status in (driver.IMPORT_RAISED, driver.RAISED):
        return "runtime_error", _raised(check, called["called"], evidence.exception(run.stderr))
    if status in (driver.IMPORT_EXITED, driver.EXITED):
        return "runtime_error", fact("exited", "exited", **called)
    if status < 0:
        hint = "recursion" if -status == signal.SIGSEGV else ""
        return "runtime_error", fact("killed", hint, signal=_signal_name(-status))
    if status:
        return "runtime_error", fact("ended_itself", status=status)
    return None


def _signal_name(number: int) -> str:
    """The name of a signal, or for one that has none, its number.

    >>> _signal_name(11), _signal_name(40)
    ('SIGSEGV', 'signal 40')
    """
    return signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"


def _raised(check: Check, called: str, exception: dict[str, str]) -> Fact:
    """The reason for an exception, as `evidence.exception` has it."""
    error = exception.get("error", "an exception")
    where = {"file": exception.get("file", f"{check.module}.py"), "line": exception.get("line", "")}
    if exception.get("module"):
        return _not_installed(exception["module"], where)
    if exception.get("row"):
        shown: dict[str, Any] = {key: exception[key] for key in ("row", "text", "few", "many")}
        shown["others"] = int(exception["others"])
        return fact("mixed_indentation", "tabs", called=called, error=error, **where, **shown)
    if exception.get("numpy") and NUMPY_CHANGED.search(error):
        return fact(
            "raised", "numpy", called=called, error=error, **where, numpy=exception["numpy"]
        )
    hint = next((hint for start, hint in HINTS.items() if error.startswith(start)), "")
    names = ", ".join(name for name, _ in check.replaced)
    stand_in = {"stand_in": names} if names else {}
    hint = hint or ("stand_in" if names else "")
    return fact("raised", hint, called=called, error=error, **where, **stand_in)


def _not_installed(module: str, where: dict[str, str]) -> Fact:
    """The reason for a module that can't be imported, with the one that may be meant, if any.

    >>> _not_installed("headpq", {}).fields["near"]
    'heapq'
    """
    near = get_close_matches(module.lower(), sys.stdlib_module_names, 1, ALIKE)
    if near:
        return fact("not_installed", "misspelled", module=module, near=near[0], **where)
    return fact("not_installed", "not_installed", module=module, **where)


ALIKE = 0.8  # how near a name of a module must be to that of another, from 0 to 1
# what one version of numpy refuses and another takes
NUMPY_CHANGED = re.compile(
    "arrays can be converted to Python scalars|module 'numpy' has no attribute|NumPy 2.0 release"
)
HINTS = {
    "EOFError": "input",
    "SyntaxError: Missing parentheses in call to 'print'": "python_2",
    "TabError": "tabs",
}


# ---- What is wrong with an output ----


def _numpy(run: Run, actual: Lines) -> dict[str, str]:
    """The field with the version of numpy, if its integers are printed with their type's name."""
    version = evidence.exception(run.stderr).get("numpy")
    is_shown = any(re.search(r"\bnp\.\w+\(", line) for line in actual)
    return {"numpy_prints": version} if version and is_shown else {}


def _earned(check: Check, expected: Lines, actual: Lines) -> dict[str, float]:
    """The points earned, by the name of each part of the check.

    A part earns them if its lines are right and begin after those of an earlier part do.
    """
    wanted, printed = owners(check.parts, expected), owners(check.parts, actual)
    return {
        part.name: part.points if _is_right(number, wanted, printed) else 0
        for number, part in enumerate(check.parts)
    }


Owners = list[tuple[int, str]]


def owners(parts: tuple[Part, ...], output: Lines) -> Owners:
    """(The number of the part that a line belongs to, else -1, the line) of all lines.

    >>> owners((Part("primes", 1), Part("count", 1, "Count")), ("2", "Count: 1"))
    [(0, '2'), (1, 'Count: 1')]
    """
    rest = next((number for number, part in enumerate(parts) if not part.lines), -1)
    patterns = [(number, part.lines) for number, part in enumerate(parts) if part.lines]

    def owner(line: str) -> int:
        """The number of the part that a line belongs to."""
        if isinstance(line, sealed.Unseen):
            return line.part
        return next((number for number, pattern in patterns if re.search(pattern, line)), rest)

    return [(owner(line), line) for line in output]


def _is_right(number: int, wanted: Owners, printed: Owners) -> bool:
    """Whether a part has the right lines, and begins where it should."""
    own = [line for owner, line in printed if owner == number]
    if not own or own != [line for owner, line in wanted if owner == number]:
        return False
    up_to = [owner for owner, _ in printed if owner <= number]
    return up_to[0] < number or min(up_to) == number


def difference(expected: Lines, actual: Lines) -> Difference:
    """The first Difference of two outputs that are not equal.

    >>> first = difference(("a", "b"), ("a",))
    >>> first.line, first.expected, first.actual
    (2, 'b', None)
    """
    place = _first_unlike(expected, actual)
    expected_line, actual_line = (
        side[place] if place < len(side) else None for side in (expected, actual)
    )
    one_has_ended = expected_line is None or actual_line is None
    is_known = not one_has_ended and not isinstance(expected_line, sealed.Unseen)
    column = _first_unlike(expected_line or "", actual_line or "") if is_known else None
    return Difference(place + 1, expected_line, actual_line, column)


def _first_unlike(one: Lines | str, other: Lines | str) -> int:
    """The first place at which two sequences differ.

    >>> _first_unlike("prime", "print"), _first_unlike("a", "ab")
    (3, 1)
    """
    shortest = min(len(one), len(other))
    return next((place for place in range(shortest) if one[place] != other[place]), shortest)


def _mismatch(
    check: Check,
    expected: Lines,
    actual: Lines,
    points: dict[str, float],
    more: dict[str, str],
) -> Fact:
    """The reason for an output that differs from the expected one, with these fields, too."""
    if not actual:
        hint = "" if check.is_driven else "not_printed"
        return fact("nothing_printed", hint, function=check.function)
    right = tuple(name for name, number in points.items() if number)
    shared: dict[str, Any] = more | ({"right": right} if right else {})
    first = difference(expected, actual)
    if first.actual is None:
        return fact("stops", line=len(actual), lines=len(expected), **shared)
    kind = "too_many_lines" if first.expected is None else "wrong_line"
    return fact(kind, line=first.line, **shared)
