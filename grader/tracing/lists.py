"""Watches lists that serve as queues, in a student's process: who appends, and who pops what.

This text follows `watching` there. A list can't be watched itself, so that the program's calls of a
method called like one of METHODS are rewritten, as its files are imported, into calls that look at
the object first. Where entries come in unseen, nothing is told.
"""

import ast
import os
from collections import deque


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from typing import Any

    from grader.tracing.watching import Watch

PUSHES, POPS = ("append", "appendleft", "insert"), ("pop", "popleft", "remove")
METHODS = (*PUSHES, *POPS, "extend")
CALL = "__watched_call__"


class Lists:
    """Tells a Watch what the lists of a program do that have states in them."""

    def __init__(self, watch: "Watch") -> None:
        self.watch = watch
        self.homes: "dict[int, Any]" = {}  # by the id of an entry, the list that it came into
        self.is_unsure = False  # whether an entry was popped that nobody saw come in

    def call(self, thing: "Any", method: str, *arguments: "Any", **options: "Any") -> "Any":
        """What a method of anything returns; lists are looked at."""
        function = getattr(thing, method)
        if type(thing) not in (list, deque):
            return function(*arguments, **options)
        if method == "remove":
            self._popped(thing, _taken_out, thing, thing.index(*arguments))
            return None
        if method in POPS:
            return self._popped(thing, function, *arguments)
        length = len(thing)
        answer = function(*arguments, **options)
        for entry in list(thing)[length:] if method == "extend" else arguments[-1:]:
            if isinstance(entry, (list, tuple)) or _is_node(entry):
                self.homes[id(entry)] = thing
                self.watch.pushed(thing, entry)
        return answer

    def _popped(self, thing: "Any", pop: "Any", *arguments: "Any") -> "Any":
        """The entry that comes out of a list."""
        length = len(thing)
        entry = pop(*arguments)
        home = self.homes.pop(id(entry), None)
        watch = self.watch
        if home is not None and home is not thing:  # the list was copied, as by `sorted`
            watch.queues[id(thing)] = watch.number_of(home), thing
        number = watch.queues.get(id(thing), (None, None))[0]
        is_first = number not in watch.popped_from
        if home is not None or is_first:
            watch.popped(thing, entry, length)
        else:
            self.is_unsure = True
        return entry


def _taken_out(thing: "Any", place: int) -> "Any":
    """The entry at a place of a list or a deque, which is removed."""
    entry = thing[place]
    del thing[place]
    return entry


def _is_node(entry: object) -> bool:
    """Whether a value is an object of a class of the program's own."""
    return hasattr(entry, "__dict__") or bool(getattr(type(entry), "__slots__", ()))


class _Calls(ast.NodeTransformer):
    """Rewrites calls of METHODS."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """The call itself, or that of CALL."""
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in METHODS:
            return node
        name = ast.Name(CALL, ast.Load())
        method = ast.Constant(node.func.attr)
        call = ast.Call(name, [node.func.value, method, *node.args], node.keywords)
        return ast.copy_location(call, node)


def rewrite(lists: Lists) -> None:
    """Have the program's files rewritten as they are imported."""
    import builtins
    import importlib.machinery

    setattr(builtins, CALL, lists.call)
    loader: "Any" = importlib.machinery.SourceFileLoader
    compiled, folder = loader.source_to_code, os.getcwd()

    def source_to_code(
        self: "Any", data: "Any", path: str, *more: "Any", **options: "Any"
    ) -> "Any":
        """The code of a file, rewritten if it is the program's."""
        if os.path.dirname(str(path)) != folder:
            return compiled(self, data, path, *more, **options)
        tree = ast.fix_missing_locations(_Calls().visit(ast.parse(data)))
        return compile(tree, path, "exec", dont_inherit=True)

    loader.source_to_code = source_to_code
