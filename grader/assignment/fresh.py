"""Instances made for one run, as difficult as the fixed ones, so that nobody can know their answers.

A state is drawn so: some random moves lead from a fixed one to another, which serves if the model solution, run
on it in the sandbox, needs about as many lines and about as long a queue. Of a set of boards those that are drawn
by their names are drawn by other seeds. What is drawn follows from the seed, the group, the number and, if each
student has others, the name, and from nothing else. The checks are called `fresh/GROUP-NUMBER`, for each student
the same.
"""

import random
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from queue import SimpleQueue

from grader import UsageError
from grader.assignment import instances, transcripts
from grader.judge.judge import lines
from grader.records import FRESH, Check, Limits  # noqa: F401 (some are for the doctests)
from grader.sandbox import sandbox


STEPS = (4, 8)  # moves from a fixed instance to one that may serve
TRIES, MOST_TRIES = 10, 100  # walks from one fixed instance, before another is taken; walks in all
# how far from a fixed instance: in lines, and by what factors in its number
LINES, LEAST, MOST = 2, 0.5, 1.5


@dataclass(frozen=True)
class Draw:
    """Which instances a run gets: how many of each group, by which seed, for each student or for all."""

    number: int
    seed: int
    per_student: bool = False

    def owner(self, who):
        """Whose instances a student gets: their own, or everybody's, which is ""."""
        return who if self.per_student else ""

    def options(self):
        """The words of a command that repeat it."""
        return [
            "--fresh",
            f"{self.number}",
            "--seed",
            f"{self.seed}",
            *["--per-student"] * self.per_student,
        ]

    def __str__(self):
        own = " and the name" * self.per_student
        return f"{self.number} fresh of each kind from seed {self.seed}{own}"


def blanks(assignment, number):
    """The checks that are to get fresh instances, `number` of each group that may have them."""
    if not assignment.fresh:
        raise UsageError(
            f"--fresh: expected an assignment that names groups for it, got {assignment.name!r}"
        )
    first = {
        group: with_points(fixed(assignment, group)[0], points)
        for group, points in assignment.fresh.items()
    }
    return tuple(
        replace(check, name=f"{FRESH}/{group}-{place}", arguments=())
        for group, check in first.items()
        for place in range(1, number + 1)
    )


def fixed(assignment, group):
    """The checks of a group."""
    return [check for check in assignment.checks if check.name.startswith(f"{group}/")]


def with_points(check, points):
    """The check, with so many points for each of its parts."""
    return replace(check, parts=tuple(replace(part, points=points) for part in check.parts))


def is_fresh(check):
    """Whether a check is one that gets a fresh instance."""
    return check.name.startswith(f"{FRESH}/")


def drawn(assignment, todo, draw, owners, jobs=1, deadline=None):
    """{owner: [(fresh check, its expected transcript)]} of the blanks `todo`, for several owners at a time.

    What is not drawn at the `deadline`, a time of time.monotonic(), stays blank: nothing will be run any more.
    """
    known = transcripts.expected(
        assignment, [check for group in assignment.fresh for check in fixed(assignment, group)]
    )
    model = assignment.sources()
    boxes, idle = [sandbox.Sandbox("basic", sys.executable) for _ in range(jobs)], SimpleQueue()
    for box in boxes:
        idle.put(box)

    def made(owner):
        """[(check, transcript)] of one owner."""
        box = idle.get()
        try:
            return [
                one(
                    blank,
                    alike_to(assignment, blank),
                    random.Random(f"{draw.seed} {blank.name} {owner}"),
                    known,
                    model,
                    box,
                )
                if deadline is None or time.monotonic() < deadline
                else (blank, b"")
                for blank in todo
            ]
        finally:
            idle.put(box)

    pool = ThreadPoolExecutor(jobs)
    try:
        return dict(zip(owners, pool.map(made, owners)))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for box in boxes:
            box.close()
        pool.shutdown()


def alike_to(assignment, blank):
    """The fixed checks that a fresh one is to be like."""
    group = fixed(assignment, blank.name.partition("/")[2].rpartition("-")[0])
    return [check for check in group if is_state(check) or redrawn(random.Random(0), check)]


def one(blank, models, chance, known, model, box):
    """(The check, its expected transcript) that a blank becomes by chance."""
    for attempt in range(MOST_TRIES if models else 0):
        if attempt % TRIES == 0:
            like = chance.choice(models)
        instance = moved(chance, like) if is_state(like) else redrawn(chance, like)
        check = replace(blank, arguments=(instance,))
        if all(check.arguments != each.arguments for each in models):
            transcript = transcripts.stdout(check, model, box)
            if not is_state(like) or alike(difficulty(transcript), difficulty(known[like.name])):
                return check, transcript
    raise UsageError(
        f"{blank.name}: expected fixed instances to draw one like, got none that serves"
    )


# ---- Difficulty ----


def difficulty(transcript):
    """(The number of lines, the number that the last one ends with after a colon, else 0).

    >>> difficulty(b"[1] h=1 moves: 0\\n[2] h=0 moves: 1\\nMax queue length: 4\\n")
    (3, 4)
    """
    found = lines(transcript)
    number = re.search(r": ([0-9]+)\Z", found[-1]) if found else None
    return len(found), int(number[1]) if number else 0


def alike(one, other):
    """Whether a difficulty is about that of another.

    >>> alike((14, 384), (15, 700)), alike((14, 384), (15, 800)), alike((14, 384), (18, 384))
    (True, False, False)
    """
    return abs(one[0] - other[0]) <= LINES and LEAST * other[1] <= one[1] <= MOST * other[1]


# ---- Drawing ----


def is_state(check):
    """Whether a check's instance is a state, a list of integers; others are lists of (name, rows of a board)."""
    return isinstance(check.arguments[0][0], int)


def moved(chance, check):
    """A state some random moves away from that of a check.

    >>> moved(random.Random(1), Check("goal", "m", Limits(), arguments=([1, 2, 3, 4, 5, 6, 7, 0, 0],)))
    [1, 2, 3, 4, 5, 0, 7, 0, 6]
    """
    return instances.walk(chance, 3, check.arguments[0], chance.randint(*STEPS))


def redrawn(chance, check):
    """The boards of a check that are drawn by their names, which end with a seed, drawn by other seeds.

    >>> two = Check("two", "m", Limits(), arguments=([("puzzle04", []), ("random-2-7", [])],))
    >>> redrawn(random.Random(1), two)
    [('random-2-144272509', [[0, 1], [3, 2]])]
    """
    names = [
        f"{name.rpartition('-')[0]}-{chance.randrange(10**9)}"
        for name, _ in check.arguments[0]
        if instances.DRAWN.fullmatch(name)
    ]
    return [(name, instances.rows(name)) for name in names]
