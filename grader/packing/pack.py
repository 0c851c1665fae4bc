"""Packs the grader and one assignment as files, which a folder, zip or tar then holds.

A pack has the grader's modules, the folder of the assignment under `grader/assignments/`, and the
files from elsewhere that its instances or its model need. Its assignment is the default one,
extends no other, and has no programs. A public pack has nothing that a student may not read: no
hidden checks and no checks that run the model's files, neither model nor reference, and no code
that draws instances. Its transcripts are plain if the assignment says so, else digests of lines.
"""

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from grader.assignment import folders, plan
from grader.assignment.plan import Assignment
from grader.assignment.validation import matching, several
from grader.ground.files import Files, text_of
from grader.judge import judge, sealed
from grader.judge.reading import lines
from grader.making import transcripts
from grader.records.checks import Check


ENGINE = folders.ASSIGNMENTS.parent
PACKAGE = folders.ASSIGNMENTS.relative_to(folders.ROOT) / "__init__.py"
# files of an assignment's folder that grading does not need
LEFT_OUT = ("programs", "__pycache__", "README.md")
MEMORY_MIB = plan.limits().memory_mib  # the limit of an assignment that states none
# The keys of an assignment file that describe the model or what is made with it.
OF_MODEL = ("edition", "fresh", "handout")


def packed(
    assignment: Assignment,
    is_public: bool = False,
    memory_mib: int | None = None,
    chosen: Callable[[str], bool] = lambda path: True,
) -> Files:
    """{path: contents} of the grader with one assignment, sorted by path.

    `memory_mib` is the most memory that a limit may allow. `chosen` says for the path of each of
    the grader's own files, such as `grader/grading/pipeline.py`, whether to pack it.
    """
    data = {
        key: value for key, value in plan.contents(assignment.given).items() if key != "extends"
    }
    if is_public:
        data = _public(data, assignment)
    base, _, edition = data["name"].partition("-")
    place = folders.ASSIGNMENTS.relative_to(folders.ROOT) / base
    file = f"{edition or PurePosixPath(folders.FILE).stem}.json"
    shared = _imported(assignment) if is_public else None
    files = {path: content for path, content in _engine(shared) if chosen(path)}
    inner = _public_folder if is_public else _whole_folder
    files |= {(place / name).as_posix(): content for name, content in inner(assignment, data)}
    files[(place / file).as_posix()] = text_of(_bounded(data, memory_mib) | {"default": True})
    return dict(sorted({**files, **dict(_outside(assignment, data, is_public))}.items()))


def public_checks(assignment: Assignment) -> list[str]:
    """The names of the checks of an assignment that a public pack has."""
    return [check.name for check in public(assignment)]


def public(assignment: Assignment) -> list[Check]:
    """The checks of an assignment that a public pack has."""
    data = plan.contents(assignment.given)
    without = data.get("handout", {}).get("without", ())
    checks = [
        check
        for check in plan.public(assignment).checks
        if not check.replaced and check.group not in without
    ]
    return plan.with_deductions(checks, data)


def shows_transcripts(assignment: Assignment) -> bool:
    """Whether a public pack has plain transcripts, not digests of their lines."""
    return bool(plan.contents(assignment.given).get("handout", {}).get("transcripts", False))


# ---- The grader ----


def _engine(shared: Collection[str] | None) -> Iterator[tuple[str, bytes]]:
    """Yield (path, contents) of the grader's own files, and of files that several assignments
    share.

    If `shared` is given, only the shared files that it names are packed.
    """
    for path in ENGINE.rglob("*"):
        name = path.relative_to(folders.ROOT)
        is_own = folders.ASSIGNMENTS not in path.parents
        is_shared = path.parent == folders.ASSIGNMENTS and (shared is None or path.name in shared)
        is_part = is_own or is_shared or name == PACKAGE
        if path.is_file() and is_part and path.suffix in (".py", ".json", ".css", ".js"):
            yield name.as_posix(), path.read_bytes()


# ---- The assignment ----


def _public(data: dict[str, Any], assignment: Assignment) -> dict[str, Any]:
    """The contents of an assignment file without hidden groups, and without those that run the
    model.
    """
    groups = [
        {key: value for key, value in group.items() if key not in OF_MODEL}
        for group in data["groups"]
        if group.get("visibility", "public") == "public"
        and not group.get("replaced")
        and group["name"] not in data.get("handout", {}).get("without", ())
    ]
    names = {group["name"] for group in groups}
    for group in groups:
        if group.get("needs", "") not in names:
            group.pop("needs", None)
        if "uses" in group:
            group["uses"] = [name for name in group["uses"] if name in names]
    rest = {key: value for key, value in data.items() if key not in OF_MODEL}
    data = rest | {"model": [], "groups": groups}
    used = set(_instances(data, assignment))
    for key in {"arguments", "stdin"} & set(data):
        data[key] = {name: value for name, value in data[key].items() if name in used}
    if "sets" in data:
        used_sets = {name for group in groups for name in group.get("sets", ())}
        data["sets"] = {name: value for name, value in data["sets"].items() if name in used_sets}
    if "searches" in data:
        functions = {group.get("function") for group in groups}
        data["searches"] = [name for name in data["searches"] if name in functions]
    return data


def _bounded(data: dict[str, Any], memory_mib: int | None) -> dict[str, Any]:
    """The contents of an assignment file with all memory limits lowered to `memory_mib`."""
    if memory_mib is None:
        return data

    def limits(given: Mapping[str, Any], usual: int) -> dict[str, Any]:
        """The given limits, with the memory limit lowered."""
        return {**given, "memory_mib": min(memory_mib, given.get("memory_mib", usual))}

    own = limits(data.get("limits", {}), MEMORY_MIB)
    groups = [
        group | {"limits": limits(group["limits"], own["memory_mib"])}
        if "limits" in group
        else group
        for group in data["groups"]
    ]
    return data | {"limits": own, "groups": groups}


def _whole_folder(assignment: Assignment, data: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Yield (name, contents) of the assignment's files but its programs.

    If it extends another, that one's files are there, too, unless it has files of the same names.
    """
    models = set(assignment.models.values())
    for folder in reversed(assignment.folder.places):
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and (path in models or _is_part(name, assignment.name)):
                yield name.as_posix(), path.read_bytes()


def _is_part(name: Path, assignment: str) -> bool:
    """Whether grading by an assignment needs the file of that name in its folder.

    >>> [_is_part(Path(name), "primes") for name in ("oracle.py", "other.json", ".git/HEAD")]
    [True, False, False]
    """
    first, *inner = name.parts
    is_of_others = first == "transcripts" and inner[:1] != [assignment]
    is_edition = not inner and name.suffix == ".json"
    is_left_out = any(part in LEFT_OUT or part.startswith(".") for part in name.parts)
    return not (is_of_others or is_edition or is_left_out)


def _public_folder(assignment: Assignment, data: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Yield (name, contents) of the assignment's files that a public pack has."""
    for name in sorted(_imported(assignment)):
        if path := assignment.folder.find(name):
            yield name, path.read_bytes()
    checks, is_shown = public(assignment), shows_transcripts(assignment)
    expected = transcripts.expected(assignment, checks)
    for check in checks:
        transcript = expected[check.name]
        content = transcript if is_shown else _sealed(check, transcript)
        yield f"transcripts/{assignment.name}/{check.name}.txt", content


def _sealed(check: Check, transcript: bytes) -> bytes:
    """The transcript of a check, sealed."""
    return sealed.sealed(judge.owners(check.parts, lines(transcript)), check.name)


def _imported(assignment: Assignment) -> set[str]:
    """The names of the Python files that an assignment needs to grade: its own and shared ones.

    Imports inside functions don't count. They are for explaining, drawing, and checks that
    students' copies don't have, all of which need files that no student may read.
    """
    names: set[str] = set()
    waiting = ["puzzle.py", *(path.name for path in assignment.folder.drivers)]
    while waiting:
        name = waiting.pop()
        shared = folders.ASSIGNMENTS / name
        path = assignment.folder.find(name) or (shared if shared.is_file() else None)
        if path and name not in names:
            names.add(name)
            for node in ast.parse(path.read_bytes()).body:
                if isinstance(node, ast.ImportFrom):
                    words = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
                    waiting += [f"{word}.py" for word in words if word]
    return names


def _instances(data: dict[str, Any], assignment: Assignment) -> Iterator[str]:
    """Yield the names of the instances that the groups of an assignment file use."""
    for group in data["groups"]:
        for pattern in group.get("instances", ()):
            yield from matching(assignment.hooks.instances, pattern)
        yield from group.get("calls", ())
        for name in group.get("sets", ()):
            for pattern in data["sets"][name]:
                yield from assignment.hooks.instances.names(pattern)


def _outside(
    assignment: Assignment, data: dict[str, Any], is_public: bool
) -> Iterator[tuple[str, bytes]]:
    """Yield (path, contents) of the files at the top of the checkout that the assignment needs.

    A public pack has no code that draws instances, so drawn instances become files there.
    """
    for name in sorted(set(_instances(data, assignment))):
        for place, content in assignment.hooks.instances.files(name).items():
            if is_public or (folders.ROOT / place).is_file():
                yield place, content
    for path in sorted(assignment.models.values()) if several(data["model"]) else ():
        if set(path.parents).isdisjoint(assignment.folder.places):
            yield path.relative_to(folders.ROOT).as_posix(), path.read_bytes()
