"""Compares two gradings of a class: whose points differ, in which checks, and why."""

import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from grader.conditions import Conditions
from grader.diagnose.public import public
from grader.ground.grouping import grouped
from grader.ground.text import counted, first_of, visible
from grader.records.checks import FRESH
from grader.records.results import Result, points
from grader.records.submissions import Document, SubmissionResults
from grader.report import names
from grader.report.summary import adjusted, group, who
from grader.store.store import Store


FIRST = 5  # the most checks that a letter names
ABSENT = "not there"  # stands for a check that a grading does not have


@dataclass(frozen=True)
class Graded:
    """A submission's results by check, the digests of all that they depend on, and its points.

    `beside` has what counts beside checks, as {what: words}.
    """

    results: dict[str, Result]
    checks: dict[str, str]
    files: str
    grader: str
    points: float = 0
    beside: dict[str, str] = field(default_factory=dict)


def comparison(old: Store, new: Store, documents: Sequence[Document]) -> str:
    """The text of `python3 -m grader compare` for two stores and their documents.

    If these are not explained, nothing is given back for slips.
    """
    seeds = _seed(old.listing().conditions), _seed(new.listing().conditions)
    is_same = seeds[0] == seeds[1]
    before = _graded(old, documents[0], is_same)
    after = _graded(new, documents[1], is_same)
    both = [student for student in before if student in after]
    moved = {}
    for student in both:
        changes = _changes(before[student], after[student])
        if changes or before[student].beside != after[student].beside:
            moved[student] = changes
    lines = list(_folded(moved, before, after))
    if len(moved) > 1:
        lines += _by_group(moved)
    lines.append(f"{len(moved)} of {len(both)} submissions moved")
    if not is_same:
        lines.append("fresh checks are left out: {} -> {}".format(*seeds))
    lines += _absent("old", before, after)
    lines += _absent("new", after, before)
    return "\n".join(lines)


def _absent(which: str, students: Iterable[str], others: Collection[str]) -> Iterator[str]:
    """Yield a line for each student of one grading who is not in the other."""
    for student in students:
        if student not in others:
            yield f"only in the {which}: {visible(student)}"


def _seed(conditions: Conditions) -> str:
    """The seed of fresh instances, in words."""
    if conditions.draw:
        return conditions.draw.source
    return "none drawn"


def _graded(store: Store, document: Document, with_fresh: bool) -> dict[str, Graded]:
    """{student: Graded} of a store, with or without results of fresh checks."""
    listing, graded = store.listing(), {}
    for listed, submission in zip(listing.submissions, document.submissions):
        results = {
            result.check: result
            for result in store.results(listing, listed)
            if with_fresh or result.group != FRESH
        }
        submission = replace(submission, results=tuple(results.values()))
        graded[listed.submission.submission] = Graded(
            results,
            {name: check.digest for name, check in listing.checks_of(listed).items()},
            listed.digest,
            listing.grader_of(listed),
            submission.points,
            _beside(submission),
        )
    return graded


def _beside(submission: SubmissionResults) -> dict[str, str]:
    """{what counts beside checks: its points}."""
    given_back = "0"
    if mended := submission.mended:
        given_back = f"{mended.points:g} ({', '.join(mended.slips)})"
    return {
        "given back for slips": given_back,
        "kept from an earlier grading": f"{submission.kept - submission.earned:g}",
        "given by hand": f"{submission.by_hand:g}",
    }


# ---- What moved ----


class _Kind(NamedTuple):
    """A kind of change that several checks of a group can share: verdicts and reason."""

    group: str
    before: str  # a verdict, or ABSENT
    after: str
    reason: str


class _Change(NamedTuple):
    """A change of a check's result: its kind, and the points before and after."""

    kind: _Kind
    check: str
    before: float
    after: float


def _changes(old: Graded, new: Graded) -> list[_Change]:
    """The changes of a submission's checks whose results differ."""
    changes = []
    for name in {**old.results, **new.results}:
        before, after = old.results.get(name), new.results.get(name)
        if not _is_same(before, after):
            words = _verdict(before), _verdict(after)
            kind = _Kind(group(name), *words, _reason(name, old, new))
            changes.append(_Change(kind, name, _points(before), _points(after)))
    return changes


def _folded(
    moved: dict[str, list[_Change]], before: dict[str, Graded], after: dict[str, Graded]
) -> Iterator[str]:
    """Yield lines: the points of submissions with the same changes, then these changes."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for student, changes in moved.items():
        lines = *_lines(changes), *_moved(before[student].beside, after[student].beside)
        alike.setdefault(lines, []).append(student)
    for lines, students in alike.items():
        for student in students:
            old, new = before[student].points, after[student].points
            yield f"{visible(student)}: {old:g} -> {new:g} points"
        yield from lines


def _lines(changes: Sequence[_Change]) -> Iterator[str]:
    """Yield a line for each kind of change, with the points of its checks."""
    for kind, own in grouped(changes, lambda change: change.kind).items():
        what = f"{kind.group}, {len(own)} checks"
        if len(own) == 1:
            what = own[0].check
        before = _side(kind.before, sum(change.before for change in own))
        after = _side(kind.after, sum(change.after for change in own))
        yield f"  {what}: {before} -> {after} ({kind.reason})"


def _side(verdict: str, earned: float) -> str:
    """The verdict and the points of some checks in one grading."""
    if verdict == ABSENT:
        return ABSENT
    return f"{verdict}, {counted(earned, 'point')}"


def _by_group(moved: dict[str, list[_Change]]) -> Iterator[str]:
    """Yield a line for each group of checks: how many submissions changed, and by how much."""
    gained: dict[str, list[float]] = {}
    students: dict[str, set[str]] = {}
    for student, changes in moved.items():
        for change in changes:
            gained.setdefault(change.kind.group, []).append(change.after - change.before)
            students.setdefault(change.kind.group, set()).add(student)
    for name, points_gained in gained.items():
        number = counted(len(students[name]), "submission")
        yield f"{name}: {number} moved, {sum(points_gained):+g} points together"


def _moved(old: dict[str, str], new: dict[str, str]) -> Iterator[str]:
    """Yield a line on each kind of points beside checks that changed."""
    for what, words in new.items():
        if old[what] != words:
            yield f"  {what}: {old[what]} -> {words}"


def _is_same(old: Result | None, new: Result | None) -> bool:
    """Whether two results of a check have the same verdict and points."""
    if old is None or new is None:
        return old is new
    return (old.verdict, old.points) == (new.verdict, new.points)


def _verdict(result: Result | None) -> str:
    """The verdict of a result, or ABSENT."""
    return result.verdict if result else ABSENT


def _points(result: Result | None) -> float:
    """The points of a single result; 0 without one."""
    return points([result]) if result else 0


def _reason(name: str, old: Graded, new: Graded) -> str:
    """Why the results of a check may differ: what changed of all that they depend on.

    >>> _reason("a", Graded({}, {"a": "1"}, "files", "us"), Graded({}, {"a": "2"}, "files", "us"))
    'the check, its limits or its transcript changed'
    """
    causes = []
    if old.files != new.files:
        causes.append("the submission changed")
    if old.checks.get(name) != new.checks.get(name):
        causes.append("the check, its limits or its transcript changed")
    if old.grader != new.grader:
        causes.append("the grader, its Python or its sandbox changed")
    return "; ".join(causes) or "the same run ended differently"


# ---- For students ----


def better(old: Document, new: Document) -> dict[str, float]:
    """{submission: its points in the old grading}, for those with fewer points in the new one.

    Points by hand are not among them: they are added to whichever points count.
    """
    return {one.submission: one.kept for one, other in _pairs(old, new) if other.kept < one.kept}


def letters(old: Document, new: Document) -> dict[str, bytes]:
    """{file name: text for a student} for each student whose points changed."""
    students, texts = [], []
    for one, other in _pairs(old, new):
        if one.points != other.points:
            students.append(other.submission)
            texts.append(_letter(public(one), public(other), new.assignment).encode())
    return {f"{stem}.txt": text for stem, text in zip(names.stems(students), texts)}


def _pairs(old: Document, new: Document) -> Iterator[tuple[SubmissionResults, SubmissionResults]]:
    """Yield (old, new) results of each submission that is in both gradings."""
    before = {submission.submission: submission for submission in old.submissions}
    for submission in new.submissions:
        if submission.submission in before:
            yield before[submission.submission], submission


def _letter(old: SubmissionResults, new: SubmissionResults, assignment: str) -> str:
    """The text for a student whose points changed."""
    sentences = [
        f"Your program for {assignment} was graded again: you have "
        f"{counted(new.points, 'point')} now, of {new.points_possible:g}, "
        f"instead of {old.points:g}."
    ]
    if gained := _higher(new, old):
        sentences.append(f"More points than before in {first_of(gained, FIRST)}.")
    if lost := _higher(old, new):
        sentences.append(f"Fewer points than before in {first_of(lost, FIRST)}.")
    sentences += adjusted(new)
    return f"Dear {who(new)},\n\n{textwrap.fill(' '.join(sentences), 78)}\n"


def _higher(one: SubmissionResults, other: SubmissionResults) -> list[str]:
    """The names of the checks that earned more in one grading than in another."""
    earned = {result.check: result.earned for result in other.results}
    return [result.check for result in one.results if result.earned > earned.get(result.check, 0)]
