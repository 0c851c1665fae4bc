"""The programs that prove the assignments, as files on the disk."""

import atexit
import re
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

from grader.assignment import folders
from grader.verify.sources import sources


PROGRAMS = folders.programs(folders.file("funny_puzzle"))
HOSTILE = PROGRAMS / "hostile"  # each is a whole file


def texts_in(file):
    """{name: text} of a file beside this one, in which "# ---- NAME ----" is above each text."""
    whole = Path(__file__).with_name(file).read_text(encoding="utf-8")
    _, *parts = re.split(r"^# ---- (.*) ----\n", whole, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2]))


@lru_cache(maxsize=None)
def all_programs(assignment="funny_puzzle"):
    """{name: Source} of the programs of an assignment."""
    return sources(folders.programs(folders.file(assignment)))


def wrong_programs(assignment="funny_puzzle"):
    """{name: Source} of the wrong programs of an assignment."""
    programs = all_programs(assignment).items()
    return {name: source for name, source in programs if name.startswith("wrong/")}


def program(name, assignment="funny_puzzle"):
    """The path of a program: of its file in the tree, or of what its edits make, written out."""
    source = all_programs(assignment)[name]
    if source.base:
        return source.write(_folder() / assignment)
    root = folders.programs(folders.file(assignment))
    file = root / f"{name}.py"
    return file if file.is_file() else root / name


@lru_cache(maxsize=None)
def _folder():
    """The folder that programs are written out to, which goes at the end."""
    folder = tempfile.mkdtemp(prefix="programs-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
