"""Compiles a program's module once for all its runs, in the first of them.

That run hands the code to the launcher before the program's first line runs, so no program has a
hand in what a later run gets. The launcher keeps the bytes as they are, and only a forked process
turns them into code again, as Python does with a file in `__pycache__`.
"""

import marshal
import os
import sys


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any

MARK, MOST = b"#", 1 << 15  # what comes before code in a pipe; the bytes that a pipe has room for


def use(path: str, held: bytes, pipe: int) -> None:
    """Have the next file that an import compiles get this marshalled code, if the file is `path`.

    If `held` is empty, compile the file, and write its code to the pipe. A file with an error or a
    warning is left to the import, which shows it.
    """
    loader: Any = sys.modules["_frozen_importlib_external"].SourceLoader
    usual = loader.source_to_code
    try:
        if held:
            code = marshal.loads(held)
        else:
            code = _compiled(path, pipe)
    except BaseException:
        return

    def source_to_code(self: object, data: bytes, file: str, *more: object) -> "CodeType":
        loader.source_to_code = usual
        if file != path:
            return usual(self, data, file, *more)  # type: ignore[no-any-return]
        sys.modules["_imp"]._fix_co_filename(code, path)
        return code

    loader.source_to_code = source_to_code


def _compiled(path: str, pipe: int) -> "CodeType":
    """The code of a file, as an import compiles it; whatever is wrong with the file is raised."""
    warnings = sys.modules["warnings"]  # a file of the program might have this name
    with open(path, "rb") as file, warnings.catch_warnings():
        warnings.simplefilter("error")
        code: CodeType = compile(file.read(), path, "exec", dont_inherit=True)
    held = marshal.dumps(code)
    if len(held) < MOST:
        os.write(pipe, MARK + len(held).to_bytes(8, "little") + held)
    return code


def parted(text: bytes) -> tuple[bytes, bytes]:
    """(The code that a text from the pipe begins with, or b"", the rest of the text).

    >>> parted(b"#" + (2).to_bytes(8, "little") + b"ab0"), parted(b"-9"), parted(b"#")
    ((b'ab', b'0'), (b'', b'-9'), (b'', b''))
    """
    if not text.startswith(MARK):
        return b"", text
    end = 9 + int.from_bytes(text[1:9], "little")
    if end > len(text):
        return b"", b""
    return text[9:end], text[end:]
