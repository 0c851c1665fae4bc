"""Edits of a program that has a name in another form than the check asks for; pure.

The name is spelled otherwise, or stands for a value and not for a method, or names a module as one
of a package.
"""

import ast
import re
from collections.abc import Collection

from grader.ground.files import Files
from grader.records.checks import Check
from grader.records.results import Result


NAME = re.compile(r"(?:([A-Za-z_]\w*)\.)?([A-Za-z_]\w*)", re.ASCII)
NO_ATTRIBUTE = re.compile(r"^AttributeError: '(\w+)' object has no attribute '(\w+)'", re.ASCII)
COMMAND = re.compile(rb"^if __name__ ?==", re.MULTILINE)
MOST_BYTES = 200_000  # larger files are not edited
PROPERTY = re.compile(rb"^[ \t]+@[\w.]*property\s+def (\w+)", re.MULTILINE)
METHOD = re.compile(rb"^    def (\w+)\(self\)", re.MULTILINE)
# the beginning of an import from a package, with the name of a module or without one
OF_PACKAGE = re.compile(
    rb"^([ \t]*)(?:from|import)[ \t]+(?:\.|[\w.]*\.(\w+))[ \t]+(import|as)\b", re.MULTILINE
)


def respelled(check: Check, files: Files, failed: Result) -> Files:
    """The files that get a name as it is asked for."""
    fields, kind = failed.reason.fields, failed.reason.kind
    own = f"{check.module}.py"
    if kind == "other_spelling":
        return _alias(files, str(fields["name"]), str(fields["spelling"]))
    if kind == "no_function":
        alike = _alike(rb"^def ([A-Za-z_]\w*)", files.get(own, b""), check.function)
        if len(alike) == 1:
            return appended(files, own, f"{check.function} = {alike.pop()}")
        return {}
    if kind == "no_method":
        return _with_methods(files, {str(fields["short"])})
    if kind == "not_installed" or failed.reason.hint == "no_package":
        sources = _sources(files)
        modules = {file.removesuffix(".py") for file in sources}
        return {file: _side_by_side(data, modules) for file, data in sources.items()}
    if names := _names(PROPERTY, files) & _names(METHOD, check.files()):
        return _with_methods(files, names)
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


def _sources(files: Files) -> Files:
    """The files with Python's code that are not too large."""
    return {
        file: data
        for file, data in files.items()
        if file.endswith(".py") and len(data) <= MOST_BYTES
    }


def tree_of(source: bytes) -> ast.Module:
    """The syntax tree of a source, an empty one if it has errors."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


# ---- Modules ----


def _side_by_side(source: bytes, modules: Collection[str]) -> bytes:
    r"""A source that imports these modules from beside it, not from a package.

    >>> _side_by_side(b"from .heap import Heap\nimport work.heap as heap\n", ["heap"])
    b'from heap import Heap\nimport heap as heap\n'
    >>> _side_by_side(b"from . import heap\nimport work.other as other\n", ["heap"])
    b'import heap\nimport work.other as other\n'
    """

    def beside(found: re.Match[bytes]) -> bytes:
        indent, module, rest = found.groups()
        if not module:
            return indent + rest
        if module.decode() not in modules:
            return found[0]
        word = b"from " if rest == b"import" else b"import "
        return indent + word + module + b" " + rest

    return OF_PACKAGE.sub(beside, source)


# ---- Methods ----


def _names(pattern: re.Pattern[bytes], files: Files) -> set[str]:
    """The names that a pattern finds in files."""
    return {name.decode() for data in files.values() for name in pattern.findall(data)}


def _with_methods(files: Files, names: Collection[str]) -> Files:
    """The files in which what has one of these names is a method, if they have such methods."""
    return {file: _with_calls(data, names) for file, data in _sources(files).items()}


def _with_calls(source: bytes, names: Collection[str]) -> bytes:
    r"""A source in which properties of those names are methods, and called where they are read.

    An attribute that hides such a method gets another name.

    >>> print(_with_calls(b"class A:\n  @property\n  def n(self): 1\nA().n", ["n"]).decode())
    class A:
    <BLANKLINE>
        def n(self):
            1
    A().n()
    """
    tree = tree_of(source)
    if not tree.body:
        return source
    called, read = set[ast.expr](), list[ast.Attribute]()
    for part in ast.walk(tree):  # a call is met before what it calls
        if isinstance(part, ast.Call):
            called.add(part.func)
        elif isinstance(part, ast.Attribute) and part.attr in names and part not in called:
            read.append(part)
        elif isinstance(part, ast.FunctionDef) and part.name in names:
            kept = (word for word in part.decorator_list if "property" not in ast.dump(word))
            part.decorator_list = list(kept)
    hiding = {part.attr for part in read if not isinstance(part.ctx, ast.Load)}
    for part in read:  # each name is written as it stands here
        if part.attr in hiding:
            part.attr += "_value"
        else:
            part.attr += "()"
    return ast.unparse(tree).encode()
