"""The command `verify`: proves assignments, or shows one of the programs that prove them."""

import argparse

from grader import verify
from grader.courses import systems
from grader.ground.console import Parser, add_jobs
from grader.verify import margins, showing


CONTAINERS = [name for name, host in systems.hosts().items() if host.container]
EPILOG = """\
exit status: 0 all is as it should be; 1 something is not, and is named; 2 usage; 3 the grader's
own fault
"""


def run(arguments: list[str]) -> int:
    """Prove assignments, or show a program; return the exit status."""
    options = _parser().parse_args(arguments)
    if options.show:
        print(showing.text(options.show, options.names), end="")
        return verify.SOUND
    if options.system:
        return margins.margins(options.names, options.system, options.only, options.all)
    return verify.verify(options.names, options.all, options.only, options.jobs)


def _parser() -> Parser:
    _, _, how = (verify.__doc__ or "").partition("\n")
    parser = Parser(
        prog="python3 -m grader verify",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=f"Prove assignments before a class sees them.\n{how}",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add(
        "names",
        nargs="*",
        metavar="NAME",
        help="an assignment, or the path of its folder or .json file "
        "(default: all; the usual one with --as)",
    )
    add(
        "--all",
        action="store_true",
        help="run every program, on every check unless it never ends; takes long",
    )
    add(
        "--only",
        action="append",
        default=[],
        metavar="PATTERN",
        help="prove only the groups or checks that match, as in grading; repeatable",
    )
    add_jobs(parser)
    _add_other_deeds(parser)
    return parser


def _add_other_deeds(parser: Parser) -> None:
    """Add the options that replace proving by another action."""
    add = parser.add_argument
    add(
        "--as",
        dest="system",
        choices=CONTAINERS,
        help="instead: hand the model in to that course system, as it is played here, run right "
        "programs and some that try the limits, and show how far from its limits they stay",
    )
    add(
        "--show",
        metavar="PROGRAM",
        help="prove nothing, but print a program, such as wrong/NAME",
    )
