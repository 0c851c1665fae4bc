"""The hooks of `npuzzle`: it draws boards by their names, and has checkers for its answers."""

from collections.abc import Sequence
from random import Random

from grader.assignment.hooks import NOT_MEASURED, Fresh, Hooks, Measurement, Process
from grader.assignments import sliding
from grader.records.checks import Arguments, Check
from grader.records.results import Picture

from . import checkers, queues


LARGEST_SHOWN = 5  # the most rows of a board that fits into one line to type


def _searches(check: Check) -> Sequence[Process]:
    """The three processes of a queue check: counting, a yardstick of work, and the search itself.

    The yardstick runs without the submission, which can't influence it.
    """
    hard = [(queues.HARD, queues.HARD_ROWS)]
    return [
        Process(check.arguments),
        Process((hard, "measure", queues.MEASURE), is_ours=True),
        Process((hard, "work"), queues.MOST_WORK, than=1),
    ]


def _growing(check: Check) -> list[Process]:
    """The pairs of processes, with fewer and with more boards, for each method and size."""
    return [
        Process((boards, method))
        for method in checkers.MEASURED
        for boards in checkers.many(*(rows for _, rows in check.arguments[0]))
    ]


def _redrawn(chance: Random, check: Check) -> Arguments | None:
    """The check's boards whose names end with a seed, drawn with new seeds."""
    names = [
        f"{name.rpartition('-')[0]}-{chance.randrange(10**9)}"
        for name, _ in check.arguments[0]
        if sliding.DRAWN.fullmatch(name)
    ]
    return ([(name, sliding.rows(name)) for name in names],) if names else None


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
