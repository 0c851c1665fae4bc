"""Finds the problems of an assignment file, all at once if its keys and types are right, and
describes each in a phrase.
"""

import re
from collections.abc import Callable, Collection, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePath
from typing import Any

from grader.assignment.editions import DEFAULT
from grader.assignment.folders import ROOT, Folder
from grader.assignment.hooks import Hooks, Instances, is_measured
from grader.ground.files import Json
from grader.records.checks import FRESH, SLIP_EDITS


VISIBILITIES = ("public", "hidden")
NAME = re.compile(r"[\w-]+")
INSTANCE = re.compile(r"\w[\w.-]*")


def several(value: Any) -> list[Any]:
    """A list: a string becomes a list with that string."""
    if isinstance(value, str):
        return [value]
    return value


def problems(data: Any, folder: Folder) -> Iterator[str]:
    """Yield a phrase for each problem in the contents of an assignment file."""
    required = {"name", "file", "model", "groups"}
    phrases = list(_misshapen("the file", data, FILE_KEYS, required))
    yield from phrases
    if not phrases:
        yield from _Problems(data, folder).all()


class _Problems:
    """The problems of an assignment file whose keys and types are right."""

    def __init__(self, data: Json, folder: Folder) -> None:
        self.data, self.folder = data, folder
        self.files = tuple(several(data["file"]))
        self.hooks: Hooks = folder.hooks(data)

    def all(self) -> Iterator[str]:
        if not NAME.fullmatch(self.data["name"]):
            yield (
                f"the file: expected a name of letters, digits, - and _, got {self.data['name']!r}"
            )
        yield from self._file()
        yield from _misshapen("limits", self.data.get("limits", {}), LIMIT_KEYS)
        names: set[str] = set()
        single: set[str] = set()  # the groups that consist of one check
        for number, group in enumerate(self.data["groups"], 1):
            where = f"group {number}"
            if isinstance(group, dict):
                where = f"group {group.get('name', number)}"
            phrases = list(self._group(where, group, single, names))
            yield from phrases
            if not phrases:
                names.add(group["name"])
                if not _several_checks(group):
                    single.add(group["name"])
        if len(names) == len(self.data["groups"]):
            yield from self._circle()
        yield from self._handout()
        for number, slip in enumerate(self.data.get("slips", ()), 1):
            yield from self._slip(f"slip {number}", slip)

    def _slip(self, where: str, slip: Any) -> Iterator[str]:
        phrases = list(_misshapen(where, slip, SLIP_KEYS, required={"deduction"}))
        yield from phrases
        if phrases:
            return
        if ("misconception" in slip) == ("edit" in slip):
            yield f"{where}: expected either a misconception or an edit, got {slip!r}"
        yield from _unknown(where, "edit", SLIP_EDITS, slip)
        names = [known.name for known in self.folder.misconceptions]
        # students' copies of an assignment have no misconceptions
        if names and "misconception" in slip and slip["misconception"] not in names:
            got = slip["misconception"]
            yield f"{where}: expected the name of one of the misconceptions, got {got!r}"

    def _circle(self) -> Iterator[str]:
        groups = {
            group["name"]: {*group.get("uses", ()), group.get("needs", "")}
            for group in self.data["groups"]
        }
        try:
            TopologicalSorter(groups).prepare()
        except CycleError as error:
            circle = ", ".join(sorted(set(error.args[1])))
            yield f"groups: expected none to use each other in a circle, got {circle}"

    def _handout(self) -> Iterator[str]:
        handout, groups = self.data.get("handout", {}), self.data["groups"]
        phrases = list(_misshapen("handout", handout, HANDOUT_KEYS))
        yield from phrases
        names = [group["name"] for group in groups if isinstance(group, dict) and "name" in group]
        if not phrases:
            yield from _unknown("handout", "without", names, handout)

    def _file(self) -> Iterator[str]:
        for pattern in several(self.data["model"]):
            if not self._models(pattern):
                places = f"{self.folder.own} or {ROOT}"
                yield f"the file: expected a model in {places}, got {pattern!r}"
        for file in self.files:
            if not re.fullmatch(r"[A-Za-z_]\w*\.py", file):
                yield f"the file: expected the name of a module's file, got {file!r}"
        if self.folder.find("searching.py") and "def state_of(" not in self.folder.reader:
            yield "searching.py: expected state_of(value) in a state_of.py beside it, got none"
        editions = [name for name in self.folder.editions if name != DEFAULT]
        yield from _unknown("the file", "edition", editions, self.data)
        for key, kind, what in ("arguments", list, "list"), ("stdin", str, "text"):
            for name, value in self.data.get(key, {}).items():
                if not isinstance(value, kind) or not INSTANCE.fullmatch(name):
                    yield f"{key}: expected a {what} for each name, got {value!r} for {name!r}"
        for name, patterns in self.data.get("sets", {}).items():
            if not isinstance(patterns, list) or not all(
                isinstance(word, str) for word in patterns
            ):
                yield f"set {name}: expected a list of names or patterns, got {patterns!r}"
                continue
            for pattern in patterns:
                yield from self._instance(f"set {name}", pattern)

    def _models(self, pattern: str) -> list[str]:
        if pattern and not PurePath(pattern).is_absolute():
            return list(self.folder.models(pattern, self.files))
        return []

    def _instance(self, where: str, pattern: str) -> Iterator[str]:
        """Yield a phrase if an instance that matches the pattern can't be read."""
        try:
            if is_pattern(pattern) and not self.hooks.instances.names(pattern):
                yield f"{where}: expected a pattern that some instance matches, got {pattern!r}"
                return
            for name in self.hooks.instances.names(pattern) or [pattern]:
                self.hooks.instances.read(name)
        except (OSError, ValueError) as error:
            yield f"{where}: instance {pattern}: {error}"
        except Exception as error:
            yield f"{where}: instance {pattern}: expected its arguments, got {error!r}"

    def _group(
        self, where: str, group: Any, single: set[str], names: Collection[str]
    ) -> Iterator[str]:
        """Yield a phrase for each problem of a group.

        `names` are the names of earlier groups; `single` are those with only one check.
        """
        phrases = list(_misshapen(where, group, GROUP_KEYS, required={"name"}))
        yield from phrases
        if phrases:
            return
        if not NAME.fullmatch(group["name"]) or group["name"] in names:
            yield (
                f"{where}: expected a name of its own, of letters, digits, - and _, "
                f"got {group['name']!r}"
            )
        if group.get("needs", "") not in {""} | single:
            yield (
                f"{where}: expected needs to name an earlier group without instances, "
                f"got {group['needs']!r}"
            )
        yield from self._uses(where, group)
        yield from self._limits_and_fresh(where, group)
        yield from _odd_pattern(where, group.get("alone", ""))
        for name, part in group.get("parts", {}).items():
            yield from _part(f"{where}: part {name}", part)
        for name in group.get("instances", ()):
            if not isinstance(name, str) or group["instances"].count(name) > 1:
                yield f"{where}: expected each instance once, by its name, got {name!r}"
            else:
                yield from self._instance(where, name)
        name = group.get("function", "")
        checker = self.hooks.checkers.get(group.get("checker", ""))
        if shape := self.folder.misshapen(name, is_measured(checker)):
            yield f"{where}: expected {name}(instances) in the driver, got {shape}"
        yield from self._calls(where, group)
        yield from self._choices(where, group)

    def _uses(self, where: str, group: Json) -> Iterator[str]:
        known = [one.get("name") for one in self.data["groups"] if isinstance(one, dict)]
        for used in group.get("uses", ()):
            if used not in known or used == group["name"]:
                yield f"{where}: expected uses to name other groups, got {used!r}"

    def _limits_and_fresh(self, where: str, group: Json) -> Iterator[str]:
        yield from _misshapen(f"{where}: limits", group.get("limits", {}), LIMIT_KEYS)
        if group["name"] == FRESH:
            yield f"{where}: expected another name, for that is the group of fresh instances"
        if "fresh" in group and not self.hooks.fresh:
            yield f"{where}: expected fresh only beside a puzzle.py that makes fresh instances"
        for key, keys, required in ("first", FIRST_KEYS, FIRST_KEYS), ("fresh", FRESH_KEYS, ()):
            if key in group:
                yield from _misshapen(f"{where}: {key}", group[key], keys, required)
                if not _several_checks(group):
                    yield f"{where}: expected instances beside {key}, got none"

    def _calls(self, where: str, group: Json) -> Iterator[str]:
        calls = group.get("calls", ())
        driven = group.get("function") in self.folder.driven
        alternate = len(calls) == 3 and calls[0] == calls[2] != calls[1]
        if "calls" in group and (driven or _several_checks(group) or not alternate):
            yield (
                f"{where}: expected calls on one instance, another, and the first again, "
                f"got {calls!r}"
            )
        for name in calls:
            if not isinstance(name, str):
                yield f"{where}: expected the name of an instance in calls, got {name!r}"
            else:
                yield from self._instance(where, name)
        if group.get("returns") and (driven or "function" not in group):
            yield (
                f"{where}: expected returns beside a function of the student's, "
                f"got {group['returns']!r}"
            )
        if group.get("raises") and not group.get("returns"):
            yield f"{where}: expected returns beside raises, got none"
        if group.get("command"):
            yield from self._command(where, group)
        if "deduction" in group and not calls and "function" in group:
            yield (
                f"{where}: expected a deduction beside calls or without a function, "
                f"got {group['deduction']!r}"
            )

    def _command(self, where: str, group: Json) -> Iterator[str]:
        for key in ("function", "calls", "sets", "returns", "deduction", "checker"):
            if group.get(key):
                yield f"{where}: expected command without {key}, got {group[key]!r}"
        if not group.get("instances"):
            yield f"{where}: expected instances beside command, got none"

    def _choices(self, where: str, group: Json) -> Iterator[str]:
        models = [name for pattern in several(self.data["model"]) for name in self._models(pattern)]
        choices: dict[str, Collection[str]] = {
            "checker": self.hooks.checkers,
            "visibility": VISIBILITIES,
            "sets": self.data.get("sets", {}),
            "replaced": [file for file in self.files if file in models],
        }
        for key, known in choices.items():
            yield from _unknown(where, key, known, group)


def is_pattern(name: str) -> bool:
    """Whether the name of an instance is a pattern, which stands for several."""
    return not set("*?[").isdisjoint(name)


def matching(instances: Instances, pattern: str) -> list[str]:
    """The names of the instances that a name or a pattern of a group stands for."""
    if is_pattern(pattern):
        return instances.names(pattern)
    return [pattern]


def _several_checks(group: Json) -> list[str]:
    """The names of a group's instances and sets; empty if the group is a single check."""
    return [*group.get("instances", ()), *group.get("sets", ())]


def _unknown(where: str, key: str, known: Collection[str], given: Json) -> Iterator[str]:
    """Yield a phrase for each word under a key that is not one of the allowed words."""
    for word in several(given.get(key, [])):
        if not isinstance(word, str) or word not in known:
            yield f"{where}: expected {key} to be of {', '.join(known) or 'none'}, got {word!r}"


def _part(where: str, part: Any) -> Iterator[str]:
    phrases = list(_misshapen(where, part, PART_KEYS, required={"points"}))
    yield from phrases
    if not phrases:
        yield from _odd_pattern(where, part.get("lines", ""))


def _odd_pattern(where: str, pattern: str) -> Iterator[str]:
    """Yield a phrase if a text is no regular expression."""
    try:
        re.compile(pattern)
    except re.error as error:
        yield f"{where}: expected a regular expression, got {pattern!r} ({error})"


# ---- Shapes ----


def _misshapen(
    where: str, value: Any, keys: dict[str, str], required: Collection[str] = ()
) -> Iterator[str]:
    """Yield a phrase for each key of an object that is unknown, missing, or of a wrong type.

    >>> print(*_misshapen("limits", {"cpu": 30, "wall_s": 0}, LIMIT_KEYS), sep="\\n")
    limits: expected cpu_s, wall_s, memory_mib, output_kib, got 'cpu'
    limits: expected a number above 0 for wall_s, got 0
    """
    if not isinstance(value, dict):
        yield f"{where}: expected an object, got {value!r}"
        return
    for key in sorted(set(required) - set(value)):
        yield f"{where}: expected {key}, got none"
    for key, entry in value.items():
        if key not in keys:
            yield f"{where}: expected {', '.join(keys)}, got {key!r}"
        elif not KINDS[keys[key]](entry):
            yield f"{where}: expected {keys[key]} for {key}, got {entry!r}"


def _is_number(value: Any, kinds: Any = (int, float)) -> bool:
    """Whether a value is a number from 0 to the largest possible limit."""
    return isinstance(value, kinds) and not isinstance(value, bool) and 0 <= value <= 1e6


def _is_strings(value: Any) -> bool:
    """Whether a value is a string or a list of strings, and not empty."""
    words = value if isinstance(value, list) else [value]
    return bool(value) and all(isinstance(word, str) for word in words)


def _is_shown(value: Any) -> bool:
    """Whether a value is a string, or an object of strings with one for lines without its words."""
    if not isinstance(value, dict):
        return isinstance(value, str)
    return "" in value and all(isinstance(text, str) for text in value.values())


SHOWN = 'a string, or an object of strings with one for ""'
KINDS: dict[str, Callable[[Any], bool]] = {
    SHOWN: _is_shown,
    "a string": lambda value: isinstance(value, str),
    "a string or a list of strings": _is_strings,
    "a string or a list of strings, none if it is kept from students": (
        lambda value: value == [] or _is_strings(value)
    ),
    "a list": lambda value: isinstance(value, list),
    "true or false": lambda value: isinstance(value, bool),
    "an object": lambda value: isinstance(value, dict),
    "a number": _is_number,
    "a number above 0": lambda value: _is_number(value) and value > 0,
    "a whole number above 0": lambda value: _is_number(value, int) and value > 0,
}
FILE_KEYS = {
    "name": "a string",
    "default": "true or false",
    "file": "a string or a list of strings",
    "model": "a string or a list of strings, none if it is kept from students",
    "extends": "a string",
    "edition": "a string",
    "limits": "an object",
    "arguments": "an object",
    "stdin": "an object",
    "sets": "an object",
    "groups": "a list",
    "handout": "an object",
    "slips": "a list",
    "searches": "a list",
    "version": "a string",
    "elsewhere": "an object",
    "tolerance": "a number",
}
HANDOUT_KEYS = {"transcripts": "true or false", "without": "a list"}
FRESH_KEYS = {"points": "a number"}
GROUP_KEYS = {
    "name": "a string",
    "module": "a string",
    "function": "a string",
    "command": "true or false",
    "shown": SHOWN,
    "help": "a string",
    "alone": "a string",
    "needs": "a string",
    "uses": "a list",
    "limits": "an object",
    "first": "an object",
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
    "returns": "true or false",
    "raises": "true or false",
    "tolerance": "a number",
}
FIRST_KEYS = {"checks": "a whole number above 0", "cpu_s": "a number above 0"}
SLIP_KEYS = {"misconception": "a string", "edit": "a string", "deduction": "a number"}
PART_KEYS = {"points": "a number", "lines": "a string"}
LIMIT_KEYS = {
    "cpu_s": "a number above 0",
    "wall_s": "a number above 0",
    "memory_mib": "a whole number above 0",
    "output_kib": "a whole number above 0",
}
