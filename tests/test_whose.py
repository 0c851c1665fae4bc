"""Whose submissions are: names, equal ones and ids; and what the commands make of them."""

import csv
import re
import shlex
from html import unescape

import pytest

from grader.commands.views import listing_of
from grader.intake.people import is_plausible
from tests.handed_in import (
    CANVAS,
    GRADESCOPE,
    METADATA,
    MODEL,
    QUICK,
    models,
    of_each,
    take,
    zipped,
)
from tests.helpers import grader, python, stdout_of
from tests.stores import change_listing


# {a netid and a name: whether they fit together}
NETIDS = {
    "annq smithann": True,
    "sa Ann Smith": True,
    "nh Ann Smith": False,
    "4711 Abe": True,
    "x1 李": True,
    "liwx Wu, Li": False,
    "qand Bo Anders": True,
}


@pytest.mark.parametrize("person", NETIDS)
def test_a_netid_is_plausible_if_it_resembles_the_name(person):
    assert is_plausible(*person.split(" ", 1)) == NETIDS[person]


def test_the_gradebook_has_a_row_for_each_student_with_the_ids_that_are_known(put):
    metadata = METADATA.replace(b"    :sid: '123'\n", b"    :sid: '0123'\n    :email: =1+1\n")
    metadata = metadata.replace(b"\n", b"\r\n")
    path = put({**GRADESCOPE, "submission_metadata.yml": metadata})
    grader("--only", "solve/funny00-1", "--out", path.parent / "out", path)
    table = (path.parent / "out/gradebook.csv").read_text("utf-8-sig")
    assert [row[:5] for row in csv.reader(table.splitlines())] == [
        ["submission", "name", "gradescope_sid", "email", "points"],
        ["Jane Doe and Bob Roe", "Jane Doe", "0123", "'=1+1", "2"],
        ["Jane Doe and Bob Roe", "Bob Roe", "", "", "2"],
        ["submission_8", "", "", "", "2"],
    ]


def test_the_list_of_a_class_is_sorted_as_its_summary_is(put):
    names = ("Zoe", "Åsa", "asa", "Émile", "emil", "Olsen", "Öst", "Ostberg")
    path = put({f"{name}/funny_puzzle.py": name.encode() for name in names})
    listed, _, summary = stdout_of(*QUICK[:2], path).partition("\n\n")
    order = ["asa", "Åsa", "emil", "Émile", "Olsen", "Öst", "Ostberg", "Zoe"]
    assert re.findall(r"^  (\w+) ", listed, re.M) == order
    assert re.findall(r"^(\w+) +1 \w+$", summary, re.M) == order


def test_a_store_without_people_is_still_reported(put):
    path = put(models("a_1_2_x.py", "b_2_3_x.py"))
    out = path.parent / "out"
    grader(*QUICK, "--out", out, path)

    def forget_people(listing):
        for submission in listing["submissions"]:
            fields = submission["submission"]
            assert fields.pop("people") and fields.pop("private_flags")

    change_listing(out, forget_people)
    shown = stdout_of("report", out)
    assert "3/3" in shown
    table = (out / "gradebook.csv").read_text("utf-8-sig")
    assert table.startswith('"submission","points"')


def test_equal_names_get_numbers_and_flags(put):
    folder = put(models("a/x.py", "b/x.py", "c/X.py", "d/e\u0301.py", "d/é.py"))
    submissions = take(*sorted(folder.glob("*/*.py")))
    flag = ("Another submission has the same name.",)
    assert [(submission.who, submission.flags) for submission in submissions] == [
        ("é", ()),
        ("é (2)", flag),
        ("x", ()),
        ("x (2)", flag),
        ("X (3)", flag),
    ]


def test_a_path_given_twice_is_one_submission(put):
    folder = put(models("x.py"))
    assert len(take(folder / "x.py", folder / "x.py")) == 1


def test_a_listing_has_places_relative_to_what_was_given_and_keeps_its_columns(put):
    long = f"{'b' * 60}_1_1_funny_puzzle.py"
    files = models("ann_0_0_funny_puzzle.py", "王小明_2_2_funny_puzzle.py")
    folder = put(files | {long: b""})
    assert listing_of(take(folder)).splitlines() == [
        f"3 submissions in {folder}:",
        "  ann                       ann_0_0_funny_puzzle.py  "
        "Its files are the same, byte for byte, as those of 王小明.",
        f"  bbbbbbbbbbbbbbbbbbbbb...  {long}  It is empty.",
        "  王小明                    王小明_2_2_funny_puzzle.py  "
        "Its files are the same, byte for byte, as those of ann.",
    ]
    narrow = listing_of(take(folder), 50)
    assert "\n  ann\n    ann_0_0_funny_puzzle.py  Its files are the\n" in narrow


def test_the_command_under_a_failure_reruns_one_of_many(put_file):
    wrong = MODEL.replace(b" h={h}", b" h ={h}")
    bulk = zipped(("it's_1_2_funny_puzzle.py", wrong), ("b_2_3_funny_puzzle.py", MODEL))
    path = put_file("bulk.zip", bulk)
    grader(*QUICK, "--no-examples", "--out", path.parent / "out", path)
    text = (path.parent / "out/junit.xml").read_text()
    (command,) = re.findall("Again: python3 (.*print_succ[^<]*)", text)
    again = python(*shlex.split(unescape(command))).stdout
    assert "print_succ/funny07-32        wrong_answer      0/1" in again
    assert again.startswith(f"{path}!it's_1_2_funny_puzzle.py: ")


def test_the_command_repeats_a_layout_that_was_forced(put):
    shown = stdout_of("--only", "solve/funny00-1", "--layout", "single", put({"a.py": b""}))
    assert "--layout single --only" in shown


def test_intake_writes_nothing(put):
    folder = put({"bulk.zip": zipped(*CANVAS.items(), ("../../x.py", MODEL), ("/tmp/x.py", MODEL))})
    before = sorted(folder.parent.rglob("*"))
    complaints = filter(None, of_each(folder / "bulk.zip", "complaint").values())
    assert [text[:18] for text in complaints] == ["../../x.py is a fi", "/tmp/x.py is a fil"]
    assert sorted(folder.parent.rglob("*")) == before
