"""Brightspace: the names in a download of submissions, and the columns of its grades.

    n-n - First Last - Oct 1, 2026 1012 AM/  by user, and for each attempt; index.html beside them
    n-n - First Last - Oct 1, 2026 1012 AM - hw9.py   or so, if there are no folders

No official documentation gives these names: this is the layout as known from downloads. In it the
first number and the name are those of the student. The time may have 24 hours, and a character that
is allowed in a file's name for its colon; the day may stand before the month, or all in numbers as
2026-10-01. The exported grades lack the number, so that rows are matched by their First Name and
Last Name.
"""

import re

from grader.courses.gradebook import ANY, Gradebook
from grader.courses.names import Label
from grader.courses.system import System


MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
MONTH = rf"(?:{'|'.join(MONTHS)})[a-z]*"
NAME = re.compile(
    r"(?P<student>[0-9]{1,18})-[0-9]{1,18} - (?P<who>.+?) - (?:(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    rf"|(?P<day_and_month>[0-9]{{1,2}} {MONTH}|{MONTH} [0-9]{{1,2}}),? (?P<year>[0-9]{{4}}))"
    r"[ T](?P<hour>[0-9]{1,2})[:_.]?(?P<minute>[0-9]{2})(?: (?P<half>[AP]M))?(?: - (?P<file>.+))?",
    re.DOTALL | re.IGNORECASE,
)


class Brightspace(System):
    """Brightspace's names and columns."""

    name, title = "brightspace", "Brightspace"
    gradebook = Gradebook(
        ids={"orgdefinedid": (ANY,)},
        to_fill=re.compile(r".*points grade.*", re.IGNORECASE),
        maximum=re.compile(r"maxpoints:([0-9.,]+)", re.IGNORECASE),
    )

    def label(self, name: str) -> Label | None:
        """What the name of a folder or file in a download says; its date gives the order of
        attempts.
        """
        match = NAME.fullmatch(name)
        if not match:
            return None
        date = match["date"]
        if not date:
            day, month = sorted(match["day_and_month"].lower().split())
            date = f"{match['year']}-{MONTHS.index(month[:3]) + 1:02}-{int(day):02}"
        hour = int(match["hour"])
        if match["half"]:
            hour = hour % 12 + 12 * (match["half"].upper() == "PM")
        date += f"-{hour:02}-{match['minute']}"
        student = (self.name, match["student"], match["who"])
        person, file = {"name": match["who"]}, match["file"] or ""
        return Label(self.name, student, person, file, (date,), date=date)


SYSTEM = Brightspace()
