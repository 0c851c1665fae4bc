"""Slips of typing: one small change of a program's syntax tree that is no known mistake."""

import ast
import copy


SWAPPED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Lt: ast.LtE, ast.LtE: ast.Lt}


def slips(tree):
    """Functions that each make one slip in a copy of the tree, in the order of the program."""
    for place, node in enumerate(ast.walk(tree)):
        if isinstance(node, ast.FunctionDef):
            yield from _names(tree, node)
        elif isinstance(node, ast.BinOp) and type(node.op) in SWAPPED:
            yield place, "op", SWAPPED[type(node.op)]()
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
            yield place, "ops", [SWAPPED[type(node.ops[0])](), *node.ops[1:]]
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield place, "value", node.value + 1


def _names(tree, function):
    """Slips that read another of the function's variables in place of the right one."""
    places = {id(node): place for place, node in enumerate(ast.walk(tree))}
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    own = sorted({node.id for node in names if isinstance(node.ctx, ast.Store)})
    if len(own) < 2:
        return
    for node in names:
        if node.id in own and isinstance(node.ctx, ast.Load):
            yield places[id(node)], "id", own[own.index(node.id) - 1]


def with_slip(source, chance):
    """The source after one slip, which `chance` chooses."""
    tree = ast.parse(source)
    place, field, value = chance.choice(list(slips(tree)))
    changed = copy.deepcopy(tree)
    setattr(list(ast.walk(changed))[place], field, value)
    return ast.unparse(changed)
