"""Which fresh instances a grading has: those that options ask for, or a class's usual ones."""

import argparse
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from grader.assignment import plan
from grader.assignment.hooks import is_drawn
from grader.assignment.plan import Assignment
from grader.conditions import Draw
from grader.ground.errors import UsageError
from grader.intake.intake import Submission
from grader.making import fresh
from grader.records.checks import Check
from grader.store import store


def asked_draw(options: argparse.Namespace) -> Draw | None:
    """The fresh instances to draw; None if none are asked for."""
    if options.fresh:
        if options.seed is None and options.shard:
            raise UsageError("--shard: expected --seed beside --fresh, the same for all, got none")
        if options.seed is None:
            options.seed = options.drawn_seed = random.randrange(1_000_000)
        return Draw(options.fresh, options.seed, options.per_student)
    if options.per_student or options.seed is not None:
        raise UsageError("--seed and --per-student: expected --fresh N beside them, got none")
    return None


def usual_draw(
    options: argparse.Namespace, assignment: Assignment, submissions: Sequence[Submission]
) -> Draw | None:
    """The fresh instances of a class if no option asks for some: what was drawn for it, or one.

    None for a single submission, if --fresh 0 asks for none, or if none of them would be run.
    """
    is_class = len(submissions) > 1 or bool(options.shard)
    if options.fresh is not None or options.student or not is_class or not fresh.has(assignment):
        return None
    patterns = options.only
    checks = assignment.checks + fresh.unfilled(assignment, 1)
    if patterns and not any(check.is_fresh for check in plan.select(checks, patterns)):
        return None
    return _draw_of_store(options) or Draw(1, _seed_of(submissions), False)


def _draw_of_store(options: argparse.Namespace) -> Draw | None:
    """What was drawn for the class whose results --out has; None if nothing was."""
    if options.out:
        with suppress(UsageError), store.existing(options.out) as results:
            return results.listing().conditions.draw
    return None  # nothing was graded there, or somebody has changed it


def _seed_of(submissions: Sequence[Submission]) -> int:
    """A seed that follows from what was handed in: the same for all parts of a class.

    Nobody can know it who has not all files of the class.
    """
    digests = sorted(submission.digest for submission in submissions)
    return random.Random(" ".join(digests)).randrange(1_000_000)


def seeded(
    checks: Sequence[Check], draw: Draw | None, submissions: Sequence[Submission]
) -> Sequence[Check]:
    """The checks; those that measure on drawn instances get a seed, so that nobody knows them.

    It is that of the fresh instances, or else follows from what was handed in.
    """
    seed = draw.seed if draw else _seed_of(submissions)
    own = []
    for check in checks:
        if is_drawn(check):
            check = replace(check, seed=1 + seed)
        own.append(check)
    return own


def chosen_checks(
    assignment: Assignment, draw: Draw | None, patterns: Sequence[str]
) -> Sequence[Check]:
    """The checks to run; fresh ones have no instances yet."""
    checks: Sequence[Check] = assignment.checks
    if draw:
        checks = assignment.checks + fresh.unfilled(assignment, draw.number)
    if patterns:
        checks = plan.select(checks, patterns)
    if draw and not any(check.is_fresh for check in checks):
        raise UsageError(
            "--fresh: expected --only to select fresh checks, got none "
            "(--only 'fresh/*' adds them all)"
        )
    return checks
