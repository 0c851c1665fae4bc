"""Examples: the smallest instances that show what is wrong, and the first wrong pop on them."""

import pytest

from grader.diagnose import variants
from grader.judge.judge import judge
from grader.records import Cause, Run, SubmissionResults
from grader.tracing.finding import Finder, Program
from tests.documents import ASSIGNMENT, TRANSCRIPTS
from tests.mistakes import KNOWN, NEVER_ENDING, variant


pytestmark = pytest.mark.once
ONLY = ["--only", "import", "--only", "*/funny0*", "--only", "*/funny12-384"]
CHECKS = sorted(
    (check for check in ASSIGNMENT.checks if check.function and not check.further),
    key=lambda check: len(TRANSCRIPTS[check.name]),
)
# the queue of the first instance, by moves, on which these show; "last_length" takes ten moves
RARE = {"first_predecessor_kept": 79, "ties_by_parents_state": 63, "last_length": None}


class InProcess:
    """What stands for a sandbox: it executes variants of the reference, which are our own."""

    def __init__(self, source):
        self.source, self.runs = source, 0

    def run(self, check, files, aliases=()):
        """The Run of a check on the variant."""
        self.runs += 1
        outputs, ended = [], "exit"
        for arguments in [] if check.driver else (check.arguments, *check.further):
            prediction = variants.predicted(self.source, check.function, *arguments)
            outputs.append(prediction.text.encode("utf-8", "surrogateescape"))
            ended = prediction.ended
            if ended != "exit":
                break
        status = 0 if ended == "exit" else 83
        stderr = f'\n\x1egrader {{"error": "{ended}: x"}}\n'.encode() if status else b""
        return Run(status, "exit", 0.01, 0.01, 9, b"".join(outputs), stderr, tuple(outputs))


def failing(name, source):
    """A submission, that variant of the reference, with what it first fails, and the cause."""
    box, known = InProcess(source), KNOWN[name]
    for check in CHECKS:
        result = judge(check, box.run(check, {}), TRANSCRIPTS[check.name])
        if not result.passed:
            cause = Cause(name, known.rationale, known.help, (check.name,))
            return SubmissionResults("", "", results=(result,), misconceptions=(cause,))
    raise AssertionError(f"{name} shows in no check")


@pytest.fixture(scope="module")
def finder():
    return Finder(ASSIGNMENT)


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, known in KNOWN.items()
        if known.edits and not known.slow and not known.kind
        if name not in NEVER_ENDING and RARE.get(name, 25)
    ],
)
def test_each_misconception_has_an_example_with_a_short_queue(name, finder):
    source = variant(name)
    examples = finder.examples(InProcess(source), Program({}), failing(name, source))
    assert [example.queue <= RARE.get(name, 25) for example in examples] == [True], examples
