"""Instances made for one run, as difficult as the fixed ones, so that nobody can know their
answers.

The hooks of an assignment draw an instance like a fixed one, and say by what the model solution
prints in the sandbox whether it is about as difficult. What is drawn follows from the seed, the
group, the number and, if each student has others, the name, and from nothing else. The checks are
called `fresh/GROUP-NUMBER`, for each student the same.
"""

import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from grader.assignment.plan import Assignment
from grader.conditions import Draw
from grader.ground.errors import UsageError
from grader.making import transcripts
from grader.records.checks import FRESH, Check
from grader.sandbox.pool import Pool
from grader.sandbox.sandbox import Sandbox


# How often an instance like a fixed one is drawn before another fixed one is taken, and how often
# in all.
TRIES, MOST_TRIES = 10, 100

Expected = tuple[Check, bytes]  # a check and its expected transcript


def has(assignment: Assignment) -> bool:
    """Whether an assignment can make fresh instances, and names groups for them."""
    return bool(assignment.hooks.fresh and assignment.fresh)


def unfilled(assignment: Assignment, number: int) -> tuple[Check, ...]:
    """Checks without instances yet, `number` for each group that may have fresh ones."""
    if not assignment.hooks.fresh:
        raise UsageError(
            "--fresh: expected an assignment with a puzzle.py that makes fresh instances, "
            f"got {assignment.name!r}"
        )
    if not assignment.fresh:
        raise UsageError(
            f"--fresh: expected an assignment that names groups for it, got {assignment.name!r}"
        )
    checks = []
    for group, points in assignment.fresh.items():
        fixed = _fixed(assignment, group)
        parts = tuple(replace(part, points=points) for part in fixed[0].parts)
        fresh = replace(fixed[0], arguments=(), parts=parts, limits=fixed[-1].limits)
        for place in range(1, number + 1):
            checks.append(replace(fresh, name=f"{FRESH}/{group}-{place}"))
    return tuple(checks)


def _fixed(assignment: Assignment, group: str) -> list[Check]:
    return [check for check in assignment.checks if check.name.startswith(f"{group}/")]


def drawn(
    assignment: Assignment,
    todo: Sequence[Check],
    draw: Draw,
    owners: Iterable[str],
    jobs: int,
    deadline: float | None,
) -> dict[str, list[Expected]]:
    """{owner: pairs of a fresh check and its transcript}; `jobs` owners are drawn at a time.

    Checks not drawn by the `deadline`, a time of time.monotonic(), stay without instances: they
    won't run.
    """
    drawing = _Drawing(assignment, draw)

    def of_owner(box: Sandbox, owner: str) -> list[Expected]:
        pairs = []
        for check in todo:
            if deadline is None or time.monotonic() < deadline:
                pairs.append(drawing.filled(check, owner, box))
            else:
                pairs.append((check, b""))
        return pairs

    owners = list(owners)
    with Pool("basic", sys.executable, jobs) as pool:
        return dict(zip(owners, pool.map(of_owner, owners)))


class _Drawing:
    """The source of instances: the fixed checks with transcripts, the model, and the seed."""

    def __init__(self, assignment: Assignment, draw: Draw) -> None:
        self.assignment = assignment
        self.seed = draw.seed
        self.model = assignment.sources()
        assert assignment.hooks.fresh  # otherwise there is nothing to draw
        self.fresh = assignment.hooks.fresh
        fixed = []
        for group in assignment.fresh:
            fixed += _fixed(assignment, group)
        self.known = transcripts.expected(assignment, fixed)

    def filled(self, check: Check, owner: str, box: Sandbox) -> Expected:
        """(A fresh check with an instance for this owner, its transcript)."""
        models = self._models_of(check)
        known = [model.arguments for model in models]
        chance = Random(f"{self.seed} {check.name} {owner}")
        for tried in range(MOST_TRIES if models else 0):
            if tried % TRIES == 0:
                like = chance.choice(models)
            filled = replace(check, arguments=self.fresh.draw(chance, like) or ())
            if filled.arguments not in known:
                transcript = transcripts.stdout(filled, self.model, box)
                if self.fresh.is_alike(transcript, self.known[like.name]):
                    return filled, transcript
        raise UsageError(
            f"{check.name}: expected fixed instances to draw one like, got none that serves"
        )

    def _models_of(self, check: Check) -> list[Check]:
        """The fixed checks whose instances a fresh check's instance resembles."""
        group = _fixed(self.assignment, check.fixed_group)
        return [fixed for fixed in group if self.fresh.draw(Random(0), fixed)]
