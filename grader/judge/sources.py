"""Syntax trees of the files of a program that are edited; pure."""

import ast

from grader.ground.files import Files
from grader.ground.syntax import tree_of


def trees_of(files: Files) -> dict[str, ast.Module]:
    """{file: its syntax tree} of the files with Python's code."""
    return {file: tree_of(data) for file, data in files.items() if file.endswith(".py")}


def written(files: Files, edit: ast.NodeTransformer) -> Files:
    """The files after an edit; what Python can't visit or write again stays as it is."""
    edited = {}
    for file, tree in trees_of(files).items():
        try:
            before = ast.dump(tree)
            edit.visit(tree)
            if ast.dump(tree) != before:
                edited[file] = ast.unparse(ast.fix_missing_locations(tree)).encode()
        except (ValueError, RecursionError, MemoryError):
            continue
    return edited
