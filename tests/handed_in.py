"""Files, folders and zips for the tests of intake, and what intake makes of them."""

import io
import tarfile
import zipfile
from dataclasses import replace

from grader.intake import intake
from tests.helpers import ROOT


FILE = "funny_puzzle.py"
MODEL = (ROOT / FILE).read_bytes()
QUICK = ["--only", "import", "--only", "*/funny07-32"]


def zipped(*members, pack=zipfile.ZIP_DEFLATED):
    """The bytes of a zip with these (name or ZipInfo, bytes)."""
    with zipfile.ZipFile(data := io.BytesIO(), "w", pack) as archived:
        for name, content in members:
            archived.writestr(name, content)
    return data.getvalue()


def tarred(*members, mode="w:gz", format=tarfile.DEFAULT_FORMAT):
    """The bytes of a tar with these (name or TarInfo, bytes)."""
    with tarfile.open(fileobj=(data := io.BytesIO()), mode=mode, format=format) as archived:
        for name, content in members:
            member = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            member.size = len(content)
            archived.addfile(member, io.BytesIO(content))
    return data.getvalue()


def info(name, mode):
    """The directory entry of a zip's member that has this mode."""
    member = zipfile.ZipInfo(name)
    member.external_attr = mode << 16
    return member


def sum_up(header):
    """Give the header of a tar's member the checksum that fits."""
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)


RIGHT = zipped((FILE, MODEL))
NOTEBOOK = (
    b'{"cells": [{"cell_type": "markdown", "source": ["# hw9"]}, {"cell_type": "code", "source": '
    b'["%matplotlib inline\\n", "x = 1"]}, {"cell_type": "code", "source": "y = 2\\n!ls"}]}'
)
CANVAS = {
    "doejane_12_100_hw9_jdoe.zip": zipped((FILE, b"old")),
    "doejane_12_103_hw9_jdoe-1.zip": RIGHT,
    "roebob_LATE_13_102_funny_puzzle-2.py": MODEL,
    "li_14_104_hw9_li.zip": RIGHT,
}
MOODLE = {
    "Jane Doe_1_assignsubmission_file_/hw9_jdoe.zip": RIGHT,
    "Jane Doe_1_assignsubmission_onlinetext_/onlinetext.html": b"",
    "Bob Roe_2_assignsubmission_file_/funny_puzzle.py": MODEL,
    "Li_3_assignsubmission_file_funny_puzzle.py": MODEL,
}
BRIGHTSPACE = {
    "51001-9 - Ann Smith - Oct 1, 2026 1012 AM/hw9.py": b"older",
    "51001-9 - Ann Smith - Sep 30, 2026 1159 PM/hw9.py": b"oldest",
    "51001-9 - Ann Smith - Oct 1, 2026 1259 PM/hw9.py": b"old",
    "51001-9 - Ann Smith - Oct 1, 2026 103 PM/funny_puzzle.py": MODEL,
    "51002-9 - Jo Li - St. John - October 12, 2026 1205 AM/funny_puzzle.py": MODEL,
    "51003-9 - Bob Roe - Oct 2, 2026 900 AM/hw9_broe.zip": RIGHT,
    "index.html": b"<html>",
}

RECEIPT = "Name: {} ({})\nAssignment: Homework_9 A star\nFiles:\n"


def blackboard(username, day, ending=".txt"):
    """The name of a file in a download of Blackboard's, which ends so; by default of a receipt."""
    return f"Homework_9 A star_{username}_attempt_2024-10-{day:02}-12-30-00{ending}"


def receipt(name, username, day):
    """{name of a receipt of Blackboard's: its bytes}."""
    return {blackboard(username, day): RECEIPT.format(name, username).encode()}


BLACKBOARD = {
    **receipt("Ann Smith", "asmith", 2),
    blackboard("asmith", 2, f"_{FILE}"): b"old",
    blackboard("asmith", 2, "_helper.py"): b"older",
    **receipt("Ann Smith", "asmith", 3),
    blackboard("asmith", 3, f"_{FILE}"): MODEL,
    **receipt("Bob Roe", "b_roe", 2),
    blackboard("b_roe", 2, "_hw9_broe.zip"): RIGHT,
    blackboard("li", 1, f"_{FILE}"): MODEL,
}
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
GRADESCOPE = {
    "submission_7/funny_puzzle.py": MODEL,
    "submission_8/funny_puzzle.py": MODEL,
    "submission_metadata.yml": METADATA,
}
CLASSROOM = {
    f"hw-9-{user}/{file}": MODEL for user in ("jdoe", "broe") for file in (".git/HEAD", FILE)
}


def take(*paths, layout="auto", files=(FILE,)):
    """The submissions at the paths, all with a complaint or a program that can be read."""
    submissions = intake.submissions([str(path) for path in paths], files, layout)
    for submission in submissions:
        assert submission.complaint or submission.key() and set(files) & set(submission.files())
    return submissions


def one(path, **options):
    """The only submission at a path."""
    (submission,) = take(path, **options)
    return submission


def of_each(path, field, **options):
    """{who: this field} of the submissions at a path."""
    return {submission.who: getattr(submission, field) for submission in take(path, **options)}


def models(*names):
    """{name: the model solution, or a zip with it if the name is that of a zip}."""
    return {name: RIGHT if name.endswith(".zip") else MODEL for name in names}


def contents(files):
    """{name: bytes} of files as JSON has them: {name: text}.

    In the place of a text, None stands for the model solution, an object for a zip of such files.
    """
    contents_of = models(*files)
    for name, text in files.items():
        if isinstance(text, dict):
            contents_of[name] = zipped(*contents(text).items())
        elif text is not None:
            contents_of[name] = text.encode("latin-1")
    return contents_of


def find_again(submission, asked=(FILE,)):
    """Assert that one of many is found again, the same, by its own path, but for its private flags,
    which name others that are graded.
    """
    if submission.inside:
        (found,) = intake.submissions([submission.path], asked)
        assert replace(found, private_flags=()) == replace(submission, private_flags=())


def whose(path, **options):
    """{who: flags} of the submissions at a path, all of whom handed in the model solution."""
    submissions = take(path, **options)
    assert all(submission.files()[FILE] == MODEL for submission in submissions), [
        submission.complaint for submission in submissions
    ]
    for submission in submissions:
        find_again(submission)
    return {submission.who: submission.flags for submission in submissions}
