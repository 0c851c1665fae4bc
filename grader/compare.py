"""What changed between two gradings of a class: whose points moved, in which checks, and why."""

from grader.records import FRESH, points
from grader.report import visible
from grader.store import checks_of


def comparison(old, new):
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


def _seed(listing):
    """What the fresh instances of a listing were drawn by, in words.

    >>> _seed({"options": ["--fresh", "2", "--seed", "7", "--per-student"]}), _seed({"options": []})
    ('seed 7 and the name', 'none drawn')
    """
    options = listing["options"]
    if "--seed" not in options:
        return "none drawn"
    return f"seed {options[options.index('--seed') + 1]}{' and the name' * ('--per-student' in options)}"


def _graded(store, fresh=True):
    """{who: ({name of the check: its record}, {what a result depends on: its digest})} of a store.

    Without its `fresh` checks, if they are others than those that they are to be compared with.
    """
    listing = store.listing()
    return {
        each["who"]: (
            {
                record.check: record
                for record in store.results(listing, each)
                if fresh or not record.check.startswith(f"{FRESH}/")
            },
            {
                "checks": checks_of(listing, each),
                "files": each["digest"],
                "grader": listing["grader"],
            },
        )
        for each in listing["submissions"]
    }


def _movement(who, before, after):
    """The lines on one submission: its points, and each check that moved; none if nothing did."""
    (old, old_digests), (new, new_digests) = before, after
    changed = [
        name for name in {**old, **new} if _outcome(old.get(name)) != _outcome(new.get(name))
    ]
    if not changed:
        return []
    change = f"{points(old.values()):g} -> {points(new.values()):g} points"
    return [f"{visible(who)}: {change}"] + [
        f"  {name}: {_told(old.get(name))} -> {_told(new.get(name))} ({_reason(name, old_digests, new_digests)})"
        for name in changed
    ]


def _outcome(record):
    """What counts of a record: the verdict and the points."""
    return record and (record.verdict, record.points)


def _told(record):
    """A record in a few words."""
    return f"{record.verdict} {points([record]):g}" if record else "not there"


def _reason(name, old, new):
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
