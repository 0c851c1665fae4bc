"""What `npuzzle` does otherwise than the engine: boards by their names, and checkers of answers."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from grader.assignment.hooks import Arguments, Hooks, Picture
from grader.assignments import sliding
from grader.records import Check

from . import checkers


if TYPE_CHECKING:
    from grader.diagnose.rules import Rules
    from grader.tracing.searching import Searching

LARGEST_SHOWN = 5  # rows of a board that fit into a line to type


class NPuzzle(Hooks):
    """An instance is a board, the only argument, as its rows."""

    checkers = checkers.CHECKERS
    # nothing in this process is measured, or is a command; many boards would take too long
    unpredicted = ("growth", "memory", "command", "many_paths")

    @property
    def rules(self) -> "Rules":
        """How the answers of Board and Solver are explained."""
        from .rules import Answers  # which only explaining needs

        return Answers()

    @property
    def searching(self) -> "Searching":
        """What the searches are like."""
        from .searching import BoardSearching  # which only explaining needs

        return BoardSearching()

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

    def processes(self, check: Check) -> Sequence[Arguments]:
        """The boards and the method of each process in which growth is measured."""
        if check.checker != "growth":
            return ()
        return [
            (boards, method)
            for method in checkers.MEASURED
            for boards in checkers.many(*(rows for _, rows in check.arguments[0]))
        ]

    def files(self, name: str) -> list[Path]:
        """The file of that name."""
        return sliding.files(name)

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


HOOKS = NPuzzle()
