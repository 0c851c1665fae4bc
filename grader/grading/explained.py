"""Explains the results in a store, as far as time permits."""

import sys
import traceback
from dataclasses import replace
from functools import partial

from grader.assignment.plan import Assignment
from grader.diagnose import diagnose, slips
from grader.ground.deadline import TimeOver, ending
from grader.ground.errors import UsageError
from grader.records.submissions import Document, SubmissionResults
from grader.store import keys
from grader.store.store import Store, Unexplained


NO_TIME = "There was no time to explain its results."


def explain(
    results: Store,
    assignment: Assignment | None,
    deadline: float | None = None,
    is_strict: bool = False,
) -> Document:
    """The document of a store, with the explanation of each submission, which is also stored.

    Submissions not explained by the deadline are marked as such: at 0, all that were not explained
    before. If `is_strict`, no points are given back for slips.
    """
    version = version_of(assignment)
    document = results.document(partial(explain_one, assignment, deadline), version)
    if not is_strict:
        return document
    submissions = tuple(
        replace(submission, mended=None, is_provisional=False)
        for submission in document.submissions
    )
    return replace(document, submissions=submissions)


def with_points(results: Store, is_strict: bool) -> Document:
    """The document of a store with the points that count, for slips, too; explained if need be."""
    listing = results.listing()
    assignment = diagnose.assignment_of(listing)
    if is_strict or not assignment or not assignment.slips:
        return results.document()
    return explain(results, assignment)


def explain_one(
    assignment: Assignment | None, deadline: float | None, submission: SubmissionResults
) -> SubmissionResults:
    """The submission with its explanation; raises Unexplained if time is over or it fails."""
    try:
        with ending(deadline):
            return diagnose.explained(submission, assignment)
    except TimeOver:
        if not has_failed(submission):
            return submission
        raise Unexplained(NO_TIME, _may_rise(submission, assignment)) from None
    except UsageError:
        raise
    except Exception as error:  # a missing explanation changes no verdict
        traceback.print_exc(file=sys.stderr)
        note = f"What explains its results could not be found: {error!r}."
        raise Unexplained(note, _may_rise(submission, assignment)) from None


def has_failed(submission: SubmissionResults) -> bool:
    """Whether a check failed in a way that can be explained: an empty file explains all itself."""
    failing = any(not result.passed and result.is_judged for result in submission.results)
    return failing and not submission.is_empty


def _may_rise(submission: SubmissionResults, assignment: Assignment | None) -> bool:
    """Whether the points of an unexplained submission may rise once it is explained."""
    if not assignment:
        return False
    return slips.may_mend(submission, assignment.slips)


def version_of(assignment: Assignment | None) -> str:
    """The digest of all that explanations depend on; "" without an assignment."""
    if not assignment:
        return ""
    digest = keys.diagnosis_digest(assignment.folder.places)
    return keys.digest(digest, assignment.name, assignment.edition, repr(assignment.slips))
