"""What all exports share: the systems' limits, what is settled when exporting, where files go."""

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
SETTINGS, STARTER = "export.json", "start.sh"  # at the top of a pack
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
SHARE = 0.8  # of a system's time that a grading takes, unless another budget is asked for
MEMORY_MIB = 512  # of a program in a container that has more than that, unless asked for otherwise
LEVEL = "landlock"  # the weakest sandbox that a submission is graded in
LARGEST = 1000  # of a denominator of points


@dataclass(frozen=True)
class Container:
    """What a system gives a grading: processors, memory, and seconds, by default and at most."""

    cpus: float
    memory_mib: int
    seconds: float
    most_seconds: float


@dataclass(frozen=True)
class Settings:
    """How an exported grader grades: what its entry point reads where it runs.

    `options` are those of the command that grades, such as `--fresh 3`; `name` is the assignment's.
    Where scores are whole numbers, `times` is what a point is worth.
    """

    system: str
    name: str
    budget_s: float = 0  # of a grading, 0 for none
    level: str = LEVEL
    options: tuple[str, ...] = ()
    shards: int = 1
    times: int = 1


@dataclass(frozen=True)
class Place:
    """Where a submission is, whose it is if instances depend on that, and the time there is."""

    path: Path
    student: str = ""
    seconds: float = math.inf


@dataclass(frozen=True)
class Export:
    """An assignment, how it is graded, and the pack of both."""

    assignment: Assignment
    settings: Settings
    pack: Files = field(repr=False)
    checks: tuple[Check, ...] = ()  # that are in the pack

    @property
    def points(self) -> float:
        """The points that a submission can earn."""
        return sum(check.points for check in self.checks)

    @property
    def left_out(self) -> list[str]:
        """The names of the checks that are not in the pack."""
        packed = {check.name for check in self.checks}
        return [check.name for check in self.assignment.checks if check.name not in packed]


class System:
    """A course system: what it takes, and how it is told what came of a grading.

    One without a container grades classes by scripts of its own; `entry` has no part in that.
    """

    name: str
    title: str
    is_zip = False  # whether it takes a zip, or else a folder
    is_public = False  # whether students can read what is packed
    container: Container | None = None

    def check_place(self, out: Path, name: str) -> None:
        """Raise UsageError if an assignment can't be written there, or would mix with others."""
        if self.is_zip and out.suffix != ".zip":
            raise UsageError(f"{self.name}: expected a file called .zip, got {str(out)!r}")
        if not self.is_zip and out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise UsageError(
                f"{self.name}: expected a folder that is empty or not there, got {str(out)!r}"
            )

    def files(self, export: Export) -> Files:
        """The files that the system takes, the pack among them."""
        raise NotImplementedError

    def says(self, export: Export) -> str:
        """What an instructor does with the files, in sentences."""
        raise NotImplementedError

    def place(self, folder: Path) -> Place:
        """Where the submission is, in the folder that the system grades in."""
        raise NotImplementedError

    def write(self, outcome: "Outcome", folder: Path) -> int:
        """Tell the system what came of a grading; return the exit status that it expects."""
        raise NotImplementedError


def export(
    system: System, assignment: Assignment, settings: Settings, memory_mib: int | None
) -> Export:
    """The Export of an assignment to a system; `memory_mib` bounds programs, None does not."""
    pack = packing.packed(assignment, system.is_public, memory_mib)
    checks = tuple(packing.public(assignment)) if system.is_public else assignment.checks
    settings = replace(settings, times=_denominator(checks))
    if system.container:
        pack |= {SETTINGS: packing.text_of(asdict(settings)), STARTER: START}
    return Export(assignment, settings, pack, checks)


def _denominator(checks: tuple[Check, ...]) -> int:
    """The least whole number that makes all points that checks give or take whole numbers."""
    points = [part.points for check in checks for part in check.parts]
    fractions = [
        Fraction(number).limit_denominator(LARGEST)
        for number in (*points, *(check.deduction for check in checks))
    ]
    return math.lcm(*(fraction.denominator for fraction in fractions))


def copied(folder: Path, *patterns: str) -> Path:
    """A copy of a folder beside the pack, without the pack and what matches patterns."""

    def left_out(place: str, entries: list[str]) -> set[str]:
        """The entries of one of its folders that are not copied."""
        packs = {entry for entry in entries if Path(place, entry).resolve() == folders.ROOT}
        return packs | shutil.ignore_patterns(*patterns)(place, entries)

    copy = Path(tempfile.mkdtemp(dir=folders.ROOT)) / "submission"
    return Path(shutil.copytree(folder, copy, symlinks=True, ignore=left_out))


def below(folder: str, files: Mapping[str, bytes]) -> Files:
    """The files in a folder.

    >>> below("tests", {"a.py": b""})
    {'tests/a.py': b''}
    """
    return {f"{folder}/{name}": content for name, content in files.items()}
