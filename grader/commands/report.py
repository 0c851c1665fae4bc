"""The command `report`: writes and shows the reports of an earlier grading."""

import argparse
import os
from functools import partial
from pathlib import Path

from grader.commands import adjusting, filling, gradebook
from grader.commands.options import MOVED_TO, add_strict
from grader.diagnose import diagnose
from grader.grading.explained import explain
from grader.ground.console import Parser, columns
from grader.ground.errors import INTERRUPTED, JUDGED
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
    try:
        return _run(options)
    except KeyboardInterrupt:
        if options.silent:
            return INTERRUPTED
        raise


def _run(options: argparse.Namespace) -> int:
    """Write and show the reports; the document's memory is freed at the return."""
    gradebook.check(options)
    if options.until is not None:
        _write_gradebook(options)
    document = _document(options)
    refuse_unknown(document)
    # The files are written first, as a reader of the summary may close the pipe.
    paths = files.write_all(document, options.folder, options.sort)
    lines = filling.fill(options, document, options.folder)
    if options.lecture:
        page, assignment = Path(options.lecture), diagnose.assignment_of(document)
        slides = lecture_page(document, lecture.topics(document, assignment))
        files.write(page.parent, {page.name: slides})
        lines.append(f"The page for a lecture is {options.lecture}")
    print()
    if not options.quiet:
        print(terminal.class_summary(document, options.sort, columns()))
    place = os.environ.get(MOVED_TO, options.folder)
    first = os.path.join(place, "html", "index.html")
    lines.append(f"{len(paths)} files are in {place}: begin with {first}")
    print("\n".join(lines))
    return JUDGED


def _write_gradebook(options: argparse.Namespace) -> None:
    """Write the gradebook and the roster before anything is explained, then close stdin.

    The process at the other end of stdin waits for that.
    """
    document = _document(options, is_explained=False)
    refuse_unknown(document)
    files.write(options.folder, {"gradebook.csv": table(document)})
    if options.roster:
        filling.fill(options, document, options.folder)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)


def _document(options: argparse.Namespace, is_explained: bool = True) -> Document:
    """The document stored in the folder, with adjustments and explanations."""
    with store.existing(options.folder) as results:
        assignment = diagnose.assignment_of(results.listing())
        explained = partial(explain, results, assignment, options.until, options.strict)
        if options.adjust:
            adjusting.adjust(options.adjust, results, explained)
        if is_explained:
            return explained()
        return explain(results, assignment, 0.0, options.strict)


def _parser() -> Parser:
    parser = Parser(
        prog="python3 -m grader report",
        description="Write and show the reports of an earlier grading again.",
    )
    parser.add_argument("folder", metavar="DIR", help="the DIR of an earlier --out")
    parser.add_argument(
        "--sort", choices=list(ORDERS), default="name", help="the order of the class"
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
    # For the grading that starts this command and says itself that it was interrupted.
    parser.add_argument("--silent", action="store_true", help=argparse.SUPPRESS)
    # The grading passes the time until which results may be explained, and waits for the gradebook.
    parser.add_argument("--until", type=float, help=argparse.SUPPRESS)
    return parser
