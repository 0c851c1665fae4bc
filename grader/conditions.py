"""What was graded and how: the facts that a command which grades again must repeat."""

from dataclasses import dataclass


MOST_SEED = 999_999_999  # the largest seed that an option can give


@dataclass(frozen=True)
class Draw:
    """The fresh instances of a run: how many of each group, from which seed, the same for all
    students or not.
    """

    number: int
    seed: int
    per_student: bool

    @property
    def source(self) -> str:
        """What the instances are drawn from, in words."""
        if self.per_student:
            return f"seed {self.seed} and the name"
        return f"seed {self.seed}"

    def owner(self, who: str) -> str:
        """The owner of a student's instances: the student or, if all share them, ""."""
        if self.per_student:
            return who
        return ""

    def __str__(self) -> str:
        return f"{self.number} fresh in each group from {self.source}"


@dataclass(frozen=True)
class Conditions:
    """How a grading differs from the usual: "", 0 and None are what no option asks for."""

    assignment: str = ""  # a name or a path, if it is not the default assignment
    python: str = ""
    cpu_s: float = 0
    layout: str = ""
    draw: Draw | None = None

    def words(self) -> list[str]:
        """The options of a command that grades in the same way.

        >>> Conditions("primes", draw=Draw(2, 7, True)).words()
        ['--assignment', 'primes', '--fresh', '2', '--seed', '7', '--per-student']
        """
        words = []
        if self.assignment:
            words += ["--assignment", self.assignment]
        if self.python:
            words += ["--python", self.python]
        if self.cpu_s:
            words += ["--cpu-s", f"{self.cpu_s:g}"]
        if self.layout:
            words += ["--layout", self.layout]
        if self.draw:
            words += ["--fresh", f"{self.draw.number}", "--seed", f"{self.draw.seed}"]
        if self.draw and self.draw.per_student:
            words.append("--per-student")
        return words
