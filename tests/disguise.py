"""Copies of a program as students disguise them: other names, another order, dead statements."""

import ast
import builtins
import random


DEAD = (
    "{0} = 0",
    "{0} = len('{0}') + 1",
    "if False:\n    {0} = []",
    "for {0} in range(0):\n    pass",
    "assert True, '{0}'",
)


def disguised(source, seed):
    """A copy that does the same: names changed, functions shuffled, statements added, no comments.

    Unparsing a syntax tree takes comments and the layout away.
    """
    chance, tree = random.Random(seed), ast.parse(source)
    _drop_docstrings(tree)
    _rename(tree, chance)
    _shuffle_functions(tree, chance)
    _add_dead_statements(tree, chance)
    return ast.unparse(ast.fix_missing_locations(tree))


def _drop_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]


def _rename(tree, chance):
    """Give each variable, parameter and function of the program's own another name."""
    stored = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    parameters = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    keywords = {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    own = sorted((stored | parameters) - keywords - {"self", *vars(builtins)})
    new = {name: f"{chance.choice('abcdefgh')}_{number}" for number, name in enumerate(own)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = new.get(node.id, node.id)
        elif isinstance(node, ast.arg):
            node.arg = new.get(node.arg, node.arg)


def _shuffle_functions(tree, chance):
    """Put the functions of the top level into another order, in the places that they have."""
    places = [n for n, node in enumerate(tree.body) if isinstance(node, ast.FunctionDef)]
    functions = [tree.body[place] for place in places]
    chance.shuffle(functions)
    for place, function in zip(places, functions):
        tree.body[place] = function


def _add_dead_statements(tree, chance):
    """Put statements without effect into every function."""
    number = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for _ in range(1 + len(node.body) // 4):
                number += 1
                (dead,) = ast.parse(chance.choice(DEAD).format(f"unused_{number}")).body
                node.body.insert(chance.randrange(len(node.body)), dead)
