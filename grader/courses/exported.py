"""An exported grader: its settings and files, and the outcome of a grading."""

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from grader.ground.files import Files
from grader.records.checks import Check


SETTINGS, STARTER = "export.json", "start.sh"  # files at the top of a pack
SHARE = 0.8  # the share of a system's time that a grading takes if no budget is asked for
MEMORY_MIB = 512  # what a program may use in a larger container if no other limit is asked for
LEVEL = "landlock"  # submissions are graded in no weaker sandbox

FAULT = (
    "The grader failed, which is no fault of yours. This grading gives no points and takes none: "
    "please tell your instructor."
)


class Container(NamedTuple):
    """The resources for a grading: processors, memory, seconds by default and at most."""

    cpus: float
    memory_mib: int
    seconds: float
    most_seconds: float


@dataclass(frozen=True)
class Settings:
    """The settings of an exported grader, which its entry point reads.

    `options` are options of the command that grades, such as `--fresh 3`; `name` is the
    assignment's. Scores are points multiplied by `times`, if the system needs whole numbers.
    """

    system: str
    name: str
    budget_s: float = 0  # the seconds for a grading, 0 for no limit
    level: str = LEVEL
    options: tuple[str, ...] = ()
    shards: int = 1
    times: int = 1


class Place(NamedTuple):
    """The path of a submission, its student if instances depend on that, and the time limit."""

    path: Path
    student: str = ""
    seconds: float = math.inf


@dataclass(frozen=True)
class Export:
    """An export of an assignment: its settings, the packed files of both, and its checks there.

    `hands_in` names the files that students hand in.
    """

    settings: Settings
    pack: Files = field(repr=False)
    hands_in: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()  # the checks in the pack

    @property
    def points(self) -> float:
        """The points that a submission can earn."""
        return sum(check.points for check in self.checks)


@dataclass(frozen=True)
class Test:
    """A row of an outcome: its name, its points, and the reason if it lacks some, else "".

    A row beside the checks can't earn points; `shown_by` names the checks that it comes from.
    """

    name: str
    points: float
    possible: float
    passed: bool
    text: str
    shown_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """The outcome of a grading in a container, in the form for course systems.

    A student sees the same as in feedback texts: everything of public checks, only verdicts and
    points of hidden ones. Invisible characters that come from the student's files or program are
    escapes, so that they can't end or begin a line, or colour a terminal.
    """

    settings: Settings
    text: str  # for the student
    level: str  # the sentence on the sandbox that contained the program
    faults: tuple[str, ...]  # sentences for the instructor
    log: str  # the grader's own output, which is not for students
    wall_s: float
    is_fault: bool  # whether the grader failed, so that the points are unknown
    is_unreadable: bool  # whether nothing could be run: a file is missing, or Python can't read it
    points: float
    possible: float
    score: str  # the points in words
    verdicts: tuple[str, ...]  # of all checks
    tests: tuple[Test, ...]  # one for each check; rows beside the checks are not included
    beside: tuple[Test, ...]  # rows such as deductions; `tests` and they make the points
    groups: tuple[Test, ...]  # a row for each group that gives points; they add up to the points

    @property
    def share(self) -> float:
        """The share of the possible points that was earned; 0 if none can be."""
        if not self.possible:
            return 0.0
        return self.points / self.possible
