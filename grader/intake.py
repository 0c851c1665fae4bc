"""From a path to a submission: which of its files is the program, and what of it may be copied."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Submission:
    """A student's files: the name each has in the scratch folder, and where to copy it from."""
    path: str
    files: dict
    complaint: str = ""


def submission(path, file):
    """The submission at `path` for an assignment that asks for `file`.

    A path to a file is the program, whatever its name. In a folder it is `file`, or else the only `.py`;
    other `.py` files beside it come along. Where there is no program, the complaint says so.
    """
    place = Path(path)
    if place.is_file():
        return Submission(path, {file: place})
    if not place.is_dir():
        return Submission(path, {}, f"There is no file or folder {path}.")
    sources = {source.name: source for source in sorted(place.glob("*.py")) if source.is_file()}
    if file not in sources and len(sources) == 1:
        return Submission(path, {file: source for source in sources.values()})
    return Submission(path, sources, "" if file in sources else absence(path, file, sources))


def absence(path, file, sources):
    """The sentence that says why a folder has no program.

    >>> absence("hw9", "funny_puzzle.py", ["a.py", "b.py"])
    'The folder hw9 has no funny_puzzle.py, and of its files (a.py, b.py) any could be meant.'
    """
    if not sources:
        return f"The folder {path} has no {file}, nor any other .py file."
    return f"The folder {path} has no {file}, and of its files ({', '.join(sources)}) any could be meant."
