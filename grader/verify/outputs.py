"""Makes outputs that must never be accepted, and variations that must always be; no program is
run.
"""

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import cycle

from grader.judge.account import account
from grader.judge.judge import judge
from grader.judge.reading import lines, read
from grader.records.checks import Check
from grader.records.results import Run


Described = tuple[str, bytes]  # an output, and a description before it
NOISE_BYTES = 200
NEXT = b"\x1enext process\n"  # ends the output of each process, if several print
NEXT_LIKE = re.compile(rb"\x1enext process[ \t\r]*\n?")


def run_of(printed: bytes, model: Run | None = None) -> Run:
    """A Run that printed this and ended well, split among as many processes as the model's Run
    has.
    """
    run = Run(stdout=printed, exit_status=0, ended="exit", cpu_s=0.0, wall_s=0.0, memory_mib=0.0)
    if not model or not model.processes:
        return run
    *outputs, _ = NEXT_LIKE.split(printed + NEXT)
    pairs = zip(outputs, cycle(model.processes))
    return replace(run, processes=tuple(replace(own, stdout=output) for output, own in pairs))


def printed(check: Check, run: Run) -> bytes:
    """All that a run printed, with NEXT between its processes."""
    if not run.processes:
        return account(check, run).printed
    return NEXT.join(account(check, process).printed for process in run.processes)


def accepted_junk(check: Check, what: str, run: Run, transcript: bytes) -> str:
    """A sentence on junk that a check accepts or gives full points; "" if it does neither.

    If only the order of its lines is wrong, single parts may be right.
    """
    result = judge(check, run, transcript)
    if result.passed:
        return f"accepts junk: {what}"
    has_all_points = check.points > 0 and sum(result.points.values()) >= check.points
    if not has_all_points:
        return ""
    expected = lines(transcript)
    own = read(check, account(check, run).lines(), expected)
    if sorted(own.lines) == sorted(expected):
        return ""
    points = f"{check.points:g} of {check.points:g} points"
    return f"accepts junk: {what} earns {points}: does a part cover each line?"


def junk(
    check: Check, output: bytes, others: Mapping[str, bytes], most: int
) -> Iterator[Described]:
    """Yield (description, a wrong output) for a check.

    `output` is the right one, and `others` are {name: right output} of other checks. Up to `most`
    lines, evenly spread, are left out, doubled or, unless any order may be right, swapped with the
    next. Outputs that differ from the right one only in white space are left out.
    """
    right = lines(output)
    for what, other in [
        *_answers_to_nothing(check),
        *_spoilt(output, most, is_ordered=not check.checker),
        *((f"what {name} prints", other) for name, other in others.items()),
    ]:
        if lines(other) != right:
            yield what, other


def _answers_to_nothing(check: Check) -> Iterator[Described]:
    yield "nothing", b""
    yield "random bytes", random.Random(check.name).randbytes(NOISE_BYTES)
    yield "the input", (repr(check.arguments) + "\n").encode()
    for argument in check.arguments:
        yield "its argument", f"{argument!r}\n".encode()


def _spoilt(output: bytes, most: int, is_ordered: bool) -> Iterator[Described]:
    """Yield (description, the output with one line left out, doubled or swapped with the next).

    If lines may come in any order, no empty line is left out.
    """
    rows = output.splitlines(keepends=True)
    step = max(1, -(-len(rows) // most))
    places = sorted({*range(0, len(rows), step), len(rows) - 1} - {-1})
    for place in places:
        if not is_ordered and not rows[place].strip():
            continue
        before, row, after = rows[:place], rows[place], rows[place + 1 :]
        yield f"line {place + 1} missing", b"".join(before + after)
        yield f"line {place + 1} doubled", b"".join(before + [row, row] + after)
        if is_ordered and after:
            yield f"line {place + 1} after the next", b"".join(before + [after[0], row] + after[1:])


def harmless(output: bytes) -> Iterator[Described]:
    """Yield (description, the output in another form that is just as right)."""
    yield "as it is", output
    yield "with spaces at the ends of its lines", output.replace(b"\n", b" \t \n")
    yield "with CRLF", output.replace(b"\n", b"\r\n")
    yield "without its last newline", output.removesuffix(b"\n")
    yield "with empty lines at its end", output + b"\n\n"
