"""Packs the grader and one assignment as files, which a folder, zip or tar then holds.

A pack has the grader's modules, the folder of the assignment under `grader/assignments/`, and the
files from elsewhere that its instances or its model need. Its assignment is the default one,
extends no other, and has no programs. A public pack has nothing that a student may not read: no
hidden checks and no checks that run the model's files, neither model nor reference, and no code
that draws instances. Its transcripts are plain if the assignment says so, or if they have floats
that are compared with a tolerance, else digests of lines.
"""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from grader.assignment import folders, plan
from grader.assignment.hooks import instance_in
from grader.assignment.plan import Assignment, PointsOf
from grader.assignment.validation import matching, several
from grader.ground.files import Files, Json, NamedFile, below, text_of
from grader.judge import judge, sealed, values
from grader.judge.reading import lines
from grader.making import transcripts
from grader.records.checks import Check


ENGINE = folders.ASSIGNMENTS.parent
PLACE = folders.ASSIGNMENTS.relative_to(folders.ROOT)
# files of an assignment's folder that grading does not need
LEFT_OUT = ("programs", "__pycache__", "README.md")
MEMORY_MIB = plan.limits().memory_mib  # the limit of an assignment that states none
# The keys of an assignment file that describe the model or what is made with it.
OF_MODEL = {"edition", "fresh", "handout"}


def packed(
    assignment: Assignment,
    is_public: bool = False,
    memory_mib: int | None = None,
    left_out: tuple[str, ...] = (),
) -> Files:
    """{path: contents} of the grader with one assignment, sorted by path.

    `memory_mib` is the most memory that a limit may allow. `left_out` has the beginnings of the
    paths of what is not packed, such as `grader/verify/`.
    """
    data = _without(plan.contents(assignment.given), {"extends"})
    if is_public:
        data = _public(data, assignment)
        shared, own = _imported(assignment), _public_folder(assignment)
    else:
        shared, own = None, _whole_folder(assignment)
    base, _, edition = data["name"].partition("-")
    file = folders.FILE
    if edition:
        file = f"{edition}.json"
    folder = dict(own) | {file: text_of(_bounded(data, memory_mib) | {"default": True})}
    files = dict(_engine(shared, left_out)) | below((PLACE / base).as_posix(), folder)
    files |= dict(_outside(assignment, data, is_public))
    return dict(sorted(files.items()))


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


def elsewhere(assignment: Assignment) -> PointsOf:
    """{public group that a public pack lacks: its points}."""
    there = {check.group for check in public(assignment)}
    return points(check for check in assignment.checks if check.group not in there)


def points(checks: Iterable[Check]) -> PointsOf:
    """{group: its points} of the public checks that are worth any."""
    points_of: PointsOf = {}
    for check in checks:
        if check.points and check.visibility == "public":
            points_of[check.group] = points_of.get(check.group, 0) + check.points
    return points_of


def shows_transcripts(assignment: Assignment) -> bool:
    """Whether a public pack has plain transcripts, not digests of their lines."""
    return bool(plan.contents(assignment.given).get("handout", {}).get("transcripts", False))


# ---- The grader ----


def _engine(shared: set[str] | None, left_out: tuple[str, ...]) -> Iterator[NamedFile]:
    """Yield (path, contents) of the grader's files, and of those that several assignments share.

    If `shared` is given, only the shared files that it names are packed.
    """
    for path in ENGINE.rglob("*"):
        name = path.relative_to(folders.ROOT).as_posix()
        is_part = folders.ASSIGNMENTS not in path.parents
        if path.parent == folders.ASSIGNMENTS:
            is_part = shared is None or path.name in shared | {"__init__.py"}
        is_code = path.is_file() and path.suffix in (".py", ".json", ".css", ".js")
        if is_part and is_code and not name.startswith(left_out):
            yield name, path.read_bytes()


# ---- The assignment ----


def _public(data: Json, assignment: Assignment) -> Json:
    """The contents of an assignment file without hidden groups, and without those that run the
    model; nor does a hint name them.
    """
    names = {check.group for check in public(assignment)}
    hidden = {group["name"] for group in data["groups"]} - names
    groups = [_without(group, OF_MODEL) for group in data["groups"] if group["name"] in names]
    used_sets = set()
    for group in groups:
        if group.get("needs") not in names:
            group.pop("needs", None)
        if any(name in group.get("help", "") for name in hidden):
            del group["help"]
        if "uses" in group:
            group["uses"] = [name for name in group["uses"] if name in names]
        used_sets.update(group.get("sets", ()))
    data = _without(data, OF_MODEL) | {"model": [], "groups": groups}
    data["elsewhere"] = elsewhere(assignment)
    used = set(_instances(data, assignment))
    for key in {"arguments", "stdin"} & set(data):
        data[key] = _without(data[key], data[key].keys() - used)
    if "sets" in data:
        data["sets"] = _without(data["sets"], data["sets"].keys() - used_sets)
    if "searches" in data:
        functions = {group.get("function") for group in groups}
        data["searches"] = [name for name in data["searches"] if name in functions]
    return data


def _without(table: Mapping[str, Any], keys: Collection[str]) -> Json:
    return {key: value for key, value in table.items() if key not in keys}


def _bounded(data: Json, memory_mib: int | None) -> Json:
    """The contents of an assignment file with all memory limits lowered to `memory_mib`."""
    if memory_mib is None:
        return data
    limits = data.get("limits", {})
    usual_mib = min(memory_mib, limits.get("memory_mib", MEMORY_MIB))
    groups = []
    for group in data["groups"]:
        if "limits" in group:
            own_mib = min(memory_mib, group["limits"].get("memory_mib", usual_mib))
            group = group | {"limits": group["limits"] | {"memory_mib": own_mib}}
        groups.append(group)
    return data | {"limits": limits | {"memory_mib": usual_mib}, "groups": groups}


def _whole_folder(assignment: Assignment) -> Iterator[NamedFile]:
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


def _public_folder(assignment: Assignment) -> Iterator[NamedFile]:
    """Yield (name, contents) of the assignment's files that a public pack has."""
    for name in sorted(_imported(assignment) | {"alike.py"}):
        if path := assignment.folder.find(name):
            yield name, path.read_bytes()
    checks, is_shown = public(assignment), shows_transcripts(assignment)
    expected = transcripts.expected(assignment, checks)
    for check in checks:
        content = expected[check.name]
        if not is_shown and not values.may_have_floats(lines(content)):
            owners = judge.owners(check.parts, lines(content))
            content = sealed.sealed(owners, check.name, partial(instance_in, check))
        yield f"transcripts/{assignment.name}/{check.name}.txt", content


def _imported(assignment: Assignment) -> set[str]:
    """The names of the Python files that an assignment needs to grade: its own and shared ones.

    Imports inside functions don't count. They are for explaining, drawing, and checks that
    students' copies don't have, all of which need files that no student may read.
    """
    names = set()
    waiting = ["puzzle.py", *(path.name for path in assignment.folder.drivers)]
    while waiting:
        name = waiting.pop()
        path = assignment.folder.find(name) or folders.ASSIGNMENTS / name
        if name not in names and path.is_file():
            names.add(name)
            waiting += _imports(path)
    return names


def _imports(path: Path) -> Iterator[str]:
    """Yield NAME.py for each name in the `from` imports of a file, outside of functions."""
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.ImportFrom):
            words = [alias.name for alias in node.names]
            if node.module:
                words += node.module.split(".")
            for word in words:
                yield f"{word}.py"


def _instances(data: Json, assignment: Assignment) -> Iterator[str]:
    """Yield the names of the instances that the groups of an assignment file use."""
    for group in data["groups"]:
        for pattern in group.get("instances", ()):
            yield from matching(assignment.hooks.instances, pattern)
        yield from group.get("calls", ())
        for name in group.get("sets", ()):
            for pattern in data["sets"][name]:
                yield from assignment.hooks.instances.names(pattern)


def _outside(assignment: Assignment, data: Json, is_public: bool) -> Iterator[NamedFile]:
    """Yield (path, contents) of the files at the top of the checkout that the assignment needs.

    A public pack has no code that draws instances, so drawn instances become files there.
    """
    for name in sorted(set(_instances(data, assignment))):
        for place, content in assignment.hooks.instances.files(name).items():
            if is_public or (folders.ROOT / place).is_file():
                yield place, content
    if not several(data["model"]):
        return
    for path in sorted(assignment.models.values()):
        if set(path.parents).isdisjoint(assignment.folder.places):
            yield path.relative_to(folders.ROOT).as_posix(), path.read_bytes()
