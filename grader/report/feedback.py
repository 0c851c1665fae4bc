"""A plain text for each student: what the terminal explains, wrapped for a mail; pure."""

import textwrap

from grader.report import names, summary, terminal
from grader.report.public import public


WIDTH = 78


def texts(document):
    """{name of the file: its bytes} of all submissions."""
    return {
        f"{stem}.txt": text(each, document).encode("utf-8", "backslashreplace")
        for stem, each in zip(names.stems(document), document.submissions)
    }


def text(submission, document):
    """The feedback on one submission: the points, what to look at, why each check failed."""
    submission = public(submission)
    records = submission.results
    passed = sum(record.verdict == "accepted" for record in records)
    head = [
        f"Feedback on {document.assignment} for {summary.who(submission)}",
        "Not graded in full yet: at least "
        * summary.ours(submission)
        + f"{submission.points:g} of {submission.points_possible:g} points, "
        f"{passed} of {len(records)} checks passed." + " Well done!" * (passed == len(records) > 0),
    ]
    notes = [f"Note: {flag}" for flag in summary.flags(submission)]
    paragraphs = terminal.failures(
        summary.results(submission), terminal.again(submission, document)
    )
    told = [*head, *notes, *terminal.probably(submission), *paragraphs, *terminal.measured(records)]
    return "\n\n".join(map(_wrapped, told)) + "\n"


def _wrapped(paragraph):
    """The paragraph with its sentences wrapped; code, evidence and commands stay as they are."""
    return "\n".join(row if _verbatim(row) else _filled(row) for row in paragraph.split("\n"))


def _verbatim(row):
    """Whether a row of a paragraph must stay in one piece."""
    return len(row) <= WIDTH or row.startswith(("  >>> ", "    ", "  Again: "))


def _filled(row):
    """A sentence in lines of at most WIDTH characters, indented alike."""
    indent = row[: len(row) - len(row.lstrip())]
    return textwrap.fill(
        row.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
