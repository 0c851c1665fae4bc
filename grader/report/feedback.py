"""The blocks of `student` as plain text, to be handed back; pure."""

from collections.abc import Iterator

from grader.diagnose.public import public
from grader.records.submissions import Document, SubmissionResults
from grader.report import names, student
from grader.report.blocks import Sentence
from grader.report.bundle import bundle
from grader.report.text import text as as_text


COLUMNS = 78  # the width of a text that is handed back, in columns


def files(document: Document) -> Iterator[tuple[str, bytes]]:
    """Yield (name, bytes) of all texts, and of a zip of them for a course system."""
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

    Texts that a course system hands back omit the student's name and the command to check again.
    """
    if is_at_home:
        again, title = student.again(document, submission), student.title(submission, document)
    else:
        again, title = "", student.subject(document)
    score, *blocks = student.handed_back(public(submission), again)
    return as_text([[Sentence(title), score]] + blocks, COLUMNS) + "\n"
