"""feedback.zip: feedback texts under the names by which a course system returns them; pure."""

from grader.courses import systems
from grader.ground.files import zipped
from grader.records.submissions import Document, SubmissionResults


def bundle(document: Document, texts: dict[str, bytes]) -> bytes:
    """The zip with the texts of all students whom a course system knows; b"" if there are none.

    `texts` holds one text for each submission, in the order of the submissions.
    """
    members: dict[str, bytes] = {}
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
