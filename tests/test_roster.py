"""Gradebooks of course systems are filled in one column and stay what they were elsewhere."""

import csv
import io
import random
import zipfile
from html.parser import HTMLParser

import pytest

from grader.ground.errors import UsageError
from grader.judge.results import result
from grader.records.checks import Check, Limits, Part
from grader.records.facts import fact
from grader.records.submissions import SubmissionResults
from grader.report.cells import table
from grader.report.feedback import bundle
from grader.report.roster import filled
from tests import documents, handed_in


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
NAMED = "OrgDefinedId,Last Name,First Name,Puzzle Points Grade <MaxPoints:40>\n"
BLACKBOARD = (
    '"Last Name"\t"First Name"\t"Username"\t"Puzzle [Total Pts: 100 Score] |3344"\r\n'
    '"Smith"\t"Ann"\t"asmith"\t""\r\n"Roe"\t"Bob"\t"broe"\t"Needs Grading"\r\n'
)


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


GERMAN = (
    '\ufeffID;"Vollständiger Name";E-Mail-Adresse;Status;Bewertung;Bestwertung;'
    '"Bewertung kann geändert werden";"Feedback als Kommentar"\n'
    'Teilnehmer/in 501;"Ann Smith";ann@example.edu;"Zur Bewertung abgegeben";;"40,00";Ja;\n'
    'Teilnehmer/in 502;"Bob Roe";bob@example.edu;"Keine Abgabe";;"40,00";Ja;\n'
)
POSTING = CANVAS.replace("\r\n", "\r\n,,,,,Manual Posting,Manual Posting,\r\n", 1)


def test_a_worksheet_in_another_language_is_read_by_how_its_cells_look():
    comments = ["Gut"] * len(CLASS.submissions)
    expected = "1,4=37,5 1,7=<pre>Gut</pre> 2,4=20 2,7=<pre>Gut</pre>"
    assert filling(GERMAN, feedback=comments) == (expected, ())


def test_rows_of_canvas_on_posting_maximal_points_and_its_test_student_are_about_nobody():
    for title in "Points Possible", "Mögliche Punkte":
        posting = POSTING.replace("Points Possible", title)
        assert filling(posting, column="puzzle", absent="0") == ("3,6=37.5 4,6=20", ())


def test_who_is_given_points_as_absent_is_named_beside_who_is_in_no_row():
    roster = CANVAS + '"Jones, Robert",15,s003,rjones,Lab 2,,5,\r\n'
    bob = graded("jonesbob", 1, {"canvas_user_id": "77"})
    students = documents.document(*CLASS.submissions, bob)
    assert filling(roster, students, column="puzzle", absent="0") == (
        "2,6=37.5 3,6=20 5,6=0",
        (
            "1 row given 0 as absent: row 6 (Jones, Robert, 15, s003)",
            "jonesbob is not in the roster: check that no row given 0 is theirs",
        ),
    )


def test_rows_of_brightspace_are_matched_by_the_names_in_its_download(put):
    submissions = handed_in.take(put(handed_in.BRIGHTSPACE))
    names = [graded(one.who, 30, *one.people) for one in submissions]
    roster = NAMED + "#1,Smith,Ann,\n#2,Li-St. John,Jo,\n#3,Roe,Bob,\n"
    assert filling(roster, documents.document(*names)) == ("1,3=30 2,3=30 3,3=30", ())


def test_a_class_of_which_nobody_is_in_the_roster_is_not_given_points_as_absent():
    others = CANVAS.replace("12,s001,asmith", "97,,poe").replace("13,s002,broe", "98,,kim")
    others = others.replace("Smith, Ann", "Poe, Al").replace("Roe, Bob", "Kim, Jo")
    with pytest.raises(UsageError) as error:
        filling(others, column="puzzle", absent="0")
    assert str(error.value) == (
        "--roster: expected a row for one of the students (smithann, roebob), got 2 rows of "
        "others, such as row 3 (Poe, Al, 97), to whom --absent would give 0"
    )
    assert filling(others, column="puzzle")[0] == "3,6="
    assert filling(others, documents.document(), column="puzzle", absent="0")[0] == "2,6=0 3,6=0"
    twins = documents.document(*(graded(who, 30, {"name": "Ann Smith"}) for who in "ab"))
    unclear = NAMED + "#1,Smith,Ann,\n#2,Poe,Al,\n"
    assert filling(unclear, twins, absent="0")[0] == "2,3=0"
    lines = others.splitlines(keepends=True)
    nobody = "".join(lines[:2] + lines[4:])  # but the student for tests
    assert filling(nobody, column="puzzle", absent="0")[0] == ""


def test_more_points_than_a_row_of_moodle_allows_are_named():
    _, sentences = filling(MOODLE.replace("100,00", "30,00"))
    assert any("37.5 is more than its maximum" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    "path, name",
    [
        ("class/smithann_12_345_hw.py", "smithann_12_345_feedback.txt"),
        ("bulk.zip!smithann_LATE_12_345_hw.zip", "smithann_LATE_12_345_feedback.txt"),
        ("C:\\class\\smithann_12_345_hw\\hw.py", "smithann_12_345_feedback.txt"),
    ],
)
def test_feedback_has_the_name_of_the_upload_to_canvas(path, name):
    person = {"name": "smithann", "canvas_user_id": "12"}
    submission = SubmissionResults("smithann", path, people=(person,))
    zipped = bundle(documents.document(submission), {"": b"Well done!"})
    assert zipfile.ZipFile(io.BytesIO(zipped)).namelist() == [name]


def test_a_cell_is_quoted_as_its_column_is():
    data = filled(CLASS, BLACKBOARD.encode()).data
    assert data.decode().split("\r\n")[1] == '"Smith"\t"Ann"\t"asmith"\t"37.5"'


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


def test_who_has_no_submission_gets_an_empty_cell():
    late = CANVAS.replace('"Student, Test",99,,x99,Lab 2,,,', '"Poe, Al",99,,x99,Lab 2,,5,')
    assert filling(late, column="puzzle")[0] == "2,6=37.5 3,6=20 4,6="


def test_ids_go_before_names_and_two_ids_of_two_students_are_listed_and_left_alone():
    other_name = CANVAS.replace('"Roe, Bob",13', '"Smith, Ann",13')
    assert filling(other_name, column="puzzle")[0] == "2,6=37.5 3,6=20"
    changed, sentences = filling(CANVAS.replace("13,s002,broe", "13,s002,asmith"), column="puzzle")
    assert "3,6=" not in changed
    assert any(
        line.startswith("row 4 (Smith") or "ids are those of two" in line for line in sentences
    )


def test_two_of_one_name_are_listed_and_left_alone():
    students = documents.document(graded("Ann Smith", 5), graded("Bob Roe", 6))
    changed, sentences = filling("Name,Grade\nAnn Smith,\nSMITH ANN,\nBob Roe,\n", students)
    assert changed == "3,1=6"
    assert sum("fits more than one student" in line for line in sentences) == 2
    assert "Ann Smith is not in the roster" in sentences


def test_all_who_work_together_get_the_points():
    team = documents.document(graded("team", 8, ANN, BOB))
    assert filling(CANVAS, team, column="puzzle")[0] == "2,6=8 3,6=8"


def test_a_fault_of_ours_is_no_zero():
    faulty = documents.document(graded("smithann", 0, ANN, verdict="judge_error"))
    changed, sentences = filling(CANVAS, faulty, column="puzzle")
    assert "2,6=" not in changed
    assert "smithann: the grader failed in a check, and the cell is empty" in sentences


class Page(HTMLParser):
    """The text that a browser shows of a comment, and the tags in it."""

    def __init__(self, comment):
        super().__init__()
        self.text, self.tags = "", []
        self.feed(comment)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += data


def test_moodle_shows_the_lines_of_feedback_though_it_reads_comments_as_html():
    data, said = MOODLE.encode(), 'h < 3 & <b>"x"</b>\n  g &lt; 4,\n</pre><script>'
    answer = filled(
        CLASS, data, feedback=[f"{one.submission}:\n{said}" for one in CLASS.submissions]
    )
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"), newline="")))
    for row, who in zip(rows[1:], ("smithann", "roebob")):
        page = Page(row[7])
        assert (page.text, page.tags) == (f"{who}:\n{said}", ["pre"])


def test_feedback_goes_as_text_into_the_column_of_another_system():
    roster = "Username,Grade,Feedback\nasmith,,\nbroe,,\n"
    changed, _ = filling(roster, feedback=["1 < 2,\n..."] * len(CLASS.submissions))
    assert "1,2=1 < 2,\n... " in changed


def test_another_maximum_is_named():
    sentence, *_ = filling(MOODLE)[1]
    assert sentence.startswith("the roster's maximum is 100 and that of this grading 40")


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
    with pytest.raises(UsageError) as error:
        filled(CLASS, text.encode(), **options)
    assert complaint in str(error.value)


def test_a_character_that_the_encoding_lacks_does_no_harm():
    data = "Name,Grade,Feedback\nJos\xe9,,\n".encode("latin-1")
    document = documents.document(graded("José", 3))
    answer = filled(document, data, feedback=["→ look"])
    assert answer.data == b"Name,Grade,Feedback\nJos\xe9,3,? look\n"


def test_a_grading_of_a_part_of_the_points_is_said_to_be_one_and_of_all_is_not():
    said = "only 40 of the assignment's 41 points were graded"
    for whole, sentences in (40, ()), (41, (said,)):
        assert filling(CANVAS, column="puzzle", whole=whole)[1] == sentences


def test_an_address_of_mail_tells_a_username():
    ann = graded("smithann", 37.5, {"email": "asmith@example.edu"})
    assert filling(BRIGHTSPACE, documents.document(ann))[0].startswith("1,2=37.5")


def test_a_known_title_with_ids_of_nobody_gives_way_to_a_column_that_names_students():
    text = "Student ID,Kennung,Points\n7001,asmith,\n7002,broe,\n"
    assert filling(text, column="Points") == ("1,2=37.5 2,2=20", ())


def test_a_title_as_it_was_given_goes_before_titles_that_contain_it():
    text = "Login,Puzzle again,Puzzle\nasmith,1,\nbroe,2,\n"
    assert filling(text, column="puzzle") == ("1,2=37.5 2,2=20", ())
