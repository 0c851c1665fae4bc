"""Compares two gradings of a class: whose points differ, in which checks, and why."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from grader.conditions import Conditions
from grader.diagnose.public import public
from grader.ground.grouping import grouped
from grader.ground.text import when
from grader.records.checks import FRESH
from grader.records.results import Result, points
from grader.records.submissions import Document, Mended, SubmissionResults
from grader.report import counted, names, visible
from grader.report.summary import adjusted, group, who
from grader.store.store import Store


FIRST = 5  # the most checks that a letter names
ABSENT = "not there"  # stands for a check that a grading does not have


@dataclass(frozen=True)
class Graded:
    """A submission's results by check, and the digests of all that they depend on."""

    results: dict[str, Result]
    checks: dict[str, str]
    files: str
    grader: str
    mended: Mended | None = None

    @property
    def given_back(self) -> float:
        """The points that are given back for slips."""
        return self.mended.points if self.mended else 0

    @property
    def points(self) -> float:
        """The points that it earned, with what is given back."""
        return points(self.results.values()) + self.given_back


def comparison(old: Store, new: Store, documents: Sequence[Document] = ()) -> str:
    """The text of `python3 -m grader compare` for two stores.

    `documents` are theirs if they are explained; without them, nothing is given back for slips.
    """
    seeds = _seed(old.listing().conditions), _seed(new.listing().conditions)
    is_same = seeds[0] == seeds[1]
    explained = documents or (old.document(), new.document())
    before, after = (
        _graded(store, document, is_same) for store, document in zip((old, new), explained)
    )
    both = [student for student in before if student in after]
    all_changes = {student: _changes(before[student], after[student]) for student in both}
    moved = {
        student: changes
        for student, changes in all_changes.items()
        if changes or before[student].mended != after[student].mended
    }
    other_seeds = [] if is_same else ["fresh checks are left out: {} -> {}".format(*seeds)]
    return "\n".join(
        [
            *_folded(moved, before, after),
            *(_by_group(moved) if len(moved) > 1 else ()),
            f"{len(moved)} of {len(both)} submissions moved",
            *other_seeds,
            *(f"only in the old: {visible(student)}" for student in before if student not in after),
            *(f"only in the new: {visible(student)}" for student in after if student not in before),
        ]
    )


def _seed(conditions: Conditions) -> str:
    """The seed of fresh instances, in words."""
    if conditions.draw:
        return conditions.draw.source
    return "none drawn"


def _graded(store: Store, document: Document, with_fresh: bool) -> dict[str, Graded]:
    """{student: Graded} of a store, with or without results of fresh checks."""
    listing = store.listing()
    return {
        listed.submission.submission: Graded(
            {
                result.check: result
                for result in store.results(listing, listed)
                if with_fresh or result.group != FRESH
            },
            {name: check.digest for name, check in listing.checks_of(listed).items()},
            listed.digest,
            listing.grader_of(listed),
            submission.mended,
        )
        for listed, submission in zip(listing.submissions, document.submissions)
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
        lines = *_lines(changes), *_given(before[student], after[student])
        alike.setdefault(lines, []).append(student)
    for lines, students in alike.items():
        for student in students:
            old, new = before[student].points, after[student].points
            yield f"{visible(student)}: {old:g} -> {new:g} points"
        yield from lines


def _lines(changes: Sequence[_Change]) -> Iterator[str]:
    """Yield a line for each kind of change, with the points of its checks."""
    for kind, own in grouped(changes, lambda change: change.kind).items():
        what = own[0].check if len(own) == 1 else f"{kind.group}, {len(own)} checks"
        old, new = sum(change.before for change in own), sum(change.after for change in own)
        sides = (f"{kind.before} {old:g}", f"{kind.after} {new:g}")
        before, after = (side.replace(f"{ABSENT} 0", ABSENT) for side in sides)
        yield f"  {what}: {before} -> {after} ({kind.reason})"


def _by_group(moved: dict[str, list[_Change]]) -> Iterator[str]:
    """Yield a line for each group of checks: how many submissions changed, and by how much."""
    everything = [(student, change) for student, changes in moved.items() for change in changes]
    for name, own in grouped(everything, lambda pair: pair[1].kind.group).items():
        gained = sum(change.after - change.before for _, change in own)
        number = len({student for student, _ in own})
        yield f"{name}: {counted(number, 'submission')} moved, {gained:+g} points together"


def _given(old: Graded, new: Graded) -> Iterator[str]:
    """Yield a line on the points given back for slips if they changed."""
    if old.mended != new.mended:
        yield f"  given back for slips: {_given_back(old)} -> {_given_back(new)}"


def _given_back(graded: Graded) -> str:
    """The points that are given back, and for which slips."""
    slips = ", ".join(graded.mended.slips) if graded.mended else ""
    return f"{graded.given_back:g}{when(slips, f' ({slips})')}"


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
    check_changed = old.checks.get(name) != new.checks.get(name)
    causes = {
        "the submission changed": old.files != new.files,
        "the check, its limits or its transcript changed": check_changed,
        "the grader, its Python or its sandbox changed": old.grader != new.grader,
    }
    return "; ".join(cause for cause in causes if causes[cause]) or "the same run ended differently"


# ---- For students ----


def better(old: Document, new: Document) -> dict[str, float]:
    """{submission: its points in the old grading}, for those with fewer points in the new one."""
    return {
        one.submission: one.points for one, other in _pairs(old, new) if other.points < one.points
    }


def letters(old: Document, new: Document) -> dict[str, bytes]:
    """{file name: text for a student} for each student whose points changed."""
    moved = [(one, other) for one, other in _pairs(old, new) if one.points != other.points]
    stems = names.stems([other.submission for _, other in moved])
    return {
        f"{stem}.txt": _letter(public(one), public(other), new.assignment).encode()
        for stem, (one, other) in zip(stems, moved)
    }


def _pairs(old: Document, new: Document) -> Iterator[tuple[SubmissionResults, SubmissionResults]]:
    """Yield (old, new) results of each submission that is in both gradings."""
    before = {submission.submission: submission for submission in old.submissions}
    for submission in new.submissions:
        if submission.submission in before:
            yield before[submission.submission], submission


def _letter(old: SubmissionResults, new: SubmissionResults, assignment: str) -> str:
    """The text for a student whose points changed."""
    before = {result.check: result.earned for result in old.results}
    after = {result.check: result.earned for result in new.results}
    gained = [name for name, earned in after.items() if earned > before.get(name, 0)]
    lost = [name for name, earned in before.items() if earned > after.get(name, 0)]
    sentences = [
        f"Your program for {assignment} was graded again: you have "
        f"{counted(new.points, 'point')} now, of {new.points_possible:g}, "
        f"instead of {old.points:g}.",
        *([f"More points than before in {_some(gained)}."] if gained else []),
        *([f"Fewer points than before in {_some(lost)}."] if lost else []),
        *adjusted(new),
    ]
    return f"Dear {who(new)},\n\n{textwrap.fill(' '.join(sentences), 78)}\n"


def _some(checks: Sequence[str]) -> str:
    """The names of the first checks, and the number of the rest."""
    more = len(checks) - FIRST
    return ", ".join(checks[:FIRST]) + (f" and {more} more" if more > 0 else "")
