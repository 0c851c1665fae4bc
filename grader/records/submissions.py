"""The results of a submission and what they mean, and a class's document, which has all of them."""

from dataclasses import dataclass
from functools import cached_property

from grader.conditions import Conditions
from grader.records.causes import Cause, NearEdition
from grader.records.facts import Fact, Names
from grader.records.results import Result, points
from grader.traces import Trace


@dataclass(frozen=True)
class Example:
    """The smallest instance found on which a program fails as it does in a check.

    `queue` is the length of the right search's longest queue on it. `right` and `yours` are traces
    of the two searches, None if there is none. `ties` says which entry of equal f leaves first.
    `varies` says whether the same call printed something else when it was made again.
    """

    check: str
    result: Result
    queue: int = 0
    right: Trace | None = None
    yours: Trace | None = None
    ties: str = ""
    varies: bool = False


@dataclass(frozen=True)
class Source:
    """A file of a program as reports show it: its beginning, or None if it is not text.

    `lines` is how many lines the whole file has.
    """

    name: str
    text: str | None
    lines: int


@dataclass(frozen=True)
class Adjustment:
    """Points that an instructor adds by hand, or takes off if they are below 0, and the reason."""

    points: float
    reason: str


@dataclass(frozen=True)
class Mended:
    """The points given back where slips cost more than once: those that checks would earn without
    them, less the deduction.
    """

    slips: Names
    checks: Names
    points: float
    deduction: float


@dataclass(frozen=True)
class SubmissionResults:
    """The results of one submission, with its students, its flags and its failures' causes."""

    submission: str  # the student's name or, if that is unknown, the path
    path: str
    # its students, each as {term of a course system: value}
    people: tuple[dict[str, str], ...] = ()
    flags: tuple[str, ...] = ()  # sentences on what an instructor should look at
    private_flags: tuple[str, ...] = ()  # sentences that no student sees
    edition: NearEdition | None = None
    misconceptions: tuple[Cause, ...] = ()  # under that edition, if there is one
    # Its failing checks: first those that make the reference work least, last the degenerate ones.
    plain_first: Names = ()
    at_goal: Names = ()  # those of its failing checks whose start is the goal
    results: tuple[Result, ...] = ()
    examples: tuple[Example, ...] = ()  # the first example of each of its problems that has one
    is_empty: bool = False  # whether all its files are empty
    sources: tuple[Source, ...] = ()  # its files
    may_know_answers: bool = False  # whether only the published instances are right
    cut_short: tuple[Fact, ...] = ()  # what ended searches for explanations early
    pending: int = 0  # how many of its checks have no result yet
    adjustments: tuple[Adjustment, ...] = ()
    is_adjusted_before: bool = False  # whether points by hand were given to another version
    mended: Mended | None = None
    # Whether slips that were not looked for to the end may earn it more points.
    is_provisional: bool = False
    # The points of an earlier grading, without those given by hand there, if these are kept.
    at_least: float = 0

    @property
    def right_elsewhere(self) -> Names:
        """The names of its failing checks that are right under another edition."""
        return self.edition.explains if self.edition else ()

    @cached_property
    def earned(self) -> float:
        """The points that its program earned, with deductions and slips mended; never below 0."""
        given_back = self.mended.points if self.mended else 0
        return points(self.results) + given_back

    @cached_property
    def kept(self) -> float:
        """The points earned, or those of an earlier grading if these are kept and were more."""
        return max(self.earned, self.at_least)

    @property
    def by_hand(self) -> float:
        """The points that an instructor has given, less those taken."""
        return sum(adjustment.points for adjustment in self.adjustments)

    @cached_property
    def points(self) -> float:
        """The points that count, with those given or taken by hand; never below 0."""
        return max(0, self.kept + self.by_hand)

    @property
    def is_kept(self) -> bool:
        """Whether points of an earlier grading count, because this grading gives fewer."""
        return self.earned < self.at_least

    @cached_property
    def points_possible(self) -> float:
        """The points that the submission could have earned."""
        return sum(result.asked.possible for result in self.results)


@dataclass(frozen=True)
class Document:
    """All results of a class, and how it was graded."""

    assignment: str
    graded_as: str
    sandbox: str = ""
    conditions: Conditions = Conditions()
    submissions: tuple[SubmissionResults, ...] = ()
    # as in the Listing
    bounded_by: str = ""
    python_version: str = ""
