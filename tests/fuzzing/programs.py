"""Damaged programs and notebooks, and what is said of them without running them."""

import codecs
import json
import os
from pathlib import Path

from grader.intake import sources
from grader.intake.archive import FILE_BYTES
from grader.similar.winnowing import Program, ranking
from tests.fuzzing import classes
from tests.fuzzing.damage import damaged, with_other_value
from tests.handed_in import FILE, MODEL, NOTEBOOK
from tests.programs import PROGRAMS


MAY_WRITE = False
ENCODINGS = """
    utf-8 utf-8-sig utf-16 utf-16-le utf-32 utf-7 latin-1 cp1252 cp037 mac-roman ascii idna punycode
    rot13 hex zlib_codec bz2 base64 uu quopri undefined mbcs unicode_escape raw_unicode_escape
    palmos shift_jis gb18030 iso2022_jp_2004 hz big5hkscs charmap nosuch ../x \xe9 utf\0-8
""".split()
LINES = [b"\n", b"\r", b"\r\n", b"\n\r", b"\x0c", b"\x1a", b"\0\n", b"\xe2\x80\xa8", b"\\\n", b""]
PARTS = [
    *[
        b"(",
        b"[",
        b"{",
        b"lambda:",
        b"not ",
        b"-",
        b"9",
        b"0x",
        b"a.",
        b"if 1:\n ",
        b"'" * 3,
        b"__",
    ],
    *[
        b'f"{',
        b"x = 1\n",
        b" " * 99,
        b"\t",
        b"\\",
        b"#",
        b"\xff",
        b"\0",
        b"\xf0\x9f\x92\xa9",
        b"e9",
    ],
]
MARKS = [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE]


def write(random, folder):
    """Write a damaged program or notebook; (its path, the layout)."""
    own = [MODEL, NOTEBOOK, *(path.read_bytes() for path in sorted(PROGRAMS.rglob("*.py"))[:20])]
    data = random.choice(own)
    for _ in range(random.choice([1, 1, 2])):
        data = random.choice(CHANGES)(random, data)[: FILE_BYTES + 1]
    names = [FILE, "x.py", "hw9.ipynb", "hw9.ipynb", "Funny-Puzzle.py.txt"]
    path = os.path.join(folder, random.choice(names))
    Path(path).write_bytes(data)
    return [path], random.choice([(FILE,), ("board.py", "solver.py")])


def outcome(paths, files):
    """The kinds of sentences that are said of a program."""
    data = Path(paths[0]).read_bytes()[:FILE_BYTES]
    kind, problem = sources.document_kind(data), sources.problem(data)
    assert problem.isprintable() and isinstance(kind, str), problem
    sources.notebook_program(data).decode()
    text = data[:60_000].decode("utf-8", "replace")
    both = Program("ann", text), Program("bob", f"x = 1\n{text}")
    said = [classes.kind_of(problem)] if problem else []
    said += ["alike"] if ranking(both).pairs else []
    return [*said, *classes.outcome(paths, files, "auto")]


# ---- Changes ----


def _otherwise_encoded(random, data):
    """The program in another encoding, with a byte order mark or not, and a name of an encoding."""
    text, name = data.decode("utf-8", "replace") + "# é \u2028 \x85", random.choice(ENCODINGS)
    text = random.choice(["", f"# -*- coding: {name} -*-\n", f"\n#coding={name}xxxxxxxxx\n"]) + text
    try:
        body = text.encode(random.choice(ENCODINGS), "replace")
    except (LookupError, ValueError, AssertionError, DeprecationWarning):
        body = text.encode("latin-1", "replace")
    return random.choice([b"", b"", *MARKS]) + body


def _other_lines(random, data):
    """The program with lines that end in another way, all or a few of them."""
    return data.replace(b"\n", random.choice(LINES), random.choice([1, 5, -1]))


def _repetitive(random, data):
    """The program with something repeated many times in it: deep nesting, huge literals."""
    lines, number = data.split(b"\n"), random.choice([50, 300, 5_000, 100_000])
    place, part = random.randrange(len(lines)), random.choice(PARTS)
    lines.insert(place, b"x = " + part * min(number, FILE_BYTES // len(part)))
    return b"\n".join(lines)


def _other_json(random, data):
    """A notebook with some of its values replaced, removed, repeated or nested deeply."""
    notebook = json.loads(NOTEBOOK)
    notebook["cells"] *= random.choice([1, 1, 1, 300])
    for _ in range(random.choice([1, 1, 2, 5])):
        notebook = with_other_value(random, notebook)
    text = json.dumps(notebook, ensure_ascii=random.random() < 0.5)
    deep = random.choice([b"[", b'{"a":', b'{"cells":[']) * random.choice([500, 10_000, 200_000])
    digits = b"9" * random.choice([5_000, 1_000_000])
    data = text.encode("utf-8", "surrogatepass")
    swaps = [(b"x", b"x"), (b'"# hw9"', deep), (b'"# hw9"', digits), (b"{", deep + b"{")]
    return data.replace(*random.choice(swaps), 1)


def _documentlike(random, data):
    """The program behind the first bytes of another kind of file."""
    start = random.choice([*sources.SIGNATURES, b"PK\3\4", b"<html>", b"GIF89a\0", b"{", b"#!\0"])
    return start + random.choice([b"", b"\n", bytes(300)]) + data


CHANGES = [
    *[_otherwise_encoded, _other_lines, _repetitive, _other_json, _documentlike, damaged],
    *[_repetitive, _other_json, damaged],
]
