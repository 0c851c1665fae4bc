"""Edits of a program that mend one slip, so that one more run shows what the slip costs; pure.

A name in another form gets the asked one. Lines outside every function that ask for input, or need
what was typed, run only where the file runs as a command, and so do calls where an import raises. A
class whose objects are compared gets an order. A program that fails beside a file of the course's
runs with its own. Whatever else is wrong stays so. The checks say whether the edit was right.
"""

import ast
import re
from dataclasses import replace

from grader.ground.files import Files
from grader.ground.syntax import MOST_BYTES, tree_of
from grader.intake.sources import python_of
from grader.judge.names import appended, file_defining, respelled
from grader.records.checks import INPUT, OWN_FILES, SPELLING, TIES, Check
from grader.records.results import Result


UNORDERED = re.compile(
    r"TypeError: '<' not supported between instances of '([A-Za-z_]\w*)' and '\1'", re.ASCII
)
# the method that compares objects in other languages and in Python 2
COMPARES = re.compile(rb"\bdef +(compareTo|compare_to|__cmp__)\( *\w+ *, *\w+ *\)")
AS_COMMAND = b"if __name__ == '__main__': "
ASKS = re.compile(rb"\b(input|argv)\b")
DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
DEFINITIONS = (*DEFINED, ast.Import, ast.ImportFrom)


def mended(check: Check, files: Files, failed: Result) -> tuple[str, Check, Files] | None:
    """(An edit that may mend what failed, the check and the files with it); None without one."""
    edits = {SPELLING: respelled, INPUT: _without_input, TIES: _with_order}
    for edit in check.mends:
        if edit in edits:
            changed = {**files, **edits[edit](check, files, failed)}
            if changed != files:
                return edit, check, changed
    if OWN_FILES in check.mends and failed.reason.hint == "stand_in":
        return OWN_FILES, replace(check, replaced=()), files
    return None


# ---- Ties ----


def _with_order(check: Check, files: Files, failed: Result) -> Files:
    """The file with an order for a class whose objects were compared: that of its method compareTo,
    or else none is less than another.

    A class of the course's gets it in the student's file, unless the student's own has one.
    """
    match = UNORDERED.match(str(failed.reason.fields.get("error", "")))
    if not match:
        return {}
    name = match[1]
    order = f"{name}.__lt__ = lambda self, other: False"
    if file := file_defining(check, check.files(), name):
        if b"__lt__" in files.get(file, b""):
            return {}
        module, own = file.removesuffix(".py"), str(failed.reason.fields.get("file", ""))
        return appended(files, own, f"from {module} import {name}; {order}")
    if owner := file_defining(check, files, name):
        if compares := COMPARES.search(files[owner]):
            method = compares[1].decode()
            order = f"{name}.__lt__ = lambda self, other: self.{method}(other) < 0"
        return appended(files, owner, order)
    return {}


# ---- Input ----


def _without_input(check: Check, files: Files, failed: Result) -> Files:
    """The files that read input or arguments during an import, edited so that they don't.

    If an import raises for another reason, a call of what the program defines may be the cause, or
    one of a notebook: so the imported file and the one that raises lose such calls.
    """
    fields = failed.reason.fields
    is_import = fields.get("called") == "import"
    asks = is_import and failed.error in ("EOFError", "IndexError")
    known = failed.mend is not None and INPUT in failed.mend.edits
    edited: dict[str, bytes] = {}
    if asks or known:
        for file, data in files.items():
            if file.endswith(".py") and ASKS.search(data) and len(data) <= MOST_BYTES:
                edited[file] = _silent(data)
    is_vain = failed.mend is not None and failed.mend.verdict not in ("accepted", "wrong_answer")
    if is_import and not is_vain and {**files, **edited} == files:
        for file in f"{check.module}.py", str(fields.get("file", "")):
            if len(files.get(file, b"")) in range(1, MOST_BYTES):
                edited[file] = _silent(files[file], with_calls=True)
    return edited


def _silent(source: bytes, with_calls: bool = False) -> bytes:
    """The source in which an import skips the statements that ask for input or arguments.

    It also skips what uses a name that such a statement assigns or calls a method of and,
    `with_calls`, calls of `print` and of what the source defines. Definitions, and what depends on
    `__name__`, stay. A skipped statement with others in it becomes empty lines, and so do lines
    that only Jupyter understands.

    >>> _silent(b"n = int(input())\\ndef f(): pass\\nfor i in range(n): f()\\nm = 1\\n")
    b"if __name__ == '__main__': n = int(input())\\ndef f(): pass\\n\\nm = 1\\n"
    """
    source = python_of(source)
    body = tree_of(source).body
    lines, lost = source.splitlines(keepends=True), _asking(body)
    own, imported = {"print"}, {""}
    for node in body:
        names = _names(node)
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported.update((one.asname or one.name).partition(".")[0] for one in node.names)
        is_run = not isinstance(node, DEFINITIONS) and "__name__" not in names
        if isinstance(node, DEFINED):
            own.add(node.name)
        is_own = with_calls and _called(node) in own
        if is_run and (names & lost or is_own):
            lost |= _names(node, ast.Store) | (set(map(_called, ast.walk(node))) - own - imported)
            first, end = node.lineno - 1, node.end_lineno or node.lineno
            if hasattr(node, "body") or hasattr(node, "cases"):
                lines[first:end] = [b"\n"] * (end - first)
            elif not lines[first].startswith(AS_COMMAND):
                lines[first] = AS_COMMAND + lines[first]
    return b"".join(lines)


def _called(node: ast.AST) -> str:
    """The first name of a statement that is a call, such as `A` of `A(1).b()`; "" of others."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return ""
    part: ast.AST = node.value
    while isinstance(part, ast.Call | ast.Attribute):
        part = part.func if isinstance(part, ast.Call) else part.value
    return part.id if isinstance(part, ast.Name) else ""


def _asking(body: list[ast.stmt]) -> set[str]:
    """The names of what asks for input, or for the notebook around it, and of functions that do."""
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    asking, before = {"input", "argv", "get_ipython"}, 0
    while len(asking) > before:
        before = len(asking)
        asking |= {function.name for function in functions if _names(function) & asking}
    return asking


def _names(node: ast.AST, context: type[ast.expr_context] = ast.expr_context) -> set[str]:
    """The names, and names of attributes, in a part of a program that stand in that context."""
    names = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, context):
            names.add(part.id if isinstance(part, ast.Name) else part.attr)
    return names
