"""The command `transcripts`: runs the model solutions to update the expected transcripts."""

import sys

from grader.assignment import folders, plan
from grader.diagnose import long_runs
from grader.ground.console import Parser
from grader.ground.errors import JUDGED, UsageError
from grader.making import transcripts


def run(arguments: list[str]) -> int:
    """Update the expected transcripts of assignments; return the exit status."""
    parser = Parser(
        prog="python3 -m grader transcripts",
        description="Make the expected transcripts of assignments again.",
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="an assignment, or its folder or .json file, beside which they are kept (default: "
        "all of the tree)",
    )
    for name in parser.parse_args(arguments).names or folders.names():
        _make(name)
    return JUDGED


def _make(name: str) -> None:
    """Update the transcripts of one assignment, and print which files changed."""
    assignment = plan.load(name)
    if name in folders.names() and assignment.name != name:
        raise UsageError(f"{folders.file(name)}: expected the name {name}, got {assignment.name!r}")
    changed = transcripts.regenerate(assignment, sys.executable)
    transcripts.expected(assignment, assignment.checks)  # which refuses what has not all parts
    for path in changed + long_runs.regenerate(assignment):
        if folders.ROOT in path.parents:
            path = path.relative_to(folders.ROOT)
        print(path)
    print(f"{assignment.name}: {len(assignment.checks)} transcripts, {len(changed)} changed")
