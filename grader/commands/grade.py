"""The command that grades: `python3 -m grader PATH...`."""

import argparse
import math
import os
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from grader.assignment import folders, plan
from grader.assignment.hooks import call
from grader.assignment.plan import Assignment
from grader.commands import gradebook, similar, waiting
from grader.commands.budget import Budget, budget
from grader.commands.draws import asked_draw, chosen_checks, seeded, usual_draw
from grader.commands.options import (
    FIRST_S,
    HELD_S,
    MEND_S,
    PATIENCE,
    SANDBOX,
    kept_command,
    parser,
)
from grader.commands.views import ClassView, SingleView, StudentView, View, listing_of
from grader.conditions import Conditions, Draw
from grader.grading.explained import explain
from grader.grading.listing import Machine, listing
from grader.grading.pipeline import Batch
from grader.grading.rows import Policy
from grader.ground.console import columns, show_progress
from grader.ground.errors import JUDGED, OUR_FAULT, USAGE, UsageError, refusing
from grader.ground.states import Changed, check_is_same, state
from grader.ground.text import counted, first_of
from grader.intake import intake
from grader.intake.intake import Submission
from grader.making import sheets
from grader.making.sheets import Sheets
from grader.records.checks import Check
from grader.records.listings import Listing
from grader.records.submissions import Document
from grader.report import results_json
from grader.report.scope import Scope
from grader.sandbox import interpreter, portable, sandbox
from grader.store import store
from grader.store.store import Store


MOST_NAMES = 10  # of submissions that are no longer given
NOT_CONTAINED = (
    "expected a sandbox that contains submissions, got basic, where they can do what you can: "
    "`python3 -m grader doctor` says why (--require-sandbox basic grades nevertheless, for "
    "programs that you trust)"
)
SAVED = "The program was saved meanwhile."


def run(arguments: list[str]) -> int:
    """Grade every path of the command line, or list the checks; return the exit status."""
    start = time.monotonic()
    options = parser().parse_args(arguments)
    try:
        return _run(options, start)
    except KeyboardInterrupt as reason:
        raise KeyboardInterrupt(str(reason) or _what_is_kept(options)) from None
    except Changed:
        show_progress("")
        if not options.until_saved:
            raise
        print(SAVED)
        return USAGE


def _run(options: argparse.Namespace, start: float) -> int:
    """Grade according to the options; `start` is when the command began. Return the exit status."""
    options.assignment = options.assignment or _detected(options)
    assignment = plan.load(options.assignment, options.cpu_s)
    draw = asked_draw(options)
    if options.student:
        assignment = _for_student(assignment, options)
    checks: Sequence[Check] = ()
    if options.list or draw:
        checks = chosen_checks(assignment, draw, options.only)
    if options.list:
        return _list_checks(assignment, checks, draw, options.jobs)
    _check_options(options)
    python = _interpreter(options.python)
    _check_is_writable(options.json)
    submissions = _submissions(options, assignment)
    if not draw:
        draw = usual_draw(options, assignment, submissions)
        checks = chosen_checks(assignment, draw, options.only)
    if not options.student:
        checks = seeded(checks, draw, submissions)
    level = _level(options, python, len(submissions))
    machine = Machine(python, level, options.jobs, options.cold)
    if options.shard:
        submissions = [own for own in submissions if options.shard.has(own.who)]
    task = _Task(options, assignment, checks, draw, machine, submissions)
    limits = budget(start, options.budget, len(submissions))
    with Store(options.out) as results:
        status, cut_off = _grade(task, results, limits)
    if options.similar:
        from grader.commands import ranking  # the import takes a while

        ranking.show(options, assignment, submissions)
    elif options.out:
        similar.remove_page(options.out)
    if options.out and not options.no_reports:
        _write_reports(task, limits)
    if cut_off and not options.student:
        print(_time_over(options, cut_off))
    return status


@dataclass(frozen=True)
class _Task:
    """The submissions to grade, their checks, and the machine."""

    options: argparse.Namespace
    assignment: Assignment
    checks: Sequence[Check]
    draw: Draw | None
    machine: Machine
    submissions: Sequence[Submission]

    @property
    def is_class(self) -> bool:
        return len(self.submissions) > 1 or bool(self.options.shard)

    @property
    def graded_as(self) -> str:
        """The words that say what is graded: assignment, Python version, fresh instances."""
        facts = [self.assignment.name]
        if self.assignment.version:
            facts.append(f"handout {self.assignment.version}")
        facts.append(f"Python {interpreter.version(self.machine.python)}")
        if self.draw:
            facts.append(str(self.draw))
        return ", ".join(facts)

    def listing(self, class_sheets: Sheets) -> Listing:
        options = self.options
        head = self.assignment.name, self.graded_as
        conditions = Conditions(
            _unless_usual(options.assignment, folders.default()),
            _unless_usual(options.python, sys.executable),
            options.cpu_s or 0,
            _unless_usual(options.layout, intake.LAYOUTS[0]),
            self.draw,
        )
        shard = str(options.shard or "")
        return listing(self.submissions, class_sheets, head, self.machine, conditions, shard)


def _grade(task: _Task, results: Store, limits: Budget) -> tuple[int, int]:
    """Grade and show results at once; return (exit status, number of checks that time cut off)."""
    _check_is_same_class(results, task)
    options, draw = task.options, task.draw
    if draw:
        show_progress("drawing fresh instances")
    students = [submission.who for submission in task.submissions]
    class_sheets = sheets.sheets(
        task.assignment, task.checks, draw, students, options.jobs, limits.checks
    )
    work = task.listing(class_sheets)
    results.begin(work)
    view = _view(task, class_sheets.of(next(iter(students), "")).checks)
    before = state(options.paths[0])
    policy = _policy(options, limits.checks)
    with Batch(work, class_sheets, results, task.machine, policy) as batch:
        if options.until_saved:
            batch.look_after(partial(check_is_same, options.paths[0], before))
        outcome = _show(task, batch, view, results)
        if options.student:
            document = _report(task, view, results, limits)
            if not waiting.wants_more(document, options.jobs, options.paths[0], before):
                return outcome
            batch.hold_none()
            outcome = _show(task, batch, view, results)
    if options.json or not options.out or not task.is_class:
        _report(task, view, results, limits)
    return outcome


def _check_is_same_class(results: Store, task: _Task) -> None:
    """UsageError if most submissions that were graded into a folder are not given now.

    If some are not, print which.
    """
    try:
        graded = results.listing().submissions
    except UsageError:  # nothing was graded there, or what was can't be read
        return
    now = {submission.who for submission in task.submissions}
    gone = [one.submission.submission for one in graded if one.submission.submission not in now]
    if len(graded) > 1 and 2 * len(gone) > len(graded):
        got = f"{len(graded)} submissions, of which {len(gone)} are not given"
        raise UsageError(
            "--out: expected another folder, or all PATHs of the class (only what is new runs), "
            f"got {task.options.out!r} with {got}"
        )
    if gone:
        names = first_of(gone, MOST_NAMES)
        print(f"No longer in the reports, for they are not given: {names}")


def _policy(options: argparse.Namespace, deadline: float | None) -> Policy:
    """When to run checks again, and when to give up or to wait."""
    shares = portable.IS_NEEDED and options.student and not options.cold
    patience, held_s, first_s, mend_s = PATIENCE, math.inf, math.inf, math.inf
    if options.student:
        held_s, first_s, mend_s = HELD_S, FIRST_S, MEND_S
    if options.patient:
        patience, held_s, first_s = 0, math.inf, math.inf
    return Policy(options.rerun, patience, deadline, held_s, first_s, mend_s, shares)


def _report(task: _Task, view: View, results: Store, limits: Budget) -> Document:
    """Explain the results, write the JSON file, and show the rest of the report."""
    document = explain(results, task.assignment, limits.explanations, task.options.strict)
    if task.options.json:
        Path(task.options.json).write_bytes(b"".join(results_json.pieces(document)))
    if not task.options.out or isinstance(view, SingleView):
        view.end(document)
    return document


def _show(task: _Task, batch: Batch, view: View, results: Store) -> tuple[int, int]:
    """Show results as they come, and find examples; return (exit status, number of checks that
    time cut off).
    """
    status = JUDGED
    cut_off = 0
    has_failed = False
    try:
        for submission, result in batch.results(task.submissions):
            view.show(submission, result)
            cut_off += result.reason.kind == "budget"
            has_failed = has_failed or (result.is_judged and not result.passed)
            if result.verdict == "judge_error":
                status = OUR_FAULT
    except KeyboardInterrupt:
        if not task.options.student:
            raise
        batch.finish(task.submissions[0])
        _report(task, view, results, Budget())
        raise KeyboardInterrupt("; the results so far are above") from None
    if has_failed and not task.options.no_examples:
        show_progress("looking for small examples")
        batch.find_examples(task.submissions, task.assignment)
    return status, cut_off


def _write_reports(task: _Task, limits: Budget) -> None:
    from grader.commands import report  # the import takes a while

    show_progress("")
    report.write_in_time(task.options, not task.is_class, limits)


def _check_options(options: argparse.Namespace) -> None:
    if not all(options.paths or [""]):
        raise UsageError("expected a PATH to grade, got none (--help lists the options)")
    if options.out == "":
        raise UsageError("--out: expected a folder, got ''")
    if options.out:
        from grader.report import files  # the import takes a while

        files.check_is_ours(options.out)
    if options.shard and not options.out:
        raise UsageError("--shard: expected --out DIR beside it, which `merge` joins, got none")
    gradebook.check(options)
    if (options.roster or options.adjust) and not options.out:
        raise UsageError("--roster and --adjust: expected --out DIR beside them, got none")
    similar.check(options)


# ---- What is graded ----


def _submissions(options: argparse.Namespace, assignment: Assignment) -> Sequence[Submission]:
    """The submissions at the paths; UsageError if a path does not exist or there is none."""
    submissions = intake.submissions(options.paths, assignment.files, _layout(options))
    absent = {submission.path for submission in submissions if submission.is_absent}
    if missing := [path for path in dict.fromkeys(options.paths) if path in absent]:
        raise UsageError(f"expected existing files or folders, got {', '.join(map(repr, missing))}")
    if not submissions:
        raise UsageError(f"expected submissions, got none in {' '.join(options.paths)!r}")
    if options.student and len(submissions) > 1:
        raise UsageError(f"--student: expected one program, got {len(submissions)} submissions")
    return submissions


def _layout(options: argparse.Namespace) -> str:
    """The layout of the paths; a student at home checks a single program."""
    if options.student and options.layout == "auto":
        return "single"
    return str(options.layout)


def _detected(options: argparse.Namespace) -> str:
    """The name of the assignment of several files that the submission has, or else of the default
    one.
    """
    usual = set(plan.files(folders.default()))
    for name in folders.names():
        files = set(plan.files(name))
        if len(files) == 1:
            continue
        for submission in intake.submissions(options.paths, tuple(files), _layout(options)):
            members = {member for member, _ in submission.members}
            has_all, has_some = members >= files, bool(members & files)
            if has_all or (has_some and not members & usual):
                return name
    return folders.default()


def _for_student(assignment: Assignment, options: argparse.Namespace) -> Assignment:
    """The public part of an assignment."""
    if options.out is not None:
        raise UsageError("--student: expected no --out beside it, for it keeps nothing")
    if options.shard:
        raise UsageError("--student: expected no --shard beside it, for there is one program")
    return plan.public(assignment)


def _list_checks(
    assignment: Assignment, checks: Sequence[Check], draw: Draw | None, jobs: int
) -> int:
    if draw and not draw.per_student:
        checks = sheets.sheets(assignment, checks, draw, [""], jobs).common.checks
    for check in checks:
        shown = "(each student's own)"
        if check.arguments or not check.is_fresh:
            shown = call(check)
        print(f"{check.name:<28} {check.points:>4g}  {shown}")
    return JUDGED


# ---- With what, and how long ----


def _interpreter(name: str) -> str:
    """The absolute path of an interpreter, searched in PATH as a shell does."""
    if not (path := shutil.which(name)):
        raise UsageError(f"--python: expected an interpreter, got {name!r}")
    return os.path.abspath(path)


def _level(options: argparse.Namespace, python: str, submissions: int) -> str:
    """The level of sandbox to use: the strongest that holds.

    UsageError if it is weaker than required. If none is required, a class is not graded without
    containment; a single program, such as a student's own, is.
    """
    required = options.require_sandbox or os.environ.get(SANDBOX)
    if required and required not in sandbox.LEVELS:
        levels = ", ".join(sandbox.LEVELS)
        raise UsageError(f"${SANDBOX}: expected one of {levels}, got {required!r}")
    level = sandbox.require_level(required or "basic", python)
    if level == "basic" and not required and submissions > 1:
        raise UsageError(NOT_CONTAINED)
    return level


def _check_is_writable(file: str | None) -> None:
    with refusing(f"--json: expected a file to write, got {file!r}"):
        open(file or os.devnull, "a", encoding="utf-8").close()


def _time_over(options: argparse.Namespace, checks: int) -> str:
    """The sentence that time was over before so many checks were run."""
    how = "with --out DIR the same command would go on from here"
    if options.out:
        how = _how_to_go_on(options)
    return f"Time was over before {counted(checks, 'check')} could be run: {how}."


def _what_is_kept(options: argparse.Namespace) -> str:
    """The end of a sentence: which results an interrupted grading keeps, and how to continue."""
    if not options.out:
        return "; nothing was kept (--out DIR would keep it)"
    try:
        with store.existing(options.out) as results:
            results.listing()
    except UsageError:
        return "; nothing was graded yet"
    return f"; {_how_to_go_on(options)}, and {kept_command(options)} shows what is there"


def _how_to_go_on(options: argparse.Namespace) -> str:
    """How to continue a grading that keeps its results."""
    if options.drawn_seed is None:
        return "the same command goes on from here"
    return f"the same command with --seed {options.drawn_seed} goes on from here"


def _unless_usual(value: str, usual: str) -> str:
    if value == usual:
        return ""
    return value


# ---- What is shown and written ----


def _view(task: _Task, checks: Sequence[Check]) -> View:
    """The view for these submissions: all checks of one, or a line for each of several."""
    options = task.options
    submissions = task.submissions
    header = f"{task.graded_as}, sandbox: {task.machine.level}"
    header += f", bounded by {sandbox.bounded_by()}"
    if task.is_class:
        print(listing_of(submissions, columns()))
        slips = task.assignment.slips
        if options.strict:
            slips = ()
        return ClassView(submissions, checks, header, slips)
    (only,) = submissions
    if options.student:
        scope = Scope(bool(options.only), task.assignment.elsewhere)
        return StudentView(only, checks, task.graded_as, scope)
    if only.flags or only.private_flags or only.is_empty:
        print(listing_of(submissions, columns()))
    return SingleView(only, checks, header)
