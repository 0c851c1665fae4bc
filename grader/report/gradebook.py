"""The gradebook as CSV: a row for each student; pure.

UTF-8 with a byte order mark, without which Excel takes names for another encoding. (In Python: `utf-8-sig`.)
"""

import csv
import io
import unicodedata

from grader.report import summary
from grader.report.records import deductions, gained


def table(document):
    """The gradebook's bytes: who, points, points possible, points in each group of checks, points taken off,
    misconceptions, flags.
    """
    groups = list(dict.fromkeys(map(summary.group, summary.checks(document))))
    file = io.StringIO()
    write = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC).writerow
    write(["submission", "points", "points_possible", *map(inert, groups), "deductions", "misconceptions", "flags"])
    for each in document["submissions"]:
        points = [each["points"], each["points_possible"], *in_groups(each, groups),
                  -sum(deductions(each["results"]).values())]
        if summary.ours(each):  # no zero for what is no fault of the student's
            points = [""] * len(points)
        shown = "; ".join(misconception["name"] for misconception in each["misconceptions"])
        write([inert(summary.who(each)), *points, inert(shown), inert("; ".join(summary.flags(each)))])
    return file.getvalue().encode("utf-8-sig")


def in_groups(submission, groups):
    """The points that a submission earned in each group."""
    return [sum(gained(record) for record in submission["results"] if summary.group(record["check"]) == group)
            for group in groups]


def inert(cell):
    """A cell that no spreadsheet takes for a formula: an apostrophe goes before what could begin one.

    >>> inert("=1+1"), inert("\\uff1d1"), inert("-x"), inert("x-")
    ("'=1+1", "'\\uff1d1", "'-x", 'x-')
    """
    first = unicodedata.normalize("NFKC", cell.lstrip())[:1]
    return "'" + cell if first and first in "=+-@|%" or cell[:1] in ("\t", "\r", "\n") else cell
