"""What changed between two gradings of a class: whose points moved, in which checks, and why."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.diagnose.public import public
from grader.records import FRESH, Document, Result, SubmissionResults, points
from grader.report import counted, names, visible
from grader.report.summary import adjusted, who
from grader.store.store import Store


FIRST = 5  # checks that a letter names


@dataclass(frozen=True)
class Graded:
    """The results of a submission, by check, and the digests of all that they depend on."""

    results: dict[str, Result]
    checks: dict[str, str]
    files: str
    grader: str


def comparison(old: Store, new: Store) -> str:
    """The text that `python3 -m grader compare` prints of two stores."""
    seeds = _seed(old.listing().options), _seed(new.listing().options)
    is_same = seeds[0] == seeds[1]
    before, after = _graded(old, is_same), _graded(new, is_same)
    both = [student for student in before if student in after]
    movements = [_movement(student, before[student], after[student]) for student in both]
    moved = [rows for rows in movements if rows]
    other_seeds = [] if is_same else ["fresh checks are left out: {} -> {}".format(*seeds)]
    return "\n".join(
        [
            *(row for rows in moved for row in rows),
            f"{len(moved)} of {len(both)} submissions moved",
            *other_seeds,
            *(f"only in the old: {visible(student)}" for student in before if student not in after),
            *(f"only in the new: {visible(student)}" for student in after if student not in before),
        ]
    )


def _seed(options: tuple[str, ...]) -> str:
    """The seed of the fresh instances that options ask for, in words.

    >>> _seed(("--fresh", "2", "--seed", "7", "--per-student")), _seed(())
    ('seed 7 and the name', 'none drawn')
    """
    if "--seed" not in options:
        return "none drawn"
    name = " and the name" if "--per-student" in options else ""
    return f"seed {options[options.index('--seed') + 1]}{name}"


def _graded(store: Store, with_fresh: bool) -> dict[str, Graded]:
    """{student: Graded} of a store, with the results of fresh checks or without."""
    listing = store.listing()
    return {
        listed.submission.submission: Graded(
            {
                result.check: result
                for result in store.results(listing, listed)
                if with_fresh or not result.check.startswith(f"{FRESH}/")
            },
            listing.checks_of(listed),
            listed.digest,
            listing.grader_of(listed),
        )
        for listed in listing.submissions
    }


def _movement(student: str, old: Graded, new: Graded) -> list[str]:
    """The lines on one submission: its points, and each check that moved; none if nothing did."""
    names = {**old.results, **new.results}
    pairs = [(name, old.results.get(name), new.results.get(name)) for name in names]
    moved = [
        f"  {name}: {_in_words(before)} -> {_in_words(after)} ({_reason(name, old, new)})"
        for name, before, after in pairs
        if not _is_same(before, after)
    ]
    total = f"{points(old.results.values()):g} -> {points(new.results.values()):g} points"
    return [f"{visible(student)}: {total}", *moved] if moved else []


def _is_same(old: Result | None, new: Result | None) -> bool:
    """Whether two results of a check have the same verdict and points."""
    if old is None or new is None:
        return old is new
    return (old.verdict, old.points) == (new.verdict, new.points)


def _in_words(result: Result | None) -> str:
    """A result in a few words."""
    return f"{result.verdict} {points([result]):g}" if result else "not there"


def _reason(name: str, old: Graded, new: Graded) -> str:
    """Why the results of a check may differ: which of the things that they depend on changed.

    >>> _reason("a", Graded({}, {"a": "1"}, "files", "us"), Graded({}, {"a": "2"}, "files", "us"))
    'the check, its limits or its transcript changed'
    """
    check_changed = old.checks.get(name) != new.checks.get(name)
    causes = {
        "the submission changed": old.files != new.files,
        "the check, its limits or its transcript changed": check_changed,
        "the grader, its Python or its sandbox changed": old.grader != new.grader,
    }
    return "; ".join(cause for cause in causes if causes[cause]) or "the same run ended otherwise"


# ---- For students ----


def better(old: Document, new: Document) -> dict[str, float]:
    """{name of a submission: its points in the old grading}, where the new one gives fewer."""
    return {
        one.submission: one.points for one, other in _pairs(old, new) if other.points < one.points
    }


def letters(old: Document, new: Document) -> dict[str, bytes]:
    """{name of a file: the text for a student whose points moved}."""
    moved = [(one, other) for one, other in _pairs(old, new) if one.points != other.points]
    stems = names.stems([other.submission for _, other in moved])
    return {
        f"{stem}.txt": _letter(public(one), public(other), new.assignment).encode()
        for stem, (one, other) in zip(stems, moved)
    }


def _pairs(old: Document, new: Document) -> Iterator[tuple[SubmissionResults, SubmissionResults]]:
    """Yield the results of each submission that both have, in the old and in the new one."""
    before = {submission.submission: submission for submission in old.submissions}
    for submission in new.submissions:
        if submission.submission in before:
            yield before[submission.submission], submission


def _letter(old: SubmissionResults, new: SubmissionResults, assignment: str) -> str:
    """What a student whose points moved reads."""
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
    """The names of the first checks, and how many more there are."""
    more = len(checks) - FIRST
    return ", ".join(checks[:FIRST]) + (f" and {more} more" if more > 0 else "")
