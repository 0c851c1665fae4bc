"""What changed between two gradings of a class: whose points moved, in which checks, and why."""

from typing import Any

from grader.records import FRESH, Result, points
from grader.report import visible
from grader.store import Listing, Store, checks_of


# results by the names of checks, and the digests of all that they depend on
Graded = tuple[dict[str, Result], dict[str, Any]]


def comparison(old: Store, new: Store) -> str:
    """The text that `python3 -m grader compare` prints of two stores."""
    seeds = _seed(old.listing()), _seed(new.listing())
    same = seeds[0] == seeds[1]
    before, after = _graded(old, same), _graded(new, same)
    both = [who for who in before if who in after]
    moved = [rows for who in both if (rows := _movement(who, before[who], after[who]))]
    return "\n".join(
        [row for rows in moved for row in rows]
        + [
            f"{len(moved)} of {len(both)} submissions moved",
            *["fresh checks are left out: {} -> {}".format(*seeds)] * (not same),
            *(f"only in the old: {visible(who)}" for who in before if who not in after),
            *(f"only in the new: {visible(who)}" for who in after if who not in before),
        ]
    )


def _seed(listing: Listing) -> str:
    """What the fresh instances of a listing were drawn by, in words.

    >>> _seed({"options": ["--fresh", "2", "--seed", "7", "--per-student"]}), _seed({"options": []})
    ('seed 7 and the name', 'none drawn')
    """
    options = listing["options"]
    if "--seed" not in options:
        return "none drawn"
    return f"seed {options[options.index('--seed') + 1]}{' and the name' * ('--per-student' in options)}"


def _graded(store: Store, with_fresh: bool) -> dict[str, Graded]:
    """{student: (the results, what they depend on)} of a store.

    Without its fresh checks, if they are others than those that they are to be compared with.
    """
    listing = store.listing()
    return {
        listed["who"]: (
            {
                result.check: result
                for result in store.results(listing, listed)
                if with_fresh or not result.check.startswith(f"{FRESH}/")
            },
            {
                "checks": checks_of(listing, listed),
                "files": listed["digest"],
                "grader": listing["grader"],
            },
        )
        for listed in listing["submissions"]
    }


def _movement(who: str, before: Graded, after: Graded) -> list[str]:
    """The lines on one submission: its points, and each check that moved; none if nothing did."""
    (old, old_digests), (new, new_digests) = before, after
    moved = [name for name in {**old, **new} if not _is_same(old.get(name), new.get(name))]
    if not moved:
        return []
    return [f"{visible(who)}: {points(old.values()):g} -> {points(new.values()):g} points"] + [
        f"  {name}: {_in_words(old.get(name))} -> {_in_words(new.get(name))} "
        f"({_reason(name, old_digests, new_digests)})"
        for name in moved
    ]


def _is_same(old: Result | None, new: Result | None) -> bool:
    """Whether two results of a check have the same verdict and points."""
    if old is None or new is None:
        return old is new
    return (old.verdict, old.points) == (new.verdict, new.points)


def _in_words(result: Result | None) -> str:
    """A result in a few words."""
    return f"{result.verdict} {points([result]):g}" if result else "not there"


def _reason(name: str, old: dict[str, Any], new: dict[str, Any]) -> str:
    """Why a check may have another outcome: which of the things that it depends on is another.

    >>> old = {"files": 1, "checks": {"a": 1}, "grader": 1}
    >>> _reason("a", old, {**old, "checks": {"a": 2}})
    'the check, its limits or its transcript changed'
    """
    check_changed = old["checks"].get(name) != new["checks"].get(name)
    causes = {
        "the submission changed": old["files"] != new["files"],
        "the check, its limits or its transcript changed": check_changed,
        "the grader, its Python or its sandbox changed": old["grader"] != new["grader"],
    }
    return (
        "; ".join(cause for cause, holds in causes.items() if holds)
        or "the same run ended otherwise"
    )
