"""Blackboard: the names in a download of submissions, with receipts, and the grade center.

TITLE_USERNAME_attempt_DATE_FILE     beside a receipt for each attempt, ..._attempt_DATE.txt,
                                     that says `Name: First Last (USERNAME)`; TITLE may have
                                     spaces and underscores, DATE is 2024-10-02-12-30-00
"""

import re

from grader.courses.gradebook import Gradebook
from grader.courses.names import Label, Person
from grader.courses.system import System


FILE = re.compile(
    r"(?P<title_and_user>(?:.*_)?(?P<who>[^_]+))_attempt_(?P<date>[0-9]{4}(?:-[0-9]{2}){5})"
    r"(?:\.txt|_(?P<file>.+))",
    re.DOTALL,
)
RECEIPT = re.compile(r"\s*Name: *(?P<name>.+?) *\((?P<username>[^()]+)\)[ \r]*$", re.MULTILINE)


class Blackboard(System):
    """Blackboard's names and columns."""

    name, title = "blackboard", "Blackboard"
    gradebook = Gradebook(
        to_fill=re.compile(r".* \[total pts: .*\] ?\|[0-9]+", re.IGNORECASE),
        feedback=("feedback to learner",),
        maximum=re.compile(r"\[total pts: (?:up to )?([0-9.,]+)", re.IGNORECASE),
    )

    def label(self, name: str) -> Label | None:
        """What the name of a file or of a receipt says."""
        match = FILE.fullmatch(name)
        if not match:
            return None
        key, date = match["title_and_user"], match["date"]
        person, file = {"username": match["who"]}, match["file"] or ""
        return Label(self.name, (self.name, key), person, file, (date,), date=date, key=key)

    def on_receipt(self, label: Label, text: str) -> Person | None:
        """The student that the receipt names, whose own name must end in that username."""
        line = RECEIPT.match(text)
        if line and f"_{label.key}".casefold().endswith(f"_{line['username']}".casefold()):
            return line.groupdict()
        return None


SYSTEM = Blackboard()
