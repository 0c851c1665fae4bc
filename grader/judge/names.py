"""Edits of a program that has a name in another spelling than the check asks for; pure."""

import re

from grader.ground.files import Files
from grader.records.checks import Check
from grader.records.results import Result


NAME = re.compile(r"(?:([A-Za-z_]\w*)\.)?([A-Za-z_]\w*)", re.ASCII)
NO_ATTRIBUTE = re.compile(r"^AttributeError: '(\w+)' object has no attribute '(\w+)'", re.ASCII)
COMMAND = re.compile(rb"^if __name__ ?==", re.MULTILINE)


def respelled(check: Check, files: Files, failed: Result) -> Files:
    """The file that gets a name as it is asked for, beside the one that it has."""
    fields, kind = failed.reason.fields, failed.reason.kind
    own = f"{check.module}.py"
    if kind == "other_spelling":
        return _alias(files, str(fields["name"]), str(fields["spelling"]))
    if kind == "no_function":
        alike = _alike(rb"^def ([A-Za-z_]\w*)", files.get(own, b""), check.function)
        if len(alike) == 1:
            return appended(files, own, f"{check.function} = {alike.pop()}")
        return {}
    if kind == "raised" and (absent := NO_ATTRIBUTE.match(str(fields["error"]))):
        return _of_stand_in(check, files, str(fields.get("file", "")), *absent.groups())
    return {}


def plain(name: str) -> str:
    """A name as it may be recognised in other spellings.

    >>> plain("isGoal") == plain("is_goal"), plain("is_goal") == plain("goal")
    (True, False)
    """
    return name.replace("_", "").lower().replace("neighbour", "neighbor")


def _alike(pattern: bytes, source: bytes, name: str) -> set[str]:
    """The names that a pattern finds in a source, and that may be the name in other spellings."""
    names = {other.decode() for other in re.findall(pattern, source, re.MULTILINE)}
    return {own for own in names if plain(own) == plain(name)}


def _alias(files: Files, name: str, spelling: str) -> Files:
    """The file with a class or function that gets another name."""
    parts = NAME.fullmatch(name)
    if not parts or not NAME.fullmatch(spelling) or plain(spelling) != plain(parts[2]):
        return {}
    owners = files_defining(files, parts[1] or spelling)
    if len(owners) == 1:
        prefix = name.removesuffix(parts[2])
        return appended(files, owners[0], f"{name} = {prefix}{spelling}")
    return {}


def files_defining(files: Files, name: str) -> list[str]:
    """The files that define a class or function of that name."""
    begins = re.compile(rb"^(class|def) %s\b" % name.encode(), re.MULTILINE)
    return [file for file, data in files.items() if begins.search(data)]


def _of_stand_in(check: Check, files: Files, own: str, holder: str, spelling: str) -> Files:
    """The student's file, which gives a class of the course's its own spelling of a name."""
    given = check.files()
    for file in files_defining(given, holder):
        alike = _alike(rb"^    def (\w+)", given[file], spelling) - {spelling}
        if len(alike) == 1:
            module = file.removesuffix(".py")
            line = f"from {module} import {holder}; {holder}.{spelling} = {holder}.{alike.pop()}"
            return appended(files, own, line)
    return {}


def appended(files: Files, file: str, line: str) -> Files:
    """The file with one more line, if it has that not yet: at its end, but before the last thing
    that it does as a command.
    """
    data, more = files.get(file, b""), b"\n" + line.encode() + b"\n"
    if not data or more in data:
        return {}
    place = len(data)
    for begins in COMMAND.finditer(data):
        place = begins.start()
    return {file: data[:place] + more + data[place:]}
