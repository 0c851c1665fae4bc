"""What `npuzzle` does otherwise than the engine: boards by their names, and checkers of answers."""

from collections.abc import Sequence
from random import Random

from grader.assignment.hooks import Hooks, Process
from grader.assignments import sliding
from grader.records import Arguments, Check, Picture

from . import checkers, queues


LARGEST_SHOWN = 5  # rows of a board that fit into a line to type


class NPuzzle(Hooks):
    """An instance is a board, the only argument, as its rows."""

    checkers = checkers.CHECKERS
    # not predicted: growth and memory, for nothing is measured in this process; what solver.py
    # prints as a command, in words of its own; the paths of a thousand boards, for those of
    # `solution-model` show the same mistakes in a fraction of the time
    unpredicted = ("growth", "memory", "command", "many_paths")

    def read(self, name: str) -> Arguments:
        """The rows of the board of that name."""
        return (sliding.rows(name),)

    def names(self, pattern: str) -> list[str]:
        """The names of the boards that a pattern stands for."""
        return sliding.names(pattern)

    def show(self, check: Check, instance: str = "") -> str:
        """What a student types to see a check on a board, {rows} standing for its rows."""
        name, arguments = check.instance(instance)
        if not arguments:
            return check.shown
        (rows,) = arguments
        text = repr(rows) if len(rows) <= LARGEST_SHOWN else sliding.expression(name)
        return check.shown.replace("{rows}", text).replace("{name}", name)

    def processes(self, check: Check) -> Sequence[Process]:
        """The processes in which growth or memory is measured, or how much a search does."""
        if check.checker == "queue":
            return _searches(check)
        if check.checker == "memory":
            return [Process(([board], number)) for board, number in checkers.held(check)]
        if check.checker != "growth":
            return ()
        return [
            Process((boards, method))
            for method in checkers.MEASURED
            for boards in checkers.many(*(rows for _, rows in check.arguments[0]))
        ]

    def files(self, name: str) -> dict[str, bytes]:
        """The file that the instance of that name is in, or would be in."""
        return sliding.files(name)

    def doubtful(self, check: Check, cpu_s: Sequence[float]) -> Sequence[int]:
        """The numbers of the processes whose times, in pairs, grow faster than they should."""
        return checkers.growing(cpu_s) if check.checker == "growth" else ()

    def picture(self, line: str, column: int = 0) -> Picture | None:
        """The board that is shown at a column of a line."""
        return sliding.picture(line, column)

    def fresh(self, chance: Random, check: Check) -> Arguments | None:
        """The boards of a check whose names end with a seed, drawn by other seeds."""
        names = [
            f"{name.rpartition('-')[0]}-{chance.randrange(10**9)}"
            for name, _ in check.arguments[0]
            if sliding.DRAWN.fullmatch(name)
        ]
        return ([(name, sliding.rows(name)) for name in names],) if names else None


def _searches(check: Check) -> Sequence[Process]:
    """The processes in which a search is counted, a measure of work is made, and work is measured.

    The measure is made without the submission, which can't reach it.
    """
    hard = [(queues.HARD, queues.HARD_ROWS)]
    return [
        Process(check.arguments),
        Process((hard, "measure", queues.MEASURE), is_ours=True),
        Process((hard, "work"), queues.MOST_WORK, than=1),
    ]


HOOKS = NPuzzle()
