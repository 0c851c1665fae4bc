"""The worst that a program may print: 1 MiB of what patterns, numbers and lines are made of."""

from functools import partial

from grader.assignment.hooks import measurement
from grader.judge.judge import judge
from grader.making import transcripts
from grader.records.results import Run
from grader.sandbox.driver import CALL, MARK
from tests.assignments import loaded


SIZE = (1 << 20) - 100  # the most bytes that a program may print, without the driver's marks
PIECES = {
    "brackets": b"[\n",
    "brackets in one line": b"[",
    "parentheses and digits": b"(1, [2",
    "newlines": b"\n",
    "digits": b"9",
    "digits, one a line": b"9\n",
    "numbers": b"1 ",
    "spaces": b" ",
    "spaces before letters": b" x\n",
    "equals signs": b"[=1 a:",
    "solutions": b"solu",
    "escapes": b"\x1b[31m",
    "escapes, one a line": b"\x1b\n",
    "surrogates": b"\xed\xa0\x80",
    "NULs": b"\0",
    "NULs, one a line": b"\0\n",
    "invalid bytes": b"\xff",
    "invalid bytes, one a line": b"\xff\n",
    "one line": b"x",
    "words": b"np.np.",
    "transcript": b"[1] h=1 \n",
    "commas": b"a,",
    "marks of calls": CALL,
    "marks of facts": MARK,
    "facts": MARK + b'{"row": 1}\n',
}
LOADED = [loaded(name) for name in ("funny_puzzle", "npuzzle")]
ASSIGNMENTS = {assignment.name: assignment for assignment in LOADED}
TRANSCRIPTS = {
    name: transcripts.expected(assignment, assignment.checks)
    for name, assignment in ASSIGNMENTS.items()
}


def different(assignment):
    """The check with the longest transcript of those that are judged in one way."""
    expected = TRANSCRIPTS[assignment.name]
    chosen = {}
    for check in sorted(assignment.checks, key=lambda check: len(expected[check.name])):
        chosen[check.checker, bool(check.function), bool(check.further)] = check
    return list(chosen.values())


def text(piece):
    """So many pieces, and a letter, so that nothing is left out at the end."""
    return (piece * (SIZE // len(piece) + 1))[: SIZE - 1] + b"x"


def run_of(check, printed, stderr=b"", at_exit=b""):
    """The Run of a check whose calls print that, the last of several all of it."""
    ended = partial(Run, 0, "exit", 0.1, 0.1, 9)
    if not check.function:
        return ended(printed, stderr)
    stdout = CALL * (1 + len(check.further)) + printed + CALL + at_exit
    processes = ()
    if number := len(measurement(check).processes):
        share = printed[: len(printed) // number]
        processes = (ended(CALL + share + CALL),) * number
    return ended(stdout, stderr, processes)


def runs_of(check, transcript, worst):
    """{where: Run} of a check with the worst that may be printed in each place."""
    right = b"" if check.checker else transcript
    return {
        "alone": run_of(check, worst),
        "after what is right": run_of(check, right + worst),
        "at exit": run_of(check, right, at_exit=worst),
        "on stderr": run_of(check, right, stderr=worst),
    }


def results_of(assignment, printed):
    """The results of a program that prints that in each check."""
    expected = TRANSCRIPTS[assignment.name]
    return tuple(
        judge(check, run_of(check, printed), expected[check.name]) for check in assignment.checks
    )
