"""Describes a course's interpreter: its version, its paths, and code compiled for it."""

import ast
import functools
import marshal
import os
import subprocess
from pathlib import Path

from grader.assignment.folders import ROOT
from grader.ground.errors import UsageError
from grader.sandbox import driver, portable, view
from grader.sandbox.setup import framed


LIBRARIES = (
    "/usr/lib /usr/lib32 /usr/lib64 /usr/local/lib /lib /lib32 /lib64 /etc/ld.so.cache "
    "/etc/alternatives"
).split()
SYSTEM = ("/", "/usr", "/usr/local")  # prefixes that also hold much besides an interpreter
# Reads from stdin the texts of the driver and of LOAD, and {name: text} of the modules.
FACTS = """
import marshal, os, sys
paths = sys.executable, os.path.realpath(sys.executable), sys.prefix, sys.base_prefix
driver, load, texts = marshal.loads(sys.stdin.buffer.read())
can_fork = sys.version_info >= (3, 10) and sys.implementation.name == "cpython"
pairs = texts.items() if can_fork and sys.platform == "linux" else ()
driver, load = (compile(text, "<string>", "exec") for text in (driver, load))
codes = {name: compile(text, "<%s>" % name, "exec") for name, text in pairs}
parts = driver, load, codes
print([sys.version.split()[0], *paths, *sys.path], *map(marshal.dumps, parts), sep=", ")
"""
# Executes one text of code after another; a warm interpreter has the one after LOAD ready.
START = f"""
import marshal, os, sys
def read(size):
    part = b""
    while len(part) < size:
        part += os.read({driver.JOBS}, size - len(part)) or sys.exit(1)
    return part
def take():
    return marshal.loads(read(int.from_bytes(read(8), "little")))
ready = {{}}
while True:
    exec(ready.pop("code", None) or take())
"""
# Makes an interpreter a warm one, with the driver ready, as in every interpreter of a program; that
# finds nothing else that this leaves behind. `itself` keeps it alive, as a fork frees it slowly.
LOAD = """
import sys
itself, main = globals(), sys.modules["__main__"]
ready.update(code=compile("start()", "<string>", "exec"))
exec(take(), vars(main))
with open("/proc/self/statm") as file:
    pages = file.read()
folder, fresh, codes = sys.path.pop(0), set(sys.modules), take()
sys.modules["grader.sandbox.driver"] = main
for name, code in codes.items():
    module = sys.modules[name] = type(sys)(name)
    package, _, own = name.rpartition(".")
    if package:
        setattr(sys.modules[package], own, module)
    exec(code, vars(module))
ready.update(use_code=sys.modules["grader.sandbox.codes"].use)
module.main(take, fresh, pages)
sys.path.insert(0, folder)
"""
# the modules of this package that a warm interpreter loads, beside the driver
MODULES = ("linux", "view", "child", "codes", "forks")


@functools.cache
def described(python: str) -> tuple[list[str], bytes, bytes]:
    """(`facts` of an interpreter, the driver's compiled code, the code that makes it warm).

    The last is empty if the interpreter can't be kept warm. UsageError if it is not an interpreter.
    """
    texts = {"grader": "pass", "grader.sandbox": "pass"}
    texts |= {f"grader.sandbox.{name}": text_of(name) for name in MODULES}
    load = f"exec({LOAD!r}, {{'take': take, 'ready': ready}})"
    try:
        process = subprocess.run(
            [python, "-I", "-B", "-c", FACTS],
            input=marshal.dumps((text_of("driver"), load, texts), 2),
            env=portable.environment(),
            capture_output=True,
            timeout=60,
            check=True,
        )
        facts, code, load_code, modules = ast.literal_eval(process.stdout.decode())
        if modules == marshal.dumps({}):
            return facts, code, b""
        return facts, code, framed(load_code) + framed(code) + framed(modules)
    except (OSError, subprocess.SubprocessError, SyntaxError, ValueError, TypeError):
        raise UsageError(f"--python: expected an interpreter of Python 3, got {python!r}") from None


@functools.cache
def text_of(module: str) -> str:
    """The text of a module of this package."""
    return (Path(__file__).parent / f"{module}.py").read_text(encoding="utf-8")


def facts(python: str) -> list[str]:
    """An interpreter's version, its path, and all paths that it needs; or UsageError."""
    return described(python)[0]


def version(python: str) -> str:
    """The version of an interpreter, such as "3.11.7"; UsageError if it isn't one."""
    return facts(python)[0]


def readable_paths(python: str) -> list[str]:
    """The files and folders that an interpreter needs, without those inside others.

    Folders with the grader in them, which a virtual environment may add, are left out.
    """
    _version, *needed = facts(python)
    needed[4:] = [path for path in needed[4:] if not _meets_grader(path)]
    own = [link for path in needed if path not in SYSTEM for link in view.with_links(path)]
    paths = set(filter(os.path.exists, own + LIBRARIES))
    return sorted(path for path in paths if paths.isdisjoint(map(str, Path(path).parents)))


def _meets_grader(path: str) -> bool:
    """Whether a path is the grader's folder, a parent of it, or inside it."""
    real, grader = Path(path).resolve(), ROOT.resolve() / "grader"
    return grader.is_relative_to(real) or real.is_relative_to(grader)
