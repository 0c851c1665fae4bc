"""The blocks of `student` as plain text, to be handed back, each and in a zip for systems; pure."""

from collections.abc import Iterator

from grader.courses import systems
from grader.diagnose.public import public
from grader.ground.files import Files, NamedFile, zipped
from grader.records.submissions import Document, SubmissionResults
from grader.report import names, student
from grader.report.blocks import Sentence
from grader.report.text import text as as_text


COLUMNS = 78  # the width of a text that is handed back, in columns


def files(document: Document) -> Iterator[NamedFile]:
    """Yield (name, bytes) of all texts, and of a zip of them for a course system."""
    all_texts = texts(document)
    for name, text in all_texts.items():
        yield f"feedback/{name}", text
    if together := bundle(document, all_texts):
        yield "feedback.zip", together


def bundle(document: Document, texts: Files) -> bytes:
    """The zip with the texts of all students whom a course system knows; b"" if there are none.

    `texts` holds one text for each submission, in the order of the submissions.
    """
    members: Files = {}
    for submission, text in zip(document.submissions, texts.values()):
        members |= dict.fromkeys(_names(submission), text)
    if not members:
        return b""
    return zipped(members)


def _names(submission: SubmissionResults) -> list[str]:
    """The names of the files of feedback, by the first course system that knows the students."""
    for system in systems.every().values():
        if names := system.feedback_files(submission.path, submission.people):
            return names
    return []


def texts(document: Document) -> Files:
    """{name of the file: its bytes} of all submissions."""
    stems = names.stems([submission.submission for submission in document.submissions])
    return {
        f"{stem}.txt": text(submission, document).encode("utf-8", "backslashreplace")
        for stem, submission in zip(stems, document.submissions)
    }


def text(submission: SubmissionResults, document: Document, is_at_home: bool = True) -> str:
    """The feedback on one submission: the points, what to look at, what doesn't work yet.

    Texts that a course system hands back omit the student's name and the commands to check again.
    """
    if is_at_home:
        again, title = student.again(document, submission), student.title(submission, document)
    else:
        again, title = [], student.subject(document)
    score, *blocks = student.handed_back(public(submission), document, again)
    return as_text([[Sentence(title), score]] + blocks, COLUMNS) + "\n"
