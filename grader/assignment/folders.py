"""Where all that is known of an assignment is: one folder for it and its editions, its parts found by their names.

assignment.json    the assignment; EDITION.json beside it, one of its editions
transcripts/       what is expected of each, by its name
programs/          right and wrong ones that prove the assignment; those of an edition, by its name
driver.py          what runs in a student's process, where not the student's functions are called
misconceptions.py  MISCONCEPTIONS: the mistakes that explain wrong output
oracle.py          proof(check, transcript, edition): what is wrong with a transcript
reference/         a plain program, of which misconceptions and editions are edits
"""

from importlib import import_module
from pathlib import Path
from types import ModuleType


ASSIGNMENTS = Path(__file__).resolve().parents[1] / "assignments"


def names() -> list[str]:
    """The names of all assignments and editions, sorted.

    >>> names()
    ['funny_puzzle', 'funny_puzzle-any-tiles', 'funny_puzzle-cheaper-g', 'npuzzle']
    """
    return sorted(
        path.parent.name if path.stem == "assignment" else f"{path.parent.name}-{path.stem}"
        for path in ASSIGNMENTS.glob("*/*.json")
    )


def file(name: str) -> Path:
    """The file of an assignment, given by its name, its folder or its file.

    >>> file("funny_puzzle-cheaper-g").relative_to(ASSIGNMENTS).as_posix()
    'funny_puzzle/cheaper-g.json'
    """
    if name.endswith(".json"):
        return Path(name)
    base, _, edition = name.partition("-")
    path = ASSIGNMENTS / base / f"{edition or 'assignment'}.json"
    return Path(name, "assignment.json") if Path(name).is_dir() and not path.is_file() else path


def folder(name: str) -> Path:
    """The folder of the assignment of that name, or of the one whose edition it is."""
    return ASSIGNMENTS / name.partition("-")[0]


def programs(path: Path) -> Path:
    """The folder of the programs that prove the assignment of a file.

    >>> programs(file("funny_puzzle-cheaper-g")).relative_to(ASSIGNMENTS).as_posix()
    'funny_puzzle/programs/cheaper-g'
    """
    whole = path.parent / "programs"
    return whole if path.stem == "assignment" else whole / path.stem


def part(name: str, module: str) -> ModuleType | None:
    """A module in the folder of the assignment of that name, None if it has none.

    >>> part("npuzzle", "oracle").__name__, part("another", "oracle")
    ('grader.assignments.npuzzle.oracle', None)
    """
    if not (folder(name) / f"{module}.py").is_file():
        return None
    return import_module(f"grader.assignments.{folder(name).name}.{module}")
