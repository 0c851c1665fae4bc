"""The files of reports: their names and colours, how they are written, what no name can do."""

import csv
import io
import os
import re
import subprocess
import unicodedata
from itertools import product

import pytest

from grader.conditions import Conditions
from grader.ground import text
from grader.report import files, gradebook, names
from grader.report.explanation import rerun
from tests.documents import document, submission
from tests.helpers import ROOT, read_json, refusal_of, write_files
from tests.test_report import HOSTILE, in_json, small


def test_names_of_files_are_safe_and_each_students_own():
    stems = names.stems(HOSTILE)
    assert all(re.fullmatch(r"[\w-]{1,60}", stem) for stem in stems)
    assert len({stem.casefold() for stem in stems}) == len(HOSTILE)
    assert names.stems(["ada1", "bob_2"]) == ["ada1", "bob_2"]


@pytest.mark.parametrize(
    "name",
    ["\u4e2d\u6587", "Łukasz", "عمر", "Ольга", "हिन्दी", "Jos\u00e9", "Nguyễn", "\U0001d49c"],
)
def test_letters_of_every_script_stay_in_the_names_of_files(name):
    assert names.stems([name]) == [unicodedata.normalize("NFC", name)]
    assert names.stems([unicodedata.normalize("NFD", name)]) == names.stems([name])


@pytest.mark.parametrize(
    "one, other",
    [
        ("Stra\u00dfe", "strasse"),
        ("\u0130\u0131", "i\u0307i"),
        ("\ufb01n", "fin"),
        ("A b", "a-B"),
        ("\u212b", "\u00e5"),
        ("\u1fb3", "\u03b1\u03b9"),
    ],
)
def test_names_that_a_file_system_may_take_for_the_same_get_digests(one, other):
    stems = names.stems([one, other])
    assert all(re.fullmatch(r"[\w-]*-[0-9a-f]{8}", stem) for stem in stems)
    assert stems[0] != stems[1]


def test_nobody_can_take_the_name_with_a_digest_that_another_has():
    (digested, _) = names.stems(["CON", "ada"])
    assert len(set(names.stems(["CON", digested]))) == 2


def test_where_the_file_system_lacks_letters_a_name_has_none_of_them(monkeypatch):
    monkeypatch.setattr(names.os, "fsencode", lambda name: name.encode("ascii"))
    assert re.fullmatch("student-[0-9a-f]{8}", *names.stems(["\u4e2d\u6587"]))


def test_all_reports_are_written_and_nothing_else(tmp_path):
    for _ in range(2):
        write_files(tmp_path, {"feedback/notes.txt": "", "html/students/notes.html": ""})
        paths = files.write_all(small(), tmp_path, sort="points")
        assert sorted(paths) == sorted(path for path in tmp_path.rglob("*") if path.is_file())
    names = "feedback gradebook.csv html junit.xml results.json".split()
    assert sorted(os.listdir(tmp_path)) == names
    assert read_json(tmp_path / "results.json") == in_json(small())
    assert (tmp_path / "gradebook.csv").stat().st_mode & 0o777 == 0o600


def test_files_of_others_are_not_replaced(tmp_path):
    write_files(tmp_path, {"gradebook.csv": "mine", "feedback/notes.txt": "mine, too"})
    for words in ["funny_puzzle.py"], ["merge", "part-1"]:
        assert "feedback and gradebook.csv" in refusal_of(*words, "--out", tmp_path)
    assert sorted(os.listdir(tmp_path)) == ["feedback", "gradebook.csv"]


def test_a_report_that_can_not_be_written_leaves_the_old_one(tmp_path):
    files.write(tmp_path, {"a": b"old"})
    with pytest.raises(TypeError):
        files.write(tmp_path, {"a": "no bytes"})
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"old")]


def test_an_interruption_just_after_a_report_took_its_place_passes_on(tmp_path, monkeypatch):
    def interrupted(old, new, replace=os.replace):
        replace(old, new)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write(tmp_path, {"a": b"new"})
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"new")]


def luminance(colour):
    """The relative luminance of a colour #rrggbb (WCAG 2)."""
    total = 0
    for part, weight in zip(bytes.fromhex(colour[1:]), (0.2126, 0.7152, 0.0722)):
        share = part / 255
        total += weight * (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
    return total


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_text_contrasts_with_what_is_behind_it(scheme):
    style = (ROOT / "grader/report/style.css").read_text()
    names = re.findall(r":root \{(.*?)\}", style, re.DOTALL)[scheme]
    colour = dict(re.findall(r"--([\w-]+): (#\w{6});", names))
    pairs = [(name, name[:-5]) for name in colour if name.endswith("-text")]
    pairs += [("text", "cell"), *product(("text", "soft", "link"), ("page", "card"))]
    for pair in pairs:
        dark, light = sorted(luminance(colour[name]) for name in pair)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, pair


# ---- What no name or path can do ----


def test_a_shell_reads_back_the_paths_that_a_command_names():
    paths = [name for name in HOSTILE if name not in ("a\0b", "\ud800\udcff")] + ["\udcff\n'"]
    command = f"printf '%s\\0' {' '.join(map(text.shell_word, paths))}"
    assert command.isprintable()
    shown = subprocess.run(["bash", "-c", command], capture_output=True, check=True).stdout
    assert shown == b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)


def test_a_path_that_begins_with_a_dash_is_no_option():
    command = rerun("-x.py", Conditions(), "import")
    assert command == "python3 -m grader --only import ./-x.py"


@pytest.mark.parametrize(
    "cell",
    ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "\n=1", " =1", "\uff1d1", "=cmd|' /C calc'!A0"],
)
def test_a_spreadsheet_executes_no_cell(cell):
    table = gradebook.table(document(submission(cell, [], flags=(cell,)))).decode("utf-8-sig")
    _, (name, *_, flags) = csv.reader(io.StringIO(table))
    assert name[0] in "'\\" and flags[0] in "'\\"


def test_a_file_that_was_just_made_is_removed_by_an_interruption(tmp_path, monkeypatch):
    def interrupted(path, flags):
        os.close(os.open(path, flags, 0o600))
        raise KeyboardInterrupt

    monkeypatch.setattr(files, "_for_the_owner", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write(tmp_path, {"junit.xml": b"<testsuites/>"})
    assert list(tmp_path.iterdir()) == []
