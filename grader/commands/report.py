"""The command `report`: writes and shows the reports of an earlier grading."""

import argparse
import os
from functools import partial
from pathlib import Path

from grader.commands import adjusting, filling, gradebook
from grader.commands.budget import Budget
from grader.commands.options import MOVED_TO, add_strict, kept_command
from grader.diagnose import diagnose
from grader.grading.explained import explain
from grader.ground.console import Parser, columns
from grader.ground.deadline import TimeOver, ending
from grader.ground.errors import JUDGED, refusing
from grader.records.submissions import Document
from grader.report import files, lecture, terminal
from grader.report.gradebook import table
from grader.report.slides import lecture_page
from grader.report.stored import refuse_unknown
from grader.report.summary import ORDERS
from grader.store import store


def run(arguments: list[str]) -> int:
    """Write and show the reports in a folder; return the exit status."""
    options = _parser().parse_args(arguments)
    gradebook.check(options)
    _write(options, options.folder, options.quiet, options.lecture)
    return JUDGED


def write_in_time(options: argparse.Namespace, is_quiet: bool, limits: Budget) -> None:
    """Write and show the reports in --out DIR; if the budget ends first, say how to get the rest.

    The gradebook is written before anything is explained, so that it is there in any case.
    """
    folder = options.out
    if limits.end is not None:
        document = _document(options, folder, limits.explanations, is_explained=False)
        files.write(folder, {"gradebook.csv": table(document)})
        if options.roster:
            filling.fill(options, document, folder)
    try:
        with ending(limits.end):
            _write(options, folder, is_quiet, until=limits.explanations)
    except TimeOver:
        again = f"{kept_command(options)} writes them"
        print(f"Time was over before all reports were written: {again}.")


def _write(
    options: argparse.Namespace,
    folder: str,
    is_quiet: bool,
    page_for_lecture: str | None = None,
    until: float | None = None,
) -> None:
    """Write the reports in a folder, and show the summary unless `is_quiet`.

    Results that are not explained by the time `until` stay so, as `explain` says.
    """
    document = _document(options, folder, until)
    # The files are written first, as a reader of the summary may close the pipe.
    paths = files.write_all(document, folder, options.sort)
    lines = filling.fill(options, document, folder)
    if page_for_lecture:
        page, assignment = Path(page_for_lecture), diagnose.assignment_of(document)
        slides = lecture_page(document, lecture.topics(document, assignment))
        with refusing(f"--lecture: expected a file to write, got {page_for_lecture!r}"):
            files.write(page.parent, {page.name: slides})
        lines.append(f"The page for a lecture is {page_for_lecture}")
    print()
    if not is_quiet:
        print(terminal.class_summary(document, options.sort, columns()))
    place = os.environ.get(MOVED_TO, folder)
    first = os.path.join(place, "html", "index.html")
    lines.append(f"{len(paths)} files are in {place}: begin with {first}")
    print("\n".join(lines))


def _document(
    options: argparse.Namespace, folder: str, until: float | None, is_explained: bool = True
) -> Document:
    """The document stored in the folder, with adjustments and explanations."""
    with store.existing(folder) as results:
        assignment = diagnose.assignment_of(results.listing())
        explained = partial(explain, results, assignment, until, options.strict)
        if options.adjust:
            adjusting.adjust(options.adjust, results, explained)
        if not is_explained:
            until = 0.0
        document = explain(results, assignment, until, options.strict)
    refuse_unknown(document)
    return document


def _parser() -> Parser:
    parser = Parser(
        prog="python3 -m grader report",
        description="Write and show the reports of an earlier grading again.",
    )
    parser.add_argument("folder", metavar="DIR", help="the DIR of an earlier --out")
    parser.add_argument(
        "--sort", choices=list(ORDERS), default="name", help="the order of the class in reports"
    )
    parser.add_argument(
        "--lecture",
        metavar="PAGE",
        help="write a page for a projector, too: the three commonest mistakes of the class as "
        "questions, with the answers that its programs give, and no names",
    )
    gradebook.add_options(parser)
    add_strict(parser)
    parser.add_argument("--quiet", action="store_true", help="do not show the summary")
    return parser
