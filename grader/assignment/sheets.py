"""Which checks a submission gets, with what each is expected to print: as all others do, or ones of
its own.
"""

from dataclasses import dataclass

from grader import store
from grader.assignment import fresh, transcripts


@dataclass(frozen=True)
class Sheet:
    """The checks of a submission, in order; by their names what each is expected to print, and its
    digest.
    """

    checks: tuple
    expected: dict
    digests: dict


def sheet(pairs):
    """The Sheet of (check, expected transcript)s."""
    checks, expected = (
        tuple(check for check, _ in pairs),
        {check.name: text for check, text in pairs},
    )
    return Sheet(checks, expected, store.check_digests(checks, expected))


@dataclass(frozen=True)
class Sheets:
    """The Sheets of a class, by whose they are; that of "" is everybody's, or what all have in
    common.
    """

    by_owner: dict

    @property
    def common(self):
        """The Sheet of all who have none of their own."""
        return self.by_owner[""]

    def of(self, who):
        """The Sheet of one of the class."""
        return self.by_owner.get(who, self.common)

    def own(self, who):
        """{name of the check: digest} of one who has a Sheet of their own; else empty."""
        return self.by_owner[who].digests if who in self.by_owner else {}


def sheets(assignment, checks, draw, class_, jobs, deadline=None):
    """The Sheets for the names in `class_`, of the checks chosen; a `draw` tells how fresh ones are
    drawn.

    Those that are not drawn at the `deadline` have no instance.
    """
    chosen = [check for check in checks if not fresh.is_fresh(check)]
    expected = transcripts.expected(assignment, chosen)
    pairs, todo = (
        [(check, expected[check.name]) for check in chosen],
        [*filter(fresh.is_fresh, checks)],
    )
    if not todo:
        return Sheets({"": sheet(pairs)})
    owners = dict.fromkeys(map(draw.owner, class_))
    found = fresh.drawn(assignment, todo, draw, owners, jobs, deadline)
    return Sheets({"": sheet(pairs)} | {owner: sheet(pairs + own) for owner, own in found.items()})
