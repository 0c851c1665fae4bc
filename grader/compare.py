"""Compares two gradings of a class: whose points differ, in which checks, and why."""

import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from grader.conditions import Conditions
from grader.diagnose.public import public
from grader.ground.grouping import grouped
from grader.ground.text import counted, first_of, visible
from grader.records.checks import FRESH, group_of
from grader.records.facts import Fact
from grader.records.results import Result, Results, points
from grader.records.submissions import Document, SubmissionResults
from grader.report import names
from grader.report.summary import adjusted, who
from grader.store.store import Store


FIRST = 5  # the most checks that a letter names
ABSENT = Result("", "", "not there", Fact(""))  # in place of one that a grading lacks


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
    both = {name: (graded, after[name]) for name, graded in before.items() if name in after}
    lines_of = {student: tuple(_lines(*pair)) for student, pair in both.items()}
    moved = [student for student in both if lines_of[student]]
    lines = []
    for alike, students in grouped(moved, lines_of.__getitem__).items():
        for student in students:
            graded, regraded = both[student]
            points_moved = f"{graded.points:g} -> {regraded.points:g} points"
            lines.append(f"{visible(student)}: {points_moved}")
        lines += alike
    if len(moved) > 1:
        lines += _by_group({student: _changes(*both[student]) for student in moved})
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


class _Change(NamedTuple):
    """A check whose verdict or points changed, with both results, and the reason."""

    check: str
    before: Result
    after: Result
    reason: str

    @property
    def kind(self) -> tuple[str, ...]:
        """What changes of several checks can share: the group, both verdicts, the reason."""
        return group_of(self.check), self.before.verdict, self.after.verdict, self.reason


def _changes(old: Graded, new: Graded) -> list[_Change]:
    """The checks with another verdict, or other points of their parts.

    >>> earned = {"path": 1.0, "length": 0.0}, {"path": 0.0, "length": 1.0}
    >>> one, other = (Result("a", "", "wrong_answer", Fact(""), points) for points in earned)
    >>> results = one, other, replace(one, verdict="time_limit")
    >>> same, *others = (Graded({"a": result}, {}, "", "") for result in results)
    >>> [len(_changes(same, graded)) for graded in (same, *others)]
    [0, 1, 1]
    """
    changes = []
    for name in {**old.results, **new.results}:
        before, after = old.results.get(name, ABSENT), new.results.get(name, ABSENT)
        if before.verdict != after.verdict or before.points != after.points:
            changes.append(_Change(name, before, after, _reason(name, old, new)))
    return changes


def _lines(old: Graded, new: Graded) -> Iterator[str]:
    """Yield a line for each kind of change of checks, and for what changed beside checks."""
    changes = _changes(old, new)
    for (name, *_, reason), own in grouped(changes, lambda change: change.kind).items():
        what = f"{name}, {len(own)} checks"
        if len(own) == 1:
            what = own[0].check
        before = _side([change.before for change in own])
        after = _side([change.after for change in own])
        yield f"  {what}: {before} -> {after} ({reason})"
    for what, words in new.beside.items():
        if old.beside[what] != words:
            yield f"  {what}: {old.beside[what]} -> {words}"


def _side(results: Results) -> str:
    """The verdict that checks share in one grading, and their points."""
    verdict = results[0].verdict
    if results[0] is ABSENT:
        return verdict
    earned = sum(points([result]) for result in results)
    return f"{verdict}, {counted(earned, 'point')}"


def _by_group(moved: dict[str, list[_Change]]) -> Iterator[str]:
    """Yield a line for each group of checks: how many submissions changed, and by how much."""
    pairs = []
    for student, changes in moved.items():
        pairs += [(student, change) for change in changes]
    for name, own in grouped(pairs, lambda pair: group_of(pair[1].check)).items():
        number = counted(len({student for student, _ in own}), "submission")
        gained = sum(points([change.after]) - points([change.before]) for _, change in own)
        yield f"{name}: {number} moved, {gained:+g} points together"


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
