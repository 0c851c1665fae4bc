"""What the grader makes of what students and course systems hand over: real files, folders and zips."""

import io
import os
import random
import re
import shlex
import socket
import struct
import subprocess
import sys
import time
import zipfile

import pytest

from grader import archive, intake, sources
from tests.golden import ROOT, grader

FILE = "funny_puzzle.py"
MODEL = (ROOT / FILE).read_bytes()
QUICK = ["--only", "import", "--only", "*/funny12-384"]


def zipped(*members, pack=zipfile.ZIP_DEFLATED):
    """The bytes of a zip with these (name or ZipInfo, bytes)."""
    with zipfile.ZipFile(data := io.BytesIO(), "w", pack) as archived:
        for name, content in members:
            archived.writestr(name, content)
    return data.getvalue()


def info(name, mode=0, flags=0):
    """The directory entry of a zip's member that has this mode."""
    found = zipfile.ZipInfo(name)
    found.external_attr, found.flag_bits, found.create_system = mode << 16, flags, 3
    return found


RIGHT = zipped((FILE, MODEL))


@pytest.fixture
def put(tmp_path):
    """A function that writes files, {path: bytes}, into a fresh folder `in`, and returns the folder."""
    def write(files):
        for name, data in files.items():
            path = tmp_path / "in" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        (tmp_path / "in").mkdir(exist_ok=True)
        return tmp_path / "in"
    return write


def take(*paths, layout="auto"):
    """The submissions at the paths; each must be found again by its own path."""
    found = intake.submissions([str(path) for path in paths], FILE, layout)
    for each in found:
        assert each.complaint or each.key() and FILE in each.files()
    return found


def one(path, **options):
    """The only submission at a path."""
    (found,) = take(path, **options)
    return found


def whose(path, **options):
    """{who: flags} of the submissions at a path, all with the model solution as their program."""
    found = take(path, **options)
    assert all(each.files()[FILE] == MODEL for each in found), [each.complaint for each in found]
    for each in found:
        if each.layout == "many":
            assert intake.submissions([each.path], FILE) == (each,)
    return {each.who: each.flags for each in found}


# ---- One submission ----

def test_a_zip_as_the_rule_wants_it_is_its_netids(put):
    assert whose(put({"hw9_jdoe.zip": RIGHT}) / "hw9_jdoe.zip") == {"jdoe": ()}


@pytest.mark.parametrize("members, flags", [
    (["x/funny_puzzle.py"], ["The zip holds a folder, x, around the program."]),
    (["a\\b\\funny_puzzle.py"], ["The zip holds a folder, a/b, around the program."]),
    (["funny_puzzle (1).py"], ["The program is called funny_puzzle (1).py, not funny_puzzle.py."]),
    (["Funny_Puzzle.PY"], ["The program is called Funny_Puzzle.PY, not funny_puzzle.py."]),
    (["funny_puzzle.py.txt"], ["The program is called funny_puzzle.py.txt, not funny_puzzle.py."]),
    (["hw9.py"], ["The program is called hw9.py, not funny_puzzle.py."]),
    (["x/main.py", "x/test/main.py"],
     ["The zip holds a folder, x, around the program.", "The program is called main.py, not funny_puzzle.py.",
      "The zip holds more than the program: x/test/main.py."]),
    ([FILE, "__MACOSX/._x", ".DS_Store", "a.txt", "b.txt", "c.txt", "d.txt"],
     ["The zip holds more than the program: .DS_Store, __MACOSX, a.txt, b.txt, c.txt and 1 more."]),
    ([FILE, "old/funny_puzzle.py"], ["The zip holds more than the program: old/funny_puzzle.py."]),
    *(([FILE, name], [f"The zip holds more than the program: {name} (a file whose name leads out of the zip, or "
                      "is too long)."]) for name in ("../../evil.py", "/etc/x", "C:\\x.py")),
    ([FILE, info("x.py", 0o120777)], ["The zip holds more than the program: x.py (a link)."]),
    ([FILE, info("x.py", 0o010666)], ["The zip holds more than the program: x.py (a FIFO)."]),
    ([FILE, "a\nb\x1b[31m.txt"], ["The zip holds more than the program: a\ufffdb\ufffd[31m.txt."]),
])
def test_a_zip_that_breaks_the_rule_is_graded_and_flagged(members, flags, put):
    data = zipped(*((name, MODEL) for name in members))
    assert whose(put({"hw9_jdoe.zip": data}) / "hw9_jdoe.zip") == {"jdoe": tuple(flags)}


def test_of_members_with_equal_names_the_last_is_taken(put):
    with pytest.warns(UserWarning):
        data = zipped((FILE, b"old"), (FILE, MODEL))
    assert whose(put({"hw9_jdoe.zip": data}) / "hw9_jdoe.zip") == {
        "jdoe": ("funny_puzzle.py is in the zip more than once, and the last was taken.",)}


def test_a_zip_in_a_zip_is_graded_and_flagged_and_so_are_three_but_not_more(put):
    layers = [RIGHT]
    for _ in range(3):
        layers.append(zipped(("hw9.zip", layers[-1])))
    folder = put({f"hw9_{number}.zip": data for number, data in enumerate(layers)})
    flag = "The zip holds another zip, hw9.zip."
    assert one(folder / "hw9_1.zip").flags == (flag,)
    assert one(folder / "hw9_2.zip").flags == (flag,) * 2
    assert one(folder / "hw9_3.zip").complaint == "hw9.zip is a zip in too many zips."


NOTEBOOK = (b'{"cells": [{"cell_type": "markdown", "source": ["# hw9"]}, {"cell_type": "code", "source": '
            b'["%matplotlib inline\\n", "x = 1"]}, {"cell_type": "code", "source": "y = 2\\n!ls"}]}')


def test_a_notebook_instead_is_graded_by_its_code_cells(put):
    folder = put({"hw9.ipynb": NOTEBOOK, "sub/hw9_jdoe.zip": zipped(("hw9.ipynb", NOTEBOOK))})
    for path in (folder / "hw9.ipynb", folder / "sub" / "hw9_jdoe.zip"):
        assert one(path).files() == {FILE: b"\nx = 1\n\ny = 2\n\n"}
        assert one(path).flags == ("hw9.ipynb is a notebook; its code cells are what was graded.",)


def test_a_notebook_of_nonsense_is_an_empty_program(put):
    found = one(put({"hw9.ipynb": b"[" * 100_000}) / "hw9.ipynb")
    assert found.files() == {FILE: b"\n"} and found.flags[-1] == "It is empty."


def test_a_file_of_any_name_is_the_program(put):
    assert whose(put({"-x y.py": MODEL}) / "-x y.py") == {"-x y": ()}


def test_a_program_with_the_usual_name_is_its_folders(put):
    folder = put({"jdoe/funny_puzzle.py": MODEL})
    assert set(whose(folder / "jdoe/funny_puzzle.py")) == {"jdoe"} == set(whose(folder / "jdoe"))


def test_modules_beside_the_program_come_along_and_nothing_else_does(put):
    folder = put({FILE: MODEL, "helper.py": b"1", "no module.py": b"2", "a/deep.py": b"3", "data.txt": b"4",
                  ".git/config.py": b"5", "é" * 120 + ".py": b"6"})
    assert one(folder).files() == {FILE: MODEL, "helper.py": b"1", "é" * 120 + ".py": b"6"}
    assert one(folder).flags[0].startswith("The folder holds more than the program: data.txt, helper.py, no")


@pytest.mark.parametrize("files, sentence", [
    ({}, "The folder {} has no funny_puzzle.py, nor any other .py file."),
    ({"a.pdf": b""}, "The folder {} has no funny_puzzle.py, nor any other .py file. It holds a.pdf."),
    ({"a.py": b"", "b.py": b""},
     "The folder {} has no funny_puzzle.py, and of its files (a.py, b.py) any could be meant."),
    ({"src/funny_puzzle.py": b"", "test/funny_puzzle.py": b""}, "The folder {} has several funny_puzzle.py, "
     "and of its files (src/funny_puzzle.py, test/funny_puzzle.py) any could be meant."),
    ({f"d/{number}.txt": b"" for number in range(1001)}, "in holds more than 1,000 files and folders."),
    ({FILE: b" " * (2 << 20) + b"1"}, "funny_puzzle.py is larger than 2 MiB."),
    ({FILE: MODEL, **{f"m{number}.py": b"1" * (2 << 20) for number in range(4)}},
     "Its modules are larger than 8 MiB together."),
])
def test_a_folder_without_a_program_says_why(files, sentence, put):
    folder = put(files)
    assert one(folder).complaint == sentence.format(folder)
    assert one(folder).files() == {} and len(one(folder).key()) == 64


def test_a_path_to_nothing_says_so(tmp_path):
    assert one(tmp_path / "x").complaint == f"There is no file or folder {tmp_path}/x."
    assert one("a\0b").complaint == "There is no file or folder a\ufffdb."


# ---- Many ----

CANVAS = {"doejane_12_100_hw9_jdoe.zip": zipped((FILE, b"old")), "doejane_12_103_hw9_jdoe-1.zip": RIGHT,
          "roebob_LATE_13_102_funny_puzzle-2.py": MODEL, "li_14_104_hw9_li.zip": RIGHT}
LATEST = "The latest, doejane_12_103_hw9_jdoe-1.zip, was taken instead of doejane_12_100_hw9_jdoe.zip."
MOODLE = {"Jane Doe_1_assignsubmission_file_/hw9_jdoe.zip": RIGHT,
          "Jane Doe_1_assignsubmission_onlinetext_/onlinetext.html": b"",
          "Bob Roe_2_assignsubmission_file_/funny_puzzle.py": MODEL,
          "Li_3_assignsubmission_file_funny_puzzle.py": MODEL}
METADATA = b"""---
submission_7:
  :submitters:
  - :name: Jane Doe
    :sid: '123'
  - :name: 'Bob Roe'
  :created_at: 2024-01-01
  :results:
    :tests:
    - :name: a test
"""
GRADESCOPE = {"submission_7/funny_puzzle.py": MODEL, "submission_8/funny_puzzle.py": MODEL,
              "submission_metadata.yml": METADATA}
CLASSROOM = {f"hw-9-{user}/{file}": MODEL for user in ("jdoe", "broe") for file in (".git/HEAD", FILE)}
RULE = {"hw9_jdoe.zip": zipped((FILE, b"old")), "hw9_jdoe (1).zip": RIGHT, "hw9_broe.zip": RIGHT,
        "grades.csv": b""}
FOLDERS = {"jdoe/funny_puzzle.py": MODEL, "broe/hw9/Funny_Puzzle.py": MODEL}
LAYOUTS = {
    "Canvas": (CANVAS, {"jdoe": (LATEST,), "li": (), "roebob": ("The course system marks it late.",)}),
    "Moodle": (MOODLE, {"Bob Roe": (), "Li": (), "Jane Doe": (
        "The latest, Jane Doe_1_assignsubmission_file_, was taken instead of "
        "Jane Doe_1_assignsubmission_onlinetext_.",)}),
    "Gradescope": (GRADESCOPE, {"Jane Doe and Bob Roe": (), "submission_8": ()}),
    "Classroom": (CLASSROOM, {"broe": (), "jdoe": ()}),
    "rule": (RULE, {"broe": (), "jdoe": (
        "The latest, hw9_jdoe (1).zip, was taken instead of hw9_jdoe.zip.",)}),
    "folders": (FOLDERS, {"jdoe": (), "broe": (
        "The folder holds a folder, hw9, around the program.",
        "The program is called Funny_Puzzle.py, not funny_puzzle.py.")}),
    "programs": ({f"{who}.py": MODEL for who in "abc"}, {who: () for who in "abc"}),
}


@pytest.mark.parametrize("wrapper", ["", "hw9/all/"])
@pytest.mark.parametrize("files, expected", LAYOUTS.values(), ids=LAYOUTS)
def test_a_folder_and_a_zip_of_many_are_recognised_and_flagged(files, expected, wrapper, put):
    files = {wrapper + name: data for name, data in files.items()}
    folder = put(files)
    (folder.parent / "bulk.zip").write_bytes(zipped(*files.items()))
    assert whose(folder) == whose(folder.parent / "bulk.zip") == expected
    assert list(whose(folder)) == sorted(expected)


def test_one_of_many_is_called_by_the_path_of_all_and_its_name(put):
    folder = put({"bulk.zip": zipped(*CANVAS.items())})
    path = f"{folder}/bulk.zip!li_14_104_hw9_li.zip"
    assert one(path).who == "li" and one(path).path == path
    assert one(f"{folder}/bulk.zip!x").complaint == f"There is no submission {folder}/bulk.zip!x."
    (folder / "a!b.py").write_bytes(MODEL)
    assert one(folder / "a!b.py").layout == "single"


def test_the_layout_can_be_forced(put):
    folder = put({"funny_puzzle.py": MODEL, "b.py": MODEL})
    assert whose(folder, layout="many") == {"b": (), "funny_puzzle": ()}
    assert set(whose(folder)) == {"in"}
    folder = put({"c.py": MODEL, "d/funny_puzzle.py": b""})
    (folder / FILE).unlink()
    assert one(folder, layout="single").files()[FILE] == b""
    empty = folder.parent / "empty"
    empty.mkdir()
    assert one(empty, layout="many").complaint == f"There is no submission in {empty}."


@pytest.mark.parametrize("path, files", [
    ("", {"src/funny_puzzle.py": MODEL, "tests/test_it.py": b"", "README.md": b""}),
    ("hw9_jdoe.zip", {"hw9_jdoe.zip": zipped(("x.py", MODEL), *((f"test/{each}.py", b"") for each in "ab"))}),
    ("hw9_jdoe.zip", {"hw9_jdoe.zip": zipped(("hw9_jdoe/x.py", MODEL), ("__MACOSX/hw9_jdoe/._x.py", b""))}),
    ("Li_1_assignsubmission_file_", {"Li_1_assignsubmission_file_/a/x.py": MODEL,
                                     "Li_1_assignsubmission_file_/b/x.txt": b""})])
def test_one_submission_of_an_unusual_shape_is_still_one(path, files, put):
    found = one(put(files) / path)
    assert found.layout == "single" and found.files()[FILE] == MODEL


def test_a_class_in_a_folder_that_is_called_like_a_submission_is_many(put):
    folder = put({"hw9_all/jdoe/funny_puzzle.py": MODEL, "hw9_all/broe/x.py": MODEL})
    assert set(whose(folder / "hw9_all")) == {"jdoe", "broe"}


def test_loose_files_of_a_student_in_a_course_system_are_one_submission(put):
    folder = put({"doe_1_10_helper.py": b"1", "doe_1_11_funny_puzzle.py": b"2",
                  "doe_1_12_funny_puzzle-1.py": MODEL, "roe_2_13_x.pdf": b""})
    doe, roe = take(folder)
    assert doe.files() == {FILE: MODEL, "helper.py": b"1"}
    assert doe.flags == (
        "The latest, doe_1_12_funny_puzzle-1.py, was taken instead of doe_1_11_funny_puzzle.py.",
        "The submission holds more than the program: helper.py.")
    assert roe.complaint == (f"The submission {folder}!roe_2_13_x.pdf has no funny_puzzle.py, nor any other "
                             ".py file. It holds x.pdf.")


def test_the_odd_among_many_are_submissions_too_and_spoil_nothing(put):
    folder = put({"jdoe/funny_puzzle.py": MODEL, "hw9_bad.zip": b"PK", "x.rar": b"Rar!"})
    (folder / "empty").mkdir()
    (folder / "link").symlink_to("jdoe")
    os.mkfifo(folder / "fifo.py")
    found = {each.who: each.complaint or each.flags for each in take(folder)}
    assert found == {
        "jdoe": (), "link": "link is a link.", "fifo": "fifo.py is a FIFO.",
        "bad": "hw9_bad.zip is damaged, or no zip (File is not a zip file).",
        "x": ("It is a RAR archive, not a Python program.",),
        "empty": f"The folder {folder}!empty has no funny_puzzle.py, nor any other .py file."}


# ---- Names ----

@pytest.mark.parametrize("name, who", [
    ("a b", "a b"), ("a\nb", "a\ufffdb"), ("-rf", "-rf"), ("Ян", "Ян"), ("e\u0301", "é"), (" ", "unnamed"),
    ("李" * 83, "李" * 38 + "..." + "李" * 38), ("\u202egpj", "\ufffdgpj"), ("\udcff", "\ufffd"),
])
def test_any_name_is_shown_as_a_printable_line(name, who, put):
    assert list(whose(put({f"{name}/funny_puzzle.py": MODEL}) / name)) == [who]


def test_equal_names_are_told_apart_and_flagged(put):
    folder = put({"a/x.py": MODEL, "b/x.py": MODEL, "c/X.py": MODEL, "d/e\u0301.py": MODEL, "d/é.py": MODEL})
    found = take(*sorted(folder.glob("*/*.py")))
    assert [each.who for each in found] == ["X", "é", "x (2)", "x (3)", "é (2)"]
    assert [each.flags for each in found].count(("Another submission has the same name.",)) == 3


def test_a_path_given_twice_is_one_submission(put):
    folder = put({"x.py": MODEL})
    assert len(take(folder / "x.py", folder / "x.py")) == 1


# ---- What is no plain file ----

def test_what_is_no_file_is_never_opened(put, monkeypatch):
    folder = put({"a/notes.txt": b"", "secret.py": b"secret"})
    os.mkfifo(folder / "fifo")
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(folder)  # the path of a socket may have only a hundred bytes
        server.bind("sock")
    assert one(folder / "fifo").complaint == "fifo is a FIFO."
    assert one(folder / "sock").complaint == "sock is a socket."
    assert one("/dev/zero").complaint == "zero is a device."
    os.mkfifo(folder / "a" / FILE)
    (folder / "a/b.py").symlink_to("../secret.py")
    (folder / "a/loop").symlink_to(".")
    assert one(folder / "a").complaint == (
        f"The folder {folder}/a has no funny_puzzle.py, nor any other .py file. "
        "It holds b.py (a link), funny_puzzle.py (a FIFO), loop (a link), notes.txt.")


def test_a_file_that_is_swapped_for_a_fifo_or_a_link_after_it_was_listed_is_refused(put):
    folder = put({})
    os.mkfifo(folder / "fifo")
    (folder / "link").symlink_to("/etc/passwd")
    for name, reason in (("fifo", "fifo is not a regular file."), ("gone", "gone can't be read (No such file "),
                         ("link", "link can't be read (Too many levels of symbolic links).")):
        with pytest.raises(archive.Refused) as refused:
            archive.read(archive.Node(name, archive.FILE, (str(folder / name),)))
        assert reason in str(refused.value)


def test_a_folder_where_the_program_should_be_is_looked_into(put):
    assert whose(put({"funny_puzzle.py/funny_puzzle.py": MODEL})) == {
        "in": ("The folder holds a folder, funny_puzzle.py, around the program.",)}


def test_a_link_that_the_instructor_gives_is_followed(put):
    folder = put({"x.py": MODEL})
    (folder / "jdoe.py").symlink_to("x.py")
    assert whose(folder / "jdoe.py") == {"jdoe": ()}


def test_what_may_not_be_read_says_so(put, monkeypatch):
    folder = put({"a/funny_puzzle.py": MODEL})

    def refuse(path, *_):
        raise PermissionError(13, "Permission denied", path)
    monkeypatch.setattr(archive.os, "open", refuse)
    assert one(folder / "a").complaint == "funny_puzzle.py can't be read (Permission denied)."
    monkeypatch.setattr(archive.os, "scandir", refuse)
    assert one(folder / "a").complaint == "The folder a can't be listed (Permission denied)."


def test_a_program_that_changes_after_intake_is_no_longer_given(put):
    found = one(put({"x.py": MODEL}) / "x.py")
    put({"x.py": b"other"})
    with pytest.raises(ValueError, match="x.py: expected the files that were taken in, got others"):
        found.files()


def test_the_key_is_of_names_and_bytes(put):
    folder = put({"a/funny_puzzle.py": MODEL, "b.py": MODEL, "c/funny_puzzle.py": MODEL, "c/x.py": b"",
                  "hw9_d.zip": RIGHT})
    a, b, c, d = (one(folder / name).key() for name in ("a", "b.py", "c", "hw9_d.zip"))
    assert a == b == d != c


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


BROKEN = {
    "empty": (b"", "hw9_x.zip is damaged, or no zip (File is not a zip file)."),
    "no zip": (MODEL, "hw9_x.zip is damaged, or no zip (File is not a zip file)."),
    "truncated": (RIGHT[:-30], "hw9_x.zip is damaged, or no zip (File is not a zip file)."),
    "bad bytes": (RIGHT[:200] + b"\xff" * 50 + RIGHT[250:], "funny_puzzle.py is damaged, or no zip ("),
    "encrypted": (both(RIGHT, 6, 8, 1), "The zip {} has no funny_puzzle.py, nor any other .py file. "
                  "It holds funny_puzzle.py (encrypted)."),
    "bzip2": (zipped((FILE, MODEL), pack=zipfile.ZIP_BZIP2), "(packed in a rare way (method 12))."),
    "unknown": (both(RIGHT, 8, 10, 99), "(packed in a rare way (method 99))."),
    "link": (zipped((info(FILE, 0o120777), b"/etc/passwd")), "It holds funny_puzzle.py (a link)."),
    "large": (zipped((FILE, random.Random(1).randbytes((2 << 20) + 1))),
              "funny_puzzle.py is larger than 2 MiB."),
    "bomb": (zipped((FILE, b"\n" * (1 << 20))),
             "funny_puzzle.py unpacks to more than 200 times its size, as a zip bomb does."),
    "bomb of zips": (zipped(("x.zip", zipped(("y.zip", b"\0" * (30 << 20))))),
                     "y.zip unpacks to more than 200 times its size, as a zip bomb does."),
    "too many": (zipped(*((f"{number}.py", b"") for number in range(1001))),
                 "hw9_x.zip holds more than 1,000 files and folders."),
    "huge directory": (zipped(*((f"{number}{'x' * 250}", b"") for number in range(14_000))),
                       "hw9_x.zip has a directory of more than 4 MiB."),
    "overlapping": (overlapping(RIGHT), "hw9_x.zip holds files that overlap, as those of a zip bomb do."),
}


@pytest.mark.parametrize("data, sentence", BROKEN.values(), ids=BROKEN)
def test_a_zip_that_can_not_be_taken_says_why(data, sentence, put):
    path = put({"hw9_x.zip": data}) / "hw9_x.zip"
    start = time.monotonic()
    assert sentence.replace("{}", str(path)) in one(path).complaint
    assert one(path).who == "x" and time.monotonic() - start < 1


def test_a_header_that_lies_about_sizes_does_not_help_a_bomb(put):
    data = bytearray(zipped((FILE, b"#" * (8 << 20))))
    central = data.index(b"PK\1\2")
    struct.pack_into("<L", data, central + 24, 100)
    found = one(put({"hw9_x.zip": bytes(data)}) / "hw9_x.zip")
    assert found.complaint or len(found.files()[FILE]) == 100


def test_zip64_is_read(put):
    with zipfile.ZipFile(data := io.BytesIO(), "w") as archived:
        with archived.open(FILE, "w", force_zip64=True) as file:
            file.write(MODEL)
    assert whose(put({"hw9_x.zip": data.getvalue()}) / "hw9_x.zip") == {"x": ()}


def test_nothing_random_or_corrupted_ever_raises(put):
    folder, random_, end = put({}), random.Random(9), time.monotonic() + 1.5
    valid = [RIGHT, zipped(*CANVAS.items()), zipped(("x/y.zip", RIGHT)), zipped(*MOODLE.items())]
    count = 0
    while time.monotonic() < end and count < 1000:
        data = bytearray(random_.choice(valid) if count % 8 else random_.randbytes(random_.randrange(500)))
        for _ in range(random_.randrange(6) if data else 0):
            near_the_end = -1 - random_.randrange(min(150, len(data)))
            data[random_.choice([random_.randrange(len(data)), near_the_end])] = random_.randrange(256)
        path = folder / f"{count}.{'py' if count % 16 == 8 else 'zip'}"
        path.write_bytes(data)
        for each in take(path):
            assert bool(each.complaint) != bool(each.files()) and intake.listing([each])
        path.unlink()
        count += 1
    assert count > 50


MEMORY = """
import resource, sys
from grader import intake
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = intake.submissions(sys.argv[1:], "funny_puzzle.py")
assert len(found) == 60 and all(len(each.files()["funny_puzzle.py"]) == 2 << 20 for each in found), found[0]
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_memory_stays_flat_with_many_large_submissions_in_a_zip(put):
    inner = zipped((FILE, random.Random(1).randbytes(2 << 20)))
    path = put({"bulk.zip": zipped(*((f"doe_{number}_1_hw9_{number}.zip", inner) for number in range(60)),
                                   pack=zipfile.ZIP_STORED)}) / "bulk.zip"
    done = subprocess.run([sys.executable, "-c", MEMORY, path], cwd=ROOT, capture_output=True, text=True)
    mib = int(done.stdout) / (1 << 10 if sys.platform == "linux" else 1 << 20)
    assert mib < 40, done.stderr


def test_a_class_of_hundreds_in_one_zip_is_listed_in_seconds(put):
    members = ((f"doe_{number}_1_hw9_netid{number}.zip", RIGHT) for number in range(500))
    start = time.monotonic()
    assert len(take(put({"bulk.zip": zipped(*members)}) / "bulk.zip")) == 500
    assert time.monotonic() - start < 5


# ---- Sources that are no Python ----

@pytest.mark.parametrize("source, sentence", [
    (b"", "It is empty."), (b" \r\n", "It is empty."),
    (b"%PDF-1.7", "It is a PDF document, not a Python program."),
    (b"{\\rtf1\\ansi", "It is a rich text document, not a Python program."),
    (b"\xd0\xcf\x11\xe0", "It is a Word document, not a Python program."),
    (zipped(("word/document.xml", b"")), "It is a Word document, not a Python program."),
    (RIGHT, "It is a zip, not a Python program."),
    (b"\n<!DOCTYPE html>", "It is a web page, not a Python program."),
    (NOTEBOOK, "It is a notebook (JSON), not a Python program."),
    ("x = 1".encode("utf-16"), "It is saved as UTF-16, which Python does not read: save it as UTF-8."),
    (b"x = 1\n\0", "Line 2 has a NUL byte, which Python does not read."),
    (b"# caf\xe9", "Line 1 has a byte, 0xe9, that is no utf-8: save it as UTF-8."),
    (b"x = 1\ny = 2\nz = 3 # \xe9", "Line 3 has a byte, 0xe9, that is no utf-8: save it as UTF-8."),
    (b"# coding: nosuch", "Its first lines name an encoding that Python does not know: save it as UTF-8."),
    (b"# coding: latin-1\n# \xe9", ""), (b"# coding: punycode\n" + b"A-" * 100_000, ""),
    (b"\xef\xbb\xbfx = 1\r\n", ""), (b"{'cells': 1}", ""), (MODEL, ""),
])
def test_what_is_no_python_is_told_from_its_bytes(source, sentence):
    assert sources.reading(source) == sentence


@pytest.mark.parametrize("change", [
    lambda source: b"\xef\xbb\xbf" + source, lambda source: source.replace(b"\n", b"\r\n"),
    lambda source: source.replace(b"    ", b"\t")], ids=["BOM", "CRLF", "tabs"])
def test_what_python_runs_is_graded_without_a_word(change, put):
    done = grader(*QUICK, put({"x.py": change(MODEL)}) / "x.py")
    assert done.stdout.endswith("Total: 3 of 3 points (3 accepted)\n\n") and "x.py  " not in done.stdout


@pytest.mark.parametrize("source, flag, reason", [
    (b"print 'h'\n", "", "Hint: Was it written for Python 2? Python 3 runs it."),
    (b"if 1:\n\tx = 1\n        y = 2\n", "", "Hint: Are some lines indented with tabs and others"),
    (NOTEBOOK, "It is a notebook (JSON), not a Python program.", "solve/funny12-384: missing"),
    (b"%PDF-1.7", "It is a PDF document, not a Python program.", "import: runtime_error"),
    (b"x = '\0'", "Line 1 has a NUL byte, which Python does not read.", "import: runtime_error"),
    (b"#" * (10 << 20), "x.py is larger than 2 MiB.", "import: missing"),
])
def test_what_python_does_not_run_has_a_verdict_and_a_sentence(source, flag, reason, put):
    path = put({"x.py": source}) / "x.py"
    done = grader(*QUICK, path)
    assert done.returncode == 0 and done.stderr == ""
    assert flag in done.stdout and reason in done.stdout


# ---- Through the command line ----

@pytest.mark.parametrize("layout", ["Canvas", "Moodle", "folders"])
def test_the_command_lists_and_grades_a_class_and_reruns_one_of_it(layout, put):
    files, expected = LAYOUTS[layout]
    path = put({"bulk.zip": zipped(*files.items())}) / "bulk.zip"
    done = grader("--only", "solve/funny00-1", path)
    assert done.returncode == 0 and done.stderr == ""
    number = len(expected)
    assert done.stdout.startswith(f"{number} submissions ({number} from a folder or zip of many):\n  ")
    assert done.stdout.count("Total: 2 of 2 points") == 2 * len(expected)
    assert all(flag in done.stdout for flags in expected.values() for flag in flags)


def test_the_command_under_a_failure_reruns_one_of_many(put):
    wrong = MODEL.replace(b" h={h}", b" h ={h}")
    bulk = zipped(("it's_1_2_funny_puzzle.py", wrong), ("b_2_3_funny_puzzle.py", MODEL))
    path = put({"bulk.zip": bulk}) / "bulk.zip"
    (command,) = re.findall("Again: python3 (.*print_succ.*)", grader(*QUICK, path).stdout)
    words = shlex.split(command)
    again = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)
    assert "print_succ/funny12-384       wrong_answer      0/1" in again.stdout
    assert again.stdout.startswith(f"{path}!it's_1_2_funny_puzzle.py: ")


def test_the_command_repeats_a_layout_that_was_forced(put):
    done = grader(*QUICK, "--layout", "single", put({"a.py": b""}))
    assert "--layout single --only" in done.stdout
    done = grader("--layout", "nosuch", "x")
    assert done.returncode == 2 and "argument --layout: invalid choice: 'nosuch'" in done.stderr


def test_intake_writes_nothing(put):
    folder = put({"bulk.zip": zipped(*CANVAS.items(), ("../../x.py", MODEL), ("/tmp/x.py", MODEL))})
    before = sorted(folder.parent.rglob("*"))
    assert [each.complaint[:18] for each in take(folder / "bulk.zip") if each.complaint] == [
        "../../x.py is a fi", "/tmp/x.py is a fil"]
    assert sorted(folder.parent.rglob("*")) == before
