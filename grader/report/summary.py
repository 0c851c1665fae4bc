"""Summaries of a submission and a class: groups, scores, hardest checks, causes, flags; pure."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from statistics import mean, median
from typing import Any, NamedTuple

from grader.diagnose.likeness import likeness
from grader.diagnose.otherwise import sentence
from grader.diagnose.problems import Problem
from grader.ground.grouping import grouped
from grader.ground.text import alphabetical, counted, listed, visible, when
from grader.records.causes import Cause
from grader.records.facts import Fact, shortened
from grader.records.results import CROSSED, Result, Results, deductions
from grader.records.submissions import Adjustment, Document, SubmissionResults
from grader.report import sentences
from grader.report.blocks import Words


GROUPS = 8  # so many groups have a line each; more are listed in one
MEASURED = 2  # the most measurements of a check that are listed
HARDEST = 5  # so many checks are called the hardest
BINS = [f"{low}-{low + 9}%" for low in range(0, 100, 10)] + ["100%"]
# Slips whose names say too little, in words.
SLIPS = {
    "spelling": "names in another form",
    "input": "code outside of functions",
    "label": "other labels",
    "order": "other order",
    "ties": "entries of the queue that can't be compared",
    "own_files": "use of what only its own files have",
}
NO_POINTS = "no points for these checks"
LONG_NAME, LONG_FLAG = 200, 500  # the most characters of a name and of a flag


# ---- Results ----


def groups(results: Results) -> dict[str, list[Result]]:
    """{group: the results of its checks}, in the order of the checks."""
    return grouped(results, lambda result: result.group)


def passed(results: Results) -> int:
    """How many checks passed."""
    return sum(result.passed for result in results)


def verdicts(results: Results) -> str:
    """How many checks had each verdict, the most frequent first."""
    count = Counter(result.verdict for result in results)
    return ", ".join(f"{number} {verdict}" for verdict, number in count.most_common())


def what_works(results: Results) -> str:
    """The sentence on which groups of checks work, which in part, and which don't.

    >>> from grader.records.facts import Fact
    >>> passed, failed = (Result("a/b", "", verdict, Fact("")) for verdict in ("accepted", ""))
    >>> what_works([passed]), what_works([failed]), what_works([passed, failed])
    ('a works.', 'no check passes.', 'a works in 1 of 2 checks.')
    """
    run = {group: own for group, own in groups(results).items() if any(map(_was_tried, own))}
    whole, partly, none = by_success(run, "{} works in {} of {} checks")
    if len(none) == len(run):
        return "no check passes."
    if len(run) > GROUPS:
        in_part = when(partly, f", and {len(partly)} in part")
        return f"{len(whole)} of {len(run)} groups of checks work{in_part}."
    parts = partly
    if whole:
        parts = [f"{listed(whole)} work{when(len(whole) == 1, 's')}"] + partly
    if none:
        parts.append(f"{listed(none)} do{when(len(none) == 1, 'es')} not yet")
    return f"{'; '.join(parts)}."


def _was_tried(result: Result) -> bool:
    return result.verdict != "skipped" or result.reason.kind == "patience"


def untried(results: Results) -> int:
    """How many checks were not run."""
    return sum(result.verdict == "skipped" for result in results)


def by_success(groups: Mapping[str, Results], words: str) -> tuple[list[str], list[str], list[str]]:
    """The groups of which all checks pass, those with some, those with none.

    `words` has places for the name of a group with some, how many pass, and of how many.
    """
    whole, partly, none = [], [], []
    for group, own in groups.items():
        right = passed(own)
        if right == len(own):
            whole.append(group)
        elif right:
            partly.append(words.format(group, right, len(own)))
        else:
            none.append(group)
    return whole, partly, none


def points_text(result: Result) -> str:
    """The points of a result as reports show them: 2/3, or -1 if points are taken off."""
    if result.asked.points:
        return f"{result.earned:g}/{result.asked.possible:g}"
    taken = sum(deductions([result]).values())
    return when(taken, f"-{taken:g}")


def score(submission: SubmissionResults, so_far: str = "") -> str:
    """The points of a submission, and what of them was taken off or given back before."""
    points = f"{submission.points:g} of {submission.points_possible:g} points{so_far}"
    if submission.results and not (submission.pending or gives_points(submission)):
        points = NO_POINTS
    taken = sum(deductions(submission.results).values())
    before = [f"{taken:g} taken off"] if taken else []
    if submission.mended:
        before.append(f"{submission.mended.points:g} given back")
    return points + when(before, f", after {listed(before)}")


def gives_points(submission: SubmissionResults) -> bool:
    """Whether a submission has points, or could have some."""
    return submission.points_possible > 0 or submission.points > 0


def total(submission: SubmissionResults, until: str = "") -> str:
    """The last line of a report: points, perhaps `until` when they are provisional, and how many
    checks had each verdict.
    """
    unsure = when(submission.is_provisional, f", provisional{until}")
    return f"Total: {score(submission)}{unsure} ({verdicts(submission.results)})"


def notes(results: Results) -> list[str]:
    """Sentences on the first measurements of each check, whatever its verdict, and the number of
    the others.
    """
    said = []
    for result in results:
        said += _about(result, result.notes[:MEASURED])
        if others := result.notes[MEASURED:]:
            said.append(f"{result.check}: and {len(others)} more")
    return said


def _about(result: Result, facts: Sequence[Fact]) -> list[str]:
    """The sentences for facts about a check, each after the check's name."""
    return [f"{result.check}: {sentences.sentence(fact)}" for fact in facts]


def some(names: Sequence[str]) -> str:
    """The first three of several names, with dots if there are more."""
    return ", ".join(names[:3]) + when(names[3:], ", ...")


def alike(problem: Problem) -> str:
    """How many more failures are like the one that is shown, and in what."""
    what = "The same happens"
    if problem.shown.verdict in CROSSED and problem.first.verdict not in CROSSED:
        return f"This may also be why {len(problem.others)} more fail"
    if problem.causes:
        what = "The same mistake shows"
    elif likeness(problem.first)[0] == "number":
        what = "The same number is wrong"
    return f"{what} in {len(problem.others)} more"


def following(problem: Problem) -> str:
    """The sentences on failures that may follow from a problem, and on its own failures that cross
    a limit where the one that is shown does not; "" without any.

    >>> from grader.records.facts import Fact
    >>> a, b, c = (Result(name, "", "", Fact("")) for name in ("growth/a", "str/b", "str/c"))
    >>> following(Problem((c,), c, following=(a, b))), following(Problem((c,), c, following=(b,)))
    ('These use it and fail, too, and may work once it does: growth.', '')
    """
    own = groups(problem.results)
    using, slowed = [], []
    for name, results in groups(problem.following).items():
        if {result.check for result in results} <= problem.slowed:
            slowed.append(name)
        elif name not in own:
            using.append(name)
    late = [result.check for result in problem.late]
    names = listed(slowed)
    said = [
        when(using, f"These use it and fail, too, and may work once it does: {', '.join(using)}."),
        when(slowed, f"This may also be why searches take too long in the checks of {names}."),
        when(late, f"In {listed(late)} the program also crosses a limit of time or memory."),
    ]
    return " ".join(filter(None, said))


def verdict(result: Result) -> str:
    """The verdict of a result in words."""
    return result.verdict.replace("_", " ")


# ---- Submissions ----


def who(submission: SubmissionResults) -> str:
    """The name of a submission on one line, with invisible characters as escapes."""
    return visible(shortened(submission.submission, LONG_NAME)) or "(no name)"


def is_our_fault(submission: SubmissionResults) -> bool:
    """Whether the grader itself failed in a check, so that the points are unknown."""
    return faults(submission.results) > 0


def is_unsure(submission: SubmissionResults) -> bool:
    """Whether the points are unknown: the grader failed in a check, or not all are graded yet."""
    return is_our_fault(submission) or is_unfinished(submission)


def is_unfinished(submission: SubmissionResults) -> bool:
    """Whether some of its checks have no result yet, or were skipped as time was over."""
    reasons = {result.reason.kind for result in submission.results}
    return submission.pending > 0 or "budget" in reasons


def faults(results: Results) -> int:
    """In how many checks the grader itself failed."""
    return sum(result.verdict == "judge_error" for result in results)


def flags(submission: SubmissionResults) -> list[str]:
    """All flags of a submission, as sentences for an instructor."""
    return [visible(shortened(flag, LONG_FLAG)) for flag in _flags(submission)]


def _flags(submission: SubmissionResults) -> Iterator[str]:
    yield from sentences.flags(submission)
    yield from sentences.private_flags(submission)
    yield from adjusted(submission)
    if is_our_fault(submission):
        yield "The grader failed in a check: grade again."
    unrun = [result.reason for result in submission.results if result.is_unrun]
    yield from sentences.not_run(unrun, "not run")
    yield from another_edition(submission)
    yield from flags_of_checks(submission)


def unsaid_flags(submission: SubmissionResults) -> Iterator[str]:
    """Yield the flags that the listing of a submission omits."""
    yield from another_edition(submission)
    yield from sentences.private_flags(submission)
    yield from adjusted(submission)
    yield from map(sentences.sentence, submission.cut_short)
    yield from flags_of_checks(submission)


def flags_of_checks(submission: SubmissionResults) -> Iterator[str]:
    """Yield the flags on single checks, as sentences."""
    for result in submission.results:
        yield from _about(result, result.flags)


def adjusted(submission: SubmissionResults) -> list[str]:
    """The sentences on points beside those of checks: by hand, for slips, from earlier gradings."""
    texts = [visible(by_hand(adjustment)) for adjustment in submission.adjustments]
    texts += mended(submission)
    if submission.is_provisional:
        texts.append(sentences.PROVISIONAL)
    if submission.is_kept:
        texts.append(kept(submission))
    return texts


def kept(submission: SubmissionResults) -> str:
    """The sentence on points that are kept from an earlier grading."""
    points = counted(submission.at_least, "point")
    return f"Kept from an earlier grading: {points}; this one gave {submission.earned:g}."


def by_hand(adjustment: Adjustment) -> str:
    """The sentence on points given or taken by hand, or on a note without points.

    >>> by_hand(Adjustment(-2, "late")), by_hand(Adjustment(0, "Read chapter 3!"))
    ('-2 points by hand: late.', 'From the instructor: Read chapter 3!')
    """
    reason = adjustment.reason or "no reason given"
    end = when(not reason.endswith((".", "!", "?")), ".")
    head = "From the instructor"
    if adjustment.points:
        head = f"{adjustment.points:+g} points by hand"
    return f"{head}: {reason}{end}"


def beside_checks(submission: SubmissionResults) -> list[Adjustment]:
    """The adjustments by hand, and the points given back for slips as one more."""
    if not submission.mended:
        return list(submission.adjustments)
    slips = Adjustment(submission.mended.points, mended(submission)[0])
    return [*submission.adjustments, slips]


def may_differ(submission: SubmissionResults) -> bool:
    """Whether slips may raise the mark, and something is nearly right or has a known cause."""
    if submission.mended:
        return True
    failing = [result for result in submission.results if not result.passed]
    is_nearly_right = any(result.mend or result.earned > 0 for result in failing)
    is_known = any(cause.checks for cause in submission.misconceptions)
    return submission.is_provisional and (is_nearly_right or is_known)


def mended(submission: SubmissionResults) -> list[str]:
    """The sentence on the points given back because a slip costs once; empty if there are none."""
    if not (given := submission.mended):
        return []
    slips = [SLIPS.get(slip, slip.replace("_", " ")) for slip in given.slips]
    these = "This one costs"
    if len(slips) > 1:
        these = "These cost"
    cost = f"{these} {counted(given.deduction, 'point')}: {listed(slips)}."
    once = "a slip costs once, not in each check"
    return [f"{given.points:+g} points given back: {once}. {cost}"]


def another_edition(submission: SubmissionResults) -> list[str]:
    """The sentence on another edition under which all or far more of a submission is right."""
    if not submission.edition:
        return []
    return [sentence(submission.edition)]


# ---- The class ----


def all_results(document: Document) -> list[Result]:
    """All results of a document in one list."""
    results: list[Result] = []
    for submission in document.submissions:
        results += submission.results
    return results


def by_check(document: Document) -> dict[str, list[Result]]:
    """{check: its results}, group by group, in the order of the assignment file."""
    in_groups = chain(*groups(all_results(document)).values())
    return grouped(in_groups, lambda result: result.check)


def tenths(document: Document) -> list[int]:
    """The number in BINS of each submission's share of the points; the last is for all or more."""
    return [
        min(len(BINS) - 1, int(10 * submission.points / submission.points_possible))
        for submission in document.submissions
        if submission.points_possible
    ]


def averages(document: Document) -> str:
    """The sentence on the number of submissions and their scores."""
    points = [submission.points for submission in document.submissions]
    if not points:
        return "No submissions."
    most = max(submission.points_possible for submission in document.submissions)
    number = counted(len(points), "submission")
    if not any(map(gives_points, document.submissions)):
        return f"{number}, {NO_POINTS}."
    return (
        f"{number}: mean {mean(points):.1f}, median {median(points):.1f}, "
        f"lowest {min(points):g}, highest {max(points):g} of {most:g} points."
    )


def hardest(document: Document) -> list[tuple[int, int, str]]:
    """(accepted, run, check) of the checks with the lowest share of accepted runs."""
    missed = []
    for check, results in by_check(document).items():
        run = [result for result in results if result.is_judged]
        if passed(run) < len(run):
            missed.append((passed(run), len(run), check))
    return sorted(missed, key=lambda row: row[0] / row[1])[:HARDEST]


def per_cent(number: float, total: float) -> str:
    """A share in per cent.

    >>> per_cent(1, 3), per_cent(0, 0)
    ('33%', '0%')
    """
    return f"{100 * number / (total or 1):.0f}%"


class SharedCause(NamedTuple):
    """A cause in a class: its sentence and question, its submissions, and the Cause in each."""

    name: str
    sentence: Words
    question: Words
    submissions: tuple[SubmissionResults, ...]
    of_each: tuple[Cause, ...]


def causes(document: Document) -> list[SharedCause]:
    """The causes of failures in the class, the most frequent first."""
    having = []
    for submission in document.submissions:
        having += [(submission, cause) for cause in submission.misconceptions]
    shared = []
    for name, pairs in grouped(having, lambda pair: sentences.cause_name(pair[1])).items():
        submissions, own = zip(*pairs)
        cause = replace(own[0], evidence=None)  # evidence belongs to one submission
        says, asks = sentences.cause_rationale(cause), sentences.question(cause)
        shared.append(SharedCause(name, Words(says), Words(asks), submissions, own))
    return sorted(shared, key=lambda cause: (-len(cause.submissions), cause.name))


ORDERS: dict[str, Callable[[SubmissionResults], tuple[Any, ...]]] = {
    "name": lambda submission: (alphabetical(who(submission)), submission.path),
    "points": lambda submission: (-submission.points, alphabetical(who(submission))),
}


def ordered(document: Document, sort: str) -> Document:
    """The document with its submissions by name, or by points, the most first."""
    return replace(document, submissions=tuple(sorted(document.submissions, key=ORDERS[sort])))
