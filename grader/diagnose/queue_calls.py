"""Makes the deques and lists of a program visible, as a `heapq` of its own makes heaps.

A deque can't be replaced from outside. So calls of its methods become calls of CALL:
`queue.popleft()` is `__queue_call__(queue, "popleft")`.

The process of a student's program executes this text, too (`tracing.lists`), on any Python from 3.6
on, so that it imports nothing of the grader.
"""

import ast
from collections import deque


CALL = "__queue_call__"
POPS = ("pop", "popleft", "remove")
METHODS = POPS + ("append", "appendleft", "insert", "extend")


def divert(tree: ast.AST) -> None:
    """Let the calls of METHODS in a syntax tree be calls of CALL."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in METHODS:
                node.args = [node.func.value, ast.Constant(node.func.attr)] + node.args
                node.func = ast.Name(CALL, ast.Load())


def is_pop(thing: object, method: str) -> bool:
    """Whether a call of an object's method takes an entry out of a list or a deque."""
    return method in POPS and type(thing) in (list, deque)
