"""What the grader makes of what is no plain file, and of zips that are broken, hostile or huge."""

import bz2
import gzip
import lzma
import os
import random
import socket
import struct
import sys
import tarfile
import time
import zipfile

import pytest

from grader.ground.states import Changed
from grader.intake import archive
from grader.intake.nodes import FILE as FILE_KIND
from grader.intake.nodes import Node
from grader.intake.sentences import Refused, shown
from tests.handed_in import (
    FILE,
    MODEL,
    RIGHT,
    info,
    one,
    sum_up,
    take,
    tarred,
    whose,
    zipped,
)
from tests.helpers import error_of, python


# ---- What is no plain file ----


def test_only_regular_files_are_opened(put, monkeypatch):
    folder = put({"a/notes.txt": b"", "secret.py": b"secret"})
    os.mkfifo(folder / "fifo")
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(folder)  # a socket's path may have only a hundred bytes
        server.bind("sock")
    assert one(folder / "fifo").complaint == "fifo is a FIFO."
    assert one(folder / "sock").complaint == "sock is a socket."
    assert one("/dev/zero").complaint == "zero is a device."
    os.mkfifo(folder / "a" / FILE)
    (folder / "a/b.py").symlink_to("../secret.py")
    (folder / "a/loop").symlink_to(".")
    assert one(folder / "a").complaint == (
        "The folder a has no funny_puzzle.py, nor any other .py file. "
        "It holds b.py (a link), funny_puzzle.py (a FIFO), loop (a link), notes.txt."
    )


def test_a_file_replaced_by_a_fifo_or_a_link_is_refused(put):
    folder = put({})
    os.mkfifo(folder / "fifo")
    (folder / "link").symlink_to("/etc/passwd")
    for name, reason in (
        ("fifo", "fifo is not a regular file."),
        ("gone", "gone can't be read (No such "),
        ("link", "link can't be read (Too many levels of symbolic links)."),
    ):
        assert reason in error_of(
            Refused, archive.read_file, Node(name, FILE_KIND, str(folder / name))
        )


def test_a_link_that_the_instructor_gives_is_followed(put):
    folder = put({"x.py": MODEL})
    (folder / "jdoe.py").symlink_to("x.py")
    assert whose(folder / "jdoe.py") == {"jdoe": ()}


def test_a_file_without_permission_is_reported(put, monkeypatch):
    folder = put({"a/funny_puzzle.py": MODEL})

    def refuse(path, *_):
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(archive.os, "open", refuse)
    assert one(folder / "a").complaint == "funny_puzzle.py can't be read (Permission denied)."


def test_a_program_that_changes_after_intake_is_refused(put, put_file):
    submission = one(put_file("x.py", MODEL))
    for change in lambda: put({"x.py": b"other"}), lambda: os.remove(submission.path):
        change()
        with pytest.raises(Changed, match="x.py: expected a program that stays the same"):
            submission.files()


def test_the_key_covers_names_aliases_and_bytes(put):
    folder = put(
        {
            "a/funny_puzzle.py": MODEL,
            "b.py": MODEL,
            "c/funny_puzzle.py": MODEL,
            "c/x.py": b"",
            "hw9_d.zip": RIGHT,
            "e/b.py": MODEL,
        }
    )
    a, b, c, d, e = (one(folder / name).key() for name in ("a", "b.py", "c", "hw9_d.zip", "e"))
    assert a == d and b == e and len({a, b, c}) == 3


# ---- Zips that are broken, or bombs ----


def patched(data, signature, offset, value):
    """The zip with a two-byte field after every such signature set."""
    data = bytearray(data)
    place = -1
    while (place := data.find(signature, place + 1)) >= 0:
        struct.pack_into("<H", data, place + offset, value)
    return bytes(data)


def both(data, local, central, value):
    """The zip with a field of its member set in the local header and in the directory."""
    return patched(patched(data, b"PK\3\4", local, value), b"PK\1\2", central, value)


def overlapping(data):
    """The zip with its only member twice in the directory."""
    start, end = data.index(b"PK\1\2"), len(data) - 22
    ending = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 2, 2, 2 * (end - start), start, 0)
    return data[:end] + data[start:end] + ending


def made(data):
    """Bytes, which a test that needs much of them makes itself."""
    return data() if callable(data) else data


BROKEN = {
    "no zip": (MODEL, "hw9_x.zip is damaged, or no zip (File is not a zip file)."),
    "truncated": (RIGHT[:-30], "hw9_x.zip is damaged, or no zip (File is not a zip file)."),
    "bad bytes": (
        RIGHT[:200] + b"\xff" * 50 + RIGHT[250:],
        "funny_puzzle.py is damaged, or no zip (",
    ),
    "encrypted": (
        both(RIGHT, 6, 8, 1),
        "The zip hw9_x.zip has no funny_puzzle.py, nor any other .py file. "
        "It holds funny_puzzle.py (encrypted).",
    ),
    "bzip2": (zipped((FILE, MODEL), pack=zipfile.ZIP_BZIP2), "(packed in a rare way (method 12))."),
    "link": (zipped((info(FILE, 0o120777), b"/etc/passwd")), "It holds funny_puzzle.py (a link)."),
    "large": (
        lambda: zipped((FILE, random.Random(1).randbytes((2 << 20) + 1))),
        "funny_puzzle.py is larger than 2 MiB.",
    ),
    "bomb": (
        lambda: zipped((FILE, b"\n" * (1 << 20))),
        "funny_puzzle.py unpacks to more than 200 times its size, as a zip bomb does.",
    ),
    "bomb of zips": (
        lambda: zipped(("x.zip", zipped(("y.zip", b"\0" * (30 << 20))))),
        "y.zip unpacks to more than 200 times its size, as a zip bomb does.",
    ),
    "too many": (
        lambda: zipped(*((f"{number}.py", b"") for number in range(1001))),
        "hw9_x.zip holds more than 1,000 files and folders.",
    ),
    "huge directory": (
        lambda: zipped(*((f"{number}{'x' * 250}", b"") for number in range(14_000))),
        "hw9_x.zip has a directory of more than 4 MiB.",
    ),
    "overlapping": (
        overlapping(RIGHT),
        "hw9_x.zip holds files that overlap, as those of a zip bomb do.",
    ),
}


@pytest.mark.parametrize("data, sentence", BROKEN.values(), ids=BROKEN)
def test_a_bad_zip_is_refused_with_a_reason(data, sentence, put_file):
    assert sentence in quickly_refused(put_file("hw9_x.zip", made(data)))


def quickly_refused(path):
    """The complaint about an archive, which takes little time."""
    start = time.process_time()
    submission = one(path)
    assert submission.who == "x" and time.process_time() - start < 3
    return submission.complaint


def test_a_false_size_in_a_header_does_not_help_a_bomb(put_file):
    data = bytearray(zipped((FILE, b"#" * (8 << 20))))
    central = data.index(b"PK\1\2")
    struct.pack_into("<L", data, central + 24, 100)
    submission = one(put_file("hw9_x.zip", bytes(data)))
    assert submission.complaint or len(submission.files()[FILE]) == 100


def test_names_in_a_zip_are_read_as_utf_8_also_without_its_flag(put_file):
    names, flagged = ("Zoë Li", "Jón Þórsson"), b"\x14\x00\x00\x08"
    data = zipped(*((f"{name}/{FILE}", MODEL) for name in names))
    path = put_file("class.zip", data.replace(flagged, b"\x14\x00\x00\x00"))
    assert flagged in data and set(whose(path)) == {*names}


# ---- Tars ----


@pytest.mark.parametrize(
    "suffix, mode, kind",
    [
        ("tar", "w", tarfile.GNU_FORMAT),
        ("tgz", "w:gz", tarfile.PAX_FORMAT),
        ("tar.bz2", "w:bz2", tarfile.GNU_FORMAT),
        ("tar.xz", "w:xz", tarfile.USTAR_FORMAT),
        ("zip", "w:gz", tarfile.PAX_FORMAT),
    ],
)
def test_a_tar_is_read_as_a_zip_is(suffix, mode, kind, put_file):
    long = "hw/" + "é" * 60 + "/" + "x" * 90
    data = tarred((f"hw/{FILE}", MODEL), (long, b"1"), ("a.txt", b""), mode=mode, format=kind)
    path = put_file(f"hw9_jdoe.{suffix}", data)
    noun = "zip" if suffix == "zip" else "tar"
    assert whose(path) == {
        "jdoe": (f"The program runs without the other files of the {noun}: a.txt, {shown(long)}.",)
    }


def member(name, kind):
    """A member of a tar that is no plain file."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, "/etc/passwd"
    return info


def pax(size):
    """A tar, compressed, with a header of so many bytes before its only file."""
    return tarred((member("x", tarfile.XHDTYPE), b"9" * size), (FILE, MODEL))


def sparse(blocks):
    """The header of a file with holes, in a tar, and so many more blocks about its holes."""
    header = bytearray(member("s", tarfile.GNUTYPE_SPARSE).tobuf(tarfile.GNU_FORMAT))
    header[482] = blocks > 0
    sum_up(header)
    return (
        bytes(header) + (bytes(504) + b"\1" + bytes(7)) * (blocks - 1) + bytes(512 * (blocks > 0))
    )


def named(name):
    """The tar of an empty file whose name is too long for one header."""
    return tarfile.TarInfo(name).tobuf(tarfile.GNU_FORMAT)


def negative(tar):
    """The tar with a negative size in its first header."""
    header = bytearray(tar[:512])
    header[124:136] = b"\xff" * 12
    sum_up(header)
    return bytes(header) + tar[512:]


PLAIN = tarred((FILE, MODEL), mode="w")
FIRST_FILE = 512 + -(-len(MODEL) // 512) * 512  # the bytes of a tar's first file and its header
BAD_HEADER = "hw9_x.tar is damaged, or no tar (it has a bad header)."
TARS = {
    "endless holes": (sparse(200) + PLAIN, "hw9_x.tar has a header of more than 64 KiB."),
    "negative size": (negative(PLAIN), "hw9_x.tar is damaged, or no tar."),
    "negative size after a file": (PLAIN[:FIRST_FILE] + negative(PLAIN), BAD_HEADER),
    "bad header after a file": (PLAIN[:FIRST_FILE] + b"x" * 512 + PLAIN, BAD_HEADER),
    "cut after a long name": (PLAIN[:FIRST_FILE] + named("x" * 200)[:1024], BAD_HEADER),
    "bomb": (
        lambda: tarred((FILE, b"\n" * (1 << 20))),
        "funny_puzzle.py unpacks to more than 200 times its size, as a zip bomb does.",
    ),
    "large": (
        lambda: tarred((FILE, random.Random(1).randbytes((2 << 20) + 1))),
        "funny_puzzle.py is larger than 2 MiB.",
    ),
    "long header": (pax(1 << 17), "hw9_x.tar has a header of more than 64 KiB."),
    "truncated": (
        tarred((FILE, MODEL))[:-500],
        "hw9_x.tar is damaged, or no tar (it ends too early).",
    ),
    "no tar": (MODEL, "hw9_x.tar is damaged, or no tar."),
    "gzip of no tar": (gzip.compress(MODEL), BAD_HEADER),
    "much memory": (
        lambda: lzma.compress(
            tarred((FILE, MODEL), mode="w"),
            preset=None,
            filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 28, "mf": lzma.MF_BT2}],
        ),
        "hw9_x.tar is damaged, or no tar (Memory usage limit",
    ),
}


@pytest.mark.parametrize("data, sentence", TARS.values(), ids=TARS)
def test_a_bad_tar_is_bounded_and_refused_with_a_reason(data, sentence, put_file):
    assert sentence in quickly_refused(put_file("hw9_x.tar", made(data)))


@pytest.mark.parametrize("link", [tarfile.SYMTYPE, tarfile.LNKTYPE])
def test_odd_members_of_a_tar_are_named_and_the_program_is_read(link, put_file):
    kinds = link, tarfile.CHRTYPE, tarfile.FIFOTYPE
    odd = [(member(name, kind), b"") for name, kind in zip("abc", kinds)]
    data = tarred((FILE, MODEL), *odd, ("../e", b""), mode="w")
    submission = one(put_file("hw9_x.tar", sparse(0) + data))
    assert submission.files() == {FILE: MODEL} and " ".join(submission.flags).endswith(
        "../e (a file whose name leads out of the tar, or is too long), a (a link), "
        "b (a device), c (a FIFO), s (a file with holes)."
    )


def test_a_tar_may_be_cut_in_the_zeros_at_its_end(put_file):
    path = put_file("hw9_x.tar", PLAIN[: FIRST_FILE + 700])
    assert one(path).files() == {FILE: MODEL}


def test_zips_and_tars_in_each_other_are_graded(put_file):
    path = put_file("hw9_x.zip", zipped(("x.tgz", tarred(("y.zip", RIGHT)))))
    assert whose(path) == {"x": ("The zip holds a tar, x.tgz.", "The tar holds a zip, y.zip.")}


def peak_mib(statement, *paths):
    """The MiB by which memory grows while a process takes in what is at the paths."""
    code = f"""
import resource, sys
from grader.intake import intake
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
taken = [one for path in sys.argv[1:] for one in intake.submissions([path], ("{FILE}",))]
{statement}
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    done = python("-c", code, *paths)
    return int(done.stdout) / (1 << 10 if sys.platform == "linux" else 1 << 20)


@pytest.mark.long
@pytest.mark.once
def test_memory_stays_bounded_with_bombs_in_every_compression(put):
    zeros = tarred(("x", bytes(66 << 20)), (FILE, MODEL), mode="w")
    path = put(
        {
            "a.tar.gz": gzip.compress(zeros, 1),
            "b.tar.bz2": bz2.compress(zeros, 1),
            "c.tar.xz": lzma.compress(zeros, preset=0),
        }
    )
    bombs = "assert all('unpacks to more than 200 times' in one.complaint for one in taken), taken"
    assert peak_mib(bombs, *path.iterdir()) < 40


@pytest.mark.once
def test_memory_stays_flat_with_many_large_submissions_in_a_zip(put_file):
    inner = zipped((FILE, random.Random(1).randbytes(2 << 20)))
    members = ((f"doe_{number}_1_hw9_{number}.zip", inner) for number in range(30))
    path = put_file("bulk.zip", zipped(*members, pack=zipfile.ZIP_STORED))
    read = f"assert [len(one.files()['{FILE}']) for one in taken] == [2 << 20] * 30"
    assert peak_mib(read, path) < 40


@pytest.mark.once
def test_a_class_of_hundreds_in_one_zip_is_listed_in_seconds(put_file):
    members = ((f"doe_{number}_1_hw9_netid{number}.zip", RIGHT) for number in range(300))
    start = time.process_time()
    assert len(take(put_file("bulk.zip", zipped(*members)))) == 300
    assert time.process_time() - start < 10


@pytest.mark.once
def test_global_headers_of_a_tar_take_no_time(put_file):
    files = []
    for number in range(60):
        records = (b"12 %03d.%03d=\n" % (number, key) for key in range(999))
        header = member("x", tarfile.XGLTYPE), b"".join(records)
        files += [header, (f"{number}.txt", b"")]
    path = put_file("hw9_x.tar", tarred(*files, (FILE, MODEL), mode="w"))
    start = time.process_time()
    assert one(path).files() == {FILE: MODEL}
    own_s = time.process_time() - start
    with tarfile.open(path) as tar:
        tar.getnames()  # copies all headers so far for each file
    assert own_s < (time.process_time() - start - own_s) / 2


@pytest.mark.parametrize("number, is_refused", [(20, False), (33, True)])
def test_files_of_a_tar_that_are_too_many_to_keep_are_refused(number, is_refused, put_file):
    noise = random.Random(1).randbytes(2 << 20)
    files = [(f"{index}.bin", noise) for index in range(number - 1)]
    submission = one(put_file("hw9_x.tar", tarred(*files, (FILE, noise), mode="w")))
    sentence = "funny_puzzle.py is one of too many files for one tar: with those before it"
    assert submission.complaint.startswith(sentence) == is_refused
