"""Gradebooks, points by hand and feedback.zip through the commands that make them."""

import shutil
import zipfile

import pytest

from grader.records.submissions import Adjustment
from grader.report.sentences import ADJUSTED_BEFORE
from grader.store.by_hand import ByHand
from grader.store.store import JOINED, Store
from tests.handed_in import CANVAS, MOODLE, zipped
from tests.helpers import MODEL, points, refusal_of, stdout_of, submissions, write_files


pytestmark = pytest.mark.long

ROSTER = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Puzzle (902)\r\n"
    "Points Possible,,,,,2\r\n"
    '"Doe, Jane",12,s1,jdoe,1,\r\n"Roe, Bob",13,s2,broe,1,\r\n"Xu, Xi",15,s3,xx,1,1\r\n'
)
CHECKS = ("--only", "import", "--only", "print_succ/funny00-1")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A folder with two classes as Canvas and Moodle hand them out, and Canvas's results."""
    folder = tmp_path_factory.mktemp("gradebook")
    for name, files in {"canvas": CANVAS, "moodle": MOODLE}.items():
        write_files(folder / name, files)
        stdout_of(folder / name, *CHECKS, "--out", folder / f"{name}-out")
    (folder / "roster.csv").write_text(ROSTER, newline="")
    return folder


def test_a_roster_is_filled_by_grading(graded, tmp_path):
    out = shutil.copytree(graded / "canvas-out", tmp_path / "out")
    roster = ("--roster", graded / "roster.csv", "--absent", "0")
    shown = stdout_of(graded / "canvas", *CHECKS, "--out", out, *roster)
    assert "filled-roster.csv: 2 rows of 'Puzzle (902)' filled in\n" in shown
    assert "is not in the roster" in shown
    assert "  only 1 of the assignment's 100 points were graded\n" in shown
    lines = (out / "filled-roster.csv").read_bytes().splitlines(keepends=True)
    assert [line[-4:] for line in lines[1:]] == [b",2\r\n", b",1\r\n", b",1\r\n", b",0\r\n"]


def test_points_by_hand_are_shown_and_kept_when_graded_again(graded, tmp_path):
    out = shutil.copytree(graded / "canvas-out", tmp_path / "out")
    by_hand = tmp_path / "by hand.csv"
    command = (graded / "canvas", *CHECKS, "--out", out)
    by_hand.write_text("who,points,reason\njdoe,-0.5,handed in by mail\n", "utf-8")
    stdout_of(*command, "--adjust", by_hand)
    before = points(graded / "canvas-out")
    (adjusted,) = (who for who, number in points(out).items() if number != before[who])
    assert points(out)[adjusted] == before[adjusted] - 0.5
    stdout_of(*command)
    assert points(out)[adjusted] == before[adjusted] - 0.5
    text = (out / f"feedback/{adjusted}.txt").read_text(encoding="utf-8")
    assert "-0.5 points by hand: handed in by mail." in text
    by_hand.write_text("who,points,reason\n", "utf-8")
    stdout_of("report", out, "--adjust", by_hand)
    assert points(out) == before
    by_hand.write_text("Who;Points;Reason\njdoe;-0,5;handed in, by mail\n", "utf-16")
    stdout_of("report", out, "--adjust", by_hand)
    assert points(out)[adjusted] == before[adjusted] - 0.5


def test_points_by_hand_for_another_version_are_flagged_to_the_instructor(put):
    folder = put({"ann.py": b"", "bob.py": b"x = 1"})
    out = folder.parent / "out"
    command = ("--only", "import", "--out", out, "--layout", "many", folder)
    stdout_of(*command, "--adjust", "ann,1,mended by hand")
    stdout_of("report", out, "--adjust", "bob,0,Well done!")

    def flagged():
        listed = submissions(out / "results.json")
        return {one["submission"] for one in listed if ADJUSTED_BEFORE in one["private_flags"]}

    assert flagged() == set()
    for name in "ann.py", "bob.py":
        (folder / name).write_text("y = 1")
    assert ADJUSTED_BEFORE in stdout_of(*command)
    assert flagged() == {"ann"}
    assert ADJUSTED_BEFORE not in (out / "feedback/ann.txt").read_text(encoding="utf-8")
    stdout_of("report", out, "--adjust", "ann,1,mended by hand")
    assert flagged() == set()


def test_points_of_a_cluster_leave_the_flag_on_points_of_a_student_for_another_version():
    with Store() as store:
        tables = store.by_hand
        for cluster, version in ("", "old"), ("slow", "new"):
            tables.replace(ByHand(Adjustment(5, "x"), ("ann",), cluster))
            tables.keep_versions([("ann", cluster, version)])
        assert tables.are_for_another("ann", "new")
        tables.keep_versions([("ann", "", "new")])
        assert not tables.are_for_another("ann", "new")
        all_tables = store.database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    # what parts of a class have in common, and what is found again
    assert {name for (name,) in all_tables} - set(JOINED) == {"listing", "diagnoses"}


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("", "--adjust: expected the titles who,points,reason, got 'nothing'"),
        (
            "who,points,reason\nnobody,1,x\n",
            "row 2: expected a student or a cluster, got 'nobody', nobody",
        ),
        (
            f"who,points,reason\njdoe,1,{451 * 'x'}\n",
            "expected a reason of at most 450 characters, got 451",
        ),
        ("who;points;reason\njdoe;1,000;x\n", "row 2: expected points, got '1,000'"),
        ("who,points,reason\njdoe,nan,x\n\nx,1,\n", "row 2: expected points, got 'nan'; row 3"),
    ],
)
def test_adjustments_that_can_not_be_meant_are_refused_in_one_line(
    graded, tmp_path, text, complaint
):
    (tmp_path / "by-hand.csv").write_text(text, "utf-8")
    words = "report", graded / "canvas-out", "--adjust", tmp_path / "by-hand.csv"
    assert complaint in refusal_of(*words)


@pytest.mark.parametrize(
    "options, complaint",
    [
        (["--roster", "nosuch.csv"], "--roster: expected a file, got 'nosuch.csv'"),
        (["--absent", "0"], "--column and --absent: expected --roster FILE beside them"),
        (["--adjust", "nosuch.csv"], "--adjust: expected a file, got 'nosuch.csv'"),
        (["--adjust", '"Smith, Ann"'], "got 'Smith, Ann', nobody of this class\n"),
    ],
)
def test_options_of_the_gradebook_that_make_no_sense_are_refused(graded, options, complaint):
    assert complaint in refusal_of("report", graded / "canvas-out", *options)


def test_a_workbook_is_no_roster(graded, tmp_path):
    roster = tmp_path / "roster.xlsx"
    roster.write_bytes(zipped(("xl/workbook.xml", b"")))
    complaint = f"grader: --roster: expected a CSV file, got '{roster}', a workbook or an archive\n"
    assert refusal_of("report", graded / "canvas-out", "--roster", roster) == complaint


def test_a_roster_needs_a_folder_for_results_and_is_read_before_anything_is_graded(graded):
    options = ("--out", graded / "none", "--roster", "nosuch.csv")
    for arguments, complaint in (
        (["--roster", graded / "roster.csv"], "expected --out DIR beside them"),
        (options, "--roster: expected a file, got "),
    ):
        assert complaint in refusal_of(graded / "canvas", *arguments)


def test_feedback_is_zipped_under_the_names_that_moodle_takes_back(graded):
    with zipfile.ZipFile(graded / "moodle-out/feedback.zip") as archive:
        assert archive.namelist() == [
            "Bob Roe_2_assignsubmission_file_/feedback.txt",
            "Jane Doe_1_assignsubmission_file_/feedback.txt",
            "Li_3_assignsubmission_file_/feedback.txt",
        ]


@pytest.fixture(scope="module")
def gradings(tmp_path_factory):
    """Two gradings of two students, one of whom gains a point while the other one loses one."""
    folder = tmp_path_factory.mktemp("regraded")
    students, folders = folder / "class", [folder / "old", folder / "new"]
    programs = "print_succ = print", MODEL
    for folder, (ann, bob) in zip(folders, (programs, programs[::-1])):
        write_files(students, {"hw9_ann.py": ann, "hw9_bob.py": bob})
        command = (students, "--layout", "many", *CHECKS, "--no-examples")
        stdout_of(*command, "--out", folder)
    return folders


@pytest.fixture
def regraded(gradings, tmp_path):
    """Those gradings, the new one as a copy that may be changed."""
    return gradings[0], shutil.copytree(gradings[1], tmp_path / "new")


def test_the_better_of_two_gradings_is_kept_if_asked(regraded):
    old, new = regraded
    assert points(new) == {"ann": 1, "bob": 0}
    shown = stdout_of("compare", old, new, "--keep-better")
    assert "\nbob keeps 1 point\n" in shown
    stdout_of("report", new)
    assert points(new) == {"ann": 1, "bob": 1}
    text = (new / "feedback/bob.txt").read_text(encoding="utf-8")
    assert "Kept from an earlier grading: 1 point; this one gave 0." in text


def test_points_by_hand_are_compared_and_outlive_the_better_of_two_gradings(regraded):
    old, new = regraded
    for row in "bob,-1,copied", "ann,1,", "ann,0,":
        stdout_of("report", new, "--adjust", row)
    shown = stdout_of("compare", old, new, "--keep-better")
    assert "bob: 1 -> 0 points\n" in shown
    assert "  given by hand: 0 -> -1\n" in shown
    stdout_of("report", new)
    assert points(new) == {"ann": 1, "bob": 0}


def test_each_student_whose_points_moved_gets_a_letter(regraded, tmp_path):
    letters = tmp_path / "not/there/letters"
    shown = stdout_of("compare", *regraded, "--letters", letters)
    assert shown.endswith(f"2 letters in {letters}\n")
    assert (letters / "ann.txt").read_text(encoding="utf-8") == (
        "Dear ann,\n\n"
        "Your program for funny_puzzle was graded again: you have 1 point now, of 1,\n"
        "instead of 0. More points than before in print_succ/funny00-1.\n"
    )


def test_letters_and_a_page_for_a_lecture_need_a_place(regraded, tmp_path):
    write_files(tmp_path, {"file": ""})
    for option, *command in (
        ("--letters", "compare", *regraded),
        ("--lecture", "report", regraded[0]),
    ):
        refused = refusal_of(*command, option, tmp_path / "file/x")
        assert refused.startswith(f"grader: {option}: expected a f") and "to write, got" in refused


def test_gradings_of_two_assignments_are_not_compared(graded, tmp_path):
    write_files(tmp_path / "class" / "ann", {"board.py": ""})
    other = "--out", tmp_path / "other", "--assignment", "npuzzle", "--only", "board"
    stdout_of(*other, tmp_path / "class")
    assert refusal_of("compare", graded / "canvas-out", tmp_path / "other") == (
        "grader: expected two gradings of one assignment, got funny_puzzle and npuzzle\n"
    )
