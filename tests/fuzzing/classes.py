"""Damaged folders and archives of submissions, as course systems give them, and of single ones."""

import ast
import bz2
import gzip
import io
import json
import lzma
import os
import re
import socket
import tarfile
import warnings
import zipfile
from collections import namedtuple
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from grader.commands import views
from grader.intake import intake
from tests.fuzzing.damage import NAMES, NUMBERS, damaged
from tests.handed_in import (
    BLACKBOARD,
    CANVAS,
    CLASSROOM,
    FILE,
    GRADESCOPE,
    METADATA,
    MODEL,
    MOODLE,
    NOTEBOOK,
    RIGHT,
    info,
    sum_up,
    take,
)


Entry = namedtuple("Entry", "name kind data")  # a file, folder, link, FIFO, ... of a folder
KINDS = ["file", "folder", "link", "fifo", "socket", "hole"]
TARGETS = ["/etc/passwd", "..", ".", "gone", "../outside/secret.py", "/dev/zero", "funny_puzzle.py"]
ESCAPED = b'submission_9:\n  :submitters:\n  - :name: "Bob \\u00c9"\n    :email: j@x.org\n'
DATA = {
    "a program": {FILE: MODEL},
    "a program in a folder": {f"hw/{FILE}": MODEL, "hw/helper.py": b"x = 1\n", "__MACOSX/x": b""},
    "two files": {"board.py": b"class Board: pass\n", "solver.py": b"import board\n", "a.txt": b""},
    "a notebook": {"hw9.ipynb": NOTEBOOK, "data.csv": b"1,2\n"},
    "archives": {"hw9_ann.zip": RIGHT, "hw9_bob.zip": RIGHT, "hw9_bob-1.zip": RIGHT},
    "Canvas": CANVAS,
    "Moodle": MOODLE,
    "Blackboard": BLACKBOARD,
    "Gradescope": GRADESCOPE
    | {"submission_metadata.yml": METADATA + ESCAPED, "submission_9/hw9.zip": RIGHT},
    "Classroom": CLASSROOM,
}
TOPS = ["hw9_jdoe", "class", "submission_1", "doejane_12_103_hw9_jdoe", "a!b", "hw", "x\udcff", "é"]


def write(random, folder):
    """Write a damaged folder or archive; (its paths, the files asked for, the layout)."""
    system = random.choice(list(DATA))
    entries = [Entry(name, "file", data) for name, data in DATA[system].items()]
    for _ in range(random.choice([0, 1, 1, 2, 4])):
        if entries:
            place = random.randrange(len(entries))
            entries[place : place + 1] = random.choice(CHANGES)(random, entries[place])
    path = os.path.join(folder, random.choice(TOPS))
    if random.random() < 0.3:
        os.mkdir(path)
        for entry in entries:
            # some names can't stand beside others, or on this disk
            with suppress(OSError, ValueError):
                _write_entry(Path(path), entry)
    else:
        suffix, data = packed(random, entries)
        path += suffix
        Path(path).write_bytes(data)
    files = [(FILE,), ("board.py", "solver.py")]
    asked = files[(system == "two files") == (random.random() < 0.9)]
    inside = [f"{path}!{entry.name}" for entry in entries[:5] if "\0" not in entry.name]
    other = [[path, *inside], inside[:1] or [path], [path, path + "/", path + "/."]]
    paths = random.choice([[path]] * 12 + other)
    return paths, asked, random.choice(["auto", "auto", "single", "many"])


# ---- Changes to an entry: what stands in its place ----


def _other_name(random, entry):
    """The entry with another name, or one that begins or ends otherwise."""
    other, name = random.choice(NAMES), entry.name
    names = [other, other + name, name + other, f"{other}/{name}", f"{name}/{other}", name.upper()]
    return [entry._replace(name=random.choice(names))]


def _other_kind(random, entry):
    """The entry as what is no file."""
    return [entry._replace(kind=random.choice(KINDS))]


def _other_bytes(random, entry):
    """The entry with damaged bytes."""
    return [entry._replace(data=damaged(random, entry.data))]


def _twice(random, entry):
    """The entry twice, with other bytes or another name or kind."""
    change = random.choice([_other_name, _other_kind, _other_bytes])
    return random.sample([entry, *change(random, entry)], 2)


def _deeper(random, entry):
    """The entry in folders around each other."""
    folders = random.choice(["a/", "hw9_bob/", "src/"]) * random.choice([1, 2, 11, 12, 13, 40])
    return [entry._replace(name=folders + entry.name)]


def _in_an_archive(random, entry):
    """The entry in an archive, and perhaps that in another."""
    for _ in range(random.choice([1, 1, 2, 4])):
        suffix, data = packed(random, [entry])
        entry = Entry(os.path.splitext(entry.name)[0] + suffix, "file", data)
    return [entry]


def _crowded(random, entry):
    """The entry with many others."""
    number, name = random.choice([6, 50, 1100]), random.choice(["x{}.py", "d{}/x.py", "{}", "x{}/"])
    return [entry, *(Entry(name.format(place), "file", b"") for place in range(number))]


def _bloated(random, entry):
    """The entry with a megabyte more, which packs well or not."""
    unit = random.choice([b"\0", b"# \n", random.randbytes(3000)])
    times = random.choice([300_000, 3_000_000]) // len(unit)
    return [entry._replace(data=entry.data + unit * times)]


def _gone(random, entry):
    """Nothing."""
    return []


CHANGES = [
    *[_other_name, _other_name, _other_name, _other_kind, _other_bytes, _other_bytes, _twice],
    *[_deeper, _in_an_archive, _in_an_archive, _gone, _crowded, _bloated],
]


# ---- Archives ----

TYPES = {"folder": tarfile.DIRTYPE, "link": tarfile.SYMTYPE, "fifo": tarfile.FIFOTYPE}
MODES = {"folder": 0o40755, "link": 0o120777, "fifo": 0o10644, "socket": 0o140644}
# {suffix: how what is in such an archive is compressed}
TARS = {
    ".tar": bytes,
    ".tar.gz": partial(gzip.compress, compresslevel=1, mtime=0),
    ".tar.bz2": bz2.compress,
    ".tar.xz": partial(lzma.compress, preset=0),
}
OTHER = [".zip", ".ZIP", ".tar", ".tgz", ".tbz", ".txz", ".py", ".7z"]


def packed(random, entries):
    """(Suffix, bytes) of a damaged archive with the entries."""
    suffix = random.choice([".zip"] * 4 + [*TARS])
    write, change = (_tarred, _change_tar) if suffix in TARS else (_zipped, _change_zip)
    data, kind = bytearray(write(random, entries)), random.randrange(6)
    if kind == 0:
        data = damaged(random, data)
    elif kind in (1, 2):
        for _ in range(random.choice([1, 1, 2, 5])):
            change(random, data)
    data = TARS.get(suffix, bytes)(data)
    if kind == 3:
        data = damaged(random, data)
    return random.choice([suffix] * 12 + OTHER), data


def _zipped(random, entries):
    """The bytes of a zip with the entries."""
    method = random.choice([zipfile.ZIP_STORED, *[zipfile.ZIP_DEFLATED] * 5, zipfile.ZIP_BZIP2])
    warnings.filterwarnings("ignore", "Duplicate name")
    with zipfile.ZipFile(data := io.BytesIO(), "w") as archive:
        archive.comment = random.choice([b"", b"", b"PK\5\6" * 9])
        for entry in entries:
            member = info("", MODES.get(entry.kind, 0o100644))
            # zipfile itself would cut the name at a NUL
            member.filename = entry.name.encode("utf-8", "replace").decode()
            archive.writestr(member, entry.data, method, 1)
    return data.getvalue()


def _change_zip(random, data):
    """Write another number over a field of a header."""
    signature = random.choice([b"PK\1\2", b"PK\1\2", b"PK\3\4", b"PK\5\6"])
    places = [match.start() for match in re.finditer(signature, data)] or [0]
    place, size = random.choice(places) + random.randrange(4, 46, 2), random.choice([2, 4])
    number = random.choice(NUMBERS) % (1 << 8 * size)
    data[place : place + size] = number.to_bytes(size, "little")


def _tarred(random, entries):
    """The bytes of a tar with the entries."""
    format = random.choice([tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
    with tarfile.open(fileobj=(data := io.BytesIO()), mode="w", format=format) as archive:
        for entry in entries:
            member = tarfile.TarInfo(entry.name.replace("\0", "_"))
            member.type, member.size = TYPES.get(entry.kind, tarfile.REGTYPE), len(entry.data)
            member.linkname = random.choice(TARGETS) if entry.kind == "link" else ""
            with suppress(ValueError):  # this format does not have all names
                archive.addfile(member, io.BytesIO(entry.data))
    return data.getvalue()


def _change_tar(random, data):
    """Give a field of a header another value, and the header the checksum that fits."""
    places = [match.start() - 257 for match in re.finditer(b"ustar", data)] or [0]
    place, number = random.choice(places), random.choice(NUMBERS)
    start, size = random.choice([(0, 100), (100, 8), (124, 12), (124, 12), (156, 1), (345, 155)])
    values = [b"%o" % number, b"\x80" + number.to_bytes(11, "big"), b"\xff" * 12, b"-1", b"", b"x"]
    values += [random.choice(b"01235678gxLKSNDMV\0").to_bytes(1, "big")] * 3 * (size == 1)
    header = data[place : place + 512].ljust(512, b"\0")
    header[start : start + size] = random.choice(values)[:size].ljust(size, b"\0")
    sum_up(header)
    data[place : place + 512] = header


# ---- On disk ----


def _write_entry(folder, entry):
    """Write an entry on disk, wherever its name leads to, never outside the folder."""
    parts = [part for part in entry.name.split("/") if part not in ("", ".", "..")]
    path = folder.joinpath(*parts)
    if entry.name.endswith("/") or entry.kind == "folder":
        path.mkdir(parents=True, exist_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    leads_out = not path.resolve().is_relative_to(folder.resolve())
    # through a link; and opening a FIFO would wait for a reader
    if leads_out or os.path.lexists(path):
        return
    if entry.kind == "link":
        path.symlink_to(TARGETS[len(entry.data) % len(TARGETS)])
    elif entry.kind == "fifo":
        os.mkfifo(path)
    elif entry.kind == "socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(os.fsencode(path))
    else:
        path.write_bytes(entry.data)
        if entry.kind == "hole":
            os.truncate(path, 1 << 40)


# ---- What intake says ----

SENTENCE = re.compile(r"(\{\w+\}|[A-Z]|is |has |holds |unpacks ).*[.]", re.DOTALL)
SENTENCES = {
    text: re.compile(re.sub(r"\\{.*?\\}", ".*", re.escape(text)), re.DOTALL)
    for path in Path(intake.__file__).parent.glob("*.py")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.Constant) and SENTENCE.fullmatch(text := str(node.value))
}


def outcome(paths, files, layout):
    """The kinds of sentences that the submissions at the paths get; each has one, or a program."""
    taken = take(*paths, layout=layout, files=files)
    assert taken and len({submission.who.casefold() for submission in taken}) == len(taken)
    for submission in taken:
        said = (submission.who, submission.complaint, *submission.flags, *submission.private_flags)
        assert "".join(said).isprintable() and submission.who.strip(), said
        json.dumps(submission.people)
    views.listing_of(taken)
    first = taken[0]
    if layout == "auto" and len(paths) == 1 and first.inside:
        (again,) = intake.submissions([first.path], files)
        assert replace(first, private_flags=()) == again
    complaints = {kind_of(submission.complaint) for submission in taken if submission.complaint}
    programs = sum(not submission.complaint for submission in taken)
    return [*sorted(complaints), *["a program"] * bool(programs), *["several"] * (programs > 1)]


def kind_of(sentence):
    """The template that a sentence was made from."""
    kinds = [text for text, pattern in SENTENCES.items() if pattern.search(sentence)]
    return max(kinds, key=len, default="another sentence")
