"""Edits a program that has a property or an attribute in the place of a method; pure."""

import ast
import re
from collections.abc import Collection, Mapping

from grader.ground.files import Files
from grader.judge.sources import trees_of, written


CLASS = re.compile(rb"^class (\w+)", re.MULTILINE)
METHOD = re.compile(rb"^    def (\w+)\(self\)", re.MULTILINE)
# what calls a value that is a method of an object, and leaves every other value as it is
CALLED = "(lambda value: value() if type(value).__name__ == 'method' else value)"


def methods(files: Files) -> dict[str, set[str]]:
    """{class: its methods without arguments} of the course's files, each of which has one class."""
    return {
        holder.decode(): {name.decode() for name in METHOD.findall(data)}
        for data in files.values()
        for holder in CLASS.findall(data)[:1]
    }


def with_methods(
    files: Files, asked: Mapping[str, Collection[str]], are_properties: bool = False
) -> Files:
    """The files, edited so that classes have the methods `asked` for: {class: names of methods}.

    The methods replace properties and, unless `are_properties`, attributes that hide them. {} if
    there is nothing to replace.

    >>> source = b"class A:\\n  @property\\n  def n(self): 1\\nA().n, A().m"
    >>> print(with_methods({"a.py": source}, {"A": ["n"]})["a.py"].decode())
    class A:
    <BLANKLINE>
        def n(self):
            1
    ((lambda value: value() if type(value).__name__ == 'method' else value)(A().n), A().m)
    """
    changes = {}
    for tree in trees_of(files).values():
        for part in tree.body:
            if isinstance(part, ast.ClassDef) and part.name in asked:
                changes[part.name] = _Change(part, asked[part.name], are_properties)
    names = set[str]().union(*(change.properties | change.hidden for change in changes.values()))
    return written(files, _Calls(changes, names)) if names else {}


class _Change:
    """What is changed in a class: all properties if one of them is asked for as a method, and
    attributes that hide methods.
    """

    def __init__(self, holder: ast.ClassDef, asked: Collection[str], are_properties: bool) -> None:
        defined, properties, stored = set[str](), set[str](), set[str]()
        for part in holder.body:
            if isinstance(part, ast.FunctionDef):
                defined.add(part.name)
                if _is_decorated(part, "property"):
                    properties.add(part.name)
        for node in ast.walk(holder):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                if _is_own(node) and not are_properties:
                    stored.add(node.attr)
        self.properties = properties if properties & set(asked) else set[str]()
        self.hidden = stored & set(asked) - properties
        self.missing = self.hidden - defined


class _Calls(ast.NodeTransformer):
    """Makes the changes of classes, and calls what has one of some names where it is read."""

    def __init__(self, changes: Mapping[str, _Change], names: Collection[str]) -> None:
        self._changes, self._names = changes, names
        self._hidden: Collection[str] = ()  # in the class that is being changed

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """The class with methods."""
        change = self._changes.get(node.name)
        if not change:
            self.generic_visit(node)
            return node
        self._hidden = change.hidden
        node.body = [part for part in node.body if not _is_decorated(part, "setter")]
        self.generic_visit(node)
        self._hidden = ()
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and part.name in change.properties:
                part.decorator_list = []
        for name in sorted(change.missing):
            node.body += ast.parse(f"def {name}(self): return self.{name}_value").body
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """The call, in which a method that is called already stays as it is."""
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr in self._names:
            node.func = called.value
            self.generic_visit(node)
            called.value, node.func = node.func, called
        else:
            self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """The attribute, called if it may be a method, or under a name that hides none."""
        self.generic_visit(node)
        if node.attr in self._hidden and _is_own(node):
            node.attr += "_value"
        elif node.attr in self._names and isinstance(node.ctx, ast.Load):
            return ast.Call(ast.parse(CALLED, mode="eval").body, [node], [])
        return node


def _is_own(node: ast.Attribute) -> bool:
    """Whether an attribute is that of the object itself."""
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def _is_decorated(part: ast.stmt, word: str) -> bool:
    """Whether a word ends the name of a decorator of a function, as in `cached_property`."""
    decorators = part.decorator_list if isinstance(part, ast.FunctionDef) else []
    names = (getattr(one, "attr", getattr(one, "id", "")) for one in decorators)
    return any(name.endswith(word) for name in names)
