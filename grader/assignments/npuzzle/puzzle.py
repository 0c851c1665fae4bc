"""The hooks of `npuzzle`: it draws boards by their names, and has checkers for its answers."""

import re
from collections.abc import Sequence
from random import Random

from grader.assignment.hooks import NOT_MEASURED, Fresh, Hooks, Measurement, Process
from grader.assignments import sliding
from grader.records.checks import Arguments, Check
from grader.records.results import Picture

from . import checkers, queues


FILE = re.compile("puzzle(?:([0-9])x[0-9]-)?(?:([0-9]{2})|unsolvable[0-9]?)")
# The most random moves from the goal to a fresh board, so that slow programs, too, solve it soon,
# and the moves to one with two tiles exchanged, on which both searches end soon.
MOST_MOVES, NEAR = 24, 6
LARGEST_SHOWN = 5  # the most rows of a board that fits into one line to type


def _searches(check: Check) -> Sequence[Process]:
    """The three processes of a queue check: counting, a yardstick of work, and the search itself.

    The yardstick runs without the submission, which can't influence it.
    """
    hard = [queues.hard(check.seed)[0]]
    return [
        Process(check.arguments),
        Process((hard, "measure", queues.MEASURE), is_ours=True),
        Process((hard, "work"), queues.MOST_WORK, than=1),
    ]


def _growing(check: Check) -> list[Process]:
    """The pairs of processes, with fewer and with more boards, for each method and size."""
    (_, small), (_, large) = check.arguments[0]
    return [
        Process((boards, method))
        for method in checkers.MEASURED
        for boards in checkers.many(small, large, check.seed)
    ]


def _redrawn(chance: Random, check: Check) -> Arguments | None:
    """Boards like the check's: those drawn by a seed, or else by the moves in a file's name."""
    known = [name for name, *_ in check.arguments[0]]
    kinds = [_kind_of_drawn(name) for name in known]
    if not any(kinds):
        kinds = [_kind_of_file(name) for name in known]
    names = [f"{kind}-{chance.randrange(10**9)}" for kind in kinds if kind]
    return ([(name, sliding.rows(name)) for name in names],) if names else None


def _kind_of_drawn(name: str) -> str:
    """The name of a drawn board without its seed; "" if the name is that of a file.

    >>> _kind_of_drawn("random-5-1"), _kind_of_drawn("walk-5-62-130"), _kind_of_drawn("puzzle04")
    ('random-5', 'walk-5-24', '')
    """
    match = sliding.DRAWN.fullmatch(name)
    if not match:
        return ""
    kind, *numbers = name.split("-")[:-1]
    if kind == "walk":
        numbers[1] = str(min(int(numbers[1]), MOST_MOVES))
    return "-".join([kind, *numbers])


def _kind_of_file(name: str) -> str:
    """The kind of board to draw in the place of one in a file, by the file's name; "" for none.

    >>> _kind_of_file("puzzle04"), _kind_of_file("puzzle3x3-12"), _kind_of_file("puzzle38")
    ('walk-4-4', 'walk-3-12', 'walk-4-24')
    >>> _kind_of_file("puzzle2x2-unsolvable1"), _kind_of_file("another")
    ('exchanged-2-6', '')
    """
    match = FILE.fullmatch(name)
    if not match:
        return ""
    n = match[1] or "4"
    if match[2] is None:
        return f"exchanged-{n}-{NEAR}"
    return f"walk-{n}-{min(int(match[2]), MOST_MOVES)}"


class NPuzzle(Hooks):
    """The hooks for instances that are boards: the only argument is a board's rows."""

    instances = sliding.Boards()
    checkers = checkers.CHECKERS
    fresh = Fresh(_redrawn)

    def show(self, check: Check, instance: str = "") -> str:
        """The line that a student types to see a check on a board; {rows} stands for its rows.

        {name} stands for its name, and {file} for the text of its file.
        """
        name, arguments = check.instance(instance)
        if not arguments:
            return check.shown
        (rows,) = arguments
        text = repr(rows) if len(rows) <= LARGEST_SHOWN else sliding.expression(name)
        shown = check.shown.replace("{rows}", text).replace("{name}", name)
        if "{file}" in shown:
            (content,) = sliding.files(name).values()
            shown = shown.replace("{file}", repr(content.decode()))
        return shown

    def measurement(self, check: Check) -> Measurement:
        """The processes for a check that measures time, memory or the work of a search."""
        if check.checker == "queue":
            return Measurement(_searches(check))
        if check.checker == "memory":
            boards = checkers.held(check)
            return Measurement([Process(([board], number)) for board, number in boards])
        if check.checker == "growth":
            return Measurement(_growing(check), doubtful=checkers.growing)
        return NOT_MEASURED

    def picture(self, line: str, column: int = 0) -> Picture | None:
        """The picture of the board at a column of a line."""
        return sliding.picture(line, column)


HOOKS = NPuzzle()
