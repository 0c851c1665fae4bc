"""Reads the programs that prove an assignment: whole files, and edits of them.

In the folder of programs, `wrong/NAME.py` is a program; so is `wrong/NAME/` if several files are
asked for. A program that differs from another in a few lines is an entry of `wrong.json`:

    "NAME": {"base": "right/OTHER", "why": "a phrase.", "edits": [["old", "new"], ...]}

Each `old` must occur exactly once; a text of several lines is a list of them. If the program has
several files, "edits" is {file: edits}, and a file without edits is the base's. The first line of a
file with edits then says what is wrong. `right.json` likewise has right programs; the base may be
one of another edition ("../EDITION/right/NAME").
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.assignment.edits import edited
from grader.ground.errors import UsageError
from grader.ground.files import Files, write_folder


Lines = str | list[str]  # a text of one line, or the lines of a text
Edits = list[tuple[Lines, Lines]]
RUN = (
    "right",
    "wrong",
    "broken",
    "rude",
)  # the folders that `verify` runs, in the order of its table
FOLDERS = RUN + ("memorised", "hostile")  # the last two prove the grader, and tests run them


@dataclass(frozen=True)
class Source:
    """The text of a program: {path in the folder of programs: contents}."""

    name: str  # folder/file without .py
    files: Files
    base: str = ""  # the name of the whole program if this is only its edits

    def write(self, folder: Path) -> Path:
        """Write the program into a folder, and return its path."""
        write_folder(folder, self.files)
        first = next(iter(self.files))
        return folder / (first if first.count("/") == 1 else self.name)


Sources = dict[str, Source]  # by their names


def sources(root: Path) -> Sources:
    """{name: Source} of all programs in a folder of programs, sorted by folder and name.

    UsageError, with the file and the name, if an entry is wrong.
    """
    whole: Sources = {}
    for folder in FOLDERS:
        whole |= _by_name(_whole(root, folder))
    known = dict(whole)
    for folder in FOLDERS:
        copies = _by_name(_copies(root / f"{folder}.json", known))
        if twice := sorted(set(copies) & set(whole)):
            raise UsageError(f"{root}: expected one program {twice[0]}, got a file and edits")
        known |= copies
    return {name: known[name] for name in sorted(known, key=_place)}


def entries(file: Path) -> Any:
    """The contents of a JSON file, by default {}; UsageError if it is no JSON."""
    if not file.is_file():
        return {}
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UsageError(f"{file}: expected JSON, got {error}") from None


def _by_name(sources: Iterable[Source]) -> Sources:
    return {source.name: source for source in sources}


def _place(name: str) -> tuple[int, str]:
    """The key by which programs are sorted: the place of their folder, then their name."""
    return FOLDERS.index(name.split("/")[0]), name


def _whole(root: Path, folder: str) -> Iterator[Source]:
    for path in sorted((root / folder).glob("[!._]*")):
        paths = sorted(path.glob("*.py")) if path.is_dir() else [path]
        files = {file.relative_to(root).as_posix(): file.read_bytes() for file in paths}
        if path.is_dir() or path.suffix == ".py":
            yield Source(f"{folder}/{path.stem}", files)


def _copies(file: Path, known: Sources) -> Iterator[Source]:
    """The Sources that a file of edits makes from known programs, or from those of other
    editions.
    """
    for name, entry in entries(file).items():
        try:
            base = known.get(entry["base"]) or _beside(file.parent, entry["base"])
            files = _edited_files(base, f"{file.stem}/{name}", entry["why"], entry["edits"])
        except KeyError as error:
            problem = f"expected base (a program), why and edits, got no {error}"
            raise UsageError(f"{file}: {name}: {problem}") from None
        except (AttributeError, TypeError, ValueError) as error:
            raise UsageError(f"{file}: {name}: {error}") from None
        yield Source(f"{file.stem}/{name}", files, base.name)


def _beside(root: Path, name: str) -> Source:
    """The whole program `../FOLDER/right/NAME`; KeyError if there is none."""
    place, _, stem = name.rpartition("/")
    if not name.startswith("../"):
        raise KeyError(name)
    folder = root / place
    return _by_name(_whole(folder.parent, folder.name))[f"{folder.name}/{stem}"]


def _edited_files(base: Source, name: str, why: str, edits: Edits | dict[str, Edits]) -> Files:
    """{path: content} of the files of a base, edited, under another name."""
    by_file = edits if isinstance(edits, dict) else {"": edits}
    if unknown := set(by_file) - {_inner(path) for path in base.files}:
        raise ValueError(
            f"expected edits of files of {base.name}, got {', '.join(sorted(unknown))}"
        )
    title = f"{name.split('/')[0].capitalize()}: {why}"
    return {
        name + path.removeprefix(base.name): _edited(content, by_file.get(_inner(path), []), title)
        for path, content in base.files.items()
    }


def _inner(path: str) -> str:
    """The name of a file in a program of several files; "" if the program is one file.

    >>> _inner("right/NAME/solver.py"), _inner("right/NAME.py")
    ('solver.py', '')
    """
    return "/".join(path.split("/")[2:])


def _edited(content: bytes, edits: Edits, title: str) -> bytes:
    """The content of a file, edited and under another title; without edits, unchanged.

    The title replaces a docstring of one line, or else becomes a comment at the top.
    """
    if not edits:
        return content
    source = edited(content.decode(), [(_text(old), _text(new)) for old, new in edits])
    first, _, rest = source.partition("\n")
    if re.fullmatch('""".*"""', first):
        return f'"""{title}"""\n{rest}'.encode()
    return f"# {title}\n{source}".encode()


def _text(lines: Lines) -> str:
    if isinstance(lines, str):
        return lines
    return "\n".join(lines)
