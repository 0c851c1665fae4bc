"""The command `compare`: shows whose points moved between two gradings, where, and why."""

from grader import compare, store
from grader.commands import JUDGED
from grader.commands.console import Parser


def run(arguments: list[str]) -> int:
    """Show whose points moved between two gradings; return the exit status."""
    parser = Parser(
        prog="python3 -m grader compare",
        description="Show whose points moved between two gradings, in which checks, and why.",
    )
    parser.add_argument("old", metavar="OLD", help="a folder that --out named")
    parser.add_argument("new", metavar="NEW", help="another such folder")
    options = parser.parse_args(arguments)
    with store.existing(options.old) as old, store.existing(options.new) as new:
        print(compare.comparison(old, new))
    return JUDGED
