"""Runs a program as a command; the driver executes this text in the student's process.

It runs on any Python from 3.6 on, and imports only what the interpreter has loaded already.
"""

import os
import sys


def run(file: str, *arguments: str) -> None:
    """Execute a file of the scratch folder as `python3 FILE ARGUMENTS...` does.

    It may end itself with the exit status 0.
    """
    path = os.path.join(sys.path[0], file)
    if not os.path.isfile(path):
        raise ModuleNotFoundError("No file " + file, name=file[: -len(".py")])
    sys.argv[:] = [file, *arguments]
    with open(path, "rb") as source:
        code = compile(source.read(), path, "exec")
    main = sys.modules["__main__"] = type(sys)("__main__")
    main.__file__ = path
    try:
        exec(code, vars(main))
    except SystemExit as end:
        if end.code:
            raise
