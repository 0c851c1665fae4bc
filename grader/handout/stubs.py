"""Removes the solution from a model solution, to make the file from which students start; pure.

If the text has markers, these say what goes: nbgrader's, `### BEGIN SOLUTION` to `### END SOLUTION`
(a line to be replaced stays) and `### BEGIN HIDDEN TESTS`; and Otter's, `# BEGIN SOLUTION`,
`# SOLUTION` at the end of a line, both perhaps with `NO PROMPT`, and prompts in quotes between
`# BEGIN PROMPT` and `# END PROMPT`. Without markers, syntax does: what is asked for is kept by its
signature and docstring, and its body goes, with every helper, and every constant and import that no
signature needs.
"""

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from grader.ground.errors import UsageError


STUB = "raise NotImplementedError"
TODO = "# Write your code here."
MARKER = re.compile(r"#+\s*(BEGIN|END)\s+(SOLUTION|HIDDEN TESTS|PROMPT)\b\s*(NO PROMPT)?", re.I)
LINE = re.compile(r"#+\s*SOLUTION\b\s*(NO PROMPT)?\s*$", re.I)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def stub(text: str, asked: Collection[str] = (), where: str = "the model") -> str:
    """The text without the solution; `asked` are the names that are kept, by default the public
    ones.

    UsageError, beginning with `where`, if it is no Python, or a marker has no end.

    >>> print(stub("import heapq\\n\\ndef f(n):\\n    '''Print n.'''\\n    print(n)\\n\\nN = 9\\n"))
    def f(n):
        '''Print n.'''
        # Write your code here.
        raise NotImplementedError
    <BLANKLINE>
    """
    if MARKER.search(text) or any(map(LINE.search, text.splitlines())):
        return _by_markers(text, where)
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise UsageError(f"{where}: expected Python, got {error}") from None
    return _by_syntax(text, tree, asked)


def assigned(text: str) -> list[str]:
    """The public names to which a module gives values at its top; none if it is no Python.

    >>> assigned("N, _M = 9, 8\\nWORDS: list = []\\nN += 1\\ndef f():\\n    k = 2\\n")
    ['N', 'WORDS']
    >>> assigned("N = [")
    []
    """
    try:
        body = ast.parse(text).body
    except SyntaxError:  # markers may leave anything
        return []
    names: list[str] = []
    for node in body:
        names += _assigned(node)
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


def _assigned(node: ast.stmt) -> list[str]:
    """The names to which a statement gives values, if it is an assignment."""
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return []
    names = []
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            names.append(part.id)
    return names


# ---- By markers ----


def _by_markers(text: str, where: str) -> str:
    """The text without the parts between markers, with the prompts for students."""
    lines: list[str] = []
    inside, start = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        marker = MARKER.search(line)
        word = marker and marker[1].upper()
        if not marker:
            if inside not in ("SOLUTION", "HIDDEN TESTS"):
                lines += _prompted(line)
        elif word == "BEGIN" and not inside:
            inside, start = marker[2].upper(), number
            # in Otter's notation a prompt may follow instead
            if inside == "SOLUTION" and not marker[3]:
                lines += _stub_lines(_indent_of(line))
        elif word == "END" and inside == marker[2].upper():
            inside = ""
        else:
            raise UsageError(f"{where}: line {number}: expected the end of {inside}, got {line!r}")
    if inside:
        raise UsageError(f"{where}: expected an end of the {inside} that begins in line {start}")
    return "\n".join(lines) + "\n"


def _prompted(line: str) -> list[str]:
    """A line in which dots replace the part marked as solution."""
    marker = LINE.search(line)
    if not marker:
        return [line]
    if marker[1]:
        return []
    target, equals, _ = line[: marker.start()].partition(" = ")
    if equals:
        return [f"{target} = ..."]
    return [f"{_indent_of(line)}..."]


def _indent_of(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _stub_lines(indent: str) -> list[str]:
    return [f"{indent}{TODO}", f"{indent}{STUB}"]


# ---- By syntax ----


def _by_syntax(text: str, tree: ast.Module, asked: Collection[str]) -> str:
    """The module's docstring, the imports and constants that signatures need, and stubs of what is
    asked for.
    """
    lines = text.splitlines()
    blocks = ["\n".join(_definition(node, lines)) for node in tree.body if _is_asked(node, asked)]
    needed = "\n".join(_needed(tree, _names("\n".join(blocks))))
    docstring = "\n".join(_docstring(tree, lines))
    head = "\n\n".join(filter(None, [docstring, needed]))
    return "\n\n\n".join(filter(None, [head, *blocks])) + "\n"


def _is_asked(node: ast.stmt, asked: Collection[str]) -> bool:
    """Whether a definition at the top of a module is kept."""
    if not isinstance(node, Function | ast.ClassDef):
        return False
    return node.name in asked or (not asked and not node.name.startswith("_"))


def _definition(node: ast.AST, lines: Sequence[str]) -> list[str]:
    """The lines of a function without its body, or of a class with its methods' stubs."""
    assert isinstance(node, Function | ast.ClassDef)
    body = node.body
    decorators = getattr(body[0], "decorator_list", [])
    head = lines[node.lineno - 1 : (decorators or body)[0].lineno - 1]
    docstring = _docstring(node, lines)
    indent = " " * body[0].col_offset
    if not head:  # the body stands in the same line as the head
        line = lines[node.lineno - 1].encode()[: body[0].col_offset].decode()
        head, docstring, indent = [line], [], " " * (node.col_offset + 4)
    head = _until_colon(head) + docstring
    if not isinstance(node, ast.ClassDef):
        return head + _stub_lines(indent)
    methods: list[str] = []
    for method in body:
        if isinstance(method, Function) and _is_public(method.name):
            methods += ["", *_decorators(method, lines), *_definition(method, lines)]
    return head + (methods or [f"{indent}{STUB}"])


def _until_colon(head: Sequence[str]) -> list[str]:
    """The lines of a definition up to its colon.

    >>> _until_colon(["def f(a,", "      b):", "", "    # why"])
    ['def f(a,', '      b):']
    """
    rows = [row.rstrip() for row in head]
    while rows and not rows[-1].split("#")[0].rstrip().endswith(":"):
        rows.pop()
    return rows


def _decorators(method: Function, lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of decorators that change how a method is called."""
    for node in method.decorator_list:
        if isinstance(node, ast.Name) and node.id in ("property", "staticmethod", "classmethod"):
            yield lines[node.lineno - 1]


def _is_public(name: str) -> bool:
    """Whether a method's stub is kept: public methods and a few special ones."""
    return not name.startswith("_") or name in ("__init__", "__eq__", "__str__", "__repr__")


def _docstring(node: Function | ast.ClassDef | ast.Module, lines: Sequence[str]) -> list[str]:
    if ast.get_docstring(node) is None:
        return []
    first = node.body[0]
    return list(lines[first.lineno - 1 : first.end_lineno])


def _names(text: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


def _needed(tree: ast.Module, names: set[str]) -> Iterator[str]:
    """Yield the imports and constants of a module, reduced to the names that signatures need."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            yield ast.unparse(node)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            node.names = [alias for alias in node.names if (alias.asname or alias.name) in names]
            if node.names:
                yield ast.unparse(node)
        elif not names.isdisjoint(_assigned(node)):
            yield ast.unparse(node)
