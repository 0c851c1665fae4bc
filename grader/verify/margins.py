"""Measures an assignment's margins in a course system: `python3 -m grader verify --as SYSTEM`.

First the system is played, with the model as the submission. Then right programs, and variants of
the model that loop, use up memory or print without end, are graded as an export grades them, with
the processors and the memory of that system's container. To take a minute or two, it grades one
right program unless all are asked for, and gives those that try the limits a small budget. What it
finds is printed at once.
"""

import ast
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grader.assignment import folders, plan
from grader.assignment.plan import Assignment
from grader.courses import measured, systems
from grader.courses.exported import MEMORY_MIB, SETTINGS, SHARE, Container, Export, Settings
from grader.courses.system import Host
from grader.export.exporting import export
from grader.ground.console import show_progress
from grader.ground.files import text_of, write_folder
from grader.verify import SOUND, UNSOUND, programs
from grader.verify.enclosure import Enclosure
from grader.verify.playing import LocalStage, play


MOST_RIGHT = 1  # right programs beside the model that are measured without --all
TRY_S = 10  # the budget in seconds of the programs that try the limits
SAID = 2000  # the most characters of a system's output that are shown if something is wrong
# What variants that try the limits do first in every function.
TRYING = {
    "loops": "while True: pass",
    "eats memory": "held = []\nwhile True: held.append(b'x' * (1 << 20))",
    "prints without end": "while True: print('x' * 1000)",
}
WIDTHS = (32, 9, 8, 5, 8, 4)
HEADER = ("program", "points", "time", "", "memory", "", "")
UNBOUNDED = "No control group can be made here: memory is not bounded, and time is estimated."


@dataclass(frozen=True)
class Setting:
    """An assignment as a system grades it: the folder of the pack, and the container."""

    assignment: Assignment
    system: Host
    container: Container
    pack: Path
    patterns: Sequence[str]
    everything: bool

    @property
    def settings(self) -> Settings:
        """The settings of the exported grader."""
        words: tuple[str, ...] = ()
        for pattern in self.patterns:
            words += "--only", pattern
        budget_s = SHARE * self.container.seconds
        return Settings(self.system.name, self.assignment.name, budget_s, options=words)


@dataclass(frozen=True)
class Measurement:
    """The outcome of a program in a container, and the time and memory that it took."""

    name: str
    is_right: bool
    container: Container
    figures: dict[str, Any]  # the figures of `measured`
    wall_s: float
    memory_mib: float | None

    @property
    def time_share(self) -> float:
        """The time that it took, as a share of the system's."""
        return self.wall_s / self.container.seconds

    @property
    def problem(self) -> str:
        """The sentence on what is wrong, "" if nothing is."""
        figures = self.figures
        if figures["faults"]:
            return f"{self.name}: {' '.join(figures['faults'])}\n{figures['log']}"
        if self.time_share > 1:
            return f"{self.name}: it takes longer than the system waits"
        if self.is_right and figures["points"] < figures["possible"]:
            return f"{self.name}: it is right, and does not get all points"
        return ""

    def row(self) -> tuple[str, ...]:
        """The cells of its row in the table."""
        figures, memory, memory_share = self.figures, "", ""
        if self.memory_mib is not None:
            memory = f"{self.memory_mib:.0f} MiB"
            memory_share = f"{self.memory_mib / self.container.memory_mib:.0%}"
        verdicts = Counter(figures["verdicts"]).most_common()
        return (
            self.name,
            f"{figures['points']:g}/{figures['possible']:g}",
            f"{self.wall_s:.1f} s",
            f"{self.time_share:.0%}",
            memory,
            memory_share,
            ", ".join(f"{number} {verdict}" for verdict, number in verdicts),
        )


def margins(
    names: Sequence[str], system_name: str, patterns: Sequence[str], everything: bool
) -> int:
    """Measure assignments as a system would grade them; print tables, return the exit status."""
    system, status = systems.host(system_name), SOUND
    assert system.container  # the command offers no others
    for name in names or [folders.default()]:
        with TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)  # the system may run as another user
            pack = Path(folder) / "pack"
            assignment = plan.load(name)
            setting = Setting(assignment, system, system.container, pack, patterns, everything)
            print(_head(setting), flush=True)
            exported = export(system, assignment, setting.settings, MEMORY_MIB)
            problems = list(_played(setting, exported, Path(folder) / "played"))
            write_folder(pack, exported.pack)
            problems += _shown(setting, _measurements(setting, Path(folder)))
        if problems:
            print("\n".join(problems))
            status = UNSOUND
    return status


def _settle(setting: Setting, budget_s: float) -> None:
    """Write the settings: the budget, and that the outcome is measured instead of handed to the
    system.
    """
    own = replace(setting.settings, system=measured.SYSTEM.name, budget_s=budget_s)
    write_folder(setting.pack, {SETTINGS: text_of(asdict(own))})


# ---- Playing ----


def _played(setting: Setting, exported: Export, folder: Path) -> Iterator[str]:
    """Play the system with the model as the submission; yield sentences on problems."""
    show_progress(f"{setting.assignment.name}: the model, handed in to {setting.system.title}")
    start = time.monotonic()
    chosen = plan.select(exported.checks, setting.patterns or ["*"])
    points = sum(check.points for check in chosen)
    files, model = setting.system.files(exported), setting.assignment.sources()
    stage = LocalStage(folder, files, model, points, setting.container)
    share, output = play(setting.system, stage)
    show_progress("")
    wall_s = time.monotonic() - start
    title, read = setting.system.title, "no grade"
    if share is not None:
        read = f"{share:.0%} of the points"
    print(f"{title}, played: it reads {read} for the model, after {wall_s:.0f} s.", flush=True)
    if share != 1:
        yield f"{title} reads {read} for the model. What was printed ends with:\n{output[-SAID:]}"


# ---- Measuring ----


def _measurements(setting: Setting, folder: Path) -> Iterator[Measurement]:
    candidates = programs.programs(setting.assignment, folder / "programs", everything=False)
    right = [program for program in candidates if program.right]
    if not setting.everything:
        right = right[:MOST_RIGHT]
    _settle(setting, SHARE * setting.container.seconds)
    for program in right:
        yield _measured(setting, program.name, Path(program.submission.path), True)
    if not setting.everything:
        _settle(setting, TRY_S)
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


def _beginning_with(statements: str, text: str, called: Collection[str]) -> str:
    """The text of a module, with statements put at the beginning of its functions.

    These are the functions in `called` that it has, or all public ones if it has none of them.

    >>> print(_beginning_with("pass", "def one():\\n    return 2", ()))
    def one():
        pass
        return 2
    """
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    asked = [node for node in functions if node.name in called]
    for node in asked or functions:
        if not node.name.startswith("_"):
            node.body[:0] = ast.parse(statements).body
    return ast.unparse(tree)


def _measured(setting: Setting, name: str, path: Path, is_right: bool) -> Measurement:
    show_progress(f"{setting.assignment.name} as in {setting.system.title}: {name}")
    container = setting.container
    command = [sys.executable, "-m", "grader.entry.exported", str(path.absolute())]
    with Enclosure(container.cpus, container.memory_mib) as enclosure:
        process = subprocess.run(
            enclosure.command(command),
            cwd=setting.pack,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        memory_mib, slower = enclosure.memory_mib(), 1.0
        if not enclosure.bounds:
            slower = 1 / min(1, container.cpus)
    try:
        figures = json.loads(process.stdout)
    except ValueError:
        figures = {"faults": ["There is no result."], "log": process.stderr, "wall_s": 0}
        figures |= {"points": 0, "possible": 0, "verdicts": {}, "level": ""}
    return Measurement(name, is_right, container, figures, slower * figures["wall_s"], memory_mib)


# ---- What is printed ----


def _head(setting: Setting) -> str:
    container = setting.container
    return (
        f"{setting.assignment.name} as in {setting.system.title}: {container.cpus:g} processors, "
        f"{container.memory_mib} MiB, {container.seconds:g} s; "
        f"programs get {MEMORY_MIB} MiB, the grading {SHARE * container.seconds:g} s"
    )


def _shown(setting: Setting, measurements: Iterator[Measurement]) -> list[str]:
    """Print a row for each measurement at once, then the margins; return the problems."""
    done: list[Measurement] = []
    for measurement in measurements:
        show_progress("")
        if not done:
            print(measurement.figures["level"])
            if measurement.memory_mib is None:
                print(UNBOUNDED)
            print(f"\n{_row(HEADER)}")
        print(_row(measurement.row()), flush=True)
        done.append(measurement)
    if not setting.everything:
        print(f"\nThe last {len(TRYING)} had {TRY_S} s; --all measures every right program.")
    problems = [measurement.problem for measurement in done if measurement.problem]
    if not problems:
        print(f"\n{_margin(done)}")
    return problems


def _row(cells: Sequence[str]) -> str:
    return "  ".join(map(str.ljust, cells, WIDTHS + (0,))).rstrip()


def _margin(measurements: Sequence[Measurement]) -> str:
    """The sentence on how much time the slowest right program, and the slowest of all, leave."""
    by_time = sorted(measurements, key=lambda measurement: measurement.wall_s)
    right = [measurement for measurement in by_time if measurement.is_right]
    longest, beginning = by_time[-1], ""
    if right:
        left = f"{1 - right[-1].time_share:.0%}"
        beginning = f"{right[-1].name}, the slowest right program, leaves {left}, and "
    return f"Of the time {beginning}{longest.name} leaves {1 - longest.time_share:.0%}."
