"""The command: `python3 -m lecture solve | board | steps | misconceptions | questions | compare |
random`.

    $ python3 -m lecture random 2 --seed 1
    2
    1 2
    0 3
    $ python3 -m lecture random 2 --seed 1 | python3 -m lecture solve --moves -
    Minimum number of moves = 1

    2
    1 2
    0 3

    right

See `python3 -m lecture --help` for the commands, and COMMAND --help for the options of one.
"""

import random
import sys
from argparse import Namespace, _SubParsersAction
from collections.abc import Sequence
from importlib import import_module

from grader.ground.console import count
from lecture import experiment
from lecture.console import Parser, exit_status
from lecture.options import add_seed


COMMANDS = "solve", "board", "steps", "misconceptions", "questions", "compare"


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run one of the commands; return its exit status."""
    options = _options(arguments)
    return options.command(options)


def _options(arguments: "Sequence[str] | None") -> Namespace:
    """The options of the command line, checked, with the defaults that depend on others."""
    parser = Parser(
        prog="lecture",
        usage="python3 -m lecture COMMAND ...",
        description="Show searches in a lecture, and ask questions about them.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    words = sys.argv[1:] if arguments is None else arguments
    names: Sequence[str] = COMMANDS
    if words and words[0] in COMMANDS:  # the others take longer to load than most boards to solve
        names = words[:1]
    for name in names:
        import_module(f"lecture.commands.{name}").add(commands)
    _add_random(commands)
    options = parser.parse_args(arguments)
    if "seed" in options and options.seed is None:
        options.seed = random.randrange(10**6)
    if "complete" in options:
        options.complete(parser, options)
    return options


# ---- Random boards ----


def _add_random(commands: "_SubParsersAction[Parser]") -> None:
    """Add the command random."""
    parser = commands.add_parser(
        "random",
        prog="lecture",
        help="print a random solvable board",
        usage="python3 -m lecture random N [options]",
        description="Print a random solvable N-by-N board: "
        "python3 -m lecture random 4 | python3 -m lecture solve -",
    )
    parser.set_defaults(command=_print_random)
    parser.add_argument("N", type=count(2, 127), help="the dimension")
    add_seed(parser)


def _print_random(options: Namespace) -> int:
    """Print a random solvable board."""
    print(experiment.random_board(options.N, random.Random(options.seed)))
    return 0


if __name__ == "__main__":
    sys.exit(exit_status(main))
