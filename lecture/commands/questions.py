"""The command questions: makes a sheet for a lecture or an oral exam."""

import random
import sys
from argparse import Namespace, _SubParsersAction
from functools import partial
from pathlib import Path

from grader.assignment import plan
from grader.assignment.plan import Assignment
from grader.intake import intake
from grader.intake.intake import Submission
from grader.sandbox import sandbox
from grader.sandbox.sandbox import Sandbox
from grader.traces import State, Trace
from grader.tracing.candidates import Candidates
from grader.tracing.references import searching_of, trace_of
from grader.tracing.students import Program
from lecture.console import Parser, complain
from lecture.options import ASSIGNMENTS, add_seed
from lecture.question_sheet import sheet_page, sheet_text
from lecture.search_questions import RULES, Topic, questions


# a search from this start shows whether a program's pops can be seen
PROBE = (1, 2, 3, 4, 5, 6, 0, 7, 0)
UNSEEN = (
    "What is in the queue of this program can't be seen: the questions are on the right search."
)


def add(commands: "_SubParsersAction[Parser]") -> None:
    """Add the command."""
    parser = commands.add_parser(
        "questions",
        prog="lecture",
        help="print questions on searches, and their answers on a second page",
        usage="python3 -m lecture questions [options]",
        description="Print questions on A*, different for each seed and name, and the answers on "
        "a second page. All of it is computed from searches.",
    )
    parser.set_defaults(command=run)
    option = parser.add_argument
    add_seed(parser, "draw the same questions again")
    option(
        "--name",
        default="",
        help="the name on the sheet; the seed and the name determine the questions",
    )
    option(
        "--submission",
        metavar="PATH",
        help="a student's program: the first questions are about its search, and its name "
        "is on the sheet",
    )
    option(
        "--assignment",
        choices=ASSIGNMENTS,
        default=ASSIGNMENTS[0],
        help="the assignment of the questions; the default is funny_puzzle",
    )
    option("--out", metavar="FILE", help="write the sheet as a page to be printed (HTML) instead")


def run(given: Namespace) -> int:
    """Print a sheet, or write it."""
    if not given.submission:
        _write(given, given.name, Topic(given.assignment, _chance(given, given.name)))
        return 0
    assignment = plan.load(given.assignment)
    if not searching_of(assignment).algorithms[0].ties:
        fixed = f"{given.assignment} leaves open in which order a program pops"
        return complain(f"--submission: expected --assignment funny_puzzle: {fixed}")
    submission = intake.submissions([given.submission], plan.files(given.assignment), "single")[0]
    if submission.complaint:
        return complain(f"--submission: {submission.complaint}")
    name = given.name or submission.who
    with Sandbox(sandbox.strongest_level(sys.executable), sys.executable) as box:
        tracer = partial(_traced, box, assignment, Candidates(assignment), submission)
        is_visible = tracer(PROBE) is not None
        topic = Topic(given.assignment, _chance(given, name), tracer if is_visible else None)
        _write(given, name, topic, "" if is_visible else UNSEEN)
    return 0


def _chance(given: Namespace, name: str) -> random.Random:
    """The random generator that draws the questions for a student of this name."""
    return random.Random(f"{given.seed} {given.assignment} {name}")


def _write(given: Namespace, name: str, topic: Topic, note: str = "") -> None:
    """Print a sheet, or write its page."""
    title = f"Questions on A*{f' for {name}' if name else ''} (seed {given.seed})"
    notes = [RULES[given.assignment], *([note] if note else [])]
    asked = questions(topic)
    if given.out:
        Path(given.out).write_bytes(sheet_page(title, asked, notes))
    else:
        print(sheet_text(title, asked, notes))


def _traced(
    box: Sandbox,
    assignment: Assignment,
    candidates: Candidates,
    submission: Submission,
    state: State,
) -> "Trace | None":
    """The trace of a student's program on a state; None if it can't be read."""
    check = next(check for check in assignment.checks if check.searches)
    small, pops = candidates.check(check, state), len(trace_of(assignment, state).steps)
    program = Program(box, submission.files(), submission.aliases)
    return program.trace(small, assignment, pops)
