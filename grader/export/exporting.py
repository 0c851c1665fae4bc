"""Makes exports: an assignment, packed with the settings by which a course system grades."""

import math
from dataclasses import asdict, replace
from fractions import Fraction

from grader.assignment.plan import Assignment
from grader.courses.exported import SETTINGS, STARTER, Export, Settings
from grader.courses.system import Host
from grader.ground.files import text_of
from grader.packing import leaks
from grader.packing import pack as packing
from grader.records.checks import Check


FAILED = "The grader could not be started: please tell your instructor."
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
LARGEST = 1000  # the largest denominator that points may have


def export(
    system: Host, assignment: Assignment, settings: Settings, memory_mib: int | None
) -> Export:
    """The Export of an assignment; `memory_mib` is the most that any limit on memory may be, None
    leaves the assignment's limits as they are.

    UsageError if students can read the pack, and would read in it how the model does it.
    """
    pack = packing.packed(assignment, system.is_public, memory_mib)
    checks = assignment.checks
    if system.is_public:
        checks = tuple(packing.public(assignment))
        leaks.check_tells_nothing(assignment, {}, pack)
    settings = replace(settings, times=_denominator(checks))
    if system.container:
        pack |= {SETTINGS: text_of(asdict(settings)), STARTER: START}
    return Export(settings, pack, assignment.files, checks)


def _denominator(checks: tuple[Check, ...]) -> int:
    """The least factor that makes all points and deductions of the checks whole numbers."""
    least = 1
    for check in checks:
        points = [part.points for part in check.parts]
        for number in points + [check.deduction]:
            least = math.lcm(least, Fraction(number).limit_denominator(LARGEST).denominator)
    return least
