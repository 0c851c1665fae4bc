"""What `student` says as plain text: on a terminal at home, or handed back with a title; pure."""

from collections.abc import Iterator

from grader.diagnose.public import public
from grader.ground.text import WIDTH
from grader.records import Document, SubmissionResults
from grader.report import names, student
from grader.report.blocks import Sentence
from grader.report.bundle import bundle
from grader.report.text import text as as_text


COLUMNS = 78  # of what is handed back


def at_home(
    document: Document, at_hand: student.AtHand = student.own_folder, width: int = WIDTH
) -> str:
    """All that a student reads at home about the only submission of a document."""
    (submission,) = map(public, document.submissions)
    return as_text(student.at_home(submission, at_hand), width) + "\n"


def files(document: Document) -> Iterator[tuple[str, bytes]]:
    """Yield (name, bytes) of all texts, and of their zip for a system that knows the students."""
    all_texts = texts(document)
    for name, text in all_texts.items():
        yield f"feedback/{name}", text
    if zipped := bundle(document, all_texts):
        yield "feedback.zip", zipped


def texts(document: Document) -> dict[str, bytes]:
    """{name of the file: its bytes} of all submissions."""
    stems = names.stems([submission.submission for submission in document.submissions])
    return {
        f"{stem}.txt": text(submission, document).encode("utf-8", "backslashreplace")
        for stem, submission in zip(stems, document.submissions)
    }


def text(submission: SubmissionResults, document: Document, is_at_home: bool = True) -> str:
    """The feedback on one submission: the points, what to look at, what doesn't work yet.

    It names the student, and the command to check again, unless a course system hands it back.
    """
    again = student.again(document, submission) if is_at_home else ""
    score, *blocks = student.handed_back(public(submission), again)
    title = student.title(submission, document) if is_at_home else student.subject(document)
    return as_text([[Sentence(title), score], *blocks], COLUMNS) + "\n"
