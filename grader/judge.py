"""From a check, its run and the expected transcript to a result; pure.

Outputs are compared line by line; white space at the end of a line or of the output is forgiven, and nothing
else.
"""

import re
import signal
from dataclasses import dataclass, field
from math import ceil

from grader import driver, watch
from grader.plan import Check
from grader.sandbox import Run

VERDICTS = ("accepted", "wrong_answer", "time_limit", "memory_limit", "output_limit", "runtime_error",
            "missing", "skipped", "judge_error")


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
    """The verdict on a check, why (`rationale`, a sentence), and a hint if there is one (`help`, a question)."""
    check: Check
    verdict: str
    rationale: str
    help: str = ""
    points: dict = field(default_factory=dict)  # earned, by the name of the part
    difference: Difference | None = None
    expected: tuple = ()  # the lines of each transcript
    actual: tuple = ()
    run: Run | None = None


def lines(output):
    """The lines of an output, their trailing white space and the empty lines at its end left out.

    >>> lines(b"[1] h=0 \\r\\n\\n")
    ('[1] h=0',)
    """
    text = output.rstrip().decode("utf-8", "surrogateescape")
    return tuple(line.rstrip(" \t\r\f\v") for line in text.split("\n")) if text else ()


def judge(check, run, transcript):
    """The Result of a run of `check`, whose expected transcript is `transcript` (bytes)."""
    expected, actual = lines(transcript), lines(run.stdout)
    shared = {"check": check, "run": run, "expected": expected, "actual": actual}
    for ended in (limits, absence, failure):
        if reason := ended(check, run):
            verdict, rationale, hint = reason
            points = earned(check, expected, actual) if verdict == "runtime_error" else {}
            return Result(verdict=verdict, rationale=rationale, help=hint, points=points, **shared)
    shared["points"] = points = earned(check, expected, actual)
    if expected == actual:
        return Result(verdict="accepted", rationale="As expected.", **shared)
    found = difference(expected, actual)
    rationale, hint = mismatch(check, found, expected, actual, points)
    return Result(verdict="wrong_answer", rationale=rationale, help=hint, difference=found, **shared)


# ---- How a run can fail: each gives (verdict, rationale, help), or None ----

def limits(check, run):
    """The limit that the run crossed, if it did."""
    allowed = check.limits
    if run.ended == "output":
        return ("output_limit", f"It printed more than {allowed.output_kib} KiB, and was stopped.",
                "Does a loop that prints ever end?")
    if run.ended == "disk":
        return ("output_limit", f"It filled its folder with more than {watch.SCRATCH_MIB} MiB or "
                f"{watch.SCRATCH_FILES} files, and was stopped.", "Does it need any file at all?")
    if run.ended == "processes":
        return ("runtime_error", f"It had more than {watch.PROCESSES} processes at a time, and was stopped.",
                "Does it need any other process at all?")
    if run.ended == "cpu" or run.cpu_s > allowed.cpu_s or run.exit_status == -signal.SIGXCPU:
        return ("time_limit", f"It used more than {allowed.cpu_s:g} s of CPU time, and was stopped.",
                "Does the search remember which states it has been to, and how fast can it look one up?"
                if check.function else "Is there a loop outside every function?")
    if run.ended == "wall":
        return ("time_limit", f"It had not finished after {allowed.wall_s:g} s, with {run.cpu_s:.0f} s of "
                "CPU time used, and was stopped.", "What does it wait for: does it sleep?")
    if run.ended == "memory" or run.exit_status == driver.NO_MEMORY:
        return ("memory_limit", f"It asked for more than {allowed.memory_mib} MiB of memory.",
                "Does the queue ever grow without end?")
    return None


def absence(check, run):
    """The function that the program lacks, if it does."""
    if run.exit_status != driver.NO_FUNCTION:
        return None
    return ("missing", f"{check.module}.py has no function {check.function}.",
            f"Is its name spelled {check.function} exactly, and is it outside any class or other function?")


def failure(check, run):
    """How the program broke off, if it did."""
    status, file = run.exit_status, f"{check.module}.py"
    importing = not check.function or status in (driver.IMPORT_RAISED, driver.IMPORT_EXITED)
    doing = "import" if importing else check.function
    if status in (driver.IMPORT_RAISED, driver.RAISED):
        return "runtime_error", *raised(doing, file, run.stderr.decode("utf-8", "surrogateescape"))
    if status in (driver.IMPORT_EXITED, driver.EXITED):
        return ("runtime_error", f"{doing} ended the whole program, as exit() does.",
                "Is there a call of exit(), quit() or sys.exit()?")
    if status < 0:
        return "runtime_error", f"The program was killed by {signal.Signals(-status).name}.", ""
    if status:
        return "runtime_error", f"The program ended itself with exit status {status}.", ""
    return None


def raised(doing, file, stderr):
    """(rationale, help) for an exception whose traceback is on stderr.

    >>> raised("solve", "funny_puzzle.py", 'File "/x/funny_puzzle.py", line 3, in solve\\nKeyError: 0')
    ('solve raised KeyError: 0 (funny_puzzle.py, line 3).', '')
    """
    error = (stderr.strip().split("\n") or [""])[-1]
    places = re.findall(rf'File "[^"\n]*{re.escape(file)}", line (\d+)', stderr)
    where = f" ({file}, line {places[-1]})" if places else ""
    if found := re.fullmatch(r"ModuleNotFoundError: No module named '([\w.]+)'", error):
        return (f"It imports {found[1]}, which the Python that runs it does not have{where}.",
                "Can it do without? If not, --python PATH grades with an interpreter that has the module.")
    reads = error.startswith("EOFError")
    return (f"{doing} raised {error}{where}.",
            "Does it call input()? Nobody types anything while it is graded." if reads else "")


# ---- What is wrong with an output ----

def earned(check, expected, actual):
    """The points earned, by the name of each part of the check."""
    wanted, found = by_part(check.parts, expected), by_part(check.parts, actual)
    return {part.name: part.points if wanted[part.name] == found[part.name] else 0 for part in check.parts}


def by_part(parts, output):
    """The lines of an output that belong to each part, by the part's name."""
    rest = [part.name for part in parts if not part.lines]
    owners = [[part.name for part in parts if part.lines and re.search(part.lines, line)] or rest
              for line in output]
    return {part.name: [line for line, owner in zip(output, owners) if owner[:1] == [part.name]]
            for part in parts}


def difference(expected, actual):
    """The first Difference of two outputs that are not equal.

    >>> difference(("a", "b"), ("a",))
    Difference(line=2, expected='b', actual=None)
    """
    same = next((place for place, (a, b) in enumerate(zip(expected, actual)) if a != b),
                min(len(expected), len(actual)))
    return Difference(same + 1, *(dict(enumerate(side)).get(same) for side in (expected, actual)))


def mismatch(check, found, expected, actual, points):
    """(rationale, help) for an output that differs from the expected one."""
    if not check.function:
        return "It prints when it is imported.", "Are there calls outside every function?"
    if not actual:
        return "It printed nothing.", f"Does {check.function} print its answer, rather than return it?"
    right = [name for name, number in points.items() if number]
    but = f" The {' and the '.join(right)} {'is' if len(right) == 1 else 'are'} right." if right else ""
    if found.actual is None:
        return f"The output stops after line {len(actual)} of {len(expected)}.{but}", ""
    if found.expected is None:
        return f"Line {found.line} is one too many: the output should have ended before it.{but}", ""
    return f"Line {found.line} is wrong.{but}", ""
