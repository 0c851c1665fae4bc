"""The command `doctor`: tries each layer of the sandbox on this machine."""

import sys

from grader.ground.console import Parser
from grader.ground.errors import JUDGED
from grader.sandbox import doctor


def run(arguments: list[str]) -> int:
    """Print which levels hold, and what a submission can do at the strongest."""
    parser = Parser(
        prog="python3 -m grader doctor",
        description="Try each layer of the sandbox on this machine.",
    )
    help = "the interpreter that runs submissions"
    parser.add_argument("--python", default=sys.executable, metavar="PATH", help=help)
    doctor.show(parser.parse_args(arguments).python)
    return JUDGED
