"""Edits the imports of a program that names its own modules as those of a package; pure."""

import ast
from collections.abc import Collection

from grader.ground.files import Files
from grader.judge.sources import written


def side_by_side(files: Files) -> Files:
    """The files that import others of the program from a package, with imports from beside them.

    >>> side_by_side({"heap.py": b"", "a.py": b"from .heap import Heap\\nfrom work import heap"})
    {'a.py': b'from heap import Heap\\nimport heap'}
    """
    return written(files, _Imports({file.removesuffix(".py") for file in files}))


class _Imports(ast.NodeTransformer):
    """Makes plain imports of those of some modules that seem to be in a package."""

    def __init__(self, modules: Collection[str]) -> None:
        self._modules = modules

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt:
        """The import of what is in a module, or of modules."""
        package, _, module = (node.module or "").rpartition(".")
        names = [name.name for name in node.names]
        if module in self._modules and (node.level or package):
            return ast.ImportFrom(module, node.names, 0)
        if names == ["*"] and not module:
            return ast.Pass()
        if module not in self._modules and all(name in self._modules for name in names):
            return ast.Import(node.names)
        return node

    def visit_Import(self, node: ast.Import) -> ast.stmt:
        """The import of modules under other names."""
        for name in node.names:
            package, _, module = name.name.rpartition(".")
            if package and name.asname and module in self._modules:
                name.name = module
        return node
