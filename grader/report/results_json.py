"""results.json for other programs, as `schema.json` describes it: records with sentences; pure."""

from collections.abc import Iterable, Iterator

from grader.ground.files import Json
from grader.records.causes import Cause, NearEdition
from grader.records.results import Result
from grader.records.submissions import Document, Example, SubmissionResults
from grader.report import hints, search, sentences, summary
from grader.serialization import json_text, written


# Fields from which sentences are made, or which only the grader needs.
UNSAID = ("reason", "mend")


def pieces(document: Document) -> Iterator[bytes]:
    """Yield the document as JSON, a record on each line: `indent` would take ten times as long."""
    yield f'{json_text(_head(document))[:-1]}, "submissions": ['.encode("ascii")
    comma = ""
    for fields in map(submission, document.submissions):
        rows = ",\n".join(map(json_text, fields.pop("results")))
        one = f'{comma}\n{json_text(fields)[:-1]}, "results": [\n{rows}\n]}}'
        yield one.encode("ascii")
        comma = ","
    yield b"\n]}\n"


def _head(document: Document) -> Json:
    """The fields of a document that concern all submissions."""
    return {
        "assignment": document.assignment,
        "graded_as": document.graded_as,
        "sandbox": document.sandbox,
        "bounded_by": document.bounded_by,
        "options": document.conditions.words(),
    }


def submission(submission: SubmissionResults) -> Json:
    """A submission, with its results, as an object that `json_text` writes."""
    edition = submission.edition or NearEdition("", "")
    return {
        "submission": submission.submission,
        "path": submission.path,
        "people": submission.people,
        "flags": sentences.flags(submission),
        "private_flags": sentences.private_flags(submission),
        "edition": edition.name,
        "edition_asks": edition.asks,
        "edition_right": edition.right,
        "edition_of": edition.of,
        "edition_explains": edition.explains,
        "points": submission.points,
        "points_possible": submission.points_possible,
        "adjustments": summary.beside_checks(submission),
        "is_provisional": submission.is_provisional,
        "at_least": submission.at_least,
        "misconceptions": list(map(_cause, submission.misconceptions)),
        "examples": list(map(_example, submission.examples)),
        "results": [result(one, submission.results) for one in submission.results],
    }


def _cause(cause: Cause) -> Json:
    return {
        "name": cause.name,
        "rationale": sentences.cause_rationale(cause),
        "help": cause.mistake.help,
        "checks": cause.checks,
        "rivals": cause.rivals,
        "together_with": cause.together_with,
    }


def _example(example: Example) -> Json:
    return {
        "check": example.check,
        "call": example.result.call,
        "verdict": example.result.verdict,
        "queue": example.queue,
        "search": search.in_words(example),
    }


def result(result: Result, results: Iterable[Result]) -> Json:
    """A result, among all of its submission, as an object that `json_text` writes."""
    fields = written(result.shown())
    for name in UNSAID:
        del fields[name]
    if fields["difference"]:
        difference = written(fields["difference"])
        for name in ("instance", "expected_picture", "actual_picture"):
            del difference[name]
        fields["difference"] = difference
    asked = result.asked
    said = {
        "visibility": asked.visibility,
        "points_possible": asked.points,
        "limits": asked.limits,
        "kind": result.kind,
        "rationale": sentences.rationale(result),
        "help": hints.help_of(result, results),
        "notes": [sentences.sentence(note) for note in result.notes],
        "flags": [sentences.sentence(flag) for flag in result.flags],
    }
    if result.is_unrun:
        said["unrun"] = result.reason.kind
    return fields | said
