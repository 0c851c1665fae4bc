"""What every course system is asked, and the usual answers."""

import shutil
import tempfile
from pathlib import Path

from grader.courses.exported import Container, Export, Outcome, Place
from grader.courses.gradebook import Gradebook, Ids
from grader.courses.names import Label, People, Person
from grader.courses.stage import Played, Stage
from grader.ground.errors import UsageError
from grader.ground.files import Files, require_empty


class System:
    """A course system: names and ids on the way in, columns and files of feedback on the way out.

    An id that is unique only in this system is one of the `ids`. One that is the school's own, and
    may stand in other systems' columns, is one of the `school_ids`.
    """

    name: str
    title: str
    ids: Ids = ()
    school_ids: Ids = ()
    gradebook = Gradebook()
    students_file = ""  # the file of a download that says whose its folders are

    def label(self, name: str) -> Label | None:
        """What the name of a file or folder says; None if this system does not give such names.

        It is asked about names with a digit.
        """
        return None

    def students(self, content: bytes) -> dict[str, People]:
        """{key of a label: its students}, from the content of the `students_file`."""
        return {}

    def on_receipt(self, label: Label, text: str) -> Person | None:
        """The student whom the beginning of a receipt names; None if it names nobody."""
        return None

    def feedback_files(self, path: str, people: People) -> list[str]:
        """The names by which the system returns a text on the submission with this path to people.

        There are none if the system knows nobody.
        """
        return []


class Host(System):
    """A system that runs the grader: the files that it needs, and how it learns the outcome.

    A system without a container, but for `Measured`, grades classes by its own scripts, and not by
    `entry.exported`.
    """

    is_zip = False  # whether the system takes a zip, or otherwise a folder
    is_public = False  # whether students can read the pack
    container: Container | None = None

    def check_place(self, out: Path, name: str) -> None:
        """Raise UsageError if the assignment of that name can't be written to this path."""
        if not self.is_zip:
            require_empty(out, self.name)
        elif out.suffix != ".zip":
            raise UsageError(f"{self.name}: expected a name that ends in .zip, got {str(out)!r}")

    def files(self, export: Export) -> Files:
        """The files for the system, including the pack."""
        raise NotImplementedError

    def says(self, export: Export) -> str:
        """What an instructor does with the files, in sentences."""
        raise NotImplementedError

    def place(self, folder: Path, pack: Path) -> Place:
        """The place of the submission in the folder in which the system grades.

        `pack` is the folder of the exported grader, in which a copy can be made.
        """
        raise NotImplementedError

    def write(self, outcome: Outcome, folder: Path) -> int:
        """Report the outcome to the system; return the exit status that the system expects."""
        raise NotImplementedError

    def play(self, stage: Stage) -> Played:
        """Do what the system does, on a stage where the submission is graded."""
        raise NotImplementedError


def copied(folder: Path, pack: Path, *patterns: str) -> Path:
    """A copy of a folder, in the pack, without the pack and files matching the patterns."""

    def left_out(place: str, entries: list[str]) -> set[str]:
        packs = {entry for entry in entries if Path(place, entry).resolve() == pack}
        return packs | shutil.ignore_patterns(*patterns)(place, entries)

    copy = Path(tempfile.mkdtemp(dir=pack)) / "submission"
    return Path(shutil.copytree(folder, copy, symlinks=True, ignore=left_out))
