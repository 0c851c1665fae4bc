"""A plain text for each student, to be handed back: what `student` says, under a heading; pure."""

from grader.diagnose.public import public
from grader.ground.text import wrapped
from grader.records import Document, SubmissionResults
from grader.report import names, student, summary


WIDTH = 78


def texts(document: Document) -> dict[str, bytes]:
    """{name of the file: its bytes} of all submissions."""
    stems = names.stems([submission.submission for submission in document.submissions])
    return {
        f"{stem}.txt": text(submission, document).encode("utf-8", "backslashreplace")
        for stem, submission in zip(stems, document.submissions)
    }


def text(submission: SubmissionResults, document: Document, is_at_home: bool = True) -> str:
    """The feedback on one submission: the points, what to look at, what doesn't work yet.

    It names the command to check again, unless the student has no grader at home.
    """
    submission = public(submission)
    again = student.again(document, submission) if is_at_home else ""
    head = f"Feedback on {document.assignment} for {summary.who(submission)}"
    setting = student.Setting(student.own_folder, WIDTH, again, True)
    parts = [
        wrapped(head, WIDTH) + wrapped(student.score(submission), WIDTH),
        *student.parts(submission, setting),
    ]
    return student.joined(parts)
