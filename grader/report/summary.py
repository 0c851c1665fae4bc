"""What a class is like, from its document: scores, hardest checks, flagged submissions; pure."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import mean, median

from grader.assignment.editions import Edition
from grader.ground.text import counted, visible
from grader.records import Cause, Document, Result, SubmissionResults, shortened
from grader.report import instructor


BINS = (*(f"{low}-{low + 9}%" for low in range(0, 100, 10)), "100%")
LONG_NAME, LONG_FLAG = 200, 500  # characters


def who(submission: SubmissionResults) -> str:
    """The name of a submission, on one line and without characters that can't be seen."""
    return visible(shortened(submission.submission, LONG_NAME)) or "(no name)"


def group(check: str) -> str:
    """The group that a check belongs to.

    >>> group("count/ten"), group("import")
    ('count', 'import')
    """
    return check.split("/")[0]


def checks(document: Document) -> list[str]:
    """The names of all checks, in the order in which they ran."""
    return list(dict.fromkeys(result.check for result in all_results(document)))


def all_results(document: Document) -> list[Result]:
    """All results of a document in one list."""
    return [result for submission in document.submissions for result in submission.results]


def histogram(document: Document) -> list[tuple[str, int]]:
    """How many submissions earned each of the shares BINS of their points, as (share, number)."""
    scores = [
        submission.points / submission.points_possible
        for submission in document.submissions
        if submission.points_possible
    ]
    count = Counter(int(10 * score) for score in scores)
    return [(name, count[place]) for place, name in enumerate(BINS)]


def averages(document: Document) -> str:
    """The sentence on the number of submissions and their scores."""
    points = [submission.points for submission in document.submissions]
    if not points:
        return "No submissions."
    most = max(submission.points_possible for submission in document.submissions)
    number = counted(len(points), "submission")
    return (
        f"{number}: mean {mean(points):.1f}, median {median(points):.1f}, "
        f"lowest {min(points):g}, highest {max(points):g} of {most:g} points."
    )


def hardest(document: Document, shown: int = 5) -> list[tuple[str, int, int]]:
    """(check, accepted, run) of the checks with the smallest shares of accepted runs."""
    ran: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    for result in all_results(document):
        ran[result.check] += result.verdict not in ("skipped", "judge_error")
        passed[result.check] += result.verdict == "accepted"
    missed = [
        (check, passed[check], number) for check, number in ran.items() if passed[check] < number
    ]
    return sorted(missed, key=lambda row: row[1] / row[2])[:shown]


def ours(submission: SubmissionResults) -> bool:
    """Whether the grader failed in a check of a submission, so that its points are not known."""
    return any(result.verdict == "judge_error" for result in submission.results)


def flags(submission: SubmissionResults) -> list[str]:
    """All that an instructor should look at in a submission, as sentences."""
    faults = ["The grader failed in a check: grade again."] if ours(submission) else []
    own = [
        f"{result.check}: {instructor.sentence(flag)}"
        for result in submission.results
        for flag in result.flags
    ]
    return [
        visible(shortened(flag, LONG_FLAG))
        for flag in (
            *instructor.flags(submission),
            *instructor.private_flags(submission),
            *adjusted(submission),
            *faults,
            *_unrun(submission.results),
            *another_edition(submission),
            *own,
        )
    ]


def adjusted(submission: SubmissionResults) -> list[str]:
    """The sentences on points that were given or taken by hand, or kept from an earlier grading."""
    sentences = [
        visible(f"{adjustment.points:+g} points by hand: {adjustment.reason or 'no reason given'}.")
        for adjustment in submission.adjustments
    ]
    if submission.is_kept:
        points = f"{counted(submission.at_least, 'point')}; this one gave {submission.earned:g}"
        sentences.append(f"Kept from an earlier grading: {points}.")
    return sentences


def _unrun(results: Sequence[Result]) -> list[str]:
    """The sentences on how many checks were not run though nothing failed, and why."""
    return instructor.not_run([result.reason for result in results if result.unrun], "not run")


def another_edition(submission: SubmissionResults) -> list[str]:
    """The sentence on another edition, under which a submission is right, if there is one.

    Or under which far more of it is right.
    """
    if not submission.edition:
        return []
    edition = Edition(submission.edition, submission.edition_asks)
    right, number = submission.edition_right, submission.edition_of
    return [edition.sentence if right == number else edition.nearness(right, number)]


def explained_results(submission: SubmissionResults) -> list[Result]:
    """The results of a submission, without their hints where a misconception has one."""
    explained = {check for cause in submission.misconceptions for check in cause.checks}
    return [
        replace(result, reason=replace(result.reason, hint=""))
        if result.check in explained
        else result
        for result in submission.results
    ]


@dataclass(frozen=True)
class SharedCause:
    """A cause, and the submissions that have it."""

    name: str
    sentence: str
    question: str
    submissions: tuple[SubmissionResults, ...]
    of_each: tuple[Cause, ...]  # the cause as each of them has it


def causes(document: Document) -> list[SharedCause]:
    """What explains failures in the class, the most frequent first."""
    having: dict[str, list[tuple[SubmissionResults, Cause]]] = {}
    for submission in document.submissions:
        for cause in submission.misconceptions:
            having.setdefault(instructor.cause_name(cause), []).append((submission, cause))
    shared = [_shared(name, pairs) for name, pairs in having.items()]
    return sorted(shared, key=lambda cause: (-len(cause.submissions), cause.name))


def _shared(name: str, pairs: Sequence[tuple[SubmissionResults, Cause]]) -> SharedCause:
    """The SharedCause of that name, and of these submissions and their own causes."""
    submissions, own = zip(*pairs)
    cause = replace(own[0], evidence=None)  # which is of one submission
    sentence, question = instructor.cause_rationale(cause), instructor.cause_help(cause)
    return SharedCause(name, sentence, question, submissions, own)


def unexplained(document: Document) -> list[SubmissionResults]:
    """The submissions in which an output is wrong, and nothing is known that explains any."""
    return [
        submission
        for submission in document.submissions
        if not submission.misconceptions
        and not submission.edition
        and any(result.verdict == "wrong_answer" for result in submission.results)
    ]


def per_cent(number: int, total: int) -> str:
    """A share in per cent.

    >>> per_cent(1, 3), per_cent(0, 0)
    ('33%', '0%')
    """
    return f"{100 * number / (total or 1):.0f}%"


def notes(results: Sequence[Result]) -> list[str]:
    """What was measured in checks, a sentence each, whatever their verdicts."""
    return [
        visible(f"{result.check}: {instructor.sentence(note)}")
        for result in results
        for note in result.notes
    ]


def verdicts(results: Sequence[Result]) -> str:
    """How many checks had each verdict, the most frequent first."""
    count = Counter(result.verdict for result in results)
    return ", ".join(f"{number} {verdict}" for verdict, number in count.most_common())


ORDERS: dict[str, Callable[[SubmissionResults], tuple[str | float, str]]] = {
    "name": lambda submission: (who(submission).casefold(), submission.path),
    "points": lambda submission: (-submission.points, who(submission).casefold()),
}


def ordered(document: Document, sort: str) -> list[SubmissionResults]:
    """The submissions by name, or by points, the most first."""
    if sort not in ORDERS:
        raise ValueError(f"sort: expected {', '.join(ORDERS)}, got {sort!r}")
    return sorted(document.submissions, key=ORDERS[sort])
