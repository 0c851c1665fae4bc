"""Finds the functions that a run enters, and those that differ between two programs.

If the model's run enters none of the functions in which a variant differs from the model, the
variant does the same, and is not executed.
"""

import ast
from collections.abc import Iterator
from functools import lru_cache


ENTER = "_enter"  # each function first calls this one, with its own name


def add_marks(tree: ast.Module, module: str) -> None:
    """Insert a call of ENTER with the function's name at the start of each function of a module."""
    for name, function in _functions(tree):
        call = ast.Call(ast.Name(ENTER, ast.Load()), [ast.Constant(f"{module}.{name}")], [])
        function.body.insert(0, ast.Expr(call))


def differing(module: str, one: str, other: str) -> frozenset[str]:
    """The names of the functions that differ between two texts of a module.

    If anything outside of functions differs, the module's name with a dot is among them.

    >>> sorted(differing("m", "def f():\\n    return 1", "def f():\\n    return 2"))
    ['m.f']
    >>> sorted(differing("m", "def f():\\n    return 1", "def g():\\n    return 1"))
    ['m.', 'm.f', 'm.g']
    >>> sorted(differing("m", "def f():\\n    return 1", "def f(:"))
    ['m.', 'm.f']
    """
    return frozenset(f"{module}.{name}" for name, _ in _texts(one).items() ^ _texts(other).items())


@lru_cache(maxsize=1_000)
def _texts(source: str) -> dict[str, str]:
    """{name of a function: text of its body}; the name "" holds the text outside of functions."""
    lines = source.splitlines(keepends=True)
    texts: dict[str, str] = {}
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return {"": source}  # several edits may not go together
    for name, function in _functions(tree):
        first, last = function.body[0].lineno, function.end_lineno or 0
        if first > function.lineno:
            texts[name] = texts.get(name, "") + "".join(lines[first - 1 : last])
            lines[first - 1 : last] = [""] * (last - first + 1)
    return {**texts, "": "".join(lines)}


def _functions(tree: ast.AST, before: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield (name, node) of the functions and methods of a module or class.

    Generators are omitted: their bodies run after the call, or never.
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{before}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            if not any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node)):
                yield f"{before}{node.name}", node
