"""Results for other programs, as `schema.json` has them: records in JSON, with sentences; pure."""

from typing import Any

from grader.records import Cause, Document, Example, Result, SubmissionResults
from grader.report import instructor, pops
from grader.serialization import to_json


Json = dict[str, Any]
# what sentences are made of, or what only the grader needs
UNSAID = ("reason", "unrun", "module", "function", "arguments")


def document(document: Document) -> Json:
    """The document as results.json has it."""
    return head(document) | {"submissions": list(map(submission, document.submissions))}


def head(document: Document) -> Json:
    """What a document says of all submissions."""
    return {
        "assignment": document.assignment,
        "graded_as": document.graded_as,
        "sandbox": document.sandbox,
        "bounded_by": document.bounded_by,
        "started": document.started,
        "options": list(document.options),
    }


def submission(submission: SubmissionResults) -> Json:
    """The results of one submission."""
    return {
        "submission": submission.submission,
        "path": submission.path,
        "people": list(submission.people),
        "flags": instructor.flags(submission),
        "private_flags": instructor.private_flags(submission),
        "edition": submission.edition,
        "edition_asks": submission.edition_asks,
        "edition_right": submission.edition_right,
        "edition_of": submission.edition_of,
        "edition_explains": list(submission.edition_explains),
        "points": submission.points,
        "points_possible": submission.points_possible,
        "adjustments": [to_json(adjustment) for adjustment in submission.adjustments],
        "at_least": submission.at_least,
        "misconceptions": list(map(_cause, submission.misconceptions)),
        "examples": list(map(_example, submission.examples)),
        "results": list(map(result, submission.results)),
    }


def _cause(cause: Cause) -> Json:
    """What explains results."""
    return {
        "name": cause.name,
        "rationale": instructor.cause_rationale(cause),
        "help": cause.help,
        "checks": list(cause.checks),
        "rivals": list(map(to_json, cause.rivals)),
        "together_with": list(cause.together_with),
    }


def _example(example: Example) -> Json:
    """The smallest instance that shows what fails in a check."""
    return {
        "check": example.check,
        "call": example.result.call,
        "verdict": example.result.verdict,
        "queue": example.queue,
        "search": pops.in_words(example),
    }


def result(result: Result) -> Json:
    """One result."""
    fields = to_json(result.shown())
    for name in UNSAID:
        del fields[name]
    if result.difference:
        for name in ("instance", "expected_picture", "actual_picture"):
            del fields["difference"][name]
    sentences = {
        "rationale": instructor.rationale(result),
        "help": instructor.help_of(result),
        "notes": [instructor.sentence(note) for note in result.notes],
        "flags": [instructor.sentence(flag) for flag in result.flags],
    }
    return fields | sentences | ({"unrun": result.unrun} if result.unrun else {})
