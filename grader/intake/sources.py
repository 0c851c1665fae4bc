"""What a file that was handed in as a Python program is instead, told from its bytes; pure."""

import codecs
import io
import json
import tokenize


MAGIC = {
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
}  # none of them can begin a program


def reading(source):
    """The sentence that says why Python will not run a source as its author sees it, or "".

    >>> reading(b"%PDF-1.7 ..."), reading(b"print(1)")
    ('It is a PDF document, not a Python program.', '')
    """
    if not source.strip():
        return "It is empty."
    if kind := document(source):
        return f"It is {kind}, not a Python program."
    if source.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "It is saved as UTF-16, which Python does not read: save it as UTF-8."
    if b"\0" in source:
        return f"Line {line(source, source.index(0))} has a NUL byte, which Python does not read."
    return undecodable(source)


def document(source):
    """What a file is if it is plainly no text of a program, or ""."""
    start = source[:4096].lstrip().lower()
    if source.startswith(b"PK\x03\x04"):
        return "a Word document" if b"word/" in source else "a zip"
    if start.startswith((b"<!doctype html", b"<html", b"<?xml")):
        return "a web page"
    if start.startswith(b"{") and cells(source) is not None:
        return "a notebook (JSON)"
    if source[257:262] == b"ustar" and b"\0" in source[:512]:
        return "a tar"
    if source[:6] in (b"GIF87a", b"GIF89a") and b"\0" in source[:64]:
        return "a picture"
    if source[2:4] == b"\r\n" and source[5:8] == b"\0\0\0":
        return "a compiled program"  # .pyc
    return next((kind for magic, kind in MAGIC.items() if source.startswith(magic)), "")


def undecodable(source):
    """The sentence on the first bytes that are not in the encoding of a source, or ""."""
    try:
        encoding, unknown = tokenize.detect_encoding(io.BytesIO(source).readline)[0], False
    except SyntaxError:
        encoding, unknown = "utf-8", True
    if encoding not in ("utf-8", "utf-8-sig", "ascii"):
        # every byte is in the usual others, and of the rare ones some take hours to decode
        return ""
    try:
        source.decode(encoding)
    except UnicodeDecodeError as error:
        where, byte = line(source, error.start), source[error.start]
        return f"Line {where} has a byte, 0x{byte:02x}, that is no {encoding}: save it as UTF-8."
    return (
        "Its first lines name an encoding that Python does not know: save it as UTF-8."
        if unknown
        else ""
    )


def line(source, place):
    """The number of the line that holds the byte at `place`, counted from 1.

    >>> line(b"a\\nb", 2)
    2
    """
    return source.count(b"\n", 0, place) + 1


# ---- Notebooks ----


def cells(notebook):
    """The sources of a notebook's code cells, or None if it is no notebook.

    >>> cells(b'{"cells": [{"cell_type": "code", "source": ["x = 1\\\\n", "y = 2"]}]}')
    ['x = 1\\ny = 2']
    """
    if b'"cells"' not in notebook:
        return None
    try:
        found = json.loads(notebook)["cells"]
        return ["".join(cell["source"]) for cell in found if cell["cell_type"] == "code"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None


def program(notebook):
    """The program that a notebook's code cells are, without lines for the notebook itself (`%`, `!`).

    >>> program(b'{"cells": [{"cell_type": "code", "source": "%time\\\\nx = 1"}]}')
    b'\\nx = 1\\n'
    """
    lines = "\n\n".join(cells(notebook) or ()).split("\n")
    kept = ["" if row.startswith(("%", "!")) else row for row in lines]
    return "\n".join([*kept, ""]).encode(errors="replace")
