"""What a class is like, from its document: scores, hardest checks, flagged submissions; pure."""

from collections import Counter
from dataclasses import replace
from statistics import mean, median

from grader.assignment.editions import Edition
from grader.records import shortened
from grader.report import instructor
from grader.report.text import visible


BINS = (*(f"{low}-{low + 9}%" for low in range(0, 100, 10)), "100%")
LONG_NAME, LONG_FLAG = 200, 500  # characters


def who(submission):
    """The name of a submission, on one line and without characters that can't be seen."""
    return visible(shortened(submission.submission, LONG_NAME)) or "(no name)"


def group(check):
    """The group that a check belongs to.

    >>> group("solve/funny12-384"), group("import")
    ('solve', 'import')
    """
    return check.split("/")[0]


def checks(document):
    """The names of all checks, in the order in which they ran."""
    return list(dict.fromkeys(record.check for record in records(document)))


def records(document):
    """All records of a document in one list."""
    return [record for each in document.submissions for record in each.results]


def histogram(document):
    """How many submissions earned each of the shares BINS of their points, as (share, number)."""
    graded = [each for each in document.submissions if each.points_possible]
    count = Counter(int(10 * each.points / each.points_possible) for each in graded)
    return [(name, count[place]) for place, name in enumerate(BINS)]


def averages(document):
    """The sentence on the number of submissions and their scores."""
    points = [each.points for each in document.submissions]
    if not points:
        return "No submissions."
    most = max(each.points_possible for each in document.submissions)
    number = f"{len(points)} submission{'s' * (len(points) != 1)}"
    return (
        f"{number}: mean {mean(points):.1f}, median {median(points):.1f}, "
        f"lowest {min(points):g}, highest {max(points):g} of {most:g} points."
    )


def hardest(document, shown=5):
    """(check, accepted, run) of the checks that the smallest shares passed, of those who got to run them."""
    ran, passed = Counter(), Counter()
    for record in records(document):
        ran[record.check] += record.verdict not in ("skipped", "judge_error")
        passed[record.check] += record.verdict == "accepted"
    missed = [
        (check, passed[check], number) for check, number in ran.items() if passed[check] < number
    ]
    return sorted(missed, key=lambda row: row[1] / row[2])[:shown]


def ours(submission):
    """Whether the grader failed in a check of a submission, so that its points are not known."""
    return any(record.verdict == "judge_error" for record in submission.results)


def flags(submission):
    """All that an instructor should look at in a submission, as sentences."""
    told = ["The grader failed in a check: grade again."] * ours(submission)
    own = [
        f"{record.check}: {instructor.sentence(flag)}"
        for record in submission.results
        for flag in record.flags
    ]
    return [
        visible(shortened(flag, LONG_FLAG))
        for flag in (
            *submission.flags,
            *instructor.private_flags(submission),
            *told,
            *_unrun(submission.results),
            *another_edition(submission),
            *own,
        )
    ]


def _unrun(records):
    """The sentences on the checks that were not run though nothing that they need failed: how many, and why."""
    return instructor.not_run([record.reason for record in records if record.unrun], "not run")


def another_edition(submission):
    """The sentence on the edition under which a submission is right, if that is another than the one graded."""
    if not submission.edition:
        return []
    return [Edition(submission.edition, submission.edition_asks).sentence]


def results(submission):
    """The records of a submission; those that a misconception explains without a hint, for it has one."""
    explained = {check for each in submission.misconceptions for check in each.checks}
    return [
        replace(record, reason=replace(record.reason, hint=""))
        if record.check in explained
        else record
        for record in submission.results
    ]


def misconceptions(document):
    """(name, how many submissions show it) of each misconception, the most frequent first."""
    count = Counter(
        each.name for submission in document.submissions for each in submission.misconceptions
    )
    return sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))


def notes(records):
    """What was measured in checks, a sentence each, whatever their verdicts."""
    return [
        visible(f"{record.check}: {instructor.sentence(note)}")
        for record in records
        for note in record.notes
    ]


def verdicts(records):
    """How many checks had each verdict, the most frequent first."""
    count = Counter(record.verdict for record in records)
    return ", ".join(f"{number} {verdict}" for verdict, number in count.most_common())


ORDERS = {
    "name": lambda each: (who(each).casefold(), each.path),
    "points": lambda each: (-each.points, who(each).casefold()),
}


def ordered(document, sort):
    """The submissions by name, or by points, the most first."""
    if sort not in ORDERS:
        raise ValueError(f"sort: expected {', '.join(ORDERS)}, got {sort!r}")
    return sorted(document.submissions, key=ORDERS[sort])
