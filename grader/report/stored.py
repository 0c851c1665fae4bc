"""Whether a document says only what reports have words for, as a store may have been edited."""

from grader.ground.errors import UsageError
from grader.records import VERDICTS, Document, Result
from grader.report.instructor import HINTS, sentence


def refuse_unknown(document: Document) -> None:
    """UsageError if a result has a verdict or a fact that this version has no words for."""
    for submission in document.submissions:
        for result in submission.results:
            if not _is_known(result):
                raise UsageError(
                    f"{submission.submission!r}, {result.check}: expected a result of this version "
                    f"of the grader, got {result.verdict!r} for the reason {result.reason.kind!r}: "
                    "grade again"
                )


def _is_known(result: Result) -> bool:
    """Whether there are words for a result."""
    try:
        for fact in (result.reason, *result.notes, *result.flags):
            sentence(fact)
            HINTS[fact.hint].format(**fact.fields)
    except (LookupError, ValueError, TypeError, AttributeError):
        return False
    return result.verdict in VERDICTS
