"""A plain text for each student: what the terminal explains, wrapped for a mail; pure."""

import textwrap

from grader.records import Document, SubmissionResults
from grader.report import names, summary, terminal
from grader.report.public import public


WIDTH = 78


def texts(document: Document) -> dict[str, bytes]:
    """{name of the file: its bytes} of all submissions."""
    stems = names.stems([submission.submission for submission in document.submissions])
    return {
        f"{stem}.txt": text(submission, document).encode("utf-8", "backslashreplace")
        for stem, submission in zip(stems, document.submissions)
    }


def text(submission: SubmissionResults, document: Document) -> str:
    """The feedback on one submission: the points, what to look at, why each check failed."""
    submission = public(submission)
    results = submission.results
    unsure = "Not graded in full yet: at least " if summary.ours(submission) else ""
    passed = sum(result.passed for result in results)
    praise = " Well done!" if passed == len(results) > 0 else ""
    head = [
        f"Feedback on {document.assignment} for {summary.who(submission)}",
        f"{unsure}{submission.points:g} of {submission.points_possible:g} points, "
        f"{passed} of {len(results)} checks passed.{praise}",
    ]
    notes = [f"Note: {flag}" for flag in summary.flags(submission)]
    paragraphs = terminal.failures(
        summary.explained_results(submission), terminal.again(submission, document)
    )
    probably, measured = terminal.probably(submission), terminal.measured(results)
    parts = [*head, *notes, *probably, *paragraphs, *measured]
    return "\n\n".join(map(_wrapped, parts)) + "\n"


def _wrapped(paragraph: str) -> str:
    """The paragraph with its sentences wrapped; code, evidence and commands stay as they are."""
    return "\n".join(row if _verbatim(row) else _filled(row) for row in paragraph.split("\n"))


def _verbatim(row: str) -> bool:
    """Whether a row of a paragraph must stay in one piece."""
    return len(row) <= WIDTH or row.startswith(("  >>> ", "    ", "  Again: "))


def _filled(row: str) -> str:
    """A sentence in lines of at most WIDTH characters, indented alike."""
    indent = row[: len(row) - len(row.lstrip())]
    return textwrap.fill(
        row.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
