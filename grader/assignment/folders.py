"""The folder of an assignment: its parts, found by their names.

    assignment.json    the assignment; EDITION.json beside it, one of its editions
    transcripts/NAME/  what the assignment or edition of that name expects; in reference.json, what
                       its reference does in the checks that take it long
    puzzle.py          HOOKS: how it differs from the default (`hooks`)
    driver.py          functions that run in a student's process instead of the student's own, as
                       those of driver_*.py do: one text, in the order of their names
    misconceptions.py  MISCONCEPTIONS: the mistakes that explain wrong output
    alike.py           ALIKE: {name: function of an output: what those that show the same mistake
                       have in common}, for handouts, too
    forms.py           FORMS: edits that change nothing that is printed, but how mistakes show
    editions.py        EDITIONS: what other editions ask for (`editions`)
    rules.py           RULES: how results are explained, if in another way (`diagnose.rules`)
    searching.py       SEARCHING: what the searches are like, if they can be traced (`searching`)
    state_of.py        state_of(value): the value as a state made of tuples, or None; it runs in a
                       student's process, too, and imports nothing
    oracle.py          proof(check, transcript, edition): what is wrong with a transcript
    reference.py or reference/   a plain program, of which misconceptions and editions are edits
    programs/          right and wrong ones that prove the assignment; an edition's, by its name

Only the first two must be there. The folder may be anywhere on the disk, and its Python files are
loaded by their paths, as modules of a package of its own, so that they can import each other
(`from . import checkers`). What a folder lacks is looked for in that of the assignment that its
file extends, or of the assignment of the tree that has the same name. Paths in an assignment file
are relative to the same folders, or else to the top of the checkout.
"""

import ast
import copy
import importlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.assignment.editions import Edition
from grader.assignment.hooks import Given, Hooks, Lines
from grader.assignment.misconceptions import Misconception
from grader.assignment.searching import Searching
from grader.ground.errors import UsageError
from grader.ground.files import Json
from grader.records.checks import Check
from grader.records.facts import Names


ROOT = Path(__file__).resolve().parents[2]
ASSIGNMENTS = Path(__file__).resolve().parents[1] / "assignments"  # the assignments of this package
FILE = "assignment.json"
# These Python files explain results or prove transcripts and change no verdict. So do files whose
# names begin with TABLE.
TABLE = "misconceptions"
EXPLAINING = (
    "alike.py",
    "editions.py",
    "forms.py",
    "oracle.py",
    "reference.py",
    "rules.py",
    "searching.py",
    "state_of.py",
)


# ---- Which file is meant ----


def names() -> list[str]:
    """The names of the built-in assignments and editions, sorted.

    >>> len(names()) > 1 and all(file(name).is_file() for name in names())
    True
    """
    return sorted(
        path.parent.name if path.name == FILE else f"{path.parent.name}-{path.stem}"
        for path in ASSIGNMENTS.glob("*/*.json")
    )


def default() -> str:
    """The name of the assignment that is used if the user names none."""
    for name in names():
        if json.loads(file(name).read_text(encoding="utf-8")).get("default"):
            return name
    raise UsageError(f"{ASSIGNMENTS}: expected an assignment that is the default, got none")


def file(name: str) -> Path:
    """The file of an assignment, given by its built-in name, its folder or its file.

    >>> file("nosuch-edition").relative_to(ASSIGNMENTS).as_posix()
    'nosuch/edition.json'
    """
    if name.endswith(".json"):
        return Path(name)
    base, _, edition = name.partition("-")
    path = ASSIGNMENTS / base / f"{edition or Path(FILE).stem}.json"
    if Path(name).is_dir() and not path.is_file():
        return Path(name, FILE)
    return path


def programs(path: Path) -> Path:
    """The folder of the programs that prove an assignment, given its file.

    >>> programs(Path("primes/below.json")).as_posix()
    'primes/programs/below'
    """
    whole = path.parent / "programs"
    if path.name == FILE:
        return whole
    return whole / path.stem


# ---- What is in a folder ----


@dataclass(frozen=True)
class Folder:
    """The parts of an assignment; each is taken from the first folder that has it."""

    places: tuple[Path, ...]

    @property
    def own(self) -> Path:
        """The folder of the assignment's file."""
        return self.places[0]

    def find(self, name: str) -> Path | None:
        """The path of a part in the first folder that has it; None if no folder does."""
        return next((place / name for place in self.places if (place / name).exists()), None)

    def models(self, pattern: str, files: Names) -> dict[str, Path]:
        """{name in the scratch folder: path} of a pattern's files in the first folder with any.

        A file keeps its folders, but for one that is called like a file of a student's.
        """
        for place in self.places + (ROOT,):
            paths = [path for path in sorted(place.glob(pattern)) if path.is_file()]
            if paths:
                return {
                    path.name if path.name in files else path.relative_to(place).as_posix(): path
                    for path in paths
                }
        return {}

    def transcript(self, name: str, check: str) -> Path:
        """The path of a check's expected transcript in the assignment or edition with this name."""
        return self.find(f"transcripts/{name}/{check}.txt") or (
            self.own / "transcripts" / name / f"{check}.txt"
        )

    def reference(self, files: Names) -> dict[str, str]:
        """{file: text} of the reference for these files, {} if there is none."""
        whole = self.find("reference.py") if len(files) == 1 else None
        paths = {file: whole or self.find(f"reference/{file}") for file in files}
        return {file: path.read_text(encoding="utf-8") for file, path in paths.items() if path}

    @cached_property
    def driver(self) -> str:
        """The text of `driver.py` and of all `driver_*.py` beside it, "" if there is none."""
        texts = (path.read_text(encoding="utf-8") for path in self.drivers)
        return "\n\n".join(texts)

    @property
    def drivers(self) -> list[Path]:
        """The paths of `driver.py` and of all `driver_*.py` beside it, in that order."""
        path = self.find("driver.py")
        if path:
            return [path] + sorted(path.parent.glob("driver_*.py"))
        return []

    @cached_property
    def _functions(self) -> dict[str, ast.FunctionDef]:
        """{name: definition} of the driver's functions; of those with one name the first."""
        functions: dict[str, ast.FunctionDef] = {}
        for path in self.drivers:
            for node in _parsed(path).body:
                if isinstance(node, ast.FunctionDef):
                    functions.setdefault(node.name, node)
        return functions

    @property
    def driven(self) -> frozenset[str]:
        """The names of the driver's functions."""
        return frozenset(self._functions)

    def misshapen(self, function: str, gets_more: bool) -> str:
        """The head of a driver's function that can't be called as the check calls it, else "".

        It is called with the instances, and with more if `gets_more`: in checks that are measured.
        """
        node = self._functions.get(function)
        if not node or _takes_one(node.args, gets_more):
            return ""
        return f"{function}({ast.unparse(node.args)})"

    @cached_property
    def misconceptions(self) -> tuple[Misconception, ...]:
        """The known misconceptions, () without `misconceptions.py`."""
        return tuple(self.value("misconceptions", "MISCONCEPTIONS", tuple | list, ()))

    @cached_property
    def forms(self) -> Misconception:
        """No mistake: its ways make forms of the reference that print the same, in which mistakes
        show otherwise; without ways if there are none.
        """
        return self.value("forms", "FORMS", Misconception, Misconception("", "", ""))

    @cached_property
    def alike(self) -> dict[str, Callable[[Lines], Lines]]:
        """{name: what it makes of an output that shows a mistake}, {} without `alike.py`."""
        return self.value("alike", "ALIKE", dict, {})

    @cached_property
    def searching(self) -> Searching | None:
        """The description of the searches that can be traced, None without `searching.py`."""
        return self.value("searching", "SEARCHING", Searching, None)

    @cached_property
    def reader(self) -> str:
        """The text of `state_of.py`, "" if there is none."""
        path = self.find("state_of.py")
        if path:
            return path.read_text(encoding="utf-8")
        return ""

    @cached_property
    def editions(self) -> dict[str, Edition]:
        """The editions by their names, {} without `editions.py`."""
        return {edition.name: edition for edition in self.value("editions", "EDITIONS", tuple, ())}

    @cached_property
    def oracle(self) -> Callable[[Check, str, str], str | None] | None:
        """The function `proof` of `oracle.py`, which proves transcripts; None without that file."""
        return self.value("oracle", "proof", Callable, None)

    def hooks(self, data: Json) -> Hooks:
        """The hooks, with the instances of the assignment file."""
        hooks = copy.copy(self.value("puzzle", "HOOKS", Hooks, Hooks()))
        if isinstance(hooks.instances, Given):
            hooks.instances = Given(data.get("arguments", {}), data.get("stdin", {}))
        return hooks

    def code(self, files: Names) -> str:
        """The digest of the Python files that verdicts may depend on, without students' `files`."""
        return sha256(b"".join(self._judging(files))).hexdigest()

    def _judging(self, files: Names) -> Iterator[bytes]:
        """Yield the texts of all Python files that verdicts may depend on, in a fixed order."""
        for place in self.places + (ASSIGNMENTS,):
            for path in sorted(place.glob("*.py")):
                explains = path.name in EXPLAINING or path.name.startswith(TABLE)
                if not explains and path.name not in files:
                    yield path.read_bytes()

    def value(self, module: str, name: str, kind: Any, otherwise: Any) -> Any:
        """The variable `name` of `module`; `otherwise` if the folder has no such module."""
        path = self.find(f"{module}.py")
        if not path:
            return otherwise
        value = getattr(_loaded(path), name, None)
        if not isinstance(value, kind):
            raise UsageError(f"{path}: expected {name}, got {value!r}")
        return value


def _takes_one(arguments: ast.arguments, or_more: bool) -> bool:
    """Whether a function can be called with one argument by its place, or with some more."""
    places = arguments.posonlyargs + arguments.args
    required = len(places) - len(arguments.defaults)
    has_room = bool(places or arguments.vararg)
    return (required <= 1 or or_more) and has_room and None not in arguments.kw_defaults


def _parsed(path: Path) -> ast.Module:
    """The syntax tree of a Python file; UsageError if the file is not valid Python."""
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: expected a Python file, got {error.strerror}") from None
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"{path}: expected Python, got {error}") from None


def _loaded(path: Path) -> ModuleType:
    """The module at a path, in a package for its folder; no bytecode is written."""
    folder = str(path.parent.resolve())
    package = f"assignment_{sha256(folder.encode()).hexdigest()[:16]}"
    if package not in sys.modules:
        sys.modules[package] = ModuleType(package)
        sys.modules[package].__path__ = [folder]
        importlib.invalidate_caches()
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = before or ASSIGNMENTS not in path.parents
    try:
        return importlib.import_module(f"{package}.{path.stem}")
    except Exception as error:
        raise UsageError(f"{path}: expected Python that can be imported, got {error!r}") from None
    finally:
        sys.dont_write_bytecode = before
