"""All reports on a class of 500: 69 checks for each, of which three in ten failed somehow."""

import random
import tempfile

from grader.report import files, terminal
from grader.sandbox.driver import RAISED
from tests import documents
from tests.benchmark import bar, cpu_s, finish, title


def outcomes(check):
    """The records of a check that passed, and of three that failed."""
    expected = documents.TRANSCRIPTS[check.name]
    outputs = [
        {"stdout": expected},
        {"stdout": expected.replace(b"h=", b"h =")},
        {"cpu_s": 31},
        {"exit_status": RAISED, "stderr": documents.RAISED_STDERR},
    ]
    return [documents.record(check, **output) for output in outputs]


def of_500():
    """The document of the class."""
    pick = random.Random(500)
    kinds = [outcomes(check) for check in documents.ASSIGNMENT.checks]
    return documents.document(
        *(
            documents.submission(
                f"student{number}", [pick.choices(kind, [14, 4, 1, 1])[0] for kind in kinds]
            )
            for number in range(500)
        )
    )


title("report: a class of 500 x 69 checks")
whole_class = of_500()
with tempfile.TemporaryDirectory() as folder:
    written, _ = cpu_s(files.write_all, whole_class, folder)
    summary, _ = cpu_s(terminal.class_summary, whole_class)
    bar(
        "HTML, CSV, JSON, JUnit XML, feedback and the summary for the terminal",
        written + summary,
        "s",
        at_most=5,
    )
finish()
