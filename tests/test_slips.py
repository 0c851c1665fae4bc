"""One slip costs once: what assignments list, what is given back, and who gets nothing."""

import json
import zipfile
from dataclasses import replace

import pytest

from grader.assignment import plan
from grader.diagnose import diagnose, slips
from grader.export import rows
from grader.grading.explained import explain
from grader.ground.errors import UsageError
from grader.records import (
    SLIP_EDITS,
    Adjustment,
    ListedSubmission,
    Listing,
    Slip,
    SubmissionResults,
    fact,
)
from grader.report import feedback_texts, gradebook_table
from grader.report.sentences import PROVISIONAL
from grader.store.keys import digest
from grader.store.store import Store
from tests.documents import ASSIGNMENT, document
from tests.golden import grader
from tests.mistakes import KNOWN, WAYS, combined, records_of, variant


pytestmark = pytest.mark.once

LABEL_SLIP = Slip(5, "another_label_for_queue_length")
EDITS = tuple(Slip(5, edit=edit) for edit in SLIP_EDITS)
EVERY = tuple(Slip(5, name) for name in KNOWN) + EDITS


def graded(source, listed=(), **more):
    """The explained submission of that source, by an assignment with these slips."""
    submission = SubmissionResults("ann", "ann.py", results=tuple(records_of(source)), **more)
    return diagnose.explained(submission, replace(ASSIGNMENT, slips=tuple(listed)))


def strict(submission):
    """The points of a submission without slips."""
    return replace(submission, mended=None).points


def test_a_label_costs_its_deduction_and_not_the_points_of_each_check():
    submission = graded(variant("another_label_for_queue_length"), [LABEL_SLIP])
    assert submission.points == submission.points_possible - 5 > strict(submission)
    assert submission.mended.slips == ("another_label_for_queue_length",)
    assert {result.verdict for result in submission.results} == {"accepted", "wrong_answer"}


def test_a_mistake_that_is_no_slip_gives_nothing_back():
    submission = graded(variant("h_as_priority"), [LABEL_SLIP, *EDITS])
    assert submission.mended is None and submission.points < submission.points_possible


def test_checks_that_another_mistake_spoils_as_well_are_not_given_back():
    source = combined("another_label_for_queue_length", "path_backwards")
    submission = graded(source, [LABEL_SLIP])
    both = graded(source, [LABEL_SLIP, Slip(5, "path_backwards")])
    assert strict(both) == strict(submission) <= submission.points < both.points
    assert both.points == both.points_possible - 10


@pytest.mark.parametrize(
    "name, edit",
    [
        ("another_label_for_queue_length", "label"),
        ("steps_for_moves", "label"),
        ("first_line_true", "extra_line"),
        ("true_printed", "extra_line"),
        ("successors_descending", "order"),
    ],
)
def test_an_edit_of_the_output_mends_what_it_explains_and_no_other_does(name, edit):
    for slip in EDITS:
        found = graded(variant(name), [slip]).mended
        assert bool(found) == (slip.edit == edit)
        assert not found or found.slips == (edit,)


def test_a_first_line_that_another_edition_asks_for_is_a_slip():
    submission = graded(variant("first_line_true"), [Slip(5, "first_line_true")])
    assert submission.edition and submission.points == submission.points_possible - 5


def test_who_knows_only_the_instances_that_everybody_knows_is_given_nothing():
    known = graded(variant("steps_for_moves"), EDITS)
    assert known.mended
    fixed = [result for result in known.results if result.check in known.mended.checks]
    drawn = [
        replace(result, check=f"fresh/solve-{number}", verdict="wrong_answer")
        for number, result in enumerate(fixed[:8])
    ]
    gains = dict.fromkeys(known.mended.checks, 1.0)
    assert not slips._may_know_answers(known, gains)
    assert slips._may_know_answers(replace(known, results=(*known.results, *drawn)), gains)


def test_a_slip_that_costs_less_than_its_deduction_costs_no_more():
    submission = graded(
        variant("another_label_for_queue_length"), [replace(LABEL_SLIP, deduction=99)]
    )
    assert submission.mended is None


def test_nobody_is_given_anything_for_an_empty_program_or_numbers_that_differ():
    for source in ("", "def solve(state): pass\ndef print_succ(state): pass\n"):
        assert graded(source, EVERY, is_empty=not source).mended is None
    for name in "length_one_too_small", "path_backwards", "h_as_priority":
        assert graded(variant(name), EDITS).mended is None


@pytest.mark.long
@pytest.mark.parametrize("name, number", WAYS)
def test_no_mistake_earns_less_with_slips_than_without(name, number):
    submission = graded(variant(name, number), EVERY)
    plain = graded(variant(name, number))
    assert strict(submission) == plain.points <= submission.points <= submission.points_possible


def test_points_depend_on_no_diagnosis_that_a_clock_ended():
    submission = graded(variant("another_label_for_queue_length"), [LABEL_SLIP])
    cut = replace(submission, mended=None, cut_short=(fact("causes_cut_short"),))
    again = diagnose._with_slips(cut, replace(ASSIGNMENT, slips=(LABEL_SLIP,)), None)
    assert again.points == strict(submission)
    assert "The points are provisional" in feedback(again)


def stored(folder, submission):
    """The store in a folder with the results of a submission."""
    results = Store(folder)
    checks = {result.check: result.check for result in submission.results}
    plain = SubmissionResults(submission.submission, submission.path)
    listed = ListedSubmission(plain, "files")
    results.begin(Listing("mine", "", "", "grader", checks=checks, submissions=(listed,)))
    for result in submission.results:
        results.keep(digest("grader", result.check, "files"), result)
    return results


def test_strict_gives_nothing_back_of_what_is_stored(tmp_path):
    submission = graded(variant("another_label_for_queue_length"), [LABEL_SLIP])
    assignment = replace(ASSIGNMENT, slips=(LABEL_SLIP,))
    with stored(tmp_path, submission) as results:
        for _ in range(2):  # the second time it is the stored diagnosis
            (usual,) = explain(results, assignment).submissions
            (plain,) = explain(results, assignment, is_strict=True).submissions
            assert usual.mended == submission.mended and plain.mended is None
            assert (usual.points, plain.points) == (submission.points, strict(submission))
        (late,) = explain(results, replace(assignment, name="late"), 0.0).submissions
        assert late.points == plain.points and PROVISIONAL in late.private_flags[-1]
        (late,) = explain(results, replace(assignment, name="late"), 0.0, True).submissions
        assert PROVISIONAL not in " ".join(late.private_flags)


def feedback(submission):
    """What the student reads, in one line."""
    (text,) = feedback_texts(replace(document(), submissions=(submission,))).values()
    return " ".join(text.decode().split())


def test_what_is_given_back_is_shown_and_the_rows_add_up_to_the_points():
    submission = graded(variant("another_label_for_queue_length"), [LABEL_SLIP])
    given = submission.mended.points
    once = "the checks that one slip spoils cost once, 5 here (another label"
    said = f"{given:+g} points given back: {once}"
    assert said in feedback(submission)
    table = gradebook_table(replace(document(), submissions=(submission,))).decode("utf-8-sig")
    assert said in table and f",{given:g}," in table
    submission = replace(submission, adjustments=(Adjustment(-1, "late"), Adjustment(0.5, "kind")))
    (row, *by_hand) = rows.beside(submission)
    assert (row.name, row.points) == ("slips", given) and len(by_hand) == 2
    assert "kind" in by_hand[0].text and "late" in by_hand[1].text
    everything = rows.checks(submission) + rows.beside(submission)
    assert sum(row.points for row in everything) == submission.points
    assert sum(row.points for row in rows.settled(submission)) == submission.points


def assignment_file(folder, listed):
    """The path of an assignment file like funny_puzzle's, with these slips."""
    data = plan.contents("funny_puzzle") | {"name": "mine", "extends": "funny_puzzle"}
    path = folder / "mine.json"
    path.write_text(json.dumps(data | {"slips": listed}))
    return str(path)


def test_the_commands_give_points_back_unless_they_are_strict(tmp_path):
    data = plan.contents("funny_puzzle") | {"name": "mine", "extends": "funny_puzzle"}
    names = ["funny00-1", "funny01-4", "funny02-11", "funny03-18", "funny04-21", "funny05-25"]
    groups = [group | {"instances": names} for group in data["groups"] if group["name"] == "solve"]
    slips = [{"edit": "label", "deduction": 2}]
    data |= {"groups": [data["groups"][0], *groups], "slips": slips}
    (tmp_path / "mine.json").write_text(json.dumps(data))
    assert grader("transcripts", tmp_path / "mine.json").returncode == 0
    (tmp_path / "funny_puzzle.py").write_text(variant(LABEL_SLIP.misconception))
    out, program = tmp_path / "out", tmp_path / "funny_puzzle.py"
    given = "+4 points given back: the checks that one slip spoils cost once, 2 here (label)."
    grade = "--assignment", tmp_path / "mine.json", program, "--no-examples", "--out"
    for command in grade, ("report",):
        for strict in (), ("--strict",):
            process = grader(*command, out, *strict)
            assert process.returncode == 0, process.stderr
            (text,) = [path.read_text() for path in (out / "feedback").glob("*.txt")]
            assert (given in " ".join(text.split())) == (not strict)
            assert f"{'6' if strict else '10'} of 12 points" in text


def test_an_export_that_is_strict_lets_the_grader_be(tmp_path):
    for strict in [], ["--strict"]:
        out = tmp_path / f"{len(strict)}.zip"
        assert grader("export", "gradescope", out, *strict).returncode == 0
        with zipfile.ZipFile(out) as archive:
            assert json.loads(archive.read("export.json"))["options"] == strict


@pytest.mark.parametrize(
    "slip, problem",
    [
        ("label", "slip 1: expected an object, got 'label'"),
        ({"edit": "label"}, "slip 1: expected deduction, got none"),
        ({"deduction": -1}, "slip 1: expected a number for deduction, got -1"),
        (
            {"deduction": 5},
            "slip 1: expected either a misconception or an edit, got {'deduction': 5}",
        ),
        (
            {"deduction": 5, "edit": "words"},
            "slip 1: expected edit to be of label, extra_line, order, got 'words'",
        ),
        (
            {"deduction": 5, "misconception": "nosuch"},
            "slip 1: expected the name of one of the misconceptions, got 'nosuch'",
        ),
    ],
)
def test_slips_that_can_not_be_meant_are_refused_in_one_line(slip, problem, tmp_path):
    with pytest.raises(UsageError) as raised:
        plan.load(assignment_file(tmp_path, [slip]))
    assert str(raised.value).endswith(problem) and "\n" not in str(raised.value)


def test_slips_of_an_assignment_file_are_read(tmp_path):
    listed = [{"misconception": LABEL_SLIP.name, "deduction": 5}, {"edit": "order", "deduction": 7}]
    assert plan.load(assignment_file(tmp_path, listed)).slips == (LABEL_SLIP, Slip(7, edit="order"))
