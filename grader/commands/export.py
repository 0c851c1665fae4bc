"""The command `export`: writes the files that a course system needs."""

import argparse
import fnmatch
import secrets
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from grader.assignment import plan
from grader.assignment.plan import Assignment
from grader.commands.draws import asked_draw
from grader.commands.options import add_assignment, add_strict
from grader.commands.shards import MOST
from grader.conditions import MOST_SEED, Conditions
from grader.courses import systems
from grader.courses.exported import LEVEL, MEMORY_MIB, SHARE, Container, Export, Settings
from grader.courses.system import Host
from grader.export.exporting import export
from grader.ground.console import Parser, count, seconds
from grader.ground.errors import JUDGED, UsageError
from grader.ground.files import write_folder, zipped
from grader.ground.text import counted
from grader.making import fresh
from grader.packing import openness
from grader.packing import pack as packing
from grader.sandbox import sandbox


SHARDS = 8  # parts of a class if --shards names no number


def run(arguments: list[str]) -> int:
    """Write the files that a course system needs; return the exit status."""
    options = _parser().parse_args(arguments)
    system = systems.host(options.system)
    out = Path(options.out)
    assignment = plan.load(options.assignment)
    system.check_place(out, assignment.name)
    openness.require_secrets(assignment)
    budget_s = _budget_s(system.container, options.budget)
    passed_on = _fresh(options, system, assignment)
    if options.strict:
        passed_on += ("--strict",)
    settings = Settings(
        system.name,
        assignment.name,
        budget_s,
        options.require_sandbox,
        passed_on,
        options.shards,
    )
    exported = export(system, assignment, settings, _memory_mib(system.container, options.memory))
    files = system.files(exported)
    if system.is_zip:
        size = out.write_bytes(zipped(files))
    else:
        write_folder(out, files)
        size = sum(map(len, files.values()))
    print(_summary(system, assignment, exported, out, size))
    return JUDGED


# ---- What is settled ----


def _budget_s(container: Container | None, asked: float | None) -> float:
    """The seconds of a grading: those asked for, if the system grants them, or the default."""
    if not container:
        if asked:
            raise UsageError("--budget: expected none, for this system grades classes")
        return 0
    most = SHARE * container.most_seconds
    if asked and asked > most:
        raise UsageError(f"--budget: expected at most {most:g} for this system, got {asked:g}")
    return asked or SHARE * container.seconds


def _memory_mib(container: Container | None, asked: int | None) -> int | None:
    """The MiB of a program: those asked for, if the container has more, or the default."""
    if not container:
        return asked
    if asked and asked >= container.memory_mib:
        raise UsageError(f"--memory: expected less than {container.memory_mib} MiB, got {asked}")
    return asked or MEMORY_MIB


def _fresh(options: argparse.Namespace, system: Host, assignment: Assignment) -> tuple[str, ...]:
    """The options on fresh instances; without --seed each student gets some, by a secret."""
    if options.fresh:
        if system.is_public:
            raise UsageError(
                "--fresh: expected none, for students could read the seed and the model solution"
            )
        fresh.unfilled(assignment, options.fresh)  # UsageError if there can be none
        if options.seed is None:
            options.seed = secrets.randbelow(MOST_SEED + 1)
            options.per_student = True
    return tuple(Conditions(draw=asked_draw(options)).words())


# ---- What is said ----


def _summary(system: Host, assignment: Assignment, exported: Export, out: Path, size: int) -> str:
    """A summary: the file and its size, how it grades, and what to do with it."""
    settings = exported.settings
    lines = [
        f"{out}: {settings.name} for {system.title}, {size / 1000:,.0f} kB, "
        f"{counted(exported.points, 'point')}"
    ]
    if settings.budget_s:
        lines.append(
            f"Each grading takes at most {settings.budget_s:g} seconds; checks not run by "
            f"then are named. The system must allow {settings.budget_s / SHARE:g} seconds."
        )
    if system.is_public:
        lines.append(_left_out(assignment, exported))
    lines += _on_answers(assignment, exported)
    return "\n".join(lines + [system.says(exported)])


def _on_answers(assignment: Assignment, exported: Export) -> Iterator[str]:
    """Yield the sentences on fresh instances, and on answers that students can know."""
    has_fresh = "--fresh" in exported.settings.options
    gives_points = has_fresh and sum(assignment.fresh.values()) != 0
    if has_fresh:
        yield "Fresh instances follow from a seed in these files: keep them from students."
    if has_fresh and not gives_points:
        yield 'They give no points: "fresh" in the assignment says how many they give.'
    warning = openness.all_public(assignment)
    if warning and not gives_points:
        yield warning


def _left_out(assignment: Assignment, exported: Export) -> str:
    """Sentences on the checks that a public pack omits, and on those that it has."""
    packed = {check.name for check in exported.checks}
    groups = Counter(check.group for check in assignment.checks if check.name not in packed)
    names = ", ".join(f"{name} ({number})" for name, number in groups.items()) or "none"
    of_assignments = f"{packing.PLACE.as_posix()}/*/*.py"
    judging = [Path(name).name for name in fnmatch.filter(exported.pack, of_assignments)]
    readable = "digests of the lines of public transcripts"
    if packing.shows_transcripts(assignment):
        readable = "public transcripts"
    if judging:
        readable += f", and what judges them ({', '.join(judging)})"
    return (
        "Students can read all of it, so it has neither a solution nor hidden checks, nor those "
        f"that run a solution's files. Checks that had to stay out: {names}. What can "
        f"be read are {readable}."
    )


def _parser() -> Parser:
    hosts = systems.hosts()
    width = max(map(len, hosts))
    parser = Parser(
        prog="python3 -m grader export",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Write the files with which a course system grades by this grader.",
        epilog="\n".join(f"  {name:<{width}}  {host.title}" for name, host in hosts.items()),
    )
    add = parser.add_argument
    add("system", metavar="SYSTEM", choices=hosts, help=", ".join(hosts))
    add("out", metavar="OUT", help="a .zip file for gradescope, a folder for all others")
    add_assignment(parser)
    _add_how_it_is_graded(parser)
    return parser


def _add_how_it_is_graded(parser: Parser) -> None:
    add = parser.add_argument
    budget = "the time limit of a grading (default: four fifths of the system's)"
    add("--budget", type=seconds, metavar="SECONDS", help=budget)
    memory = "the memory limit of a program (default: 512 in a container)"
    add("--memory", type=count(64, 9_999_999), metavar="MIB", help=memory)
    add(
        "--require-sandbox",
        choices=sandbox.LEVELS,
        default=LEVEL,
        metavar="LEVEL",
        help="grade only in this sandbox or a stronger one (default: %(default)s)",
    )
    add(
        "--shards",
        type=count(1, MOST),
        default=SHARDS,
        metavar="N",
        help="the parts of a class, for ci and slurm (default: %(default)s)",
    )
    add_strict(parser)
    add("--fresh", type=count(1), metavar="N", help="check N more instances for each group, too")
    add(
        "--seed",
        type=count(0, MOST_SEED),
        metavar="S",
        help="draw fresh instances by this seed, the same for all (default: a secret "
        "seed, and others for each student)",
    )
    add(
        "--per-student",
        action="store_true",
        help="draw other instances for each student, also with --seed",
    )
