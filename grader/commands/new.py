"""The command `new`: writes a folder to start a new assignment from."""

import ast
import json
import re
import shlex
from pathlib import Path
from typing import Any

from grader.assignment import folders, plan
from grader.ground.console import Parser
from grader.ground.errors import JUDGED, UsageError, refusing
from grader.ground.files import Json, require_empty
from grader.ground.text import counted


# The value of an argument until the instructor writes a real one, by the argument's annotation.
PLACEHOLDERS = {"str": "abc", "list": [3, 1, 2], "float": 0.5, "bool": True, "dict": {}}
NUMBERS = (10, 20)  # the values of all other arguments, in the first instance and in the second
LINES = 3  # lines of stdin, each of which holds one of NUMBERS
# names that occur in programs that read stdin, or arguments
OF_STDIN, OF_WORDS = {"input", "stdin"}, {"argv", "argparse"}
AT_IMPORT = {"print", *OF_STDIN}  # names that occur outside of functions in a script
COMMAND = "command"  # the name of the group that runs the file itself
NEXT = """\
{name}: {count} in {folder}. What to do next:
1. In {file} write what each is to be called with or reads, and the points.
2. python3 -m grader transcripts {argument}
3. Put wrong programs into {wrong}, and their misconceptions into {misconceptions}.
4. python3 -m grader verify {argument}
"""


class _Model:
    """What a model solution has to be checked: its public functions, and itself as a command.

    It is a command if it does something when it is run that its functions alone don't.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.functions: dict[str, ast.FunctionDef] = {}
        self.is_script = is_guarded = False
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                if not node.name.startswith("_"):
                    self.functions[node.name] = node
            elif not isinstance(node, ast.ClassDef):
                names = _names(node)
                if "__name__" in names:
                    is_guarded = True
                elif names & AT_IMPORT:
                    self.is_script = True
        reads = _names(tree) & (OF_STDIN | OF_WORDS)
        self.is_command = self.is_script or bool(is_guarded and (reads or not self.functions))
        if self.is_command:
            self.functions.pop("main", None)
        # A file that prints or reads when it is imported is run as a command: no function of it can
        # be called.
        if self.is_script:
            self.functions.clear()

    @property
    def groups(self) -> dict[str, ast.FunctionDef | None]:
        """{name of a group: its function, None for the file itself}."""
        groups: dict[str, ast.FunctionDef | None] = {**self.functions}
        if self.is_command:
            groups[COMMAND] = None
        return groups

    @property
    def count(self) -> str:
        """How many functions it has, and whether it is a command."""
        parts = []
        if self.functions:
            parts.append(counted(len(self.functions), "function"))
        if self.is_command:
            parts.append("a command")
        return " and ".join(parts)

    def arguments(self, function: ast.FunctionDef | None, number: int) -> list[Any]:
        """Placeholders for the arguments of a function, or of the command."""
        if function:
            return _arguments(function, number)
        if _names(self.tree) & OF_WORDS:
            return [str(number)]
        return []


def run(arguments: list[str]) -> int:
    """Write a folder to start a new assignment from; return the exit status."""
    parser = Parser(
        prog="python3 -m grader new",
        description="Write a folder to start an assignment from: its file, with a group of checks "
        "for each function of the model solution, and places for programs.",
    )
    parser.add_argument("folder", metavar="FOLDER", help="the folder, empty if it exists")
    parser.add_argument("--model", metavar="FILE", required=True, help="the model solution")
    options = parser.parse_args(arguments)
    folder, model = Path(options.folder), Path(options.model)
    parts = _model(model)
    require_empty(folder, "new")
    with refusing(f"new: expected a folder to write, got {options.folder!r}"):
        name = _write(folder, model, parts)
    print(
        NEXT.format(
            name=name,
            count=parts.count,
            folder=folder,
            file=folder / folders.FILE,
            wrong=folder / "programs" / "wrong",
            misconceptions=folder / "misconceptions.py",
            argument=shlex.quote(str(folder)),
        ),
        end="",
    )
    return JUDGED


def _write(folder: Path, model: Path, parts: _Model) -> str:
    """Write the assignment file and the folders of programs; return the assignment's name."""
    for place in ("right", "wrong"):
        (folder / "programs" / place).mkdir(parents=True)
    (folder / "programs" / "right" / model.name).write_bytes(model.read_bytes())
    name = re.sub(r"[^\w-]", "-", folder.resolve().name)
    text = _text(_contents(name, model.name, parts))
    (folder / folders.FILE).write_text(text, encoding="utf-8")
    plan.load(str(folder))
    return name


def _model(model: Path) -> _Model:
    """The public functions of a model solution, found without running it; UsageError if none."""
    if not re.fullmatch(r"[A-Za-z_]\w*\.py", model.name):
        raise UsageError(f"--model: expected the name of a module's file, got {model.name!r}")
    with refusing(f"--model: expected a file to read, got {str(model)!r}"):
        source = model.read_bytes()
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"--model: expected Python, got {str(model)!r} ({error})") from None
    parts = _Model(tree)
    if not parts.groups:
        raise UsageError(f"--model: expected a file with public functions, got {str(model)!r}")
    return parts


def _contents(name: str, file: str, parts: _Model) -> Json:
    """The contents of an assignment file, with a group of checks for each thing to be called."""
    groups = []
    if not parts.is_script:
        groups.append({"name": "import", "deduction": 1})
    arguments = {}
    stdin = {}
    for group, function in parts.groups.items():
        groups.append(_group(group, function))
        for number in NUMBERS:
            arguments[f"{group}-{number}"] = parts.arguments(function, number)
            if _names(function or parts.tree) & OF_STDIN:
                stdin[f"{group}-{number}"] = f"{number}\n" * LINES
    contents = {
        "name": name,
        "file": file,
        "model": f"programs/right/{file}",
        "limits": {"cpu_s": 10},
        "arguments": arguments,
        "stdin": stdin,
        "groups": groups,
    }
    return {key: value for key, value in contents.items() if value}


def _group(name: str, function: ast.FunctionDef | None) -> Json:
    calls: Json = {"command": True}
    if function:
        calls = {"function": name, "needs": "import"}
        if _returns(function):
            calls["returns"] = True
    return {
        "name": name,
        **calls,
        "parts": {"output": {"points": 1}},
        "instances": [f"{name}-{number}" for number in NUMBERS],
    }


def _names(tree: ast.AST) -> set[str]:
    """The names, attributes and imported modules in a piece of code."""
    names = set()
    for node in ast.walk(tree):
        names |= {getattr(node, field, "") for field in ("id", "attr", "name")}
    return names


def _returns(function: ast.FunctionDef) -> bool:
    """Whether a function itself returns anything but None; inner functions don't count."""
    nodes: list[ast.AST] = list(function.body)
    for node in nodes:  # the loop appends to `nodes`
        if isinstance(node, ast.Return) and node.value and ast.unparse(node.value) != "None":
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            nodes += ast.iter_child_nodes(node)
    return False


def _arguments(function: ast.FunctionDef, number: int) -> list[Any]:
    """Placeholders for the arguments of a function that have no default."""
    parameters = function.args.posonlyargs + function.args.args
    required = parameters[: len(parameters) - len(function.args.defaults)]
    values = []
    for parameter in required:
        word = ""
        if parameter.annotation:
            word = ast.unparse(parameter.annotation).partition("[")[0]
        values.append(PLACEHOLDERS.get(word, number))
    return values


def _text(contents: Json) -> str:
    """The text of an assignment file, with short lists and objects on one line."""
    text = json.dumps(contents, indent=2)
    for brackets in (r"\[[^][{}]*\]", r"\{[^][{}]*\}"):
        text = re.sub(brackets, lambda match: re.sub(r"\s*\n\s*", " ", match[0]), text)
    return re.sub(r"(?<=[\[{]) | (?<=\S )(?=[\]}])", "", text) + "\n"
