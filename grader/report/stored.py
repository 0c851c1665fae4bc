"""Rejects a document from a store if reports have no words for one of its facts."""

from grader.ground.errors import UsageError
from grader.records.facts import Fact
from grader.records.results import VERDICTS
from grader.records.submissions import Document
from grader.report.hints import HINTS
from grader.report.sentences import sentence


def refuse_unknown(document: Document) -> None:
    """Raise UsageError if a verdict or a fact has no words in this version."""
    for submission in document.submissions:
        for result in submission.results:
            facts = (result.reason,) + result.notes + result.flags + submission.cut_short
            if result.verdict not in VERDICTS or not all(map(_is_known, facts)):
                raise UsageError(
                    f"{submission.submission!r}, {result.check}: expected a result of this version "
                    f"of the grader, got {result.verdict!r} for the reason {result.reason.kind!r}: "
                    "grade again"
                )


def _is_known(fact: Fact) -> bool:
    """Whether a fact can be put into words."""
    try:
        sentence(fact)
        HINTS[fact.hint].format(**fact.fields)
    except (LookupError, ValueError, TypeError, AttributeError):
        return False
    return True
