"""The options of the command that grades, and some that other commands share."""

import argparse
import os
import shlex
import sys

from grader.assignment import folders
from grader.commands import gradebook, similar
from grader.commands.shards import shard
from grader.conditions import MOST_SEED
from grader.ground.console import Parser, add_jobs, count, seconds
from grader.ground.text import when
from grader.intake import intake
from grader.report.summary import ORDERS
from grader.sandbox import sandbox


# the environment variable that names the required level of sandbox
SANDBOX = "GRADER_REQUIRE_SANDBOX"
# the environment variable that says where the kept results are moved to
MOVED_TO = "GRADER_MOVED_TO"
PATIENCE = 2  # so many checks of a function may cross a limit before the rest of them are skipped
# At home so many CPU seconds end a run before the first report, hold the checks of a function that
# fails, and show whether mended slips leave other mistakes.
FIRST_S, HELD_S, MEND_S = 3, 20, 1
EPILOG = """\
other commands:
  python3 -m grader report DIR        write and show the reports of an earlier --out DIR again
  python3 -m grader compare OLD NEW   show whose points moved between two --out DIRs, and why
  python3 -m grader merge DIR... --out DIR   join the parts that --shard graded
  python3 -m grader export SYSTEM OUT write the files with which a course system grades
  python3 -m grader doctor            try each layer of the sandbox on this machine
  python3 -m grader handout OUT.zip   write what students get: stubs and a check of their own
  python3 -m grader new FOLDER --model FILE  begin an assignment of your own
  python3 -m grader transcripts [NAME...]  make the expected transcripts again
  python3 -m grader verify [NAME...]  prove assignments before a class sees them
(see --help after each for all its options)

verdicts:
  accepted, wrong_answer, time_limit, memory_limit, output_limit, runtime_error,
  missing (no such file or function), skipped (a check that it needs did not come to its
  end, its function crossed two limits, or --budget was over), judge_error (the grader's
  own fault)

exit status: 0 all judged, whatever the verdicts; 2 usage; 3 the grader's own fault
"""


def parser() -> Parser:
    """The parser of the command line."""
    command = Parser(
        prog="python3 -m grader",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Run submissions, compare what they print with what is expected, and say what "
        "is wrong.",
    )
    _add_what_is_graded(command)
    _add_instances(command)
    _add_how_it_is_graded(command)
    _add_limits(command)
    _add_what_is_written(command)
    command.set_defaults(drawn_seed=None)
    return command


def add_assignment(parser: Parser) -> None:
    """Add the option --assignment, whose default is the default assignment."""
    parser.add_argument(
        "--assignment",
        metavar="NAME",
        default=folders.default(),
        help="the assignment, or its folder or .json file (default: %(default)s)",
    )


def add_strict(parser: Parser) -> None:
    """Add the option --strict."""
    parser.add_argument(
        "--strict",
        action="store_true",
        help="give no points back where a slip that the assignment lists spoils several checks",
    )


def report_command(folder: str, options: argparse.Namespace) -> str:
    """The command that writes and shows the reports in a folder, in backquotes."""
    return f"`python3 -m grader report {shlex.quote(folder)}{when(options.strict, ' --strict')}`"


def kept_command(options: argparse.Namespace) -> str:
    """The command that shows the results in --out DIR, at the place to which a script moves it."""
    return report_command(os.environ.get(MOVED_TO, options.out), options)


def _add_what_is_graded(parser: Parser) -> None:
    add = parser.add_argument
    add(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a program, or a folder, zip or tar with one or with many",
    )
    add(
        "--layout",
        choices=intake.LAYOUTS,
        default=intake.LAYOUTS[0],
        help="how to read PATH (default: %(default)s)",
    )
    add(
        "--assignment",
        metavar="NAME",
        help="the assignment, or its folder or .json file (default: the one whose files are found, "
        f"else {folders.default()})",
    )
    add(
        "--only",
        action="append",
        default=[],
        metavar="PATTERN",
        help="run only the groups or checks that match, such as solve or '*/funny12*'; repeatable",
    )
    add(
        "--student",
        action="store_true",
        help="show a student at home, by the public checks alone, what works and what doesn't yet",
    )
    add(
        "--shard",
        type=shard,
        metavar="I/N",
        help="grade the I-th of N parts of a class, for `merge` to join",
    )
    add("--list", action="store_true", help="list the checks, their points and calls")


def _add_instances(parser: Parser) -> None:
    add = parser.add_argument
    add(
        "--fresh",
        type=count(0),
        metavar="N",
        help="check N more instances for each group, drawn for this run, and flag students "
        "who fail only those (default: 1 for a class, 0 for one submission)",
    )
    add(
        "--seed",
        type=count(0, MOST_SEED),
        metavar="S",
        help="draw the same instances as the run that showed this seed",
    )
    add(
        "--per-student",
        action="store_true",
        help="draw other instances for each student, by seed and name",
    )


def _add_how_it_is_graded(parser: Parser) -> None:
    add = parser.add_argument
    add_jobs(parser)
    add(
        "--rerun",
        type=count(0),
        default=0,
        metavar="N",
        help="run each failure N times more, and flag verdicts that vary",
    )
    add(
        "--require-sandbox",
        choices=sandbox.LEVELS,
        metavar="LEVEL",
        help="grade only in this sandbox or a stronger one: "
        f"{', '.join(sandbox.LEVELS)} (default: ${SANDBOX}, else landlock for several submissions)",
    )
    add(
        "--python",
        default=sys.executable,
        metavar="PATH",
        help="the interpreter that runs submissions (default: the one that runs the grader)",
    )


def _add_limits(parser: Parser) -> None:
    add = parser.add_argument
    add(
        "--cpu-s",
        type=seconds,
        metavar="SECONDS",
        help="another limit on each run's CPU time; the limit by the clock is three times that",
    )
    add(
        "--cold",
        action="store_true",
        help="start an interpreter for each run, as bubblewrap does anyway, rather than fork one "
        "that waits",
    )
    add(
        "--patient",
        action="store_true",
        help=f"run all checks of a function, even after {PATIENCE} have crossed a limit of time or "
        "memory",
    )
    add(
        "--no-examples",
        action="store_true",
        help="do not look for the smallest instances that show what is wrong",
    )
    add(
        "--budget",
        type=seconds,
        metavar="SECONDS",
        help="end all, reports included, after that time, and skip the checks that have not run",
    )
    # For `check.pyz --watch`: ends as soon as the program is saved.
    add("--until-saved", action="store_true", help=argparse.SUPPRESS)


def _add_what_is_written(parser: Parser) -> None:
    add = parser.add_argument
    add(
        "--out",
        metavar="DIR",
        help="keep the results in DIR, so that no check runs twice, and write reports there",
    )
    # For exported graders: the course system's results are made from DIR, and nobody reads reports.
    add("--no-reports", action="store_true", help=argparse.SUPPRESS)
    add("--json", metavar="FILE", help="write all results to FILE, too")
    add(
        "--sort",
        choices=list(ORDERS),
        default="name",
        help="the order of the class in reports",
    )
    add_strict(parser)
    similar.add_options(parser)
    gradebook.add_options(parser)
