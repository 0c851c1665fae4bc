"""Gradebooks of course systems are filled in one column and stay what they were elsewhere."""

import csv
import io
import random
import zipfile
from dataclasses import replace

import pytest

from grader.ground.errors import UsageError
from grader.judge.results import result
from grader.records.checks import Check, Limits, Part
from grader.records.facts import fact
from grader.records.submissions import SubmissionResults
from grader.report.cells import table
from grader.report.feedback import bundle
from grader.report.roster import filled
from tests import documents
from tests.helpers import ROOT, error_of, read_json


CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Essay (881),Funny puzzle (902),Final Score\r\n"
    "    Points Possible,,,,,10,40,(read only)\r\n"
    '"Smith, Ann",12,s001,asmith,"Lab 1, Mo",7.5,,88\r\n'
    '"Roe, Bob",13,s002,broe,Lab 2,9,3,70\r\n'
    '"Student, Test",99,,x99,Lab 2,,,\r\n'
)
MOODLE = (
    '\ufeffIdentifier,"Full name","Email address",Status,Grade,"Maximum Grade",'
    '"Grade can be changed","Feedback comments"\n'
    'Participant 501,"Ann Smith",ann@example.edu,Submitted,,"100,00",Yes,\n'
    'Participant 502,"Bob Roe",bob@example.edu,Submitted,,"100,00",Yes,"old, text"\n'
)
BRIGHTSPACE = (
    "OrgDefinedId,Username,Puzzle Points Grade <Numeric MaxPoints:40>,End-of-Line Indicator\n"
    "#1001,#asmith,,#\n#1002,#broe,12,#\n"
)
BLACKBOARD = (
    '"Last Name"\t"First Name"\t"Username"\t"Puzzle [Total Pts: 100 Score] |3344"\r\n'
    '"Smith"\t"Ann"\t"asmith"\t""\r\n"Roe"\t"Bob"\t"broe"\t"Needs Grading"\r\n'
)


ROSTERS = {"canvas": CANVAS, "moodle": MOODLE, "brightspace": BRIGHTSPACE}
# {claim: a roster, edits of it, its class, the options, what changes, what is said of it}
CLAIMS = read_json(ROOT / "tests/rosters.json")


def graded(who, points, *people, verdict="accepted"):
    """A submission that earned so many points."""
    check = Check("import", "primes", Limits(), parts=(Part("all", 40),))
    judged = result(check, verdict, fact("it"), points={"all": points})
    return SubmissionResults(who, f"{who}.py", people=people, results=(judged,))


ANN = {"name": "smithann", "canvas_user_id": "12", "moodle_participant": "501", "netid": "asmith"}
BOB = {"name": "roebob", "canvas_user_id": "13", "moodle_participant": "502", "netid": "broe"}
CLASS = documents.document(graded("smithann", 37.5, ANN), graded("roebob", 20, BOB))


def changes(before, after):
    """The cells that differ, each as "row,column=text", with spaces between; both from 0 on."""
    old, new = table(before), table(after)
    assert len(old.cells) == len(new.cells) and old.ends == new.ends
    return " ".join(
        f"{row},{column}={new.value(row, column)}"
        for row, cells in enumerate(new.cells)
        for column, cell in enumerate(cells)
        if cell != old.cells[row][column]
    )


def filling(text, students=CLASS, **options):
    """(What changes in a roster with that text when it is filled in, the sentences on that)."""
    data = text.encode()
    answer = filled(students, data, **options)
    return changes(data, answer.data), answer.sentences


@pytest.mark.parametrize(
    "text, encoding, options, expected",
    [
        (CANVAS, "utf-8", {"column": "puzzle"}, "2,6=37.5 3,6=20"),
        (MOODLE, "utf-8", {}, "1,4=37,5 2,4=20"),
        (MOODLE, "utf-16-le", {}, "1,4=37,5 2,4=20"),
        (BRIGHTSPACE, "latin-1", {}, "1,2=37.5 2,2=20"),
        (BLACKBOARD, "utf-8", {}, "1,3=37.5 2,3=20"),
        (BLACKBOARD, "utf-16-be", {}, "1,3=37.5 2,3=20"),  # without a mark
        ("who;total\nbroe;1\nasmith;2\n", "utf-8", {"column": "total"}, "1,1=20 2,1=37,5"),
    ],
)
def test_a_roster_gets_points_in_one_column_and_stays_the_same_elsewhere(
    text, encoding, options, expected
):
    data = text.encode(encoding)
    answer = filled(CLASS, data, **options)
    assert changes(data, answer.data) == expected
    assert answer.rows == 2


def roster_of(claim):
    """The text of a claim's roster: one of the rosters above, or its own, with its edits."""
    text = ROSTERS.get(claim["roster"], claim["roster"])
    for old, new in claim.get("edits", ()):
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_roster_is_filled_in_as_its_claim_says(claim):
    given, students = CLAIMS[claim], CLASS
    if "students" in given:
        students = documents.document(*(graded(*student) for student in given["students"]))
    told = filling(roster_of(given), students, **given.get("options", {}))
    assert told == (given["changes"], tuple(given["sentences"]))


def test_a_class_of_which_nobody_is_in_the_roster_is_not_given_points_as_absent():
    others = roster_of(CLAIMS["of a class of which nobody is in the roster each cell is empty"])
    assert error_of(UsageError, filling, others, column="puzzle", absent="0") == (
        "--roster: expected a row for one of the students (smithann, roebob), got 2 rows of "
        "others, such as row 3 (Poe, Al, 97), to whom --absent would give 0"
    )


@pytest.mark.parametrize(
    "path, name",
    [
        ("class/smithann_12_345_hw.py", "smithann_12_345_feedback.txt"),
        ("bulk.zip!smithann_LATE_12_345_hw.zip", "smithann_LATE_12_345_feedback.txt"),
        ("C:\\class\\smithann_12_345_hw\\hw.py", "smithann_12_345_feedback.txt"),
        ("class/smith_ann_12_34567_hw.py", "smith_ann_12_34567_feedback.txt"),
        ("class/anon_LATE_aB3dE_345_hw.py", "anon_LATE_aB3dE_345_feedback.txt"),
    ],
)
def test_feedback_has_the_name_of_the_upload_to_canvas(path, name):
    person = {"name": "smithann", "canvas_user_id": "12"}
    if "anon" in path:
        person = {"canvas_anonymous_id": "anon_aB3dE"}
    submission = SubmissionResults("smithann", path, people=(person,))
    zipped = bundle(documents.document(submission), {"": b"Well done!"})
    assert zipfile.ZipFile(io.BytesIO(zipped)).namelist() == [name]


def test_any_table_is_written_as_it_was_read():
    for seed in range(200):
        chance = random.Random(seed)
        signs = 'ab1;,\t|"\r\n\n é=-' if seed % 2 else 'a,"\n'
        text = "".join(chance.choices(signs, k=chance.randrange(60)))
        for encoding in ("utf-8", "utf-8-sig", "latin-1", "utf-16"):
            data = text.encode(encoding)
            assert table(data).encoded() == data


def test_what_the_csv_module_writes_is_read_as_it_reads_it():
    chance = random.Random(1)
    for delimiter, quoting in 25 * [*zip(",;\t|", (0, 1, 0, 1))]:
        cells = ["".join(chance.choices('ab ,;"\nß', k=chance.randrange(6))) for _ in range(9)]
        rows = [["name", "id", "grade"], cells[:3], cells[3:6], cells[6:]]
        rows = [[cell.strip() for cell in row] for row in rows]
        file = io.StringIO()
        csv.writer(file, delimiter=delimiter, quoting=quoting).writerows(rows)
        read = table(file.getvalue().encode())
        assert [[read.value(row, column) for column in range(3)] for row in range(4)] == rows


def test_a_fault_of_ours_is_no_zero():
    faulty = documents.document(graded("smithann", 0, ANN, verdict="judge_error"))
    changed, sentences = filling(CANVAS, faulty, column="puzzle")
    assert "2,6=" not in changed
    assert "smithann: the grader failed in a check, and the cell is empty" in sentences


def test_who_was_not_graded_in_time_gets_an_empty_cell():
    ann = graded("smithann", 20, ANN)
    late = replace(ann.results[0], check="solve", verdict="skipped", reason=fact("budget"))
    ann = replace(ann, results=(*ann.results, late))
    students = documents.document(ann, *CLASS.submissions[1:])
    answer = filled(students, CANVAS.encode(), column="puzzle")
    assert changes(CANVAS.encode(), answer.data) == "3,6=20" and answer.rows == 1
    empty = "1 row left empty until all is graded: row 3 (Smith, Ann, 12, s001)"
    assert empty in answer.sentences


@pytest.mark.parametrize(
    "text, options, complaint",
    [
        ("", {}, "an empty file"),
        ("Student,Essay (1),Puzzle (2)\nx,1,2\n", {}, "one of 'Essay (1)', 'Puzzle (2)'"),
        ("Student,Essay (1),Puzzle (2)\nx,1,2\n", {"column": "Exam"}, "--column: expected"),
        ("colour,grade\nred,1\n", {}, "expected a column with ids or names of students"),
    ],
)
def test_what_can_not_be_filled_is_a_usage_error(text, options, complaint):
    assert complaint in error_of(UsageError, filled, CLASS, text.encode(), **options)


def test_a_character_that_the_encoding_lacks_does_no_harm():
    data = "Name,Grade,Feedback\nJos\xe9,,\n".encode("latin-1")
    document = documents.document(graded("José", 3))
    answer = filled(document, data, feedback=["→ look"])
    assert answer.data == b"Name,Grade,Feedback\nJos\xe9,3,? look\n"
