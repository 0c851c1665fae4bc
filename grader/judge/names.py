"""Edits of a program that has a name in another form than the check asks for; pure.

The name is spelled otherwise, or stands for a value and not for a method, or names a module as one
of a package.
"""

import re

from grader.ground.files import Files
from grader.judge.methods import methods, with_methods
from grader.judge.packages import side_by_side
from grader.records.checks import Check
from grader.records.results import Result


NAME = re.compile(r"(?:([A-Za-z_]\w*)\.)?([A-Za-z_]\w*)", re.ASCII)
NO_ATTRIBUTE = re.compile(r"^AttributeError: '(\w+)' object has no attribute '(\w+)'", re.ASCII)
# {a name that a method may have in other languages: the same in Python, without underscores}
ELSEWHERE = {"tostring": "str", "equals": "eq", "hashcode": "hash"}
COMMAND = re.compile(rb"^if __name__ ?==", re.MULTILINE)


def respelled(check: Check, files: Files, failed: Result) -> Files:
    """The files that get a name as it is asked for."""
    fields, kind = failed.reason.fields, failed.reason.kind
    own = f"{check.module}.py"
    if kind == "other_spelling":
        return _alias(check, files, str(fields["name"]), str(fields["spelling"]))
    if kind == "no_function":
        alike = _alike(rb"^def ([A-Za-z_]\w*)", files.get(own, b""), check.function)
        if len(alike) == 1:
            return appended(files, own, f"{check.function} = {alike.pop()}")
        return {}
    if kind == "no_method":
        holder, _, short = str(fields["name"]).rpartition(".")
        return with_methods(files, {holder: {short}})
    if kind == "not_installed" or failed.reason.hint == "no_package":
        return side_by_side(files)
    is_read = any(b"property" in data for data in files.values())
    if is_read and failed.verdict in ("wrong_answer", "runtime_error"):
        if edited := with_methods(files, methods(check.files()), are_properties=True):
            return edited
    if kind == "raised" and (absent := NO_ATTRIBUTE.match(str(fields["error"]))):
        return _of_stand_in(check, files, str(fields.get("file", "")), *absent.groups())
    return {}


def plain(name: str) -> str:
    """A name as it may be recognised in other spellings.

    >>> plain("isGoal") == plain("is_goal"), plain("is_goal") == plain("goal")
    (True, False)
    >>> plain("toString") == plain("__str__")
    True
    """
    name = name.replace("_", "").lower().replace("neighbour", "neighbor")
    return ELSEWHERE.get(name, name)


def _alike(pattern: bytes, source: bytes, name: str) -> set[str]:
    """The names that a pattern finds in a source, and that may be the name in other spellings."""
    names = {other.decode() for other in re.findall(pattern, source, re.MULTILINE)}
    return {own for own in names if plain(own) == plain(name)}


def _alias(check: Check, files: Files, name: str, spelling: str) -> Files:
    """The file with a class or function that gets another name."""
    parts = NAME.fullmatch(name)
    if not parts or not NAME.fullmatch(spelling) or plain(parts[2]) not in plain(spelling):
        return {}
    if owner := file_defining(check, files, parts[1] or spelling):
        prefix = name.removesuffix(parts[2])
        return appended(files, owner, f"{name} = {prefix}{spelling}")
    return {}


def file_defining(check: Check, files: Files, name: str) -> str:
    """The file that defines a class or function of that name; "" if that is unsure.

    Of several files, such as copies, it is the check's module, or the one called like the class.
    """
    begins = re.compile(rb"^(class|def) %s\b" % name.encode(), re.MULTILINE)
    owners = [file for file, data in files.items() if begins.search(data)]
    for usual in f"{check.module}.py", f"{name.lower()}.py":
        if usual in owners:
            return usual
    if len(owners) > 1:
        return ""
    return "".join(owners)


def _of_stand_in(check: Check, files: Files, own: str, holder: str, spelling: str) -> Files:
    """The student's file, which gives a class of the course's its own spelling of a name."""
    given = check.files()
    file = file_defining(check, given, holder)
    alike = _alike(rb"^    def (\w+)", given.get(file, b""), spelling) - {spelling}
    if len(alike) != 1:
        return {}
    module = file.removesuffix(".py")
    line = f"from {module} import {holder}; {holder}.{spelling} = {holder}.{alike.pop()}"
    return appended(files, own, line)


def appended(files: Files, file: str, line: str) -> Files:
    """The file with a line more, after its definitions, before what runs as a command; {} if it has
    it.
    """
    data, more = files.get(file, b""), b"\n" + line.encode() + b"\n"
    if not data or more in data:
        return {}
    place = len(data)
    if begins := COMMAND.search(data, max(data.rfind(b"\ndef "), data.rfind(b"\nclass "), 0)):
        place = begins.start()
    return {file: data[:place] + more + data[place:]}
