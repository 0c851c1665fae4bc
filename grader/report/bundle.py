"""feedback.zip: feedback texts under the names by which a course system returns them; pure.

Moodle's "upload multiple feedback files in a zip" finds a student by the participant's number in
the name, as in the names of its own downloads; Canvas's "upload submissions" by the numbers of the
student and of the upload.
"""

import io
import re
import zipfile

from grader.records import Document, SubmissionResults


CANVAS = re.compile(r"[^_/]+_(?:LATE_)?[0-9]+_[0-9]+_")
NEVER = (1980, 1, 1, 0, 0, 0)  # a fixed date, so that equal texts make equal zips


def bundle(document: Document, texts: dict[str, bytes]) -> bytes:
    """The zip with the texts of all students known to Moodle or Canvas; b"" if there are none.

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
    """File names for the text on a submission: one for Canvas, one for each student for Moodle."""
    uploads = (CANVAS.match(name) for name in reversed(re.split(r"[!/\\]", submission.path)))
    is_of_canvas = any("canvas_user_id" in person for person in submission.people)
    if is_of_canvas and (match := next(filter(None, uploads), None)):
        return [f"{match[0]}feedback.txt"]
    return [
        f"{_plain(person.get('name', ''))}_{person['moodle_participant']}"
        "_assignsubmission_file_/feedback.txt"
        for person in submission.people
        if "moodle_participant" in person
    ]


def _plain(name: str) -> str:
    """A name with a space for each character that ends a name in these systems' file names.

    >>> _plain("Ann_Lee / Smith")
    'Ann Lee   Smith'
    """
    return re.sub(r"[_/\\\\:\0-\x1f]", " ", name)
