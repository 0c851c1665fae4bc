"""The command `handout`: writes the zip that students get."""

from pathlib import Path

from grader.assignment import plan
from grader.commands.options import add_assignment
from grader.ground.console import Parser, show_progress
from grader.ground.errors import JUDGED, UsageError, refusing
from grader.ground.files import zipped
from grader.ground.text import counted, listed
from grader.handout import contents
from grader.packing import openness
from grader.packing import pack as packing


EXPECTED = "handout: expected a file to write"


def run(arguments: list[str]) -> int:
    """Write the zip that students get; return the exit status."""
    options = _parser().parse_args(arguments)
    out = Path(options.out)
    assignment = plan.load(options.assignment)
    if out.suffix != ".zip":
        raise UsageError(f"handout: expected a name that ends in .zip, got {options.out!r}")
    openness.require_secrets(assignment)
    if not out.parent.is_dir():  # said before the work, which takes a while
        raise UsageError(f"{EXPECTED}, got {options.out!r} (No such file or directory)")
    files = contents.contents(assignment, options.solution)
    show_progress("")
    with refusing(f"{EXPECTED}, got {options.out!r}"):
        out.write_bytes(zipped(files))
    checks = len(packing.public(assignment))
    print(f"{out}: {assignment.name}, {len(files)} files, {checks} public checks")
    if left_out := len(assignment.checks) - checks:
        lacks = counted(left_out, "check")
        print(f"It lacks {lacks}: hidden ones, what runs the model's files, what the course keeps.")
    if not options.solution and (names := contents.left_out(assignment)):
        lack = f"Its stubs lack {listed(names)}, which the model has"
        print(f"{lack}: files in `stubs/` would be taken instead.")
    if not options.solution and not packing.shows_transcripts(assignment):
        print(
            "It recognises right lines by their digests, and shows only those with returned floats."
        )
    if warning := openness.all_public(assignment):
        print(warning)
    return JUDGED


def _parser() -> Parser:
    parser = Parser(
        prog="python3 -m grader handout",
        description="Write what students get: files to begin with, public instances, a README, and "
        "check.pyz, which checks their programs at home by the public checks.",
    )
    add = parser.add_argument
    add("out", metavar="OUT.zip", help="the file to write")
    add("--solution", action="store_true", help="with the model solution, to hand out afterwards")
    add_assignment(parser)
    return parser
