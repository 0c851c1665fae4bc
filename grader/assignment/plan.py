"""Reads an assignment file into an Assignment with its checks.

The file is JSON that an instructor edits: `grader/docs/assignments.md` explains its keys, and
`folders` says what else is in its folder. Hooks know what the name of an instance stands for. A
function of the folder's driver gets a list of (name, arguments...), with one instance or a set.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from grader.assignment import folders, validation
from grader.assignment.edits import edited
from grader.assignment.folders import Folder
from grader.assignment.hooks import Hooks
from grader.assignment.misconceptions import Misconception
from grader.assignment.validation import several
from grader.ground.errors import UsageError
from grader.ground.files import Files, Json
from grader.records.checks import FRESH, PROGRAM_EDITS, Arguments, Check, Limits, Part, Slip
from grader.records.facts import Names


# The share of all points that a deduction takes if the assignment does not say how much.
DEDUCTION = 0.05
# A check takes these options from its group.
OPTIONS = "checker", "help", "alone", "visibility", "returns", "raises"
PointsOf = dict[str, float]  # {group: its points}


@dataclass(frozen=True)
class Assignment:
    """A named list of checks, in the order of its file, and the files to hand in."""

    name: str
    files: Names
    models: dict[str, Path]  # {name in the scratch folder: path} of the model solution
    checks: tuple[Check, ...]
    folder: Folder
    programs: Path  # the folder of the programs, right and wrong, that prove the assignment
    edition: str = ""  # the name of one of `folder.editions`; "" is the default one
    # {group with fresh instances: the points of each part of the group}
    fresh: PointsOf = field(default_factory=dict)
    given: str = ""  # the name or path by which it was loaded
    version: str = ""  # the version of the handout, if it was loaded from a handout
    # {public group that a handout lacks: its points}, if it was loaded from a handout
    elsewhere: PointsOf = field(default_factory=dict)
    # mistakes that cost their deduction once, however many checks they spoil
    slips: tuple[Slip, ...] = ()
    code: str = ""  # the digest of those of its Python files that a verdict may depend on
    hooks: Hooks = field(default=Hooks(), repr=False, compare=False)

    @property
    def file(self) -> str:
        """The first of the files that students hand in."""
        return self.files[0]

    @property
    def misconceptions(self) -> tuple[Misconception, ...]:
        """The known mistakes, () if there are none."""
        return self.folder.misconceptions

    def reference(self, edition: str | None = None) -> dict[str, str]:
        """{file: text} of the reference, or of the model without one, edited for an edition."""
        texts = self.folder.reference(self.files) or {
            name: path.read_text(encoding="utf-8") for name, path in self.models.items()
        }
        if edition is None:
            edition = self.edition
        if edition in self.folder.editions:
            texts[self.file] = edited(texts[self.file], self.folder.editions[edition].edits)
        return texts

    def sources(self) -> Files:
        """{name in the scratch folder: bytes} of the model, or of an edition's reference."""
        own = {name: path.read_bytes() for name, path in self.models.items()}
        if self.edition:
            return own | {self.file: self.reference()[self.file].encode()}
        return own


# ---- Loading ----


def files(name: str) -> Names:
    """The files that an assignment asks for; () if its file is not valid.

    >>> files("nosuch")
    ()
    """
    try:
        return tuple(several(contents(name).get("file", [])))
    except (UsageError, AttributeError, TypeError):
        return ()


def load(name: str, cpu_s: float | None = None) -> Assignment:
    """The assignment with this name, folder or .json file; `cpu_s` replaces its CPU limits.

    Raises UsageError with the problems that `validation` finds.
    """
    path, data = folders.file(name), contents(name)
    folder = Folder(_places(path, data))
    if problems := list(validation.problems(data, folder)):
        raise UsageError(f"{path}: {'; '.join(problems)}")
    loading = _Loading(data, folder)
    checks = []
    for group in data["groups"]:
        checks += loading.checks(group)
    checks = _with_prerequisites(with_deductions(checks, data))
    if cpu_s:
        checks = [_with_cpu_s(check, cpu_s) for check in checks]
    return Assignment(
        name=data["name"],
        files=loading.files,
        models=loading.models,
        checks=tuple(checks),
        folder=folder,
        programs=folders.programs(path),
        edition=data.get("edition", ""),
        fresh={
            group["name"]: group["fresh"].get("points", 0)
            for group in data["groups"]
            if "fresh" in group
        },
        given=name,
        slips=tuple(Slip(**slip) for slip in data.get("slips", ())),
        version=data.get("version", ""),
        elsewhere=data.get("elsewhere", {}),
        code=folder.code(loading.files),
        hooks=loading.hooks,
    )


def contents(name: str) -> Any:
    """The contents of an assignment's file, merged with those of the assignment that it extends.

    UsageError if there is no such assignment.
    """
    path = folders.file(name)
    if not path.exists() and not Path(name).exists():
        known = ", ".join(folders.names())
        raise UsageError(
            f"expected an assignment, its folder or its file, got {name!r} (the assignments are "
            f"{known})"
        )
    return _extended(path, _contents(path))


def _contents(path: Path) -> Any:
    """The contents of an assignment file; UsageError if it can't be read."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(
            f"{path}: expected to read the file of an assignment, got {error.strerror!r}"
        ) from None
    except ValueError as error:
        raise UsageError(f"{path}: expected JSON, got {error}") from None


def _extended(path: Path, data: Any) -> Any:
    if not isinstance(data, dict) or "extends" not in data:
        return data
    known = {name: folders.file(name) for name in folders.names()}
    own = path.parent / folders.FILE
    if own.is_file() and own != path:
        known |= {_contents(own).get("name"): own}
    bases = {name: base for name, base in known.items() if "extends" not in _contents(base)}
    if not isinstance(data["extends"], str) or data["extends"] not in bases:
        raise UsageError(
            f"{path}: expected extends to be of {', '.join(bases)}, got {data['extends']!r}"
        )
    return _contents(bases[data["extends"]]) | data


def _places(path: Path, data: Any) -> tuple[Path, ...]:
    """The folders that may hold parts of an assignment; the folder of its file comes first."""
    known = [data.get("extends"), data.get("name")] if isinstance(data, dict) else []
    others = [folders.file(name).parent for name in known if name in folders.names()]
    return tuple(dict.fromkeys([path.parent] + others))


def limits(*given: Json) -> Limits:
    """The Limits that dictionaries give, the later over the earlier; a CPU limit brings its own
    wall limit.

    >>> limits({"cpu_s": 30, "wall_s": 60}, {"cpu_s": 5})
    Limits(cpu_s=5, wall_s=15, memory_mib=2048, output_kib=1024)
    """
    merged = {}
    for values in given:
        if "cpu_s" in values:
            merged["wall_s"] = 3 * values["cpu_s"]
        merged |= values
    return Limits(**merged)


class _Loading:
    """The contents of an assignment file and its folder, from which checks are made."""

    def __init__(self, data: Json, folder: Folder) -> None:
        self.data, self.folder = data, folder
        self.files = tuple(several(data["file"]))
        self.hooks = folder.hooks(data)
        self.models: dict[str, Path] = {}
        for pattern in several(data["model"]):
            self.models |= folder.models(pattern, self.files)
        edits = (slip.get("edit") for slip in data.get("slips", ()))
        self.mends = tuple(edit for edit in edits if edit in PROGRAM_EDITS)

    def checks(self, group: Json) -> list[Check]:
        driven = group.get("function") in self.folder.driven
        calls = [self.hooks.instances.read(name) for name in group.get("calls", ())]
        first, *further = calls or [()]
        module = group.get("module", Path(self.files[0]).stem)
        usual: float = self.data.get("tolerance", Check.tolerance)
        alone = Check(
            name=group["name"],
            module=module,
            limits=limits(self.data.get("limits", {}), group.get("limits", {})),
            function=f"{module}.py" if group.get("command") else group.get("function", ""),
            arguments=first,
            further=tuple(further),
            parts=tuple(Part(name, **part) for name, part in group.get("parts", {}).items()),
            needs=group.get("needs", ""),
            uses=tuple(group.get("uses", ())),
            driver=self.folder.driver if driven else "",
            searches=group.get("function") in self.data.get("searches", ()),
            tolerance=group.get("tolerance", usual),
            replaced=tuple((name, str(self.models[name])) for name in group.get("replaced", ())),
            mends=self.mends,
            hooks=self.hooks,
            shown=_shown(group.get("shown", {})),
            **{key: group[key] for key in OPTIONS if key in group},
        )
        several_checks = [
            replace(
                alone,
                name=f"{group['name']}/{name}",
                arguments=arguments,
                stdin=self.data.get("stdin", {}).get(name, ""),
            )
            for name, arguments in self._arguments(group, driven)
        ]
        if not several_checks:
            return [alone]
        return _in_order(several_checks, group)

    def _arguments(self, group: Json, driven: bool) -> Iterator[tuple[str, Arguments]]:
        """Yield (the instance's or set's name, the arguments) for each check of a group."""
        names = []
        for pattern in group.get("instances", ()):
            names += validation.matching(self.hooks.instances, pattern)
        for name in dict.fromkeys(names):
            arguments = self.hooks.instances.read(name)
            if driven:
                arguments = ([(name, *arguments)],)
            yield name, arguments
        for name in group.get("sets", ()):
            instances = []
            for pattern in self.data["sets"][name]:
                for instance in self.hooks.instances.names(pattern):
                    instances.append((instance, *self.hooks.instances.read(instance)))
            yield name, (instances,)


def _in_order(checks: list[Check], group: Json) -> list[Check]:
    """The checks of a group, with what depends on their order: the limit of the first, a ladder."""
    if "first" in group:
        number, cpu_s = group["first"]["checks"], group["first"]["cpu_s"]
        checks = [_with_cpu_s(check, cpu_s) for check in checks[:number]] + checks[number:]
    if group.get("ladder"):
        checks = _ladder(checks)
    return checks


def _ladder(checks: list[Check]) -> list[Check]:
    """The checks, each of which needs the one before it."""
    ladder, needed = [], checks[0].needs
    for check in checks:
        ladder.append(replace(check, needs=needed))
        needed = check.name
    return ladder


def _with_cpu_s(check: Check, cpu_s: float) -> Check:
    return replace(check, limits=limits(asdict(check.limits), {"cpu_s": cpu_s}))


def with_deductions(checks: list[Check], data: Json) -> list[Check]:
    """The checks; imports and repeated calls get their group's deduction, or the usual one."""
    given = {group["name"]: group["deduction"] for group in data["groups"] if "deduction" in group}
    usual = round(DEDUCTION * sum(check.points for check in checks), 2)
    with_some = []
    for check in checks:
        if check.further or not check.function:
            check = replace(check, deduction=given.get(check.name, usual))
        with_some.append(check)
    return with_some


def _with_prerequisites(checks: list[Check]) -> list[Check]:
    """The checks; one with repeated calls needs the check of its second call alone, if any."""
    alone: dict[tuple[str, str, str], str] = {}
    for check in checks:
        if not check.further and not check.stdin:
            call = check.module, check.function, repr(check.arguments)
            alone.setdefault(call, check.name)
    with_some = []
    for check in checks:
        if check.further:
            call = check.module, check.function, repr(check.further[0])
            check = replace(check, needs=alone.get(call, check.needs))
        with_some.append(check)
    return with_some


# ---- Some of the checks ----


def public(assignment: Assignment) -> Assignment:
    """The public part of an assignment; checks lose prerequisites that are hidden."""
    names = {check.name for check in assignment.checks if check.visibility == "public"}
    shown = []
    for check in assignment.checks:
        if check.name in names:
            if check.needs not in names:
                check = replace(check, needs="")
            shown.append(check)
    groups = {check.group for check in shown}
    return replace(
        assignment,
        checks=tuple(shown),
        fresh={group: points for group, points in assignment.fresh.items() if group in groups},
    )


def select(checks: Sequence[Check], patterns: Iterable[str]) -> list[Check]:
    """The checks whose name or group matches one of the patterns, and those that they need.

    Raises UsageError for patterns that match no check.

    >>> checks = [Check("import", "m", Limits()), Check("solve/one", "m", Limits(), needs="import"),
    ...           Check("solve/two", "m", Limits(), needs="import")]
    >>> [check.name for check in select(checks, ["*/two"])]
    ['import', 'solve/two']
    """
    names = set()
    for pattern in patterns:
        matching = {
            check.name
            for check in checks
            if any(fnmatchcase(name, pattern) for name in _names(check))
        }
        if not matching:
            raise UsageError(
                f"--only: expected a group or check (--list shows them), got {pattern!r}"
            )
        names |= matching
    names = with_needed(checks, names)
    return [check for check in checks if check.name in names]


def _shown(shown: str | dict[str, str]) -> tuple[tuple[str, str], ...]:
    """A group's "shown" as pairs (words, text); "", the words of a single text, comes last.

    >>> _shown("f({arguments})"), _shown({"": "f(1)", "of 2": "f(2)"})
    ((('', 'f({arguments})'),), (('of 2', 'f(2)'), ('', 'f(1)')))
    """
    if not shown:
        return ()
    if isinstance(shown, str):
        shown = {"": shown}
    return tuple(sorted(shown.items(), key=lambda pair: not pair[0]))


def with_needed(checks: Sequence[Check], names: Iterable[str]) -> set[str]:
    """The names of some checks, and of those that these checks need."""
    wanted = set(names)
    for check in reversed(checks):
        if check.name in wanted and check.needs:
            wanted.add(check.needs)
    return wanted


def _names(check: Check) -> Names:
    """The names that select a check; a fresh check also has the names of the group it resembles.

    >>> _names(Check("solve/one", "m", Limits())), _names(Check("fresh/solve-1", "m", Limits()))
    (('solve/one', 'solve'), ('fresh/solve-1', 'fresh', 'solve', 'solve/'))
    """
    group, _, name = check.name.partition("/")
    if group != FRESH:
        return check.name, group
    like = name.rpartition("-")[0]
    return check.name, group, like, f"{like}/"
