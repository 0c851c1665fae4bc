"""The stage on which a course system is played, to try what an export does there."""

import json
from dataclasses import dataclass
from pathlib import Path

from grader.courses.exported import Container
from grader.ground.files import Files, Json, write_folder


# The share of points that a system reads, None if it reads none, and what was printed.
Played = tuple[float | None, str]


@dataclass(frozen=True)
class Stage:
    """The place where a system is played: its folder, the export, the submission, the container."""

    folder: Path
    export: Files
    submission: Files
    points: float
    container: Container

    def lay_out(self, place: str, files: Files) -> None:
        """Write files into a folder of the stage."""
        write_folder(self.folder / place, files)

    def run(self, *command: str, place: str = "", **variables: str) -> str:
        """The output of a command, run as an ordinary user, or as root in the folder /PLACE."""
        raise NotImplementedError

    def results(self) -> Json:
        """The contents of results/results.json."""
        text = (self.folder / "results/results.json").read_text(encoding="utf-8")
        return json.loads(text)
