"""From an assignment file to its checks.

An assignment is data: a JSON file under `assignments/` that an instructor edits. It names the file that a
student hands in, the model solution, the limits, and groups of checks; a group calls one function on each of
its instances, files `NAME.txt` in `testinput/`, and gives points to parts of the output.
"""

import json
import re
from dataclasses import asdict, dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from grader import UsageError

ROOT = Path(__file__).resolve().parent.parent
ASSIGNMENTS = ROOT / "grader" / "assignments"
VISIBILITIES = ("public", "hidden")
FRESH = "fresh"  # the group of the checks that are made for one run
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
    """Points for some lines of the output: those that match `lines`, or else those that no part matches."""
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
    visibility: str = "public"

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
    fresh: tuple = ()  # the groups that fresh instances are like
    fresh_points: float = 0  # of each part of such a check


def load(name, cpu_s=None):
    """The assignment of that name, or at that path if it ends in .json; `cpu_s` replaces its limits.

    Raises UsageError with every problem that the file has.
    """
    path = Path(name) if name.endswith(".json") else ASSIGNMENTS / f"{name}.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        known = ", ".join(sorted(file.stem for file in ASSIGNMENTS.glob("*.json")))
        raise UsageError(f"{path}: expected an assignment ({known}), got {error.strerror}") from None
    except ValueError as error:
        raise UsageError(f"{path}: expected JSON, got {error}") from None
    if found := list(problems(data)):
        raise UsageError(f"{path}: {'; '.join(found)}")
    checks = [check for group in data["groups"] for check in checks_of(group, data)]
    if cpu_s:
        checks = [replace(check, limits=limits(asdict(check.limits), {"cpu_s": cpu_s})) for check in checks]
    fresh = data.get("fresh", {})
    return Assignment(data["name"], data["file"], ROOT / data["model"], tuple(checks),
                      tuple(fresh.get("groups", ())), fresh.get("points", 0))


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
    shared = {
        "module": Path(data["file"]).stem,
        "limits": limits(data.get("limits", {}), group.get("limits", {})),
        "function": group.get("function", ""),
        "parts": tuple(Part(name, **part) for name, part in group.get("parts", {}).items()),
        "needs": group.get("needs", ""),
        "visibility": group.get("visibility", "public"),
    }
    if "instances" not in group:
        return [Check(group["name"], **shared)]
    return [Check(f"{group['name']}/{name}", arguments=(state(TESTINPUT / f"{name}.txt"),), **shared)
            for name in group["instances"]]


def state(path):
    """The integers in an instance's file, as one list."""
    return [int(word) for word in path.read_text(encoding="ascii").split()]


def public(assignment):
    """The assignment without its hidden checks; what needs one of them goes without."""
    names = {check.name for check in assignment.checks if check.visibility == "public"}
    shown = (replace(check, needs=check.needs if check.needs in names else "")
             for check in assignment.checks if check.name in names)
    return replace(assignment, checks=tuple(shown), fresh=tuple(
        group for group in assignment.fresh if any(name.startswith(f"{group}/") for name in names)))


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
        found = {check.name for check in checks
                 if any(fnmatchcase(name, pattern) for name in (check.name, check.name.split("/")[0]))}
        if not found:
            raise UsageError(f"--only: expected a group or check (--list shows them), got {pattern!r}")
        names |= found
    for check in reversed(checks):
        names |= {check.needs} if check.name in names else set()
    return [check for check in checks if check.name in names]


# ---- What can be wrong with an assignment file ----

def problems(data):
    """Yield a phrase for each thing that is wrong with the contents of an assignment file."""
    found = list(misshapen("the file", data, FILE_KEYS, required={"name", "file", "model", "groups"}))
    yield from found
    if found:
        return
    if not re.fullmatch(r"[\w-]+", data["name"]):
        yield f"the file: expected a name of letters, digits, - and _, got {data['name']!r}"
    if not (ROOT / data["model"]).is_file():
        yield f"the file: expected a model in {ROOT}, got {data['model']!r}"
    yield from misshapen("limits", data.get("limits", {}), LIMIT_KEYS)
    single, names = set(), set()
    for number, group in enumerate(data["groups"], 1):
        found = list(group_problems(number, group, single, names))
        yield from found
        if not found:
            names.add(group["name"])
            single |= {group["name"]} - {group["name"] for _ in group.get("instances", ())}
    yield from fresh_problems(data.get("fresh", {}), names - single)


def fresh_problems(fresh, names):
    """Yield a phrase for each thing wrong in what is said of fresh instances; `names`: of groups with instances."""
    found = list(misshapen("fresh", fresh, FRESH_KEYS))
    yield from found
    for name in [] if found else fresh.get("groups", ()):
        if name not in names:
            yield f"fresh: expected groups with instances, got {name!r}"


def group_problems(number, group, single, names):
    """Yield a phrase for each thing wrong in a group; `names`: those before it, `single`: those of one check."""
    where = f"group {group.get('name', number) if isinstance(group, dict) else number}"
    found = list(misshapen(where, group, GROUP_KEYS, required={"name"}))
    yield from found
    if found:
        return
    if not re.fullmatch(r"[\w-]+", group["name"]) or group["name"] in names:
        yield f"{where}: expected a name of its own, of letters, digits, - and _, got {group['name']!r}"
    if group["name"] == FRESH:
        yield f"{where}: expected another name, for that is the group of fresh instances"
    if group.get("visibility", "public") not in VISIBILITIES:
        yield f"{where}: expected visibility to be of {', '.join(VISIBILITIES)}, got {group['visibility']!r}"
    if group.get("needs", "") not in single | {""}:
        yield f"{where}: expected needs to name an earlier group without instances, got {group['needs']!r}"
    yield from misshapen(f"{where}: limits", group.get("limits", {}), LIMIT_KEYS)
    for name, part in group.get("parts", {}).items():
        yield from part_problems(f"{where}: part {name}", part)
    yield from instances_problems(where, group.get("instances", []))


def part_problems(where, part):
    """Yield a phrase for each thing wrong in a part of a group."""
    found = list(misshapen(where, part, PART_KEYS, required={"points"}))
    yield from found
    try:
        re.compile("" if found else part.get("lines", ""))
    except re.error as error:
        yield f"{where}: expected a regular expression, got {part['lines']!r} ({error})"


def instances_problems(where, names):
    """Yield a phrase for each instance of a group that is named twice or can't be read."""
    for name in names:
        path = TESTINPUT / f"{name}.txt"
        if not isinstance(name, str) or names.count(name) > 1:
            yield f"{where}: expected each instance once, by its name, got {name!r}"
            continue
        try:
            state(path)
        except OSError as error:
            yield f"{where}: instance {name}: expected the file {path}, got {error.strerror}"
        except ValueError as error:
            yield f"{where}: instance {name}: expected integers in {path}, got {error}"


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
    "a list": lambda value: isinstance(value, list),
    "an object": lambda value: isinstance(value, dict),
    "a number": number,
    "a number above 0": lambda value: number(value) and value > 0,
    "a whole number above 0": lambda value: number(value, int) and value > 0,
}
FILE_KEYS = {"name": "a string", "file": "a string", "model": "a string", "groups": "a list",
             "limits": "an object", "fresh": "an object"}
FRESH_KEYS = {"groups": "a list", "points": "a number"}
GROUP_KEYS = {"name": "a string", "function": "a string", "needs": "a string", "limits": "an object",
              "parts": "an object", "instances": "a list", "visibility": "a string"}
PART_KEYS = {"points": "a number", "lines": "a string"}
LIMIT_KEYS = {"cpu_s": "a number above 0", "wall_s": "a number above 0",
              "memory_mib": "a whole number above 0", "output_kib": "a whole number above 0"}
