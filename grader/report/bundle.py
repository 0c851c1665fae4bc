"""feedback.zip: feedback texts under the names by which a course system returns them; pure."""

import io
import zipfile

from grader.courses import systems
from grader.records.submissions import Document, SubmissionResults


NEVER = (1980, 1, 1, 0, 0, 0)  # a fixed date, so that equal texts make equal zips


def bundle(document: Document, texts: dict[str, bytes]) -> bytes:
    """The zip with the texts of all students whom a course system knows; b"" if there are none.

    `texts` holds one text for each submission, in the order of the submissions.
    """
    members = {
        name: text
        for submission, text in zip(document.submissions, texts.values())
        for name in _names(submission)
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in sorted(members.items()):
            archive.writestr(zipfile.ZipInfo(name, NEVER), text)
    return file.getvalue() if members else b""


def _names(submission: SubmissionResults) -> list[str]:
    """The names of the files of feedback, by the first course system that knows the students."""
    for system in systems.every().values():
        if names := system.feedback_files(submission.path, submission.people):
            return names
    return []
