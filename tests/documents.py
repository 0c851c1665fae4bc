"""Documents for the tests of reports: judged outputs, of which no process was ever run."""

from grader.assignment import plan
from grader.judge.judge import judge
from grader.judge.results import result
from grader.making import transcripts
from grader.records import Document, Run, SubmissionResults, fact
from grader.sandbox.driver import MARK, NO_FUNCTION, NO_MEMORY, RAISED


ASSIGNMENT = plan.load("funny_puzzle")
TRANSCRIPTS = transcripts.expected(ASSIGNMENT, ASSIGNMENT.checks)
(SOLVE,) = (check for check in ASSIGNMENT.checks if check.name == "solve/funny12-384")
EXPECTED = TRANSCRIPTS[SOLVE.name]
RAISED_STDERR = b"Traceback:\nKeyError: 0\n" + MARK + b'{"error": "KeyError: 0", "line": 3}\n'


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
    """The result of a check on which a run came out so."""
    return judge(check, run(**outcome), expected)


def every_verdict():
    """A result of each verdict, by the verdict."""
    records = [
        record(stdout=EXPECTED),
        record(stdout=EXPECTED.replace(b"4, 0, 6", b"0, 4, 6")),
        record(cpu_s=31),
        record(exit_status=NO_MEMORY),
        record(ended="output"),
        record(exit_status=RAISED, stderr=RAISED_STDERR),
        record(exit_status=NO_FUNCTION),
        result(SOLVE, "skipped", fact("prerequisite", check="import")),
        result(SOLVE, "judge_error", fact("grader_failed", error="OSError()")),
    ]
    return {judged.verdict: judged for judged in records}


def submission(who, records, **more):
    """A submission of that name."""
    return SubmissionResults(who, f"handed in/{who[:200]}.py", results=tuple(records), **more)


def document(*submissions, **more):
    """A document of these submissions."""
    return Document("funny_puzzle", "funny_puzzle, Python 3.11.7", submissions=submissions, **more)
