"""What explains failed results: a cause, or another edition of the assignment."""

from dataclasses import dataclass, field

from grader.records.facts import Fact, Names


FileEdits = dict[str, tuple[tuple[str, str], ...]]  # {file: pairs (old, new)}


@dataclass(frozen=True)
class Mistake:
    """A known mistake in words."""

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
    explains: Names = ()

    @property
    def is_whole(self) -> bool:
        """Whether all checks are right under it."""
        return self.right == self.of


@dataclass(frozen=True)
class Cause:
    """An explanation of failed results: a mistake, the checks it explains, and its evidence."""

    mistake: Mistake
    checks: Names = ()
    evidence: Fact | None = None
    rivals: tuple[Mistake, ...] = ()  # the checks can't tell the mistake from these
    together_with: Names = ()  # the other causes without which it does not explain the checks
    piece: str = ""  # the piece of the output that it explains in the checks `partly`, no more
    partly: Names = ()
    # the edits with which the reference prints the same; the name "" is that of its only file
    edits: FileEdits = field(default_factory=dict)
    slowed: Names = ()  # checks that crossed limits, perhaps as it makes the search far longer

    @property
    def name(self) -> str:
        """The name of the mistake."""
        return self.mistake.name

    @property
    def fully(self) -> Names:
        """The names of the checks that it explains, with others or alone, to the last line."""
        return tuple(name for name in self.checks if name not in self.partly)

    @property
    def names(self) -> Names:
        """The name of the cause, and those of its rivals."""
        return (self.name, *(rival.name for rival in self.rivals))
