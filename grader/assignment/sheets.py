"""Which checks a submission gets, with what each is expected to print: as all others do, or ones of
its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader import store
from grader.assignment import fresh, transcripts
from grader.assignment.fresh import Draw, Expected
from grader.assignment.plan import Assignment
from grader.records import Check


@dataclass(frozen=True)
class Sheet:
    """The checks of a submission, in order; by their names what each is expected to print, and its
    digest.
    """

    checks: tuple[Check, ...]
    expected: dict[str, bytes]
    digests: dict[str, str]


def sheet(pairs: Sequence[Expected]) -> Sheet:
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

    by_owner: dict[str, Sheet]

    @property
    def common(self) -> Sheet:
        """The Sheet of all who have none of their own."""
        return self.by_owner[""]

    def of(self, who: str) -> Sheet:
        """The Sheet of one of the class."""
        return self.by_owner.get(who, self.common)

    def own(self, who: str) -> dict[str, str]:
        """{name of the check: digest} of one who has a Sheet of their own; else empty."""
        return self.by_owner[who].digests if who in self.by_owner else {}


def sheets(
    assignment: Assignment,
    checks: Iterable[Check],
    draw: Draw | None,
    class_: Iterable[str],
    jobs: int,
    deadline: float | None = None,
) -> Sheets:
    """The Sheets for the names in `class_`, of the checks chosen; `draw` says how fresh ones are drawn.

    Those that are not drawn at the `deadline` have no instance.
    """
    checks = list(checks)
    chosen = [check for check in checks if not check.is_fresh]
    expected = transcripts.expected(assignment, chosen)
    pairs = [(check, expected[check.name]) for check in chosen]
    todo = [check for check in checks if check.is_fresh]
    if not todo or not draw:
        return Sheets({"": sheet(pairs)})
    owners = dict.fromkeys(map(draw.owner, class_))
    own = fresh.drawn(assignment, todo, draw, owners, jobs, deadline)
    return Sheets({"": sheet(pairs)} | {owner: sheet(pairs + more) for owner, more in own.items()})
