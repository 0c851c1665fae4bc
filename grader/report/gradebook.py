"""The gradebook as CSV, with a row for each student, even if several share a submission; pure.

UTF-8 with a byte order mark (`utf-8-sig`), without which Excel takes names for another encoding.
"""

import csv
import io
import unicodedata

from grader.courses import systems
from grader.ground.text import visible
from grader.records.results import deductions
from grader.records.submissions import Document, SubmissionResults
from grader.report import summary
from grader.report.sentences import cause_name


def table(document: Document) -> bytes:
    """The bytes of the gradebook: students, points, misconceptions and flags."""
    groups = list(summary.groups(summary.all_results(document)))
    known = set[str]()
    for submission in document.submissions:
        known.update(*submission.people)
    all_ids = ["name"] + systems.own_ids() + systems.school_ids() + ["email", "username", "netid"]
    ids = [field for field in all_ids if field in known]
    file = io.StringIO()
    write = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC).writerow
    titles = ["submission", *ids, "points", "points_possible", *map(_inert, groups)]
    write(titles + ["deductions", "adjustments", "misconceptions", "flags"])
    for submission in document.submissions:
        for person in submission.people or [{}]:
            values = [summary.who(submission)] + [visible(person.get(field, "")) for field in ids]
            write(list(map(_inert, values)) + _graded(submission, groups))
    return file.getvalue().encode("utf-8-sig")


def _graded(submission: SubmissionResults, groups: list[str]) -> list[str | float]:
    """The cells on a submission: points, misconceptions, flags; no points if they are unknown."""
    results = summary.groups(submission.results)
    points: list[str | float] = [submission.points, submission.points_possible]
    for group in groups:
        points.append(sum(result.earned for result in results.get(group, ())))
    adjusted = sum(adjustment.points for adjustment in summary.beside_checks(submission))
    points += [-sum(deductions(submission.results).values()), adjusted]
    if summary.is_unsure(submission):  # no zero where the student is not at fault
        points = [""] * len(points)
    points = [_plain(number) for number in points]
    causes = "; ".join(map(cause_name, submission.misconceptions))
    return points + [_inert(causes), _inert(" ".join(summary.flags(submission)))]


def _plain(number: str | float) -> str | float:
    """A number without a fraction as an integer; anything else as it is.

    >>> _plain(90.0), _plain(0.5), _plain("")
    (90, 0.5, '')
    """
    if isinstance(number, float) and number.is_integer():
        return int(number)
    return number


def _inert(cell: str) -> str:
    """A cell that no spreadsheet reads as a formula: if needed, an apostrophe goes before it.

    >>> _inert("=1+1"), _inert("\\uff1d1"), _inert("-x"), _inert("x-")
    ("'=1+1", "'\\uff1d1", "'-x", 'x-')
    """
    first = unicodedata.normalize("NFKC", cell.lstrip())[:1]
    begins_formula = first != "" and first in "=+-@|%"
    if begins_formula or cell[:1] in ("\t", "\r", "\n"):
        return "'" + cell
    return cell
