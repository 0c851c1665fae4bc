"""From an assignment file to its checks.

An assignment is data: a JSON file under `assignments/` that an instructor edits. It names the file that a
student hands in, the model solution, the limits, and groups of checks; a group calls one function on each of its
instances, files `NAME.txt` in `testinput/`, and gives points to parts of the output.
"""

import json
import re
from dataclasses import dataclass, fields, replace
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ASSIGNMENTS = ROOT / "grader" / "assignments"
TESTINPUT = ROOT / "testinput"


@dataclass(frozen=True)
class Limits:
    """What one run may use: CPU seconds decide; the wall clock, a larger figure, is for sleepers."""
    cpu_s: float = 30
    wall_s: float = 90
    memory_mib: int = 2048
    output_kib: int = 1024


@dataclass(frozen=True)
class Part:
    """Points for some lines of the output: those that match `lines`, or without it those that no part does."""
    name: str
    points: float
    lines: str = ""


@dataclass(frozen=True)
class Check:
    """One function called on one instance; without a function, the submission is only imported."""
    name: str
    module: str
    limits: Limits
    function: str = ""
    arguments: tuple = ()
    parts: tuple = ()
    needs: str = ""

    @property
    def call(self):
        """What a student types in a REPL to see this check happen.

        >>> Check("solve/one", "funny_puzzle", Limits(), "solve", ([1, 2],)).call
        'solve([1, 2])'
        """
        if not self.function:
            return f"import {self.module}"
        return f"{self.function}({', '.join(map(repr, self.arguments))})"

    @property
    def points(self):
        """The points that an accepted run earns."""
        return sum(part.points for part in self.parts)


@dataclass(frozen=True)
class Assignment:
    """A named list of checks on one file, in the order in which they run."""
    name: str
    file: str
    model: Path
    checks: tuple

    def expected(self, check):
        """The file that holds the expected transcript of a check."""
        return ROOT / "grader" / "transcripts" / self.name / f"{check.name}.txt"


def load(name, cpu_s=None):
    """The assignment of that name, or at that path if it ends in .json; `cpu_s` replaces its limits.

    Raises ValueError with every problem that the file has.
    """
    path = Path(name) if name.endswith(".json") else ASSIGNMENTS / f"{name}.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        known = ", ".join(sorted(file.stem for file in ASSIGNMENTS.glob("*.json")))
        raise ValueError(f"{path}: expected an assignment ({known}), got {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{path}: expected JSON, got {error}") from None
    if found := list(problems(data)):
        raise ValueError(f"{path}: {'; '.join(found)}")
    checks = [check for group in data["groups"] for check in checks_of(group, data)]
    if cpu_s:
        checks = [replace(check, limits=replace(check.limits, cpu_s=cpu_s, wall_s=3 * cpu_s))
                  for check in checks]
    return Assignment(data["name"], data["file"], ROOT / data["model"], tuple(checks))


def checks_of(group, data):
    """The checks of one group of an assignment file."""
    shared = {
        "module": Path(data["file"]).stem,
        "limits": Limits(**data.get("limits", {}) | group.get("limits", {})),
        "function": group.get("function", ""),
        "parts": tuple(Part(name, **part) for name, part in group.get("parts", {}).items()),
        "needs": group.get("needs", ""),
    }
    if "instances" not in group:
        return [Check(group["name"], **shared)]
    return [Check(f"{group['name']}/{name}", arguments=(state(TESTINPUT / f"{name}.txt"),), **shared)
            for name in group["instances"]]


def state(path):
    """The integers in an instance's file, as one list."""
    return [int(word) for word in path.read_text(encoding="ascii").split()]


def select(checks, patterns):
    """The checks whose name or group matches one of the patterns, and those that they need.

    >>> checks = [Check("import", "m", Limits()), Check("solve/one", "m", Limits(), needs="import"),
    ...           Check("solve/two", "m", Limits(), needs="import")]
    >>> [check.name for check in select(checks, ["*/two"])]
    ['import', 'solve/two']
    """
    wanted = [check for check in checks
              if any(fnmatchcase(name, pattern) for pattern in patterns
                     for name in (check.name, check.name.split("/")[0]))]
    names = {check.name for check in wanted} | {check.needs for check in wanted}
    return [check for check in checks if check.name in names]


# ---- What can be wrong with an assignment file ----

FILE_KEYS = {"name": str, "file": str, "model": str, "groups": list, "limits": dict}
GROUP_KEYS = {"name": str, "function": str, "needs": str, "limits": dict, "parts": dict, "instances": list}
PART_KEYS = {"points": (int, float), "lines": str}
LIMIT_KEYS = {field.name: (int, float) for field in fields(Limits)}


def problems(data):
    """Yield a phrase for each thing that is wrong with the contents of an assignment file."""
    yield from misshapen("the file", data, FILE_KEYS, required={"name", "file", "model", "groups"})
    yield from misshapen("limits", data.get("limits", {}), LIMIT_KEYS) if isinstance(data, dict) else ()
    earlier = set()
    for number, group in enumerate(data.get("groups", ()) if isinstance(data, dict) else (), 1):
        name = group.get("name", number) if isinstance(group, dict) else number
        yield from misshapen(f"group {name}", group, GROUP_KEYS, required={"name"})
        yield from group_problems(f"group {name}", group, earlier) if isinstance(group, dict) else ()
        earlier.add(name)


def group_problems(where, group, earlier):
    """Yield a phrase for each thing that is wrong inside a group; `earlier`: the groups before it."""
    yield from misshapen(f"{where}: limits", group.get("limits", {}), LIMIT_KEYS)
    for name, part in group.get("parts", {}).items():
        yield from misshapen(f"{where}: part {name}", part, PART_KEYS, required={"points"})
        try:
            re.compile(part.get("lines", ""))
        except re.error as error:
            yield f"{where}: part {name}: expected a regular expression, got {part['lines']!r} ({error})"
    if group.get("name") in earlier:
        yield f"{where}: expected another name than an earlier group's"
    if group.get("needs", "") not in earlier | {""}:
        yield f"{where}: expected needs to name an earlier group, got {group['needs']!r}"
    for name in group.get("instances", ()):
        yield from instance_problems(f"{where}: instance {name}", TESTINPUT / f"{name}.txt")
    if len(set(group.get("instances", ()))) < len(group.get("instances", ())):
        yield f"{where}: expected each instance once"


def instance_problems(where, path):
    """Yield what keeps the file of an instance from being read."""
    try:
        state(path)
    except OSError as error:
        yield f"{where}: expected the file {path}, got {error.strerror}"
    except ValueError as error:
        yield f"{where}: expected integers in {path}, got {error}"


def misshapen(where, found, keys, required=frozenset()):
    """Yield a phrase for each key of an object that is unknown, missing, or of another type than in `keys`.

    >>> print(*misshapen("limits", {"cpu": 30, "wall_s": "90"}, LIMIT_KEYS), sep="\\n")
    limits: expected cpu_s, wall_s, memory_mib, output_kib, got 'cpu'
    limits: expected a number for wall_s, got '90'
    """
    if not isinstance(found, dict):
        yield f"{where}: expected an object, got {found!r}"
        return
    for key in sorted(required - set(found)):
        yield f"{where}: expected a {key}, got none"
    for key, value in found.items():
        if key not in keys:
            yield f"{where}: expected {', '.join(keys)}, got {key!r}"
        elif not isinstance(value, keys[key]) or isinstance(value, bool):
            yield f"{where}: expected {JSON_WORDS.get(keys[key])} for {key}, got {value!r}"


JSON_WORDS = {str: "a string", list: "a list", dict: "an object", (int, float): "a number"}
