"""Brightspace: the names in a download of submissions, and the columns of its grades.

    n-n - First Last - Oct 1, 2026 1012 AM/  by user, and for each attempt; index.html beside them

No official documentation gives these names: this is the layout as known from downloads. In it the
first number and the name are those of the student. The exported grades lack that number, so that
rows are matched by their First Name and Last Name.
"""

import re

from grader.courses.gradebook import ANY, Gradebook
from grader.courses.names import Label
from grader.courses.system import System


MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
FOLDER = re.compile(
    rf"(?P<student>[0-9]{{1,18}})-[0-9]{{1,18}} - (?P<who>.+) - (?P<month>{'|'.join(MONTHS)})[a-z]*"
    r" (?P<day>[0-9]{1,2}), (?P<year>[0-9]{4}) (?P<hour>[0-9]{1,2})(?P<minute>[0-9]{2})"
    r" (?P<half>[AP]M)",
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
        """What the name of a folder in a download says; its date gives the order of attempts."""
        match = FOLDER.fullmatch(name)
        if not match:
            return None
        day = int(match["year"]), MONTHS.index(match["month"].lower()), int(match["day"])
        time = match["half"].upper(), int(match["hour"]) % 12, int(match["minute"])
        student = (self.name, match["student"], match["who"])
        return Label(self.name, student, {"name": match["who"]}, order=(*day, *time))


SYSTEM = Brightspace()
