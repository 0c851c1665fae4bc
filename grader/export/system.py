"""Shared by all exports: limits of systems, settings of an export, and where its files go."""

import math
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from grader.assignment import folders
from grader.assignment.plan import Assignment
from grader.ground.errors import UsageError
from grader.packing import pack as packing
from grader.packing.pack import Files
from grader.records import Check


if TYPE_CHECKING:
    from grader.export.outcome import Outcome

FAILED = "The grader could not be started: please tell your instructor."
SETTINGS, STARTER = "export.json", "start.sh"  # files at the top of a pack
START = f"""\
#!/bin/sh
# Grades what a system put into a folder:  start.sh FOLDER [MARK]
# If the grader can't be started, this says why, on one line, which begins with MARK.
folder=$1 mark=${{2-}}
cd "$(dirname "$0")" || exit
{{ error=$(python3 -m grader.entry.exported "$folder" 2>&1 >&3); }} 3>&1
status=$?
printf '%s\\n' "$error" >&2
if [ $status -ne 0 ]; then
  why=$(printf '%s\\n' "$error" | grep -Ev '^(Traceback| |$)' | head -n 1 | cut -c 1-300)
  echo "${{mark}}{FAILED} It said: $why"
fi
exit $status
""".encode()
SHARE = 0.8  # the share of a system's time that a grading takes if no budget is asked for
MEMORY_MIB = 512  # what a program may use in a larger container if no other limit is asked for
LEVEL = "landlock"  # submissions are graded in no weaker sandbox
LARGEST = 1000  # the largest denominator that points may have


@dataclass(frozen=True)
class Container:
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


@dataclass(frozen=True)
class Place:
    """The path of a submission, its student if instances depend on that, and the time limit."""

    path: Path
    student: str = ""
    seconds: float = math.inf


@dataclass(frozen=True)
class Export:
    """An export: an assignment, its settings, and the packed files of both."""

    assignment: Assignment
    settings: Settings
    pack: Files = field(repr=False)
    checks: tuple[Check, ...] = ()  # the checks in the pack

    @property
    def points(self) -> float:
        """The points that a submission can earn."""
        return sum(check.points for check in self.checks)

    @property
    def left_out(self) -> list[str]:
        """The names of the checks that the pack omits."""
        packed = {check.name for check in self.checks}
        return [check.name for check in self.assignment.checks if check.name not in packed]


class System:
    """A course system: the files that it needs, and how it learns the outcome of a grading.

    A system without a container grades classes by its own scripts, and does not use `entry`.
    """

    name: str
    title: str
    is_zip = False  # whether the system takes a zip, or otherwise a folder
    is_public = False  # whether students can read the pack
    container: Container | None = None

    def check_place(self, out: Path, name: str) -> None:
        """Raise UsageError if an assignment can't be written to this path."""
        if self.is_zip and out.suffix != ".zip":
            raise UsageError(f"{self.name}: expected a file called .zip, got {str(out)!r}")
        if not self.is_zip and out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise UsageError(
                f"{self.name}: expected a folder that is empty or not there, got {str(out)!r}"
            )

    def files(self, export: Export) -> Files:
        """The files for the system, including the pack."""
        raise NotImplementedError

    def says(self, export: Export) -> str:
        """What an instructor does with the files, in sentences."""
        raise NotImplementedError

    def place(self, folder: Path) -> Place:
        """The place of the submission in the folder in which the system grades."""
        raise NotImplementedError

    def write(self, outcome: "Outcome", folder: Path) -> int:
        """Report the outcome to the system; return the exit status that the system expects."""
        raise NotImplementedError


def export(
    system: System, assignment: Assignment, settings: Settings, memory_mib: int | None
) -> Export:
    """The Export of an assignment; `memory_mib` limits programs, None leaves them unlimited."""
    pack = packing.packed(assignment, system.is_public, memory_mib)
    checks = tuple(packing.public(assignment)) if system.is_public else assignment.checks
    settings = replace(settings, times=_denominator(checks))
    if system.container:
        pack |= {SETTINGS: packing.text_of(asdict(settings)), STARTER: START}
    return Export(assignment, settings, pack, checks)


def _denominator(checks: tuple[Check, ...]) -> int:
    """The least factor that makes all points and deductions of the checks whole numbers."""
    points = [part.points for check in checks for part in check.parts]
    fractions = [
        Fraction(number).limit_denominator(LARGEST)
        for number in (*points, *(check.deduction for check in checks))
    ]
    return math.lcm(*(fraction.denominator for fraction in fractions))


def copied(folder: Path, *patterns: str) -> Path:
    """A copy of a folder, beside the pack, without the pack and files matching the patterns."""

    def left_out(place: str, entries: list[str]) -> set[str]:
        """The entries of a folder that are not copied."""
        packs = {entry for entry in entries if Path(place, entry).resolve() == folders.ROOT}
        return packs | shutil.ignore_patterns(*patterns)(place, entries)

    copy = Path(tempfile.mkdtemp(dir=folders.ROOT)) / "submission"
    return Path(shutil.copytree(folder, copy, symlinks=True, ignore=left_out))


def below(folder: str, files: Mapping[str, bytes]) -> Files:
    """The files, moved into a folder.

    >>> below("tests", {"a.py": b""})
    {'tests/a.py': b''}
    """
    return {f"{folder}/{name}": content for name, content in files.items()}
