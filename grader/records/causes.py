"""What explains failed results: a cause, or another edition of the assignment."""

from dataclasses import dataclass

from grader.records.facts import Fact


@dataclass(frozen=True)
class Rival:
    """Another misconception that explains the same results, so that one of the two is the cause."""

    name: str
    rationale: str  # a statement for the instructor
    help: str  # a question for the student


@dataclass(frozen=True)
class NearEdition:
    """Another edition of the assignment under which all or far more of a submission is right.

    Of the `of` checks whose instances it allows, `right` are right under it. `explains` names those
    of the failing checks that are.
    """

    name: str
    asks: str  # what it asks for
    right: int = 0
    of: int = 0
    explains: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether all checks are right under it."""
        return self.right == self.of


@dataclass(frozen=True)
class Cause:
    """An explanation of failed results: a misconception, the checks it explains, and its evidence.

    The checks can't tell the cause from its `rivals`. If `together_with` names other causes of the
    submission, only all of them together explain the checks. In the checks named in `partly` it
    explains only a `piece` of the output.
    """

    name: str
    rationale: str  # a statement for the instructor
    help: str  # a question for the student
    checks: tuple[str, ...] = ()
    evidence: Fact | None = None
    rivals: tuple[Rival, ...] = ()
    together_with: tuple[str, ...] = ()
    piece: str = ""
    partly: tuple[str, ...] = ()

    @property
    def fully(self) -> tuple[str, ...]:
        """The names of the checks that it explains, with others or alone, to the last line."""
        return tuple(name for name in self.checks if name not in self.partly)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the cause, and those of its rivals."""
        return (self.name, *(rival.name for rival in self.rivals))
