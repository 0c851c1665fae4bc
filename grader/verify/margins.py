"""An assignment's margins in a course system: `python3 -m grader verify --as SYSTEM`.

The right programs, and variants of the model that loop, eat memory or print without end, are graded
as an export grades them, with the processors and the memory of that system's container.
"""

import ast
import json
import subprocess
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grader.assignment import folders, plan
from grader.assignment.plan import Assignment
from grader.export import measured, systems
from grader.export.system import (
    MEMORY_MIB,
    SETTINGS,
    SHARE,
    Container,
    Settings,
    System,
    export,
)
from grader.ground.console import show_progress
from grader.ground.errors import UsageError
from grader.packing import pack as packing
from grader.verify import programs
from grader.verify.enclosure import Enclosure


SOUND, UNSOUND = 0, 1
# what every function of the model begins with, in variants that try the limits
TRYING = {
    "loops": "while True: pass",
    "eats memory": "held = []\nwhile True: held.append(b'x' * (1 << 20))",
    "prints without end": "while True: print('x' * 1000)",
}
HEADER = ("program", "points", "time", "", "memory", "", "")


@dataclass(frozen=True)
class Setting:
    """An assignment as a system grades it: the folder of the pack, and the container."""

    assignment: Assignment
    system: System
    container: Container
    pack: Path


@dataclass(frozen=True)
class Measurement:
    """What came of a program in a container, and what it took."""

    name: str
    is_right: bool
    container: Container
    figures: dict[str, Any]  # those of `measured`
    wall_s: float
    memory_mib: float | None

    @property
    def time_share(self) -> float:
        """The share of the system's time that it took."""
        return self.wall_s / self.container.seconds

    @property
    def problem(self) -> str:
        """What is wrong, "" if nothing is."""
        figures = self.figures
        if figures["faults"]:
            return f"{self.name}: {' '.join(figures['faults'])}\n{figures['log']}"
        if self.time_share > 1:
            return f"{self.name}: it takes longer than the system waits"
        if self.is_right and figures["points"] < figures["possible"]:
            return f"{self.name}: it is right, and does not get all points"
        return ""

    def row(self) -> tuple[str, ...]:
        """The cells of its row."""
        figures, memory = self.figures, self.memory_mib
        verdicts = sorted(figures["verdicts"].items(), key=lambda pair: -pair[1])
        return (
            self.name,
            f"{figures['points']:g}/{figures['possible']:g}",
            f"{self.wall_s:.1f} s",
            f"{self.time_share:.0%}",
            "" if memory is None else f"{memory:.0f} MiB",
            "" if memory is None else f"{memory / self.container.memory_mib:.0%}",
            ", ".join(f"{number} {verdict}" for verdict, number in verdicts),
        )


def margins(names: Sequence[str], system_name: str, patterns: Sequence[str] = ()) -> int:
    """Measure assignments as a system would grade them; print tables, return the exit status."""
    system, status = systems.system(system_name), SOUND
    if not system.container:
        raise UsageError(f"--as: expected a system that grades one at a time, got {system_name!r}")
    for name in names or [folders.default()]:
        with TemporaryDirectory() as folder:
            assignment = plan.load(name)
            setting = Setting(assignment, system, system.container, Path(folder) / "pack")
            _pack(setting, patterns)
            measurements = list(_measurements(setting, Path(folder)))
        show_progress("")
        print("\n".join(_report(setting, measurements)))
        if any(measurement.problem for measurement in measurements):
            status = UNSOUND
    return status


def _pack(setting: Setting, patterns: Sequence[str]) -> None:
    """Write the pack of an export, whose outcomes are measured instead of told to the system."""
    options = tuple(word for pattern in patterns for word in ("--only", pattern))
    budget_s = SHARE * setting.container.seconds
    settings = Settings(setting.system.name, setting.assignment.name, budget_s, options=options)
    pack = export(setting.system, setting.assignment, settings, MEMORY_MIB).pack
    own = replace(settings, system=measured.SYSTEM.name)
    packing.write_folder(setting.pack, {**pack, SETTINGS: packing.text_of(asdict(own))})


# ---- Measuring ----


def _measurements(setting: Setting, folder: Path) -> Iterator[Measurement]:
    """Yield what came of each right program, and of each variant that tries the limits."""
    candidates = programs.programs(setting.assignment, folder / "programs", everything=False)
    for program in candidates:
        if program.right:
            yield _measured(setting, program.name, Path(program.submission.path), True)
    checks = setting.assignment.checks
    called = {check.function for check in checks if not check.is_driven}
    for name, statements in TRYING.items():
        place = folder / name.replace(" ", "-")
        place.mkdir()
        for file in setting.assignment.files:
            text = setting.assignment.sources()[file].decode()
            tried = _beginning_with(statements, text, called)
            (place / file).write_text(tried, encoding="utf-8")
        yield _measured(setting, name, place, False)


def _beginning_with(statements: str, text: str, called: Collection[str] = ()) -> str:
    """The text of a module whose functions begin with some statements: those called, if any of them
    is there, or else all public ones.

    >>> print(_beginning_with("pass", "def one():\\n    return 2"))
    def one():
        pass
        return 2
    """
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in [node for node in functions if node.name in called] or functions:
        if not node.name.startswith("_"):
            node.body[:0] = ast.parse(statements).body
    return ast.unparse(tree)


def _measured(setting: Setting, name: str, path: Path, is_right: bool) -> Measurement:
    """What came of a program that is graded in the container."""
    show_progress(f"{setting.assignment.name} as in {setting.system.title}: {name}")
    container = setting.container
    command = [sys.executable, "-m", "grader.entry.exported", str(path.absolute())]
    with Enclosure(container.cpus, container.memory_mib) as enclosure:
        process = subprocess.run(
            enclosure.command(command) if enclosure.bounds else command,
            cwd=setting.pack,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        memory_mib = enclosure.memory_mib()
        slower = 1 if enclosure.bounds else 1 / min(1, container.cpus)
    try:
        figures = json.loads(process.stdout)
    except ValueError:
        figures = {"faults": ["There is no result."], "log": process.stderr, "wall_s": 0}
        figures |= {"points": 0, "possible": 0, "verdicts": {}, "level": ""}
    return Measurement(name, is_right, container, figures, slower * figures["wall_s"], memory_mib)


# ---- What is printed ----


def _report(setting: Setting, measurements: Sequence[Measurement]) -> Iterator[str]:
    """Yield the lines: the container, the table, and the margins or the problems."""
    container = setting.container
    yield (
        f"{setting.assignment.name} as in {setting.system.title}: {container.cpus:g} processors, "
        f"{container.memory_mib} MiB, {container.seconds:g} s; "
        f"programs get {MEMORY_MIB} MiB, the grading {SHARE * container.seconds:g} s"
    )
    yield measurements[0].figures["level"]
    if measurements[0].memory_mib is None:
        yield "No control group can be made here: memory is not bounded, and time is estimated."
    yield ""
    rows = [HEADER, *(measurement.row() for measurement in measurements)]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths)).rstrip()
    yield ""
    yield from [m.problem for m in measurements if m.problem] or [_margin(measurements)]


def _margin(measurements: Sequence[Measurement]) -> str:
    """The sentence on what the slowest right program, and the slowest of all, leave."""
    slowest, longest = (
        max(some, key=lambda measurement: measurement.wall_s)
        for some in ([m for m in measurements if m.is_right], measurements)
    )
    return (
        f"Of the time {slowest.name}, the slowest right program, leaves "
        f"{1 - slowest.time_share:.0%}, and {longest.name} leaves {1 - longest.time_share:.0%}."
    )
