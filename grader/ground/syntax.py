"""Syntax trees of programs, which nothing executes; pure."""

import ast


MOST_BYTES = 200_000  # larger files have no tree


def tree_of(source: bytes) -> ast.Module:
    """The syntax tree of a source, an empty one if it has errors or is large."""
    if len(source) <= MOST_BYTES:
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass
    return ast.Module([], [])
