"""Finds out from its bytes what a file submitted as a Python program really is; pure."""

import ast
import codecs
import json
import re

from grader.ground.files import Files
from grader.ground.syntax import tree_of
from grader.intake.sentences import say
from grader.records.submissions import Source


# How PEP 263 finds the name of an encoding: in the first line, or in the second one if the first
# holds no code. What `tokenize` has for this decodes these lines, too, from Python 3.15 on.
NAMED = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
# encodings with the suffixes that Emacs writes
WITH_SUFFIX = re.compile("(utf-8|latin-1|iso-8859-1|iso-latin-1)-.*")
NO_CODE = re.compile(rb"[ \t\f]*(#|\r?$)")
SHOWN = 64 << 10  # the most characters that are kept of all files of a program

# Lines of notebooks: for Jupyter itself, for a shell, and cells in another language.
MAGIC = re.compile(rb"^[%!].*", re.MULTILINE)
COMMAND = re.compile(rb"^([ \t]+|\w+ *= *)!(?!=).*", re.MULTILINE)
OTHER_LANGUAGE = re.compile(
    r"\s*%%(?:!|(?:bash|cmd|html|javascript|js|latex|markdown|script|sh|svg)\b)"
)

SIGNATURES = {
    b"%PDF": "a PDF document",
    b"{\\rtf": "a rich text document",
    b"\xd0\xcf\x11\xe0": "a Word document",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\x1f\x8b": "a gzip archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"\x7fELF": "a compiled program",
    b"MZ\x90\0": "a compiled program",
    b"BZh91AY&SY": "a bzip2 archive",
    b"\xfd7zXZ\0": "an xz archive",
    b"SQLite format 3\0": "a database",
}  # no program can begin with one of these


def problem(source: bytes) -> str:
    """A sentence on why Python won't run this source as its author sees it; "" if it will.

    >>> problem(b"%PDF-1.7 ..."), problem(b"print(1)")
    ('It is a PDF document, not a Python program.', '')
    """
    if not source.strip():
        return "It is empty."
    if kind := document_kind(source):
        return say("It is {kind}, not a Python program.", kind=kind)
    if source.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "It is saved as UTF-16, which Python does not read: save it as UTF-8."
    if b"\0" in source:
        return say(
            "Line {line} has a NUL byte, which Python does not read.",
            line=_line_number(source, source.index(0)),
        )
    return _undecodable(source)


def defined_twice(source: bytes) -> str:
    """A sentence on a function that a later one of the same name replaces, the first of such; "" if
    there is none.

    >>> defined_twice(b"def f(): return 1\\nclass A:\\n  def f(self): pass\\ndef f(): pass\\n")
    'It defines f in line 1 and again in line 4, and the later one counts.'
    """
    return _defined_twice(tree_of(source).body)


def _defined_twice(body: list[ast.stmt]) -> str:
    lines: dict[str, int] = {}
    for node in body:
        if isinstance(node, ast.ClassDef) and (said := _defined_twice(node.body)):
            return said
        # one with decorators may be made together with one of the same name, as properties are
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            if first := lines.get(node.name):
                return say(
                    "It defines {name} in line {first} and again in line {line}, and the later one "
                    "counts.",
                    name=node.name,
                    first=first,
                    line=node.lineno,
                )
            lines[node.name] = node.lineno
    return ""


def document_kind(source: bytes) -> str:
    """The kind of document that a file is if it is clearly no program, else ""."""
    start = source[:4096].lstrip().lower()
    if source.startswith(b"PK\x03\x04") and b"word/" in source:
        return "a Word document"
    if source.startswith(b"PK\x03\x04"):
        return "a zip"
    if start.startswith((b"<!doctype html", b"<html", b"<?xml")):
        return "a web page"
    if start.startswith(b"{") and _code_cells(source) is not None:
        return "a notebook (JSON)"
    if source[257:262] == b"ustar" and b"\0" in source[:512]:
        return "a tar"
    if source[:6] in (b"GIF87a", b"GIF89a") and b"\0" in source[:64]:
        return "a picture"
    if source[2:4] == b"\r\n" and source[5:8] == b"\0\0\0":
        return "a compiled program"  # a .pyc file
    for signature, kind in SIGNATURES.items():
        if source.startswith(signature):
            return kind
    return ""


def _undecodable(source: bytes) -> str:
    """A sentence on the first byte that the source's encoding does not allow; "" if there is
    none.
    """
    try:
        encoding = codecs.lookup(_named_encoding(source)).name
        sentence = ""
    except LookupError:
        encoding = "utf-8"
        sentence = "Its first lines name an encoding that Python does not know: save it as UTF-8."
    if encoding not in ("utf-8", "ascii"):
        # Any bytes are valid in the usual other encodings; some rare ones take hours to decode.
        return ""
    try:
        source.decode(encoding)
    except UnicodeDecodeError as error:
        line, byte = _line_number(source, error.start), source[error.start]
        return say(
            "Line {line} has a byte, 0x{byte:02x}, that is no {encoding}: save it as UTF-8.",
            line=line,
            byte=byte,
            encoding=encoding,
        )
    return sentence


def _named_encoding(source: bytes) -> str:
    """The name of the encoding that one of the first two lines of a source declares.

    >>> _named_encoding(b"#!/usr/bin/python3\\n# -*- coding: latin-1 -*-"), _named_encoding(b"")
    ('latin-1', 'utf-8')
    """
    has_mark = source.startswith(codecs.BOM_UTF8)
    for line in source.removeprefix(codecs.BOM_UTF8).split(b"\n", 2)[:2]:
        if match := NAMED.match(line):
            name = match[1].decode("ascii").lower().replace("_", "-")
            name = WITH_SUFFIX.sub(r"\1", name)
            if has_mark and name != "utf-8":
                return f"{name} with a byte order mark"
            return name
        if not NO_CODE.match(line):
            break
    return "utf-8"


def readable(sources: Files) -> tuple[Source, ...]:
    """The text files of a program as reports show them, SHOWN characters in all at most.

    >>> readable({"a.py": b"x = 1\\n", "b.py": b"\\0"})
    (Source(name='a.py', text='x = 1\\n', lines=1), Source(name='b.py', text=None, lines=1))
    """
    room = SHOWN
    shown = []
    for name, data in sources.items():
        text = _text(data)
        if text is None:
            shown.append(Source(name, None, 1))
            continue
        part = text[: max(0, room)]
        room -= len(part)
        shown.append(Source(name, part, len(text.rstrip("\n").split("\n"))))
    return tuple(shown)


def _text(source: bytes) -> str | None:
    """The text of a source with line breaks of one kind; None if it is no text."""
    if b"\0" in source or document_kind(source):
        return None
    text = source.decode("utf-8-sig", "backslashreplace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _line_number(source: bytes, place: int) -> int:
    """The number of the line that holds the byte at `place`, counted from 1.

    >>> _line_number(b"a\\nb", 2)
    2
    """
    return source.count(b"\n", 0, place) + 1


def notebook_program(notebook: bytes) -> bytes:
    """The program in the code cells of a notebook, without lines for Jupyter itself (`%`, `!`).

    >>> notebook_program(b'{"cells": [{"cell_type": "code", "source": "%time\\\\nx = 1"}]}')
    b'\\nx = 1\\n'
    """
    cells = [cell for cell in _code_cells(notebook) or () if not OTHER_LANGUAGE.match(cell)]
    return python_of("{}\n".format("\n\n".join(cells)).encode(errors="replace"))


def python_of(source: bytes) -> bytes:
    """The source without what only Jupyter understands; `...` stands for indented commands.

    >>> python_of(b"%time\\nif x:\\n    !pip install y\\nfiles = !ls\\nx = (1\\n    != 2)")
    b'\\nif x:\\n    ...\\nfiles = ...\\nx = (1\\n    != 2)'
    """
    return COMMAND.sub(rb"\1...", MAGIC.sub(b"", source))


def _code_cells(notebook: bytes) -> list[str] | None:
    """The sources of a notebook's code cells, or None if it is no notebook.

    >>> _code_cells(b'{"cells": [{"cell_type": "code", "source": ["x = 1\\\\n", "y = 2"]}]}')
    ['x = 1\\ny = 2']
    """
    if b'"cells"' not in notebook:
        return None
    try:
        cells = json.loads(notebook)["cells"]
        return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
