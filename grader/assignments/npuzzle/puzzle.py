"""The hooks of `npuzzle`: it draws boards by their names, and has checkers for its answers."""

from collections.abc import Sequence
from random import Random

from grader.assignment.hooks import Hooks, Process
from grader.assignments import sliding
from grader.records.checks import Arguments, Check
from grader.records.results import Picture

from . import checkers, queues


LARGEST_SHOWN = 5  # the most rows of a board that fits into one line to type


class NPuzzle(Hooks):
    """The hooks for instances that are boards: the only argument is a board's rows."""

    checkers = checkers.CHECKERS
    # Not predicted: growth and memory, as nothing is measured in this process; what solver.py
    # prints as a command, which is in each program's own words; and the paths of a thousand boards,
    # as those of `solution-model` show the same mistakes in a fraction of the time.
    unpredicted = ("growth", "memory", "command", "many_paths")

    def read(self, name: str) -> Arguments:
        """The arguments: the rows of the board with this name."""
        return (sliding.rows(name),)

    def names(self, pattern: str) -> list[str]:
        """The names of the boards that match a pattern."""
        return sliding.names(pattern)

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
            (content,) = self.files(name).values()
            shown = shown.replace("{file}", repr(content.decode()))
        return shown

    def processes(self, check: Check) -> Sequence[Process]:
        """The processes for a check that measures time, memory or the work of a search; else ()."""
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
        """{path: bytes} of the file that holds the instance, or would hold it."""
        return sliding.files(name)

    def doubtful(self, check: Check, cpu_s: Sequence[float]) -> Sequence[int]:
        """The numbers of the pairs of processes whose times grow faster than they should."""
        return checkers.growing(cpu_s) if check.checker == "growth" else ()

    def picture(self, line: str, column: int = 0) -> Picture | None:
        """The picture of the board at a column of a line."""
        return sliding.picture(line, column)

    def fresh(self, chance: Random, check: Check) -> Arguments | None:
        """The check's boards whose names end with a seed, drawn with new seeds."""
        names = [
            f"{name.rpartition('-')[0]}-{chance.randrange(10**9)}"
            for name, _ in check.arguments[0]
            if sliding.DRAWN.fullmatch(name)
        ]
        return ([(name, sliding.rows(name)) for name in names],) if names else None


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


HOOKS = NPuzzle()
