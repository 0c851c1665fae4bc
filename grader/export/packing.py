"""The grader and one assignment as files, and these as a folder or a zip.

A pack is a small tree of its own: the grader's modules, the folder of the assignment under
`grader/assignments/`, and the files outside of it that its instances or its model come from. The
assignment there is the default, stands for itself (it extends nothing), and has no programs. A
public pack has nothing that a student may not read: no hidden checks, no checks that run the
model's files, neither model nor reference, and nothing made of them but public transcripts.
"""

import ast
import gzip
import io
import json
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from grader import UsageError
from grader.assignment import folders, plan
from grader.assignment.plan import Assignment
from grader.assignment.validation import several


Files = dict[str, bytes]  # {path in the pack, with slashes: contents}
DATE = (1980, 1, 1, 0, 0, 0)  # of all members of a zip: the earliest that a zip can tell
ENGINE = folders.ASSIGNMENTS.parent
LEFT_OUT = ("programs", "__pycache__")  # folders of an assignment that grading does not need
MEMORY_MIB = plan.limits().memory_mib  # the limit where an assignment says nothing
# the keys of an assignment file that stand for the model, or for what is made by it
OF_MODEL = ("edition", "fresh")


def packed(
    assignment: Assignment,
    is_public: bool = False,
    memory_mib: int | None = None,
    chosen: Callable[[str], bool] = lambda path: True,
) -> Files:
    """{path: contents} of the grader with one assignment, sorted; `memory_mib` bounds its limits.

    Of the grader's own files only those are in it whose path is chosen, such as `grader/store.py`.
    """
    data = {
        key: value for key, value in plan.contents(assignment.given).items() if key != "extends"
    }
    if is_public:
        data = _public(data, assignment)
    base, _, edition = data["name"].partition("-")
    place = folders.ASSIGNMENTS.relative_to(folders.ROOT) / base
    file = f"{edition or PurePosixPath(folders.FILE).stem}.json"
    files = {path: content for path, content in _engine() if chosen(path)}
    inner = _public_folder if is_public else _whole_folder
    files |= {(place / name).as_posix(): content for name, content in inner(assignment, data)}
    files[(place / file).as_posix()] = text_of(_bounded(data, memory_mib) | {"default": True})
    return dict(sorted({**files, **dict(_outside(assignment, data))}.items()))


def public_checks(assignment: Assignment) -> list[str]:
    """The names of the checks of an assignment that a public pack has."""
    return [check.name for check in plan.public(assignment).checks if not check.replaced]


# ---- The grader ----


def _engine() -> Iterator[tuple[str, bytes]]:
    """Yield (path, contents) of the grader's own files, and of what its assignments share."""
    for path in ENGINE.rglob("*"):
        name = path.relative_to(folders.ROOT)
        is_shared = folders.ASSIGNMENTS not in path.parents or path.parent == folders.ASSIGNMENTS
        if path.is_file() and is_shared and path.suffix in (".py", ".json", ".css", ".js"):
            yield name.as_posix(), path.read_bytes()


# ---- The assignment ----


def _public(data: dict[str, Any], assignment: Assignment) -> dict[str, Any]:
    """The contents of an assignment file without hidden groups and those that run the model."""
    groups = [
        {key: value for key, value in group.items() if key not in OF_MODEL}
        for group in data["groups"]
        if group.get("visibility", "public") == "public" and not group.get("replaced")
    ]
    names = {group["name"] for group in groups}
    for group in groups:
        if group.get("needs", "") not in names:
            group.pop("needs", None)
    kept = {key: value for key, value in data.items() if key not in OF_MODEL}
    data = kept | {"model": [], "groups": groups}
    if "arguments" in data:
        used = set(_instances(data, assignment))
        data["arguments"] = {
            name: value for name, value in data["arguments"].items() if name in used
        }
    if "sets" in data:
        named = {name for group in groups for name in group.get("sets", ())}
        data["sets"] = {name: value for name, value in data["sets"].items() if name in named}
    return data


def _bounded(data: dict[str, Any], memory_mib: int | None) -> dict[str, Any]:
    """The contents of an assignment file whose limits on memory are at most that."""
    if memory_mib is None:
        return data

    def limits(given: Mapping[str, Any], usual: int) -> dict[str, Any]:
        """The limits, with the lower one on memory."""
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
    """Yield (name, contents) of an assignment's folders but for programs, its own over others."""
    models = set(assignment.models.values())
    for folder in reversed(assignment.folder.places):
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and (path in models or _is_part(name, assignment.name)):
                yield name.as_posix(), path.read_bytes()


def _is_part(name: Path, assignment: str) -> bool:
    """Whether the file of that name in an assignment's folder is needed to grade by it.

    >>> [_is_part(Path(name), "primes") for name in ("oracle.py", "other.json", ".git/HEAD")]
    [True, False, False]
    """
    first, *inner = name.parts
    is_of_others = first == "transcripts" and inner[:1] != [assignment]
    is_edition = not inner and name.suffix == ".json"
    is_left_out = any(part in LEFT_OUT or part.startswith(".") for part in name.parts)
    return not (is_of_others or is_edition or is_left_out)


def _public_folder(assignment: Assignment, data: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Yield (name, contents) of the parts of an assignment that a public pack has."""
    for name in sorted(_imported(assignment, "puzzle.py") | _imported(assignment, "driver.py")):
        if path := assignment.folder.find(name):
            yield name, path.read_bytes()
    for check in public_checks(assignment):
        path = assignment.folder.transcript(assignment.name, check)
        if path.is_file():
            yield f"transcripts/{assignment.name}/{check}.txt", path.read_bytes()


def _imported(assignment: Assignment, file: str) -> set[str]:
    """The Python files of an assignment's folder that one of them imports, itself among them.

    Imports inside of functions are left out: they are for explaining, which needs the model.
    """
    names: set[str] = set()
    waiting = [file]
    while waiting:
        name = waiting.pop()
        path = assignment.folder.find(name)
        if path and name not in names:
            names.add(name)
            for node in ast.parse(path.read_bytes()).body:
                if isinstance(node, ast.ImportFrom):
                    words = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
                    waiting += [f"{word}.py" for word in words if word]
    return names


def _instances(data: dict[str, Any], assignment: Assignment) -> Iterator[str]:
    """Yield the names of the instances that the groups of an assignment file ask about."""
    for group in data["groups"]:
        yield from group.get("instances", ())
        yield from group.get("calls", ())
        for name in group.get("sets", ()):
            for pattern in data["sets"][name]:
                yield from assignment.hooks.names(pattern)


def _outside(assignment: Assignment, data: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Yield (path, contents) of files at the top of the checkout that the assignment needs."""
    paths = {path for name in _instances(data, assignment) for path in assignment.hooks.files(name)}
    if several(data["model"]):
        places = assignment.folder.places
        models = assignment.models.values()
        paths |= {path for path in models if not set(path.parents) & set(places)}
    for path in sorted(paths):
        if folders.ROOT not in path.parents:
            raise UsageError(f"{path}: expected a file in {folders.ROOT}, to pack it")
        yield path.relative_to(folders.ROOT).as_posix(), path.read_bytes()


def text_of(data: dict[str, Any]) -> bytes:
    """The text of a JSON file, such as an assignment."""
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()


# ---- On disk ----


def write_zip(path: Path, files: Mapping[str, bytes]) -> None:
    """Write files as a zip, the same bytes each time."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            member = zipfile.ZipInfo(name, DATE)
            member.create_system = 3  # Unix, wherever this runs: permissions are its
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = (stat.S_IFREG | mode(files[name])) << 16
            archive.writestr(member, files[name])


def tarred(files: Mapping[str, bytes]) -> bytes:
    """Files as a tar that is compressed by gzip, the same bytes each time."""
    buffer = io.BytesIO()
    with gzip.GzipFile("", "wb", fileobj=buffer, mtime=0) as packed_bytes:
        with tarfile.open(fileobj=packed_bytes, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for name in sorted(files):
                member = tarfile.TarInfo(name)
                member.size, member.mode = len(files[name]), mode(files[name])
                archive.addfile(member, io.BytesIO(files[name]))
    return buffer.getvalue()


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(mode(content))


def mode(content: bytes) -> int:
    """The permissions of a file: scripts can be run."""
    return 0o755 if content.startswith(b"#!") else 0o644
