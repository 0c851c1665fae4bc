"""The text of a grading on a terminal: a check, one submission, a student's own, a class; pure."""

from grader.diagnose.public import public
from grader.ground.text import WIDTH
from grader.records.results import Result
from grader.records.submissions import Document, SubmissionResults
from grader.report import student, summary, whole_class
from grader.report.explanation import blocks
from grader.report.scope import Scope
from grader.report.text import text


COLOURS = {"accepted": "32", "wrong_answer": "31", "skipped": "2", "judge_error": "35"}


def check_line(result: Result, colour: bool, room: int) -> str:
    """The line of a report for one check: name, verdict, points, CPU seconds.

    The name gets at least `room` columns.
    """
    verdict = f"{result.verdict:<13}"
    if colour:
        verdict = f"\x1b[{COLOURS.get(result.verdict, '33')}m{verdict}\x1b[0m"
    seconds = f"{result.run.cpu_s:7.2f} s" if result.run else ""
    return f"{result.check:<{room}} {verdict} {summary.points_text(result):>7} {seconds}".rstrip()


def explanation(results: SubmissionResults, document: Document, width: int | None = None) -> str:
    """The text after the lines on checks, wrapped to `width` columns if that is given."""
    return f"\n{text(blocks(results, document), width)}\n"


def at_home(
    document: Document,
    at_hand: student.AtHand = student.own_folder,
    width: int = WIDTH,
    scope: Scope = Scope(),
) -> str:
    """The whole text that a student reads at home; the document holds one submission."""
    (submission,) = map(public, document.submissions)
    return text(student.blocks(submission, at_hand, scope=scope), width) + "\n"


def class_summary(document: Document, sort: str = "", width: int | None = None) -> str:
    """The table and the summary of a class, sorted by `sort` if that is given."""
    if sort:
        document = summary.ordered(document, sort)
    return text(whole_class.on_terminal(document), width) + "\n"
