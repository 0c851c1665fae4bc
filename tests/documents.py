"""Documents for the tests of reports: judged outputs, of which no process was ever run."""

from grader import report
from grader.assignment import plan, transcripts
from grader.judge.judge import Result, judge
from grader.sandbox.driver import MARK, NO_FUNCTION, NO_MEMORY, RAISED
from grader.sandbox.sandbox import Run


ASSIGNMENT = plan.load("funny_puzzle")
TRANSCRIPTS = transcripts.expected(ASSIGNMENT, ASSIGNMENT.checks)
(SOLVE,) = (check for check in ASSIGNMENT.checks if check.name == "solve/funny12-384")
EXPECTED = TRANSCRIPTS[SOLVE.name]
RAISED_STDERR = (
    b"Traceback:\nKeyError: 0\n" + MARK.encode() + b'{"error": "KeyError: 0", "line": 3}\n'
)


def run(stdout=b"", stderr=b"", exit_status=0, ended="exit", cpu_s=0.04, memory_mib=12.0):
    """A Run."""
    return Run(
        stdout=stdout,
        stderr=stderr,
        exit_status=exit_status,
        ended=ended,
        cpu_s=cpu_s,
        wall_s=0.06,
        memory_mib=memory_mib,
    )


def record(check=SOLVE, expected=EXPECTED, **outcome):
    """The record of a check on which a run came out so."""
    return report.record(judge(check, run(**outcome), expected))


def every_verdict():
    """A record of each verdict, by the verdict."""
    records = [
        record(stdout=EXPECTED),
        record(stdout=EXPECTED.replace(b"4, 0, 6", b"0, 4, 6")),
        record(cpu_s=31),
        record(exit_status=NO_MEMORY),
        record(ended="output"),
        record(exit_status=RAISED, stderr=RAISED_STDERR),
        record(exit_status=NO_FUNCTION),
        report.record(Result(SOLVE, "skipped", "Not run, because import failed.")),
        report.record(Result(SOLVE, "judge_error", "The grader failed: OSError().")),
    ]
    return {each["verdict"]: each for each in records}


def submission(who, records, **more):
    """A submission of that name."""
    return report.submission(f"handed in/{who[:200]}.py", records, who, **more)


def document(*submissions, **more):
    """A document of these submissions."""
    return report.document("funny_puzzle", "funny_puzzle, Python 3.11.7", submissions, **more)
