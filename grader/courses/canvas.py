"""Canvas: the names in a download of submissions, the gradebook, and files of feedback.

    lastnamefirst_n_n_hw9_NETID.zip      by user and upload; or any file; _LATE after the name
    lastnamefirst_n_text.html            by user: a text or a link; no program
    anon_aB3dE_n_hw9.zip                 while grading is anonymous: a code for the user

Files of feedback are found by the numbers of the student and of the upload. The gradebook has rows
without an ID, on posting and on the possible points. A name that the student chose, or a group's,
may have underscores. In a file of a student's own, such as the_part_1_2_b.py, no number is as long
as that of an upload.
"""

import re
from collections.abc import Mapping, Sequence

from grader.courses.gradebook import ANY, Gradebook, Ids
from grader.courses.names import Label, People
from grader.courses.system import System


ID = "canvas_user_id"
CODE = "canvas_anonymous_id"
SIGN = "sis user id"  # a title that no other system has
WHO = (
    r"(?:anon_(?P<code_late>LATE_)?(?P<code>[0-9A-Za-z]{5})"
    r"|(?P<who>[^_/]+|[^/]+?(?=(?:_LATE)?_[0-9]+_[0-9]{5}))"
    r"_(?P<late>LATE_)?(?P<student>[0-9]{1,18}))_"
)
UPLOAD = re.compile(WHO + r"(?P<upload>[0-9]{1,18})_")
FILE = re.compile(
    WHO + r"(?:(?P<upload>[0-9]{1,18})_(?P<file>.+)|(?P<text>(?:text|link)\.html))", re.DOTALL
)


class _Gradebook(Gradebook):
    """Canvas's gradebook, in which ID is a number that could be another student's username."""

    def ids_in(self, titles: Sequence[str]) -> Mapping[str, Ids]:
        """The ids; with Canvas's own titles, those of Canvas alone are under ID."""
        if SIGN in titles:
            return {**self.ids, "id": (ID,)}
        return self.ids

    def is_student(self, titles: Sequence[str], cells: Sequence[str]) -> bool | None:
        """Whether the row has an ID, in a table that is certainly Canvas's."""
        if SIGN in titles and "id" in titles:
            return bool(cells[titles.index("id")])
        return super().is_student(titles, cells)


class Canvas(System):
    """Canvas's names and columns."""

    name, title = "canvas", "Canvas"
    ids = (ID, CODE)
    gradebook = _Gradebook(
        ids={"id": (ID, ANY), SIGN: (ANY,), "sis login id": (ANY,)},
        to_fill=re.compile(r".* \([0-9]+\)"),
        most_row="points possible",
        test_students=("student, test", "test student"),
    )

    def label(self, name: str) -> Label | None:
        """What the name of a file in a download says."""
        match = FILE.fullmatch(name)
        if not match:
            return None
        is_text = match["text"] is not None
        person = {"name": match["who"], ID: match["student"]}
        if code := match["code"]:
            person = {CODE: f"anon_{code}"}
        return Label(
            self.name,
            ("id", *person.values()),
            person,
            match["file"] or match["text"],
            (int(match["upload"] or -1),),
            is_late=bool(match["late"] or match["code_late"]),
            is_text=is_text,
            is_guess=is_text,
        )

    def feedback_files(self, path: str, people: People) -> list[str]:
        """The name of the upload, with "feedback.txt" for the student's own name of it."""
        uploads = filter(None, map(UPLOAD.match, reversed(re.split(r"[!/\\]", path))))
        first = next(uploads, None)
        is_known = any(ID in person or CODE in person for person in people)
        if is_known and first:
            return [f"{first[0]}feedback.txt"]
        return []


SYSTEM = Canvas()
