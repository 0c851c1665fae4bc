"""From a check, its run and the expected transcript to a result; pure.

Outputs are compared line by line; white space at the end of a line or of the output is forgiven, and nothing
else, but where a check has a checker, which reads what the outputs have in common if they are right.
"""

import re
import signal
from dataclasses import dataclass, field, replace

from grader.assignment.plan import Check, Part  # noqa: F401 (some are for the doctests)
from grader.judge.cause import cause
from grader.sandbox import driver, watch
from grader.sandbox.sandbox import Run


VERDICTS = (
    "accepted",
    "wrong_answer",
    "time_limit",
    "memory_limit",
    "output_limit",
    "runtime_error",
    "missing",
    "skipped",
    "judge_error",
)
ORDINALS = ("first", "second", "third")
OUTLIVES = "Does anything outlive a call: a variable outside the function, or a default value that changes?"
# wrong beside the answers; cost points
KINDS = PRINTED_AT_IMPORT, NOT_REPEATED = "printed_at_import", "not_repeated"


@dataclass(frozen=True)
class Difference:
    """The first line that differs, counted from 1: its text in each output, None where that has ended."""

    line: int
    expected: str | None
    actual: str | None

    @property
    def column(self):
        """The first place, counted from 0, where the two lines differ; None if one is absent."""
        if self.expected is None or self.actual is None:
            return None
        pairs = zip(self.expected, self.actual)
        same = min(len(self.expected), len(self.actual))
        return next((place for place, (a, b) in enumerate(pairs) if a != b), same)


@dataclass(frozen=True)
class Result:
    """The verdict on a check, why (`rationale`, a sentence), and perhaps a hint (`help`, a question)."""

    check: Check
    verdict: str
    rationale: str
    help: str = ""
    points: dict = field(default_factory=dict)  # earned, by the name of the part
    difference: Difference | None = None
    expected: tuple = ()  # the lines of each transcript
    actual: tuple = ()
    run: Run | None = None
    notes: tuple = ()  # sentences to show whatever the verdict
    kind: str = ""  # one of KINDS where that is what is wrong

    @property
    def call(self):
        """What a student types to see it happen: on the board that the first difference names, if one does."""
        found = self.difference
        named = (found.expected or found.actual or "") if found else ""
        return (
            self.check.call_on(re.split("[,:]", named)[0]) if self.check.driver else self.check.call
        )


def lines(output):
    """The lines of an output, their trailing white space and the empty lines at its end left out.

    >>> lines(b"[1] h=0 \\r\\n\\n")
    ('[1] h=0',)
    """
    text = output.rstrip().decode("utf-8", "surrogateescape")
    return tuple(line.rstrip(" \t\r\f\v") for line in text.split("\n")) if text else ()


def judge(check, run, transcript, alone=None):
    """The Result of a run of `check`, whose expected transcript is `transcript` (bytes).

    `alone`, of repeated calls: what the second prints by itself, if the check of that was accepted, and in little time.
    What the program prints when the call is over counts if it is right, as that of a buffer is; else the import's
    check tells of it, as of all that no call prints.
    """
    result = _judged(check, run, transcript, alone)
    if not run.at_exit or result.verdict != "wrong_answer":
        return result
    other = _judged(check, _without_exit(run), transcript, alone)
    return max(
        result,
        other,
        key=lambda each: (each.verdict == "accepted", not each.kind, sum(each.points.values())),
    )


def _without_exit(run: Run) -> Run:
    """The run without what came when its calls were over."""
    calls = (*run.calls[:-1], run.calls[-1][: -len(run.at_exit)])
    return replace(run, calls=calls, stdout=b"".join(calls), at_exit=b"")


def _judged(check: Check, run: Run, transcript: bytes, alone: bytes | None) -> Result:
    """The Result of a run, all that it printed counted."""
    expected = lines(transcript)
    actual, notes = read(check, printed(run), expected)
    shared = {"check": check, "run": run, "expected": expected, "actual": actual, "notes": notes}
    for ended in (limits, absence, failure):
        if reason := ended(check, run):
            return broken_off(reason, shared, alone)
    shared["points"] = points = earned(check, expected, actual)
    if expected == actual:
        return Result(verdict="accepted", rationale="As expected.", **shared)
    shared["verdict"] = "wrong_answer"
    if not check.function:
        return at_import(check, shared)
    if repeated := changed(check, run, alone):
        return not_repeated(check, *repeated, shared)
    found = difference(expected, actual)
    rationale, hint = mismatch(check, found, expected, actual, points)
    return Result(rationale=rationale, help=hint, difference=found, **shared)


def broken_off(reason, shared, alone):
    """The Result of a run that did not come to its end, for a reason (verdict, rationale, help)."""
    (verdict, rationale, hint), check, calls = reason, shared["check"], len(shared["run"].calls)
    # in what was first called without that
    raised_again = calls == 3 and verdict == "runtime_error"
    if raised_again or calls > 1 and alone is not None:
        return Result(
            verdict=verdict,
            rationale=f"In the {ORDINALS[calls - 1]} of three calls: {rationale}{cost(check)}",
            help=OUTLIVES,
            kind=NOT_REPEATED,
            **shared | {"points": deduction(check, NOT_REPEATED)},
        )
    points = (
        earned(check, shared["expected"], shared["actual"]) if verdict == "runtime_error" else {}
    )
    return Result(verdict=verdict, rationale=rationale, help=hint, points=points, **shared)


def printed(run: Run) -> tuple[str, ...]:
    """The lines that a run printed, those of each call for themselves."""
    return tuple(line for output in run.calls or (run.stdout,) for line in lines(output))


def at_import(check: Check, shared: dict) -> Result:
    """The Result of a program that prints when it is imported."""
    number = len(shared["actual"])
    return Result(
        rationale=f"It prints {number} line{'s' * (number != 1)} when it is imported.{cost(check)}",
        help="Are there calls outside every function?",
        kind=PRINTED_AT_IMPORT,
        difference=difference((), shared["actual"]),
        **shared | {"points": deduction(check, PRINTED_AT_IMPORT)},
    )


def changed(check: Check, run: Run, alone: bytes | None) -> tuple | None:
    """(Number of the call, its lines by itself, its lines here) of one that an earlier call changes; None if none is.

    The third of three calls is the first again; what the second prints by itself is known if `alone` is. Where it
    is not, a program that prints the time, say, or in no certain order, prints as many lines in the third call.
    """
    if len(run.calls) != 3:
        return None
    first, second, third = map(lines, run.calls)
    if alone is not None and second != lines(alone):
        return 1, lines(alone), second
    other = third != first if alone is not None else len(third) != len(first)
    return (2, first, third) if other else None


def not_repeated(check: Check, number: int, wanted: tuple, actual: tuple, shared: dict) -> Result:
    """The Result of a function that prints something else after another call than by itself."""
    found = difference(wanted, actual)
    what = f"line {found.line} of it differs" if actual else "it is nothing"
    return Result(
        rationale=f"What the {ORDINALS[number]} of three calls prints is not what it prints by itself: "
        f"{what}.{cost(check)}",
        help=OUTLIVES,
        kind=NOT_REPEATED,
        difference=found,
        **shared | {"points": deduction(check, NOT_REPEATED), "expected": wanted, "actual": actual},
    )


def deduction(check: Check, kind: str) -> dict[str, float]:
    """The points that are taken off, by the kind of what is wrong."""
    return {kind: -check.deduction} if check.deduction else {}


def cost(check: Check) -> str:
    """The sentence on what is taken off, with a blank before it; "" if nothing is."""
    points = "1 point is" if check.deduction == 1 else f"{check.deduction:g} points are"
    return f" For that {points} taken off." * bool(check.deduction)


def read(check, output, expected=None):
    """(The lines of an output that are compared, notes on it): those that the check's checker reads from it."""
    if not check.checker:
        return output, ()
    reading = check.hooks.checkers[check.checker](check, output, expected)
    return reading.lines, reading.notes


# ---- How a run can fail: each gives (verdict, rationale, help), or None ----


def limits(check, run):
    """The limit that the run crossed, if it did."""
    allowed = check.limits
    if run.ended == "output":
        stream = "stdout" if len(run.stdout) > len(run.stderr) else "stderr"
        return (
            "output_limit",
            f"It wrote more than {allowed.output_kib} KiB to {stream}, and was stopped.",
            "Does a loop that prints ever end?",
        )
    if run.ended == "disk":
        return (
            "output_limit",
            f"It filled its folder with more than {watch.SCRATCH_MIB} MiB or "
            f"{watch.SCRATCH_FILES} files, and was stopped.",
            "Does it need any file at all?",
        )
    if run.ended == "processes":
        return (
            "runtime_error",
            f"It had more than {watch.PROCESSES} processes at a time, and was stopped.",
            "Does it need any other process at all?",
        )
    if run.ended == "cpu" or run.cpu_s > allowed.cpu_s or run.exit_status == -signal.SIGXCPU:
        return (
            "time_limit",
            f"It used more than {allowed.cpu_s:g} s of CPU time, and was stopped.",
            endless(check.function),
        )
    if run.ended == "wall":
        return (
            "time_limit",
            f"It had not finished after {allowed.wall_s:g} s, with {run.cpu_s:.0f} s of "
            "CPU time used, and was stopped.",
            "What does it wait for: does it sleep?",
        )
    if run.ended == "memory" or run.exit_status == driver.NO_MEMORY:
        return (
            "memory_limit",
            f"It asked for more than {allowed.memory_mib} MiB of memory.",
            "Does anything grow without end, such as a queue?",
        )
    return None


def endless(function):
    """The hint for a function that does not end, by whether it is called as a search is; "" is an import.

    >>> endless("print_succ"), endless("solve")
    ('Does every loop end?', 'Does every loop end, and does a search remember where it has been?')
    """
    if not function:
        return "Is there a loop outside every function?"
    search = re.search("solv|solution|moves|queue", function)
    return f"Does every loop end{', and does a search remember where it has been' * bool(search)}?"


def absence(check, run):
    """The file, function, class or method that the program lacks, if it does."""
    told = cause(run.stderr)
    if (
        run.exit_status == driver.IMPORT_RAISED
        and told.get("module") == check.module
        and not told.get("line")
    ):
        return (
            "missing",
            f"There is no {check.module}.py.",
            f"Is a file called {check.module}.py handed in?",
        )
    if run.exit_status != driver.NO_FUNCTION:
        return None
    if check.driver:
        name = told.get("error", "").rpartition(": ")[2] or "what the check calls"
        return "missing", f"There is no {name}.", f"Is {name} spelled exactly so?"
    return (
        "missing",
        f"{check.module}.py has no function {check.function}.",
        f"Is its name spelled {check.function} exactly, and is it outside any class or other function?",
    )


def failure(check, run):
    """How the program broke off, if it did."""
    status = run.exit_status
    importing = not check.function or status in (driver.IMPORT_RAISED, driver.IMPORT_EXITED)
    doing = "import" if importing else "It" if check.driver else check.function
    if status in (driver.IMPORT_RAISED, driver.RAISED):
        rationale, hint = raised(doing, f"{check.module}.py", cause(run.stderr))
        return "runtime_error", rationale, hint or stood_in(check)
    if status in (driver.IMPORT_EXITED, driver.EXITED):
        return (
            "runtime_error",
            f"{doing} ended the whole program, as exit() does.",
            "Is there a call of exit(), quit() or sys.exit()?",
        )
    if status < 0:
        recursion = "Does a recursion go too deep?" if -status == signal.SIGSEGV else ""
        return "runtime_error", f"The program was killed by {signal_name(-status)}.", recursion
    if status:
        return "runtime_error", f"The program ended itself with exit status {status}.", ""
    return None


def stood_in(check):
    """The hint where files of the course take the place of a submission's, "" where none does."""
    names = ", ".join(name for name, _ in check.replaced)
    return (
        f"Here the course's {names} stands in for yours: is more of yours used than was asked for?"
        * bool(names)
    )


def signal_name(number):
    """The name of a signal, or for one that has none, its number.

    >>> signal_name(11), signal_name(40)
    ('SIGSEGV', 'signal 40')
    """
    return signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"


def raised(doing, file, told):
    """(rationale, help) for an exception, of which the driver told the `error`, `line` and missing `module`.

    >>> raised("solve", "funny_puzzle.py", {"error": "KeyError: 0", "line": 3})
    ('solve raised KeyError: 0 (funny_puzzle.py, line 3).', '')
    """
    error = told.get("error", "an exception")
    where = f" ({told.get('file', file)}, line {told['line']})" if told.get("line") else ""
    if told.get("module"):
        return (
            f"It imports {told['module']}, which the Python that runs it does not have{where}.",
            "Is it a file that was not handed in? If the course provides the module, --python PATH "
            "grades with an interpreter that has it.",
        )
    hint = next((hint for start, hint in HINTS.items() if error.startswith(start)), "")
    return f"{doing} raised {error}{where}.", hint


HINTS = {
    "EOFError": "Does it call input()? Nobody types anything while it is graded.",
    "SyntaxError: Missing parentheses in call to 'print'": "Was it written for Python 2? Python 3 runs it.",
    "TabError": "Are some lines indented with tabs and others with spaces?",
}


# ---- What is wrong with an output ----


def earned(check, expected, actual):
    """The points earned, by the name of each part of the check.

    A part earns them if its lines are right and begin after those of an earlier part do.
    """
    wanted, found = owners(check.parts, expected), owners(check.parts, actual)
    return {
        part.name: part.points if right(number, wanted, found) else 0
        for number, part in enumerate(check.parts)
    }


def owners(parts, output):
    """(The number of the part that owns it, the line) of each line of an output; -1 where none does.

    >>> owners((Part("path", 1), Part("queue", 1, "Max")), ("[1] h=0", "Max queue length: 1"))
    [(0, '[1] h=0'), (1, 'Max queue length: 1')]
    """
    rest = next((number for number, part in enumerate(parts) if not part.lines), -1)
    patterns = [(number, part.lines) for number, part in enumerate(parts) if part.lines]
    return [
        (next((number for number, pattern in patterns if re.search(pattern, line)), rest), line)
        for line in output
    ]


def right(number, wanted, found):
    """Whether the part of that number has the lines that it should have, and begins where it should."""
    mine = [line for owner, line in found if owner == number]
    if not mine or mine != [line for owner, line in wanted if owner == number]:
        return False
    upto = [owner for owner, _ in found if owner <= number]
    return upto[0] < number or min(upto) == number


def difference(expected, actual):
    """The first Difference of two outputs that are not equal.

    >>> difference(("a", "b"), ("a",))
    Difference(line=2, expected='b', actual=None)
    """
    same = next(
        (place for place, (a, b) in enumerate(zip(expected, actual)) if a != b),
        min(len(expected), len(actual)),
    )
    return Difference(same + 1, *(dict(enumerate(side)).get(same) for side in (expected, actual)))


def mismatch(check, found, expected, actual, points):
    """(rationale, help) for an output that differs from the expected one."""
    if not actual:
        return (
            "It printed nothing.",
            ""
            if check.driver
            else f"Does {check.function} print its answer, rather than return it?",
        )
    right = [name for name, number in points.items() if number]
    are = "are" if len(right) > 1 or "".join(right).endswith("s") else "is"
    but = f" The {' and the '.join(right)} {are} right." if right else ""
    if found.actual is None:
        return f"The output stops after line {len(actual)} of {len(expected)}.{but}", ""
    if found.expected is None:
        return (
            f"Line {found.line} is one too many: the output should have ended before it.{but}",
            "",
        )
    return f"Line {found.line} is wrong.{but}", ""
