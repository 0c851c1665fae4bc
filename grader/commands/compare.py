"""The command `compare`: shows whose points differ between two gradings, and why."""

from grader import compare
from grader.commands.options import add_strict, report_command
from grader.grading.explained import with_points
from grader.ground.console import Parser
from grader.ground.errors import JUDGED, UsageError, refusing
from grader.ground.text import counted, visible
from grader.report import files
from grader.store import store


def run(arguments: list[str]) -> int:
    """Show whose points differ between two gradings; return the exit status."""
    parser = Parser(
        prog="python3 -m grader compare",
        description="Show whose points moved between two gradings, in which checks, and why.",
    )
    parser.add_argument("old", metavar="OLD", help="the DIR of an earlier --out")
    parser.add_argument("new", metavar="NEW", help="the DIR of a later one")
    parser.add_argument(
        "--keep-better",
        action="store_true",
        help="keep what programs earned in OLD where they earn less in NEW, also when NEW is "
        "graded again; points by hand are those of NEW",
    )
    parser.add_argument(
        "--letters", metavar="DIR", help="write a text for each student whose points changed to DIR"
    )
    add_strict(parser)
    options = parser.parse_args(arguments)
    with store.existing(options.old) as old, store.existing(options.new) as new:
        _require_alike(old.listing().assignment, new.listing().assignment)
        before = with_points(old, options.strict)
        after = with_points(new, options.strict)
        lines = [compare.comparison(old, new, (before, after))]
        if options.keep_better:
            kept_points = compare.better(before, after)
            new.keep_points(kept_points)
            for who, points in kept_points.items():
                lines.append(f"{visible(who)} keeps {counted(points, 'point')}")
            lines.append(f"{report_command(options.new, options)} writes the reports again")
        if options.letters:
            # these have the points that were kept just now
            after = with_points(new, options.strict)
            letters = compare.letters(before, after)
            with refusing(f"--letters: expected a folder to write, got {options.letters!r}"):
                files.write(options.letters, letters)
            lines.append(f"{counted(len(letters), 'letter')} in {options.letters}")
    print("\n".join(lines))
    return JUDGED


def _require_alike(old: str, new: str) -> None:
    """Raise UsageError if two gradings are of different assignments."""
    if old != new:
        raise UsageError(f"expected two gradings of one assignment, got {old} and {new}")
