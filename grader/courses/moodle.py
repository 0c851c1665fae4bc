"""Moodle: the names in a download of submissions, the grading worksheet, and files of feedback.

    First Last_n_assignsubmission_file_/ by participant, or without the last _; also a file whose
                                         name goes on; _assignfeedback_file_ is the teachers'

"Upload multiple feedback files in a zip" finds a student by the participant's number in the name,
as in the names of Moodle's own downloads. Its titles are in the language of who downloads the
worksheet.
"""

import re

from grader.courses.gradebook import ANY, Gradebook
from grader.courses.names import Label, People
from grader.courses.system import System


ID = "moodle_participant"
FILE = re.compile(
    r"(?P<who>.+)_(?P<student>[0-9]{1,18})_(?:assignsubmission_(?:(?P<is_file>file)|onlinetext)"
    r"|(?P<feedback>assignfeedback_[a-z]+))(?:_(?P<file>.*))?",
    re.DOTALL,
)
GRADES = (
    "grade|points|score|mark|bewertung|note|calificación|nota|punkte|valutazione|voto|cijfer"
    "|beoordeling|ocena|оценка|成绩|評定"
)
FEEDBACK = (
    *("feedback comments", "feedback", "feedback als kommentar", "commentaires de feedback"),
    *("comentarios de retroalimentación", "commenti di feedback"),
)
MOST = (
    *("maximum grade", "max points", "bestwertung", "höchstnote", "note maximale"),
    *("calificación máxima", "valutazione massima", "nota máxima"),
)


class Moodle(System):
    """Moodle's names and columns."""

    name, title = "moodle", "Moodle"
    ids = (ID,)
    gradebook = Gradebook(
        ids={"identifier": (ID,), "id number": (ANY,), "idnumber": (ANY,)},
        look=re.compile(r"\D*[^\W\d]\D* [0-9]+"),  # "Participant 501" in any language
        to_fill=re.compile(GRADES, re.IGNORECASE),
        feedback=FEEDBACK,
        is_html=True,
        most=MOST,
    )

    def label(self, name: str) -> Label | None:
        """What the name of a folder or a file in a download says."""
        match = FILE.fullmatch(name)
        if not match:
            return None
        return Label(
            self.name,
            ("id", match["student"], match["who"]),
            {"name": match["who"], ID: match["student"]},
            match["file"] or "",
            (bool(match["is_file"]),),
            is_text=not match["is_file"],
            is_feedback=bool(match["feedback"]),
        )

    def feedback_files(self, path: str, people: People) -> list[str]:
        """A name for each participant, as in a download."""
        return [
            f"{_plain(person.get('name', ''))}_{person[ID]}_assignsubmission_file_/feedback.txt"
            for person in people
            if ID in person
        ]


def _plain(name: str) -> str:
    """A name with a space for each character that ends a name in the names of files.

    >>> _plain("Ann_Lee / Smith")
    'Ann Lee   Smith'
    """
    return re.sub(r"[_/\\\\:\0-\x1f]", " ", name)


SYSTEM = Moodle()
