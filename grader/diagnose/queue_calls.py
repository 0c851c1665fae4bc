"""Makes the deques and lists of a program of ours countable, as a `heapq` of its own makes heaps.

A deque can't be replaced from outside. So in a source that uses one, or pops the first entry of a
list, the calls of their methods become calls of CALL: `queue.popleft()` is
`_queue_call(queue, "popleft")`.
"""

import ast
import re
from collections import deque


CALL = "_queue_call"
POPS = ("pop", "popleft", "remove")
METHODS = POPS + ("append", "appendleft", "insert", "extend")
USES = re.compile(r"\bdeque\b|\.pop\(0\)")


def rewrite(tree: ast.AST) -> None:
    """Let the calls of METHODS in a syntax tree be calls of CALL."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in METHODS:
                node.args = [node.func.value, ast.Constant(node.func.attr)] + node.args
                node.func = ast.Name(CALL, ast.Load())


def is_pop(thing: object, method: str) -> bool:
    """Whether a call of an object's method takes an entry out of a list or a deque."""
    return method in POPS and type(thing) in (list, deque)
