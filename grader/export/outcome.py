"""The outcome of a grading in a container, from the results that were stored in time; pure."""

from collections.abc import Iterator, Sequence

from grader.courses.exported import FAULT, Outcome, Settings
from grader.diagnose.public import public
from grader.export import rows
from grader.ground.text import counted, when
from grader.records.submissions import Document, SubmissionResults
from grader.report import feedback, summary


BY_THEN = "Its results so far:"
UNREADABLE = {"SyntaxError", "IndentationError", "TabError"}


def final_outcome(
    settings: Settings,
    document: Document | None,
    faults: tuple[str, ...] = (),
    log: str = "",
    wall_s: float = 0,
) -> Outcome:
    """The Outcome with the results of a document, None if nothing is known."""
    submission = SubmissionResults("", "")
    if document:
        submission = public(document.submissions[0])
    is_unknown = not document or summary.is_our_fault(submission) or submission.pending > 0
    is_fault = bool(faults) or is_unknown
    verdicts = tuple(result.verdict for result in submission.results)
    unsure = when(submission.is_provisional, " (provisional)")
    possible = counted(submission.points_possible, "point")
    return Outcome(
        settings,
        "\n\n".join(_parts(document, is_fault)),
        _level(document),
        faults,
        log,
        wall_s,
        is_fault,
        _is_unreadable(submission, verdicts),
        submission.points,
        submission.points_possible,
        f"{submission.points:g} of {possible}{unsure}",
        verdicts,
        tuple(rows.checks(submission)),
        tuple(rows.beside(submission)),
        tuple(rows.by_group(submission)),
    )


def _parts(document: Document | None, is_fault: bool) -> Iterator[str]:
    """Yield the parts of the text for the student; the last is the sentence on the sandbox."""
    if is_fault:
        yield FAULT
    if document:
        (submission,) = document.submissions
        if is_fault:
            yield BY_THEN
        yield feedback.text(submission, document, is_at_home=False).rstrip("\n")
    yield _level(document)


def _is_unreadable(submission: SubmissionResults, verdicts: Sequence[str]) -> bool:
    for result in submission.results:
        if not result.asked.function and result.error in UNREADABLE:
            return True
    return {"missing", "skipped"}.issuperset(verdicts)


def _level(document: Document | None) -> str:
    """The sentence on the sandbox that contained the program."""
    if not document or not document.sandbox:
        return "The sandbox is not known."
    return f"Sandbox: {document.sandbox}, bounded by {document.bounded_by}."
