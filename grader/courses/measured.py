"""The system of `verify --as`: it grades as another system does, and prints the outcome."""

import json
from collections import Counter
from pathlib import Path

from grader.courses.exported import Outcome, Place
from grader.courses.system import Host


class Measured(Host):
    """A system that prints the outcome as JSON on one line."""

    name, title = "measured", "verify"

    def place(self, folder: Path, pack: Path) -> Place:
        """The place of the program."""
        return Place(folder)

    def write(self, outcome: Outcome, folder: Path) -> int:
        """Print the figures that `verify` compares, as JSON."""
        figures = {
            "points": outcome.points,
            "possible": outcome.possible,
            "faults": [*outcome.faults, *(["The grader failed."] if outcome.is_fault else [])],
            "wall_s": outcome.wall_s,
            "verdicts": Counter(outcome.verdicts),
            "level": outcome.level,
            "log": outcome.log if outcome.is_fault else "",
        }
        print(json.dumps(figures))
        return 0


SYSTEM = Measured()
