"""The command `new`: writes a folder to start a new assignment from."""

import ast
import json
import re
import shlex
from pathlib import Path
from typing import Any

from grader.assignment import folders, plan
from grader.ground.console import Parser
from grader.ground.errors import JUDGED, UsageError


# what stands for an argument until the instructor writes the real ones, by its annotation
PLACEHOLDERS = {"str": "abc", "list": [3, 1, 2], "float": 0.5, "bool": True, "dict": {}}
NUMBERS = (10, 20)  # what stands for all others, in one instance and in another
NEXT = """\
{name}: {count} in {folder}. What to do next:
1. In {file} write the arguments that each function is to be called with, and the points.
2. python3 -m grader transcripts {argument}
3. Put wrong programs into {wrong}, and their misconceptions into {misconceptions}.
4. python3 -m grader verify {argument}
"""


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
    functions = _functions(model)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"new: expected a folder that is empty or not there, got {str(folder)!r}")
    name = _write(folder, model, functions)
    number = len(functions)
    print(
        NEXT.format(
            name=name,
            count=f"{number} function" if number == 1 else f"{number} functions",
            folder=folder,
            file=folder / folders.FILE,
            wrong=folder / "programs" / "wrong",
            misconceptions=folder / "misconceptions.py",
            argument=shlex.quote(str(folder)),
        ),
        end="",
    )
    return JUDGED


def _write(folder: Path, model: Path, functions: list[ast.FunctionDef]) -> str:
    """Write the assignment file and the folders of programs; return the assignment's name."""
    for place in ("right", "wrong"):
        (folder / "programs" / place).mkdir(parents=True)
    (folder / "programs" / "right" / model.name).write_bytes(model.read_bytes())
    name = re.sub(r"[^\w-]", "-", folder.resolve().name)
    text = _text(_contents(name, model.name, functions))
    (folder / folders.FILE).write_text(text, encoding="utf-8")
    plan.load(str(folder))
    return name


def _functions(model: Path) -> list[ast.FunctionDef]:
    """The public functions of a model solution, found without running it; UsageError if none."""
    if not re.fullmatch(r"[A-Za-z_]\w*\.py", model.name):
        raise UsageError(f"--model: expected the name of a module's file, got {model.name!r}")
    try:
        body = ast.parse(model.read_bytes()).body
    except OSError as error:
        raise UsageError(
            f"--model: expected a file to read, got {str(model)!r} ({error.strerror})"
        ) from None
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"--model: expected Python, got {str(model)!r} ({error})") from None
    functions = [
        node for node in body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]
    if not functions:
        raise UsageError(f"--model: expected a file with public functions, got {str(model)!r}")
    return functions


def _contents(name: str, file: str, functions: list[ast.FunctionDef]) -> dict[str, Any]:
    """The contents of an assignment file, with a group of checks for each function."""
    arguments = {
        f"{function.name}-{number}": _arguments(function, number)
        for function in functions
        for number in NUMBERS
    }
    groups = [
        {
            "name": function.name,
            "function": function.name,
            "needs": "import",
            **({"returns": True} if _returns(function) else {}),
            "parts": {"output": {"points": 1}},
            "instances": [f"{function.name}-{number}" for number in NUMBERS],
        }
        for function in functions
    ]
    return {
        "name": name,
        "file": file,
        "model": f"programs/right/{file}",
        "limits": {"cpu_s": 10},
        "arguments": arguments,
        "groups": [{"name": "import"}, *groups],
    }


def _returns(function: ast.FunctionDef) -> bool:
    """Whether a function itself returns anything but None; inner functions don't count."""
    nodes: list[ast.AST] = list(function.body)
    for node in nodes:  # which grows
        if isinstance(node, ast.Return) and node.value and ast.unparse(node.value) != "None":
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            nodes += ast.iter_child_nodes(node)
    return False


def _arguments(function: ast.FunctionDef, number: int) -> list[Any]:
    """Placeholders for the arguments of a function that have no default."""
    parameters = [*function.args.posonlyargs, *function.args.args]
    required = parameters[: len(parameters) - len(function.args.defaults)]
    annotations = [parameter.annotation for parameter in required]
    words = [ast.unparse(note).partition("[")[0] if note else "" for note in annotations]
    return [PLACEHOLDERS.get(word, number) for word in words]


def _text(contents: dict[str, Any]) -> str:
    """The text of an assignment file, with short lists and objects on one line."""
    text = json.dumps(contents, indent=2)
    for brackets in (r"\[[^][{}]*\]", r"\{[^][{}]*\}"):
        text = re.sub(brackets, lambda match: re.sub(r"\s*\n\s*", " ", match[0]), text)
    for space in ("[ ", "{ "):
        text = text.replace(space, space[0])
    return text.replace(" ]", "]").replace(" }", "}") + "\n"
