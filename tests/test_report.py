"""Reports: what they say, that they are well-formed, that no text of a student can break them."""

import json
import re
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from grader.conditions import Conditions
from grader.judge.judge import drawn as drawn_of
from grader.judge.results import result
from grader.records.facts import fact
from grader.records.results import Difference
from grader.records.submissions import Source
from grader.report import feedback, files, results_json, summary, terminal
from grader.report.blocks import Rationed, Rows, Section, Sentence
from grader.report.evidence import compared
from grader.report.hints import help_of
from grader.report.text import lines
from grader.serialization import json_text
from tests.assignments import check_named, loaded
from tests.documents import (
    EXPECTED,
    IMPORTED,
    SOLVE,
    a_class,
    changed,
    document,
    every_verdict,
    record,
    site_of,
    submission,
)
from tests.golden import CLASS, class_reports
from tests.helpers import ROOT, flat, read_json, stdout_of
from tests.sample import rows


ALL = every_verdict()
SCHEMA = read_json(ROOT / "grader/report/schema.json")
HOSTILE = [
    "",
    "ada lovelace",
    "../../etc/passwd",
    "/",
    "CON",
    "nul.txt",
    "a\0b",
    "line\nbreak",
    "\ud800\udcff",
    "-rf",
    "\u202egnp.exe",
    "\u4e2d\u6587",
    "x" * 255,
    "=cmd|' /C calc'!A0",
    "$(reboot)",
    "it's\\",
    "ADA1",
    "ada1",
    "ada1",
    "<script>",
    "\u200b",
    "]]>",
]


def small():
    """A document with a student for each verdict, and one with all and a check given up."""
    students = [submission(f"has_{verdict}", [judged]) for verdict, judged in ALL.items()]
    given_up = result(SOLVE, "skipped", fact("patience", function="solve", number=2))
    return document(
        *students,
        submission("has_all", [*ALL.values(), given_up], flags=("Handed in late.",)),
        conditions=Conditions(cpu_s=1),
        sandbox="bubblewrap",
    )


def hostile():
    """A document of hostile names."""
    return document(*(submission(who, [ALL["wrong_answer"]], flags=(who,)) for who in HOSTILE))


def test_checks_without_points_are_no_score_of_0():
    own = document(submission("ann", [IMPORTED]), submission("bob", [IMPORTED]))
    shown = terminal.class_summary(own, width=80)
    assert "\nann      1 accepted\n" in shown and "0" not in shown.partition("\nann")[2]
    assert "2 submissions, no points for these checks." in shown
    assert b'<p class="score">No points for' in site_of(own)["students/ann.html"]
    assert summary.total(own.submissions[0]) == "Total: no points for these checks (1 accepted)"


def test_what_follows_words_from_right_to_left_stays_after_them():
    flag = "It is called \u05d0\u05d1 \u05d2 (1).py."
    one, other = submission("a", [ALL["accepted"]], flags=(flag,)), submission("b", [])
    pages = site_of(document(one, other))
    for name in "index.html", "students/a.html":
        page = pages[name].decode()
        assert "called <bdi>\u05d0\u05d1 \u05d2</bdi> (1).py." in page and "<p></p>" not in page


def test_the_reports_on_a_class_are_their_golden_ones():
    golden = {str(path.relative_to(CLASS)): path.read_bytes() for path in CLASS.rglob("*.*")}
    reports = {name: shown.encode() for name, shown in class_reports().items()}
    assert reports == golden and len(golden) > 20


# ---- The document ----


def in_json(document):
    """What the file of JSON on a document holds."""
    return json.loads(b"".join(results_json.pieces(document)))


def complaints(value, schema=SCHEMA):
    """What in a value is not as a JSON schema has it, after where it is."""
    return [
        f"{error.json_path}: {error.message}"
        for error in Draft202012Validator(schema).iter_errors(value)
    ]


@pytest.mark.parametrize("make", [small, hostile, a_class, document])
def test_documents_are_as_the_schema_says(make):
    assert complaints(in_json(make())) == []


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"points": "1"}, "$.points: '1' is not of type 'number'"),
        ({"surprise": 1}, "$: Additional properties are not allowed ('surprise' was unexpected)"),
        ({"results": [{}]}, "$.results[0]: 'check' is a required property"),
    ],
)
def test_the_schema_finds_what_is_wrong(change, complaint):
    changed = json.loads(json_text(results_json.submission(submission("ada1", [])))) | change
    assert complaint in complaints(changed, {**SCHEMA, "$ref": "#/$defs/submission"})


def test_the_schema_is_one_and_takes_bytes_that_are_no_utf_8():
    Draft202012Validator.check_schema(SCHEMA)
    odd = record(stdout=b"\xff\xfe\n", stderr=b"\x80")
    contents = in_json(document(submission("ada1", [odd])))
    assert "\udcff" in contents["submissions"][0]["results"][0]["run"]["stdout"]
    assert complaints(contents) == []


@pytest.mark.parametrize(
    "long",
    [
        record(stdout=b"x" * 1_000_000 + EXPECTED, stderr=b"y" * 1_000_000, exit_status=1),
        record(stdout=b"x" * 1_000_000 + b"a", expected=b"x" * 1_000_000 + b"b"),
        result(SOLVE, "runtime_error", fact("raised", error="z" * 1_000_000)),
    ],
    ids=["printed", "different", "raised"],
)
def test_records_stay_small_whatever_a_program_prints(long):
    assert len(json_text(results_json.result(long, [long]))) < 20_000


# ---- Terminal ----


def test_a_class_of_nobody_has_a_summary_and_reports(tmp_path):
    assert "No submissions." in terminal.class_summary(document())
    assert len(files.write_all(document(), tmp_path)) == 4


@pytest.mark.parametrize("who", HOSTILE)
def test_the_summary_keeps_a_name_in_its_row(who):
    shown = terminal.class_summary(document(submission(who, [ALL["accepted"]])))
    assert shown.split("\n")[2].endswith("  2/2    1 accepted")
    assert all(char.isprintable() for char in shown.replace("\n", ""))


# ---- Hints ----


# The verdicts with the student's board and with the course's, the check, and what is asked.
WHOSE = """
both wrong    | wrong_answer | wrong_answer | solution | is wrong with the course's board.py
its own wrong | wrong_answer | accepted | solution | if that passes, what does your Board
only the course's | accepted | wrong_answer | solution-model | your own files solution/2x2 is right
both, other check | wrong_answer | wrong_answer | solution-model | is wrong with the course's board
"""


@pytest.mark.parametrize("own, with_the_courses, asked, question", rows(WHOSE))
def test_whose_board_is_asked_about_depends_on_whose_is_wrong(
    own, with_the_courses, asked, question
):
    verdicts = {"solution": own, "solution-model": with_the_courses}
    results = {
        group: result(check_named(loaded("npuzzle"), f"{group}/2x2"), verdict, fact("wrong_line"))
        for group, verdict in verdicts.items()
    }
    assert question in help_of(results[asked], results.values())


# ---- Feedback ----


def feedback_on(*records, conditions=Conditions(), **more):
    """The feedback on a submission with these records, graded so."""
    whole_class = document(submission("ada1", list(records), **more), conditions=conditions)
    return feedback.text(whole_class.submissions[0], whole_class)


@pytest.mark.parametrize(
    "name, command",
    [
        ("npuzzle", "make check SUBMISSION="),
        ("funny_puzzle-cheaper-g", "python3 -m grader --student --assignment funny_puzzle-cheaper"),
        ("/home/prof/mine", ""),
    ],
)
def test_a_student_checks_again_what_the_tree_has(name, command):
    shown = feedback_on(IMPORTED, ALL["wrong_answer"], conditions=Conditions(name))
    assert ("To check all of it again" in shown) == bool(command)
    assert command in shown and "/home/prof" not in shown


def test_a_program_of_several_files_is_checked_again_by_its_folder():
    own = Source("funny_puzzle.py", "import node\n", 1)
    both = own, Source("node.py", "", 0)
    graded = Conditions("funny_puzzle")
    for sources, path in ((own,), "path/to/funny_puzzle.py"), (both, "path/to/folder"):
        shown = feedback_on(IMPORTED, ALL["wrong_answer"], conditions=graded, sources=sources)
        assert f"make check SUBMISSION={path}\n" in shown


def test_feedback_has_at_most_80_lines_however_much_is_wrong():
    kinds = 50 * ["wrong_answer", "runtime_error", "missing", "output_limit"]
    records = [
        changed(
            ALL[kind],
            check=f"group{number % 30}/a-check-of-a-long-name-{number}",
            function=f"function_{'abc' * number}",
            stderr=("x" * 100,) * 6,
            flags=(fact("said", text=f"{number} " * 100),),
        )
        for number, kind in enumerate(kinds)
    ]
    shown = feedback_on(IMPORTED, *records, flags=("word " * 100,) * 20)
    assert 40 < shown.count("\n") <= 80
    assert "more to look into: " in flat(shown)


# ---- Pages ----


def test_every_link_of_a_page_leads_somewhere():
    all_pages = site_of(hostile()) | site_of(small())
    targets = {
        f"{name}#{anchor}"
        for name, page in all_pages.items()
        for anchor in re.findall(r' id="([^"]*)"', page.decode())
    }
    for href in re.findall(r' href="([^"]*)"', all_pages["index.html"].decode()):
        assert href in all_pages or href in targets
    assert len(targets) > 10


def test_names_with_accents_stand_among_those_without():
    names = ["Zoe", "Özil", "Olsen", "émile", "Oz", "Eva"]
    (one,) = small().submissions[:1]
    whole = replace(small(), submissions=tuple(replace(one, submission=name) for name in names))
    for order in "name", "points":
        shown = summary.ordered(whole, order).submissions
        assert [one.submission for one in shown] == ["émile", "Eva", "Olsen", "Oz", "Özil", "Zoe"]


# ---- The program on a student's page ----


def program_of(text, lines=3):
    """What the page of a student shows of a program."""
    ada = submission("ada1", [], sources=(Source("a.py", text, lines),))
    return site_of(document(ada))["students/ada1.html"].decode().partition("All checks")[2]


def test_of_a_long_program_the_beginning_is_shown_and_of_a_binary_one_nothing():
    shown = program_of("x = 1\n" * 5000, lines=5000)
    assert "<i>2000 </i>" in shown and "<i>2001 </i>" not in shown
    assert "3000 lines more are not shown." in shown
    assert "This file is no text." in program_of(None)
    assert len(program_of("y" * 60_000, lines=1)) < 5000


def test_the_source_of_a_submission_is_read_once_and_stays_with_its_results(tmp_path):
    path, out = tmp_path / "ada.py", tmp_path / "out"
    path.write_text("import math\nraise KeyError(3)\n")
    stdout_of("--only", "import", "--out", out, path)
    path.unlink()
    stdout_of("report", "--quiet", out)
    shown = (out / "html/students/ada.html").read_text()
    assert "<i>   2 </i><mark>raise KeyError(3)</mark>" in shown
    assert "raise KeyError" not in (out / "results.json").read_text().replace("    raise", "")


# ---- Records ----


@pytest.mark.parametrize("before", ["", "x" * 5000 + " "])
def test_the_board_that_differs_is_drawn_however_far_along_a_line_it_is(before):
    line = f"{before}1 2 / 3 0 and 1 2 / 0 3 and 1 0 / 3 2"
    difference = Difference(1, line, line.replace("/ 0", "/ 9"), len(before) + 20)
    drawn = drawn_of(difference.shortened(), loaded("npuzzle").hooks)
    assert drawn.expected_picture == (("1", "2"), ("", "3"))


@pytest.mark.parametrize(
    "difference, shown",
    [
        (Difference(3, "a", None, None), ["a", "(the output has ended)"]),
        (Difference(3, None, "b", None), ["(the output has ended)", "b"]),
        (Difference(3, "ab", "a", 1), ["ab", "a", " ^"]),
        (Difference(3, "ac", "a\u0441", 1), ["ac", "a\u0441", " ^ this is U+0441"]),
        (Difference(1, None, "Hello!", None), ["(nothing)", "Hello!"]),
    ],
)
def test_a_mark_is_below_the_first_column_that_differs_unless_an_output_has_ended(
    difference, shown
):
    assert [row[15:] for row in lines(compared(difference, "actual"), 200, 4)] == shown


FITTING = """
all fit                        | 5 5 5      | 30 | full, full, full
a long one does not            | 5 50 5     | 24 | full, in brief, full
then others fit in brief alone | 5 50 5 5 5 | 24 | full, in brief, full, in brief, in brief
all others fit in brief alone  | 5 50 5 5 5 | 22 | full, in brief, in brief, in brief, in brief
not all fit in brief           | 5 50 5 5 5 | 16 | full, in brief, in brief, in brief, 1 more
the first is too long          | 50 5       | 16 | full, 1 more
"""


@pytest.mark.parametrize("sizes, room, shown", rows(FITTING))
def test_what_fits_is_shown_in_full_unless_others_then_do_not_fit(sizes, room, shown):
    full = [Rows(["full"] * int(size)) for size in sizes.split()]
    sections = [Section([Sentence("in brief"), one], "1.") for one in full]
    rest = [f"{len(full) - place} more" for place in range(len(full))]
    parts = "\n".join(lines(Rationed(sections, rest, int(room)), 80)).split("\n\n")
    assert ", ".join(part.split("\n")[-1].strip() for part in parts) == shown
