"""The command of `check.pyz`: checks a student's program at home, once or whenever it is saved."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from grader.assignment import folders, plan
from grader.entry.main import main as grader
from grader.ground.console import Parser
from grader.ground.errors import INTERRUPTED, JUDGED, USAGE, UsageError
from grader.ground.states import state
from grader.handout import places


LOOK_S = 0.3  # seconds between two looks at the saved files
WAITING = "\nWaiting for {path} to be saved (Ctrl-C ends this)"
SAVED = "\n---- Saved at %H:%M:%S ----\n"


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command, called by the path `program`; return its exit status."""
    folder, name = os.path.split(program)
    try:
        options, others = _parser(name).parse_known_args(arguments)
        assignment = plan.load(folders.default())
        if options.version:
            print(f"{assignment.name}, handout {assignment.version}")
            return JUDGED
        path = options.path or os.path.normpath(os.path.join(folder, places.usual(assignment)))
    except UsageError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return USAGE
    words = ["--student", "--layout", "single"]
    for pattern in options.only:
        words += ["--only", pattern]
    if options.list:
        return grader(words + others + ["--list"])
    words += [*others, "--", path]  # a name may begin with a dash
    if options.watch:
        return watch(path, partial(grader, ["--until-saved", *words]))
    return grader(words)


def _parser(name: str) -> Parser:
    """The parser of the command line. Options that it doesn't know are passed on to the grader."""
    parser = Parser(
        prog=f"python3 {name}",
        description="Say what of your program works, and what doesn't yet, by the public checks.",
        epilog="Nothing is kept or sent. The course may have other checks.",
    )
    add = parser.add_argument
    add(
        "path",
        nargs="?",
        metavar="PATH",
        help="the program, or its folder (default: the handout's)",
    )
    add("--only", action="append", default=[], metavar="PATTERN", help="some checks, such as solve")
    add("--list", action="store_true", help="list the checks, their points and calls")
    add("--watch", action="store_true", help="check again whenever the program is saved")
    add("--version", action="store_true", help="show which handout this belongs to")
    return parser


# ---- Whenever it is saved ----


def watch(path: str, check: Callable[[], int]) -> int:
    """Check now and whenever the program changes, until Ctrl-C; return the exit status."""
    status = JUDGED
    while status != INTERRUPTED:
        before = state(path)
        status = check()
        if status == INTERRUPTED:
            break
        try:
            if state(path) == before:
                print(WAITING.format(path=path), flush=True)
            while state(path) == before:
                time.sleep(LOOK_S)
        except KeyboardInterrupt:
            return JUDGED
        print(time.strftime(SAVED), flush=True)
    return status
