"""The options that fill in a course system's gradebook, and adjust points by hand."""

import argparse
import csv
import io
import math
import os
from collections.abc import Iterator
from pathlib import Path

from grader import report
from grader.ground.console import Parser
from grader.ground.errors import UsageError
from grader.records import Adjustment, Document
from grader.report import summary
from grader.report.roster import Finder, filled
from grader.store.store import Store


OPTIONS = ("roster", "column", "absent", "adjust")
TITLES = ["who", "points", "reason"]


def add_options(parser: Parser) -> None:
    """Add the options to a command that writes reports."""
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
        help="with --roster: what those without a submission get (default: an empty cell)",
    )
    add(
        "--adjust",
        metavar="FILE",
        help="give or take points by hand: a CSV file of who,points,reason, kept for later "
        "gradings into the same folder",
    )


def words(options: argparse.Namespace) -> list[str]:
    """The options as words of another command line."""
    given = vars(options)
    return [f"--{name}={given[name]}" for name in OPTIONS if given[name]]


def check(options: argparse.Namespace) -> None:
    """Raise UsageError for options that make no sense, or files that can't be read."""
    if (options.column or options.absent) and not options.roster:
        raise UsageError("--column and --absent: expected --roster FILE beside them, got none")
    for option in ("roster", "adjust"):
        if path := getattr(options, option):
            _read(f"--{option}", path)


def _read(option: str, path: str) -> bytes:
    """The bytes of a file that an option names."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"{option}: expected a file, got {path!r} ({error.strerror})") from None


# ---- Adjustments ----


def adjust(path: str, results: Store, document: Document) -> None:
    """Store the adjustments in a file, in the place of all earlier ones."""
    results.adjust(list(_adjustments(path, document)))


def _adjustments(path: str, document: Document) -> Iterator[tuple[str, Adjustment]]:
    """Yield (name of the submission, adjustment) of each row; UsageError names all wrong ones."""
    text = _read("--adjust", path).decode("utf-8-sig", "replace")
    rows = [row for row in csv.reader(io.StringIO(text)) if any(row)]
    if not rows or [title.strip().casefold() for title in rows[0]] != TITLES:
        titles = ",".join(rows[0]) if rows else "nothing"
        raise UsageError(f"--adjust: expected the titles {','.join(TITLES)}, got {titles!r}")
    finder, problems = Finder(document), []
    for number, row in enumerate(rows[1:], 2):
        who, points, reason = (*row, "", "", "")[:3]
        matches = finder.any(who)
        if len(matches) != 1:
            amount = "several students" if matches else "nobody of this class"
            problems.append(f"row {number}: expected a student, got {who!r}, {amount}")
        elif not _is_number(points):
            problems.append(f"row {number}: expected points, got {points!r}")
        else:
            place = min(matches)
            yield document.submissions[place].submission, Adjustment(float(points), reason.strip())
    if problems:
        raise UsageError(f"--adjust: {'; '.join(problems)}")


def _is_number(text: str) -> bool:
    """Whether a text is a number that points can be."""
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


# ---- The roster ----


def fill(options: argparse.Namespace, document: Document, folder: str) -> list[str]:
    """Write the roster with points into the folder; return what to say about it."""
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
    return [f"{place}: {count} of {result.column!r} filled in", *map(_indented, result.sentences)]


def _indented(sentence: str) -> str:
    """A sentence below a line that it belongs to."""
    return f"  {sentence}"


def adjusted(document: Document) -> list[str]:
    """The lines on whose points were adjusted by hand."""
    return [
        f"{summary.who(submission)}: {sentence}"
        for submission in document.submissions
        for sentence in summary.adjusted(submission)
    ]
