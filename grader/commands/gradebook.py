"""The options that fill in a course system's gradebook, and that adjust points by hand."""

import argparse
import csv
import io
import math
import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from grader import report
from grader.diagnose.clusters import clusters
from grader.ground.console import Parser
from grader.ground.errors import UsageError, refusing
from grader.records.submissions import Adjustment, Document
from grader.report.roster import Finder, filled
from grader.store.by_hand import ByHand
from grader.store.store import Store


OPTIONS = ("roster", "column", "absent", "adjust")
TITLES = ["who", "points", "reason"]
FILLED = "filled-*.csv"
LONGEST = 450  # the most characters of a reason, which students read whole


def add_options(parser: Parser) -> None:
    """Add these options to a command that writes reports."""
    add = parser.add_argument
    add(
        "--roster",
        metavar="FILE",
        help="write the gradebook that the course system exported again, with the points filled in",
    )
    add("--column", default="", metavar="TITLE", help="with --roster: the column to fill")
    add(
        "--absent",
        default="",
        metavar="POINTS",
        help="with --roster: the text for students without a submission (default: an empty cell)",
    )
    add(
        "--adjust",
        metavar="ROWS",
        help="give or take points by hand: a CSV file of who,points,reason, or one such row; who "
        "is a student or a cluster; kept for later gradings into the same folder",
    )


def words(options: argparse.Namespace) -> list[str]:
    """The options as words for another command line."""
    given = vars(options)
    return [f"--{name}={given[name]}" for name in OPTIONS if given[name]]


def check(options: argparse.Namespace) -> None:
    """Raise UsageError for options that make no sense, or files that can't be read."""
    if (options.column or options.absent) and not options.roster:
        raise UsageError("--column and --absent: expected --roster FILE beside them, got none")
    for option in ("roster", "adjust"):
        path = getattr(options, option)
        if path and not (option == "adjust" and _is_row(path)):
            _read(f"--{option}", path)


def _read(option: str, path: str) -> bytes:
    """The bytes of the file that an option names; UsageError if it can't be read."""
    with refusing(f"{option}: expected a file, got {path!r}"):
        return Path(path).read_bytes()


# ---- Adjustments ----


def adjust(text: str, results: Store, explained: Callable[[], Document]) -> None:
    """Store the adjustments of a file, which replace all earlier ones, or a single row.

    `explained` gives the explained document; it is called if a row names no student.
    """
    rows = _Rows(results, explained)
    if _is_row(text):
        row = next(csv.reader([_in_one_line(text)]))
        results.by_hand.replace(rows.checked([("", row[:2] + [",".join(row[2:])])])[0])
    else:
        results.by_hand.replace_all(rows.checked(_rows_of(text)))


def _is_row(text: str) -> bool:
    """Whether the text of --adjust is a row, not the name of a file."""
    return "," in text and not os.path.exists(text)


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def _rows_of(path: str) -> list[tuple[str, list[str]]]:
    """Pairs (place, cells) of the rows in a file of adjustments."""
    text = _read("--adjust", path).decode("utf-8-sig", "replace")
    rows = [row for row in csv.reader(io.StringIO(text)) if any(row)]
    head = next(iter(rows), ["nothing"])
    if [title.strip().casefold() for title in head] != TITLES:
        titles = ",".join(head)
        raise UsageError(f"--adjust: expected the titles {','.join(TITLES)}, got {titles!r}")
    return [(f"row {number}: ", row) for number, row in enumerate(rows[1:], 2)]


class _Rows:
    """Finds the submissions of a class to which rows of who, points, reason apply."""

    def __init__(self, results: Store, explained: Callable[[], Document]) -> None:
        self._results = results
        self._explained = cache(explained)
        self._document = results.document()
        self._finder = Finder(self._document)

    def checked(self, rows: Iterable[tuple[str, list[str]]]) -> list[ByHand]:
        """The adjustments in rows, given with their places; UsageError lists all wrong rows."""
        all_by_hand, problems = [], []
        for place, row in rows:
            who, points, reason = (*row, "", "", "")[:3]
            students, cluster = self._students(who)
            if not students or (len(students) > 1 and not cluster):
                amount = "nobody of this class"
                if students:
                    amount = "several students"
                problems.append(f"{place}expected a student or a cluster, got {who!r}, {amount}")
            elif not _is_number(points):
                problems.append(f"{place}expected points, got {points!r}")
            elif len(reason) > LONGEST:
                long = f"at most {LONGEST} characters, got {len(reason)}"
                problems.append(f"{place}expected a reason of {long}")
            else:
                by_hand = Adjustment(float(points), _in_one_line(reason))
                all_by_hand.append(ByHand(by_hand, tuple(students), cluster))
        if problems:
            raise UsageError(f"--adjust: {'; '.join(problems)}")
        return all_by_hand

    def _students(self, who: str) -> tuple[list[str], str]:
        """(The submissions that a cell names, the cluster's name if it is one).

        Students who got an adjustment as members of a cluster keep it.
        """
        numbers = self._finder.any(who)
        if numbers:
            return [self._document.submissions[number].submission for number in numbers], ""
        having = self._results.by_hand.of_cluster(who.strip())
        for cluster in clusters(self._explained()):
            if who.strip() in cluster.names:
                having += [submission.submission for submission in cluster.submissions]
        return list(dict.fromkeys(having)), who.strip()


def _is_number(text: str) -> bool:
    """Whether a text is a finite number."""
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


# ---- The roster ----


def fill(options: argparse.Namespace, document: Document, folder: str) -> list[str]:
    """Write the roster with points into the folder; return lines to print about it.

    Without a roster, they name those that earlier gradings have filled in.
    """
    if not options.roster:
        told = "was filled in before: if points have changed, fill it in again"
        return [f"{path} {told}" for path in sorted(Path(folder).glob(FILLED))]
    name = f"filled-{os.path.basename(options.roster)}"
    data = _read("--roster", options.roster)
    texts = dict(zip(map(id, document.submissions), report.feedback_texts(document).values()))
    result = filled(
        document,
        data,
        options.column,
        options.absent,
        lambda submission: texts[id(submission)].decode(),
    )
    report.write(folder, {name: result.data})
    place = os.path.join(folder, name)
    count = report.counted(result.rows, "row")
    lines = [f"{place}: {count} of {result.column!r} filled in"]
    for sentence in result.sentences:
        lines.append(f"  {sentence}")
    return lines
