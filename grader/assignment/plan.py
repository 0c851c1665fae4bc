"""From an assignment file to its checks.

An assignment is data: a JSON file in a folder of `assignments/` that an instructor edits. It
names the files that a student hands in, the model solution, the limits, and groups of checks; a
group calls one function on each of its instances, files `NAME.txt` in `testinput/`, and gives
points to parts of the output. A group with `calls` is one check that calls its function on one of
them, on another and on the first again in one process, so that it shows if anything is kept
between calls. Such a check, and one that only imports, has a `deduction` instead of points. Where
an assignment has a driver, `driver.py` in its folder, the functions are the driver's, which print
what classes answer; they take boards, by the names that `instances` knows, one to a check or a
set of them. An assignment may extend another, whose keys it has unless it gives them itself, and
ask for another edition, one that `editions` knows.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path

from grader import UsageError
from grader.assignment import editions, folders, instances
from grader.judge import checkers


ROOT = Path(__file__).resolve().parents[2]
VISIBILITIES = ("public", "hidden")
FRESH = "fresh"  # the group of the checks that are made for one run
LARGEST_SHOWN = 5  # rows of a board that fit into a line to type
# the share of all points that is taken off where an assignment does not say how much
DEDUCTION = 0.05


@dataclass(frozen=True)
class Limits:
    """What one run may use: CPU seconds decide; the wall clock, a larger figure, is for sleepers."""

    cpu_s: float = 30
    wall_s: float = 90
    memory_mib: int = 2048
    output_kib: int = 1024


@dataclass(frozen=True)
class Part:
    """Points for some lines of the output: those that match `lines`, or else those that no part matches."""

    name: str
    points: float
    lines: str = ""


@dataclass(frozen=True)
class Check:
    """One function called on one instance; without a function, the submission is only imported.

    With `further` arguments it is called again in the same process, on one instance after another.
    """

    name: str
    module: str
    limits: Limits
    function: str = ""
    arguments: tuple = ()
    parts: tuple = ()
    needs: str = ""
    driver: str = ""  # the assignment in whose `driver.py` the function is, if not the submission's
    # the function of `checkers` that reads the output, where several answers are right
    checker: str = ""
    # (name, path) of the model's files that take the place of the submission's
    replaced: tuple = ()
    # with a driver, what a student types instead, {rows} standing for the rows of a board
    shown: str = ""
    visibility: str = "public"
    further: tuple = ()  # the arguments of each call after the first
    # the points that are taken off for what is no wrong answer, only unasked for
    deduction: float = 0

    @property
    def call(self):
        """What a student types in a REPL to see this check happen.

        >>> Check("solve/one", "funny_puzzle", Limits(), "solve", ([1, 2],)).call
        'solve([1, 2])'
        """
        if not self.function:
            return f"import {self.module}"
        if self.driver:
            return self.call_on("")
        return "; ".join(
            f"{self.function}({', '.join(map(repr, arguments))})"
            for arguments in (self.arguments, *self.further)
        )

    def call_on(self, name):
        """What a student types to see it happen on the board of that name, or else on the first."""
        boards = dict(self.arguments[0]) if self.arguments else {}
        if not boards:
            return self.shown
        name = name if name in boards else next(iter(boards))
        rows = boards[name]
        text = repr(rows) if len(rows) <= LARGEST_SHOWN else instances.expression(name)
        return self.shown.replace("{rows}", text).replace("{name}", name)

    def files(self):
        """{name: bytes} of the files that take the place of the submission's."""
        return {name: Path(path).read_bytes() for name, path in self.replaced}

    def source(self):
        """The text of its driver, "" if it has none."""
        return (
            (folders.folder(self.driver) / "driver.py").read_text(encoding="utf-8")
            if self.driver
            else ""
        )

    @property
    def points(self):
        """The points that an accepted run earns."""
        return sum(part.points for part in self.parts)


@dataclass(frozen=True)
class Assignment:
    """A named list of checks on the files that are asked for, in the order in which they run."""

    name: str
    files: tuple
    models: dict  # {name in the scratch folder: path} of the model solution
    checks: tuple
    programs: Path = Path()  # the folder of those that prove it: right ones, wrong ones
    edition: str = ""  # the name of one of `editions`, if not the default
    # {group with fresh instances: the points of each of their parts}
    fresh: dict = field(default_factory=dict)
    given: str = ""  # the name or path that it was loaded by

    @property
    def file(self):
        """The first of the files that are asked for."""
        return self.files[0]

    def sources(self):
        """{name in the scratch folder: bytes} of the model solution; of an edition, its reference."""
        own = {name: path.read_bytes() for name, path in self.models.items()}
        return (
            own | {editions.FILE: editions.reference(self.edition).encode()}
            if self.edition
            else own
        )


def files(name):
    """The files that the assignment of that name asks for, without a look at the rest of it; () if it is unsound.

    >>> files("npuzzle")
    ('board.py', 'solver.py')
    """
    try:
        path = folders.file(name)
        return tuple(several(extended(path, contents(path)).get("file", [])))
    except (UsageError, AttributeError, TypeError):
        return ()


def load(name, cpu_s=None):
    """The assignment of that name, or of that folder or .json file; `cpu_s` replaces its limits.

    Raises UsageError with every problem that the file has.
    """
    path = folders.file(name)
    data = extended(path, contents(path))
    if found := list(problems(data)):
        raise UsageError(f"{path}: {'; '.join(found)}")
    checks = [check for group in data["groups"] for check in checks_of(group, data)]
    checks = with_prerequisites(with_deductions(checks, data))
    if cpu_s:
        checks = [
            replace(check, limits=limits(asdict(check.limits), {"cpu_s": cpu_s}))
            for check in checks
        ]
    fresh = {
        group["name"]: group["fresh"].get("points", 0)
        for group in data["groups"]
        if "fresh" in group
    }
    return Assignment(
        data["name"],
        tuple(several(data["file"])),
        models(data),
        tuple(checks),
        folders.programs(path),
        data.get("edition", ""),
        fresh,
        name,
    )


def contents(path):
    """What an assignment file holds; UsageError if it can't be read."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        known = ", ".join(folders.names())
        raise UsageError(
            f"{path}: expected an assignment ({known}), got {error.strerror}"
        ) from None
    except ValueError as error:
        raise UsageError(f"{path}: expected JSON, got {error}") from None


def extended(path, data):
    """The contents of an assignment file, with those keys of the assignment it extends that it does not give."""
    if not isinstance(data, dict) or "extends" not in data:
        return data
    known = [name for name in folders.names() if "extends" not in contents(folders.file(name))]
    if data["extends"] not in known:
        raise UsageError(
            f"{path}: expected extends to be of {', '.join(known)}, got {data['extends']!r}"
        )
    return contents(folders.file(data["extends"])) | data


def several(value):
    """A string as a list of it, a list as it is."""
    return [value] if isinstance(value, str) else value


def models(data):
    """{name in the scratch folder: path} of all files that the patterns under `model` match."""
    return {
        str(path.relative_to(ROOT)): path
        for pattern in several(data["model"])
        for path in sorted(ROOT.glob(pattern))
    }


def limits(*given):
    """The Limits that dictionaries give, the later over the earlier; a CPU limit brings its own wall limit.

    >>> limits({"cpu_s": 30, "wall_s": 60}, {"cpu_s": 5})
    Limits(cpu_s=5, wall_s=15, memory_mib=2048, output_kib=1024)
    """
    merged = {}
    for each in given:
        merged |= {"wall_s": 3 * each["cpu_s"], **each} if "cpu_s" in each else each
    return Limits(**merged)


def checks_of(group, data):
    """The checks of one group of an assignment file."""
    file = several(data["file"])[0]
    shared = {
        "module": group.get("module", Path(file).stem),
        "limits": limits(data.get("limits", {}), group.get("limits", {})),
        "function": group.get("function", ""),
        "parts": tuple(Part(name, **part) for name, part in group.get("parts", {}).items()),
        "driver": data.get("driver", "") if "function" in group else "",
        "replaced": tuple((name, str(ROOT / name)) for name in group.get("replaced", ())),
        **{key: group[key] for key in ("checker", "shown", "visibility") if key in group},
    }
    named = list(named_arguments(group, data))
    before = group.get("needs", "")
    needs = (
        [before, *(f"{group['name']}/{name}" for name, _ in named)]
        if group.get("ladder")
        else [before] * (len(named) + 1)
    )
    if not named:
        first, *further = repeated_calls(group) or [()]
        return [
            Check(group["name"], needs=before, arguments=first, further=tuple(further), **shared)
        ]
    return [
        Check(f"{group['name']}/{name}", arguments=arguments, needs=need, **shared)
        for (name, arguments), need in zip(named, needs)
    ]


def with_deductions(checks: list[Check], data: dict) -> list[Check]:
    """The checks; those of imports and repeated calls with their group's deduction, or the usual one."""
    given = {group["name"]: group["deduction"] for group in data["groups"] if "deduction" in group}
    usual = round(DEDUCTION * sum(check.points for check in checks), 2)
    return [
        replace(check, deduction=given.get(check.name, usual))
        if check.further or not check.function
        else check
        for check in checks
    ]


def with_prerequisites(checks: list[Check]) -> list[Check]:
    """The checks; those of repeated calls need the check that makes their second call by itself, if there is one."""
    alone = {
        (check.module, check.function, repr(check.arguments)): check.name
        for check in reversed(checks)
        if not check.further
    }
    return [
        replace(
            check,
            needs=alone.get((check.module, check.function, repr(check.further[0])), check.needs),
        )
        if check.further
        else check
        for check in checks
    ]


def repeated_calls(group: dict) -> list[tuple]:
    """The arguments of each call of a group whose one check calls its function several times."""
    return [(instances.state(name),) for name in group.get("calls", ())]


def named_arguments(group, data):
    """Yield (the name in its group, the arguments) of each check of a group with several."""
    for name in group.get("instances", ()):
        yield (
            name,
            ([(name, instances.rows(name))] if data.get("driver") else instances.state(name),),
        )
    for name in group.get("sets", ()):
        yield name, (boards(data["sets"][name]),)


def boards(patterns):
    """[(name, rows)] of all boards that a set of an assignment file names."""
    return [
        (name, instances.rows(name)) for pattern in patterns for name in instances.names(pattern)
    ]


def public(assignment):
    """The assignment without its hidden checks; what needs one of them goes without."""
    names = {check.name for check in assignment.checks if check.visibility == "public"}
    shown = (
        replace(check, needs=check.needs if check.needs in names else "")
        for check in assignment.checks
        if check.name in names
    )
    groups = {name.split("/")[0] for name in names}
    return replace(
        assignment,
        checks=tuple(shown),
        fresh={group: points for group, points in assignment.fresh.items() if group in groups},
    )


def select(checks, patterns):
    """The checks whose name or group matches one of the patterns, and those that they need.

    Raises UsageError for patterns that match nothing.

    >>> checks = [Check("import", "m", Limits()), Check("solve/one", "m", Limits(), needs="import"),
    ...           Check("solve/two", "m", Limits(), needs="import")]
    >>> [check.name for check in select(checks, ["*/two"])]
    ['import', 'solve/two']
    """
    names = set()
    for pattern in patterns:
        found = {
            check.name
            for check in checks
            if any(fnmatchcase(name, pattern) for name in _names(check))
        }
        if not found:
            raise UsageError(
                f"--only: expected a group or check (--list shows them), got {pattern!r}"
            )
        names |= found
    for check in reversed(checks):
        names |= {check.needs} if check.name in names else set()
    return [check for check in checks if check.name in names]


def _names(check):
    """The names by which a check is selected; a fresh one also by those of the group whose instances it is like.

    >>> _names(Check("solve/one", "m", Limits())), _names(Check("fresh/solve-1", "m", Limits()))
    (('solve/one', 'solve'), ('fresh/solve-1', 'fresh', 'solve', 'solve/'))
    """
    group, _, name = check.name.partition("/")
    like = name.rpartition("-")[0]
    return (check.name, group, *((like, f"{like}/") if group == FRESH else ()))


# ---- What can be wrong with an assignment file ----


def problems(data):
    """Yield a phrase for each thing that is wrong with the contents of an assignment file."""
    found = list(
        misshapen("the file", data, FILE_KEYS, required={"name", "file", "model", "groups"})
    )
    yield from found
    if found:
        return
    if not re.fullmatch(r"[\w-]+", data["name"]):
        yield f"the file: expected a name of letters, digits, - and _, got {data['name']!r}"
    yield from file_problems(data)
    yield from misshapen("limits", data.get("limits", {}), LIMIT_KEYS)
    single, names = set(), set()
    for number, group in enumerate(data["groups"], 1):
        found = list(group_problems(number, group, single, names, data))
        yield from found
        if not found:
            names.add(group["name"])
            single |= {group["name"]} - {group["name"] for _ in several_checks(group)}


def several_checks(group):
    """The names of a group's checks if it has other checks than one."""
    return [*group.get("instances", ()), *group.get("sets", ())]


def file_problems(data):
    """Yield a phrase for each file that an assignment file names and that can't be what it is named for."""
    for pattern in several(data["model"]):
        if not any(path.is_file() for path in ROOT.glob(pattern or "?")):
            yield f"the file: expected a model in {ROOT}, got {pattern!r}"
    for file in several(data["file"]):
        if not re.fullmatch(r"[A-Za-z_]\w*\.py", file):
            yield f"the file: expected the name of a module's file, got {file!r}"
    if data.get("edition", "") not in {"", *editions.EDITIONS}:
        yield f"the file: expected edition to be of {', '.join(editions.EDITIONS)}, got {data['edition']!r}"
    if data.get("edition") and editions.FILE not in models(data):
        yield f"the file: expected no edition of another model than {editions.FILE}, got {data['edition']!r}"
    if data.get("driver") and not (folders.folder(data["driver"]) / "driver.py").is_file():
        yield f"the file: expected an assignment with a driver, got {data['driver']!r}"
    for name, patterns in data.get("sets", {}).items():
        for pattern in patterns:
            yield from (
                f"set {name}: {problem}" for problem in instances.problems(pattern, instances.rows)
            )


def group_problems(number, group, single, names, data):
    """Yield a phrase for each thing wrong in a group; `names`: those before it, `single`: those of one check."""
    where = f"group {group.get('name', number) if isinstance(group, dict) else number}"
    found = list(misshapen(where, group, GROUP_KEYS, required={"name"}))
    yield from found
    if found:
        return
    if not re.fullmatch(r"[\w-]+", group["name"]) or group["name"] in names:
        yield f"{where}: expected a name of its own, of letters, digits, - and _, got {group['name']!r}"
    if "fresh" in group:
        yield from misshapen(f"{where}: fresh", group["fresh"], FRESH_KEYS)
        yield from [f"{where}: expected instances beside fresh, got none"] * (
            not several_checks(group)
        )
    if group["name"] == FRESH:
        yield f"{where}: expected another name, for that is the group of fresh instances"
    if group.get("needs", "") not in single | {""}:
        yield f"{where}: expected needs to name an earlier group without instances, got {group['needs']!r}"
    yield from misshapen(f"{where}: limits", group.get("limits", {}), LIMIT_KEYS)
    for name, part in group.get("parts", {}).items():
        yield from part_problems(f"{where}: part {name}", part)
    for name in group.get("instances", ()):
        if not isinstance(name, str) or group["instances"].count(name) > 1:
            yield f"{where}: expected each instance once, by its name, got {name!r}"
        else:
            read = instances.rows if data.get("driver") else instances.state
            yield from (f"{where}: {problem}" for problem in instances.problems(name, read))
    yield from call_problems(where, group, data)
    yield from choice_problems(where, group, data)


def call_problems(where: str, group: dict, data: dict) -> Iterator[str]:
    """Yield a phrase for each thing wrong with the calls of a group, or with its deduction."""
    calls = group.get("calls", ())
    apart = len(calls) == 3 and calls[0] == calls[2] != calls[1]
    if "calls" in group and (data.get("driver") or several_checks(group) or not apart):
        yield f"{where}: expected calls on one instance, another, and the first again, got {calls!r}"
    for name in calls:
        if not isinstance(name, str):
            yield f"{where}: expected the name of an instance in calls, got {name!r}"
        else:
            yield from (
                f"{where}: {problem}" for problem in instances.problems(name, instances.state)
            )
    if "deduction" in group and not calls and "function" in group:
        yield f"{where}: expected a deduction beside calls or without a function, got {group['deduction']!r}"


def part_problems(where, part):
    """Yield a phrase for each thing wrong in a part of a group."""
    found = list(misshapen(where, part, PART_KEYS, required={"points"}))
    yield from found
    try:
        re.compile("" if found else part.get("lines", ""))
    except re.error as error:
        yield f"{where}: expected a regular expression, got {part['lines']!r} ({error})"


def choice_problems(where, group, data):
    """Yield a phrase for each word in a group that is none of those that can stand there."""
    choices = {
        "checker": checkers.CHECKERS,
        "visibility": VISIBILITIES,
        "sets": data.get("sets", {}),
        "replaced": several(data["file"]),
    }
    for key, known in choices.items():
        for word in several(group.get(key, [])):
            if word not in known:
                yield f"{where}: expected {key} to be of {', '.join(known) or 'none'}, got {word!r}"


def misshapen(where, found, keys, required=frozenset()):
    """Yield a phrase for each key of an object that is unknown, missing, or not what `keys` says of it.

    >>> print(*misshapen("limits", {"cpu": 30, "wall_s": 0}, LIMIT_KEYS), sep="\\n")
    limits: expected cpu_s, wall_s, memory_mib, output_kib, got 'cpu'
    limits: expected a number above 0 for wall_s, got 0
    """
    if not isinstance(found, dict):
        yield f"{where}: expected an object, got {found!r}"
        return
    for key in sorted(required - set(found)):
        yield f"{where}: expected {key}, got none"
    for key, value in found.items():
        if key not in keys:
            yield f"{where}: expected {', '.join(keys)}, got {key!r}"
        elif not KINDS[keys[key]](value):
            yield f"{where}: expected {keys[key]} for {key}, got {value!r}"


def number(value, kinds=(int, float)):
    """Whether a value is a number that is not negative, nor beyond what a limit can be."""
    return isinstance(value, kinds) and not isinstance(value, bool) and 0 <= value <= 1e6


KINDS = {
    "a string": lambda value: isinstance(value, str),
    "a string or a list of strings": lambda value: (
        value
        and all(isinstance(each, str) for each in (value if isinstance(value, list) else [value]))
    ),
    "a list": lambda value: isinstance(value, list),
    "true or false": lambda value: isinstance(value, bool),
    "an object": lambda value: isinstance(value, dict),
    "a number": number,
    "a number above 0": lambda value: number(value) and value > 0,
    "a whole number above 0": lambda value: number(value, int) and value > 0,
}
FILE_KEYS = {
    "name": "a string",
    "file": "a string or a list of strings",
    "model": "a string or a list of strings",
    "driver": "a string",
    "extends": "a string",
    "edition": "a string",
    "limits": "an object",
    "sets": "an object",
    "groups": "a list",
}
FRESH_KEYS = {"points": "a number"}
GROUP_KEYS = {
    "name": "a string",
    "module": "a string",
    "function": "a string",
    "shown": "a string",
    "needs": "a string",
    "limits": "an object",
    "parts": "an object",
    "instances": "a list",
    "sets": "a list",
    "ladder": "true or false",
    "checker": "a string",
    "visibility": "a string",
    "replaced": "a list",
    "fresh": "an object",
    "calls": "a list",
    "deduction": "a number",
}
PART_KEYS = {"points": "a number", "lines": "a string"}
LIMIT_KEYS = {
    "cpu_s": "a number above 0",
    "wall_s": "a number above 0",
    "memory_mib": "a whole number above 0",
    "output_kib": "a whole number above 0",
}
