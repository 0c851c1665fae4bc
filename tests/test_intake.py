"""Whose the submissions in real files, folders and zips are, and what is odd about them."""

import json
import os

import pytest

from grader.intake import archive, layouts
from grader.intake.shape import main_file
from tests.handed_in import (
    BLACKBOARD,
    BRIGHTSPACE,
    CANVAS,
    CLASSROOM,
    FILE,
    GRADESCOPE,
    MODEL,
    MOODLE,
    NOTEBOOK,
    blackboard,
    contents,
    find_again,
    info,
    models,
    of_each,
    one,
    receipt,
    take,
    tarred,
    whose,
    zipped,
)
from tests.helpers import ROOT, read_json, stdout_of
from tests.sample import rows


# What is handed in, and what intake makes of it.
SHAPES = read_json(ROOT / "tests/shapes.json")
CLAIMS = read_json(ROOT / "tests/handed_in.json")


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_is_handed_in_is_read_as_its_claim_says(claim, put):
    handed_in = CLAIMS[claim]
    path = put(contents(handed_in["files"])) / handed_in.get("path", "")
    asked = handed_in.get("asked", [FILE])
    submissions = take(path, layout=handed_in.get("layout", "auto"), files=asked)
    expected = handed_in["submissions"]
    assert {submission.who for submission in submissions} == {*expected}
    for submission in submissions:
        fields = {"complaint": "", **expected[submission.who]}
        files = contents({asked[0]: fields.pop("program", None), **fields.pop("modules", {})})
        assert submission.files() == ({} if fields["complaint"] else files)
        told = {name: getattr(submission, name) for name in fields}
        assert json.loads(json.dumps(told)) == fields
        find_again(submission, asked)


# ---- One submission ----


@pytest.fixture
def bulk(put):
    """A function that writes files into a folder, a zip and a tar, and returns their paths."""

    def write(files):
        folder = put(files)
        zip_file, tar_file = folder.parent / "bulk.zip", folder.parent / "bulk.tar.gz"
        zip_file.write_bytes(zipped(*files.items()))
        tar_file.write_bytes(tarred(*files.items()))
        return folder, zip_file, tar_file

    return write


WITHOUT = "The program runs without the other files of the zip: "


@pytest.mark.parametrize(
    "members, flags",
    [
        *SHAPES["zips"],
        ([FILE, info("x.py", 0o120777)], [WITHOUT + "x.py (a link)."]),
        ([FILE, info("x.py", 0o010666)], [WITHOUT + "x.py (a FIFO)."]),
        ([FILE, "lib/__init__.py", "lib/a.py"], [WITHOUT + "lib/__init__.py, lib/a.py."]),
    ],
)
def test_a_zip_that_breaks_the_rule_is_graded_and_what_is_news_is_flagged(members, flags, put_file):
    data = zipped(*((name, MODEL) for name in members))
    assert whose(put_file("hw9_jdoe.zip", data)) == {"jdoe": tuple(flags)}


def test_the_last_of_members_with_equal_names_is_taken(put_file):
    with pytest.warns(UserWarning):
        data = zipped((FILE, b"old"), (FILE, MODEL))
    flag = "funny_puzzle.py is in the zip more than once, and the last was taken."
    assert whose(put_file("hw9_jdoe.zip", data)) == {"jdoe": (flag,)}


NONSENSE = """
no JSON      | {"cells"
no cells     | {"cell": "cells", "x": {"cells": 1}}
a number     | {"cells": 7}
no source    | {"cells": [{"cell_type": "code"}]}
no kind      | {"cells": ["code"]}
"""
DEEP = pytest.param('{"cells":' * 100_000, id="deep")


@pytest.mark.parametrize("text", [*rows(NONSENSE), DEEP])
def test_a_notebook_of_nonsense_is_an_empty_program(text, put_file):
    submission = one(put_file("hw9.ipynb", text.encode()))
    assert submission.files() == {FILE: b"\n"} and submission.is_empty


@pytest.mark.parametrize("files, program", SHAPES["modules"].values(), ids=SHAPES["modules"])
def test_the_program_of_several_files_is_the_one_that_imports_the_others(files, program, bulk):
    contents = {name: line.encode() for name, line in files.items()}
    for path in bulk(contents):
        submission = one(path, layout="single")
        if program:
            assert not submission.complaint
            others = {name: data for name, data in contents.items() if name != program}
            assert submission.files() == {**others, FILE: contents[program]}
            assert submission.flags[0] == f"The program is called {program}, not funny_puzzle.py."
        else:
            assert "any could be meant" in submission.complaint


@pytest.mark.parametrize(
    "files, sentence",
    [
        (
            {f"d/{number}.txt": b"" for number in range(1001)},
            "in holds more than 1,000 files and folders.",
        ),
        ({FILE: b" " * (2 << 20) + b"1"}, "funny_puzzle.py is larger than 2 MiB."),
        (
            {FILE: MODEL, **{f"m{number}.py": b"1" * (2 << 20) for number in range(4)}},
            "Its modules are larger than 8 MiB together.",
        ),
    ],
)
def test_a_folder_that_is_too_large_says_why(files, sentence, put):
    folder = put(files)
    submission = one(folder, layout="single")
    assert submission.complaint == sentence
    assert submission.files() == {} and len(submission.key()) == 64


def test_a_path_to_nothing_is_reported(tmp_path):
    assert one(tmp_path / "x").complaint == f"There is no file or folder {tmp_path}/x."
    assert one("a\0b").complaint == "There is no file or folder a\ufffdb."


SEVERAL = ("primes.py", "sums.py")


@pytest.mark.parametrize("names, taken, said", SHAPES["several files"])
def test_several_files_are_taken_from_one_folder(names, taken, said, bulk):
    for path in bulk(models(*names)):
        submission = one(path, files=SEVERAL, layout="single")
        assert sorted(submission.files()) == taken
        assert said in f"{submission.flags} {submission.complaint}"


@pytest.mark.parametrize(
    "path, file, before",
    [
        ("x.py", "x.py", ""),
        ("a", "a/b/funny_puzzle.py", ""),
        ("hw9_jdoe.zip", "funny_puzzle.py", "unpack hw9_jdoe.zip first"),
        ("c", "funny_puzzle.py", "save the code of hw9.ipynb in it first"),
    ],
)
def test_a_submission_says_where_its_program_is_at_hand(path, file, before, put, monkeypatch):
    files = models("x.py", "a/b/funny_puzzle.py", "hw9_jdoe.zip")
    monkeypatch.chdir(put(files | {"c/hw9.ipynb": NOTEBOOK}))
    assert one(path).at_hand(FILE) == (file, before)
    assert one(path).at_hand("nosuch.py") == ("nosuch.py", "")


@pytest.mark.timeout(60)
def test_a_name_that_says_copy_forty_times_is_read_at_once():
    assert main_file("funny_puzzle" + " copy" * 40 + "x.py", [FILE]) == ""


# ---- Many ----

RULE = {
    "hw9_jdoe.zip": zipped((FILE, b"old")),
    **models("hw9_jdoe (1).zip", "hw9_broe.zip"),
    "grades.csv": b"",
}
LAYOUTS = {
    "Blackboard": BLACKBOARD,
    "Brightspace": BRIGHTSPACE,
    "Canvas": CANVAS,
    "Moodle": MOODLE,
    "Gradescope": GRADESCOPE,
    "Classroom": CLASSROOM,
    "rule": RULE,
    "folders": models("jdoe/funny_puzzle.py", "broe/hw9/Funny_Puzzle.py"),
    "programs": models("a.py", "b.py", "c.py"),
}


@pytest.mark.parametrize("wrapper", ["", "hw9/all/"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_folder_and_a_zip_of_many_are_recognised_and_flagged(layout, wrapper, bulk):
    expected = {who: tuple(flags) for who, flags in SHAPES["flags of many"][layout].items()}
    for path in bulk({wrapper + name: data for name, data in LAYOUTS[layout].items()}):
        assert list(whose(path).items()) == sorted(expected.items())


def test_one_of_many_is_found_by_the_path_of_all_and_its_name_or_its_students(put):
    folder = put({"bulk.zip": zipped(*CANVAS.items()), "a!b.py": MODEL})
    path = f"{folder}/bulk.zip!li_14_104_hw9_li.zip"
    assert one(path).who == "li" and one(path).path == one(f"{folder}/bulk.zip!li").path == path
    assert one(f"{folder}/bulk.zip!x").complaint == f"There is no submission {folder}/bulk.zip!x."
    assert not one(folder / "a!b.py").inside


def test_a_class_in_the_place_of_a_submission_is_named_as_one(put):
    names = ("doejane_1_2_a.py", "roebob_3_4_a.py", "liann_5_6_a.py")
    sections = put(models(*(f"{section}/{name}" for section in "12" for name in names)))
    for section in take(sections):
        assert section.complaint.endswith(" like those of a class: give it as a PATH of its own.")
    assert len(take(sections / "1", sections / "2")) == 6


def test_the_layout_can_be_forced(put):
    folder = put({FILE: MODEL, "b.py": MODEL, "in/c.py": MODEL, "in/d/funny_puzzle.py": b""})
    (folder / "empty").mkdir()
    assert {"b", "funny_puzzle"} < set(of_each(folder, "who", layout="many"))
    assert one(folder / "in", layout="single").files()[FILE] == b""
    complaint = f"There is no submission in {folder}/empty."
    assert one(folder / "empty", layout="many").complaint == complaint


# {what is handed in: (who is in it, the files)}: one or two in every shape that systems produce.
SMALL = {
    "Blackboard": (
        "Ann Smith",
        receipt("Ann Smith", "asmith", 2) | models(blackboard("asmith", 2, f"_{FILE}")),
    ),
    "Gradescope": (
        "Jane Doe and Bob Roe",
        {name: data for name, data in GRADESCOPE.items() if "8" not in name},
    ),
}
for shape, (who, names) in SHAPES["classes of one or two"].items():
    SMALL[shape] = who, models(*names)


@pytest.mark.parametrize("students, files", SMALL.values(), ids=SMALL)
def test_a_class_of_one_or_two_is_a_class_if_that_is_said(students, files, bulk):
    for path in bulk(files):
        assert ", ".join(whose(path, layout="many")) == students


# The flag of a folder whose name says nothing, by the layout that it tells of.
SAID = {
    "many": "If {} holds submissions of several students, grade it with --layout many.",
    "single": "It is taken for one of several submissions: if all of {} is one student's, grade "
    "it with --layout single.",
}


@pytest.mark.parametrize(
    "files, students, said", SHAPES["loose files"].values(), ids=SHAPES["loose files"]
)
def test_two_loose_files_are_a_class_of_two_and_what_is_not_sure_is_said(
    files, students, said, put
):
    folder = put({name: b"%s\n%s" % (line.encode(), MODEL) for name, line in files.items()})
    taken = take(folder)
    assert [submission.who for submission in taken] == (students or ["in"])
    for submission in taken:
        assert bool(submission.inside) == bool(students)
        flags = [flag for flag in submission.private_flags if "--layout" in flag]
        assert flags == ([SAID[said].format("in")] if said else [])
        assert "--layout" not in f"{submission.flags} {submission.complaint}"
    for layout in "single", "many":
        assert "--layout" not in str(of_each(folder, "private_flags", layout=layout))


def test_two_loose_files_in_each_of_several_folders_are_one_submission_each(put):
    folder = put(models("x/a.py", "x/b.pdf", "y/a.py", "y/b.pdf"))
    x, y = take(folder / "x", folder / "y")
    assert (x.who, y.who) == ("x", "y")
    for submission in x, y:
        assert SAID["many"].format(submission.who) in submission.private_flags


def test_a_student_may_have_any_number_of_attempts(put):
    names = [f"hw_doe_attempt_{year}-01-01-00-00-00_x.pdf" for year in range(1000, 2100)]
    uploads = [f"roe_1_{number}_hw9-{number}.7z" for number in range(1100)]
    doe, roe = take(put(dict.fromkeys(names + uploads, b"")), layout="many")
    assert doe.complaint and roe.complaint


def test_odd_entries_among_many_are_submissions_and_spoil_no_others(put):
    folder = put({"jdoe/funny_puzzle.py": MODEL, "hw9_bad.zip": b"PK", "x.rar": b"Rar!"})
    (folder / "empty").mkdir()
    (folder / "link").symlink_to("jdoe")
    os.mkfifo(folder / "fifo.py")
    assert of_each(folder, "complaint") == {
        "jdoe": "",
        "link": "link is a link.",
        "fifo": "fifo.py is a FIFO.",
        "bad": "hw9_bad.zip is damaged, or no zip (File is not a zip file).",
        "x": "x.rar is a RAR archive, which the grader does not unpack: hand in a zip instead.",
        "empty": "The folder empty has no funny_puzzle.py, nor any other .py file.",
    }


# ---- One odd entry among many ----


def test_a_folder_of_too_many_entries_does_not_stop_the_others(put):
    path = put(models("ann/x.py", "bob/x.py", "junk/x.py"))
    for number in range(10_001):
        (path / "junk" / str(number)).touch()
    shown = stdout_of("--only", "solve/funny00-1", path)
    assert shown.count("Total: 2 of 2 points") == 2
    assert "The folder junk holds more than 10,000 entries." in shown
    assert "1 missing" in shown


def test_a_folder_that_can_not_be_opened_does_not_stop_the_others(put, monkeypatch):
    folder, scandir = put(models("ann/x.py", "bob/x.py", "eve/x.py")), os.scandir

    def refuse(path):
        if str(path).endswith("eve"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(archive.os, "scandir", refuse)
    refused = "The folder eve can't be listed (Permission denied)."
    assert of_each(folder, "complaint") == {"ann": "", "bob": "", "eve": refused}


def test_unreadable_metadata_costs_only_the_names(put, monkeypatch):
    monkeypatch.setattr(layouts, "LIST_BYTES", 1 << 20)
    flags = whose(put({**GRADESCOPE, "submission_metadata.yml": b"#" * (2 << 20)}))
    flag = "Its students' names are not known: submission_metadata.yml is larger than 1 MiB."
    assert flags == {"submission_7": (flag,), "submission_8": (flag,)}
