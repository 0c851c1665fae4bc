"""Slips of typing: one small change of a program's syntax tree that is no known mistake."""

import ast


SWAPPED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Lt: ast.LtE, ast.LtE: ast.Lt}


def slips(tree):
    """(Node, field, other value) of each slip in a tree, in the order of the program."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield from _names(node)
        elif isinstance(node, ast.BinOp) and type(node.op) in SWAPPED:
            yield node, "op", SWAPPED[type(node.op)]()
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
            yield node, "ops", [SWAPPED[type(node.ops[0])](), *node.ops[1:]]
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, "value", node.value + 1


def _names(function):
    """Slips that read another of the function's variables in place of the right one."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    own = sorted({node.id for node in names if isinstance(node.ctx, ast.Store)})
    for node in names:
        if len(own) > 1 and node.id in own and isinstance(node.ctx, ast.Load):
            yield node, "id", own[own.index(node.id) - 1]


def with_slip(source, chance):
    """The source after one slip, which `chance` chooses."""
    tree = ast.parse(source)
    node, field, value = chance.choice(list(slips(tree)))
    setattr(node, field, value)
    return ast.unparse(tree)
