"""Explains the results in a store, as far as time permits."""

import sys
import traceback
from dataclasses import replace
from functools import partial

from grader.assignment.plan import Assignment
from grader.diagnose import diagnose
from grader.ground.deadline import TimeOver, ending
from grader.ground.errors import UsageError
from grader.records import Document, SubmissionResults
from grader.report.sentences import PROVISIONAL
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

    Submissions not explained by the deadline are marked as such. If `is_strict`, no points are
    given back for slips.
    """
    version = version_of(assignment)
    document = results.document(partial(explain_one, assignment, deadline), version)
    if not is_strict:
        return document
    return replace(document, submissions=tuple(map(_strict, document.submissions)))


def _strict(submission: SubmissionResults) -> SubmissionResults:
    """The submission without points given back for slips, and without notes on them."""
    cut_short = tuple(cut for cut in submission.cut_short if cut.kind != "slips_cut_short")
    flags = tuple(flag.removesuffix(f" {PROVISIONAL}") for flag in submission.private_flags)
    return replace(submission, mended=None, cut_short=cut_short, private_flags=flags)


def explain_one(
    assignment: Assignment | None, deadline: float | None, submission: SubmissionResults
) -> SubmissionResults:
    """The submission with its explanation; raises Unexplained if time is over or it fails."""
    try:
        with ending(deadline):
            return diagnose.explained(submission, assignment)
    except TimeOver:
        is_provisional = assignment is not None and bool(assignment.slips)
        raise Unexplained(f"{NO_TIME} {PROVISIONAL}" if is_provisional else NO_TIME) from None
    except UsageError:
        raise
    except Exception as error:  # which changes no verdict
        traceback.print_exc(file=sys.stderr)
        raise Unexplained(f"What explains its results could not be found: {error!r}.") from None


def version_of(assignment: Assignment | None) -> str:
    """The digest of all that explanations depend on; "" without an assignment."""
    if not assignment:
        return ""
    digest = keys.diagnosis_digest(assignment.folder.places)
    return keys.digest(digest, assignment.name, assignment.edition, repr(assignment.slips))
