"""One slip costs once: what assignments list, what is given back, and who gets nothing."""

import re
from dataclasses import replace
from functools import cache

import pytest

from grader import compare
from grader.assignment import plan
from grader.assignment.edits import edited
from grader.courses import systems
from grader.courses.exported import Settings
from grader.courses.system import Host
from grader.diagnose import diagnose, models, slips
from grader.diagnose.ways import variant_of
from grader.export import rows
from grader.export.outcome import final_outcome
from grader.grading.explained import explain
from grader.records.causes import Cause, Mistake
from grader.records.checks import SLIP_EDITS, Asked, Slip
from grader.records.facts import fact
from grader.records.submissions import Adjustment, Mended
from grader.report import gradebook, results_json, student, summary, terminal
from grader.report.feedback import texts
from grader.report.roster import filled
from grader.report.sentences import PROVISIONAL
from grader.report.text import text
from tests.documents import ASSIGNMENT, document, explained, submission
from tests.helpers import flat, stdout_of, write_files
from tests.mistakes import KNOWN, SOURCE, WAYS, at_goal, combined, records_of, variant
from tests.sample import one_in
from tests.test_batch import grading
from tests.test_grader import assignment


LABEL_SLIP = Slip(5, "another_label_for_queue_length")
EDITS = tuple(Slip(5, edit=edit) for edit in SLIP_EDITS)
EVERY = tuple(Slip(5, name) for name in KNOWN) + EDITS


@cache
def graded(source, *listed, **more):
    """The explained submission of that source, by an assignment with these slips."""
    return explained(records_of(source), replace(ASSIGNMENT, slips=listed), **more)


def labelled():
    """The submission of a program with another label, which is listed as a slip."""
    return graded(variant(LABEL_SLIP.misconception), LABEL_SLIP)


def strict(submission):
    """The points of a submission without slips."""
    return replace(submission, mended=None).points


@pytest.mark.long
def test_checks_that_another_mistake_spoils_as_well_are_not_given_back():
    source = combined("another_label_for_queue_length", "path_backwards")
    submission = graded(source, LABEL_SLIP)
    both = graded(source, LABEL_SLIP, Slip(5, "path_backwards"))
    assert strict(both) == strict(submission) <= submission.points < both.points
    assert both.points == both.points_possible - 10


@pytest.mark.parametrize("slip", ["moves_counted_from_1", "tuple_for_list"])
def test_what_is_right_but_for_a_slip_is_given_back_beside_another_mistake(slip):
    other = "popped_duplicates_skipped"
    submission = graded(combined(slip, other), Slip(10, slip))
    assert submission.points == strict(graded(variant(other))) - 10 > strict(submission)
    assert submission.mended.slips == (slip,)
    by_hand = replace(submission, adjustments=(Adjustment(5.0, "late"),))
    table = gradebook.table(document(by_hand)).decode("utf-8-sig")
    assert f",{by_hand.points:g},{by_hand.points_possible:g}," in table and ".0," not in table


def test_beside_a_mistake_that_explains_only_a_piece_a_slip_gives_nothing_back():
    slip, other = "moves_counted_from_1", "popped_duplicates_skipped"
    submission = graded(combined(slip, other))
    causes = [
        replace(cause, partly=cause.checks) if cause.name == other else cause
        for cause in submission.misconceptions
    ]
    explained = replace(submission, misconceptions=tuple(causes))
    case = diagnose._case(submission.results, ASSIGNMENT)
    assert not slips.mended(explained, [Slip(10, slip)], case, models.reference(ASSIGNMENT))


@pytest.mark.long
@pytest.mark.parametrize(
    "name, edit",
    [
        ("another_label_for_queue_length", "label"),
        ("first_line_true", "extra_line"),
        ("successors_descending", "order"),
    ],
)
def test_an_edit_of_the_output_mends_what_it_explains_and_no_other_does(name, edit):
    for slip in EDITS:
        found = graded(variant(name), slip).mended
        assert bool(found) == (slip.edit == edit)
        assert not found or found.slips == (edit,)


@pytest.mark.long
@pytest.mark.parametrize(
    "old, new",
    [
        ("} h={h}", "}  h={h}"),
        ("} moves", "},\tmoves"),
        ("Max queue", "\\nMax queue"),
        ('"{', '"  {'),
    ],
)
def test_other_spaces_are_named_and_cost_once(old, new):
    submission = graded(SOURCE.replace(old, new), Slip(5, "other_spaces"))
    assert [cause.name for cause in submission.misconceptions] == ["other_spaces"]
    assert submission.points == submission.points_possible - 5 > strict(submission)


def test_an_extra_line_may_be_the_last_but_one():
    source = edited(SOURCE, [('print(f"Max', 'print("-----"); print(f"Max')])
    submission = graded(source, Slip(5, edit="extra_line"))
    assert submission.points == submission.points_possible - 5 > strict(submission)


@pytest.mark.long
def test_a_line_that_is_extra_in_one_function_is_mended_whatever_is_wrong_in_another():
    source = combined("first_line_true", "successors_descending")
    mended = graded(source, Slip(5, edit="extra_line")).mended
    assert mended and mended.slips == ("extra_line",)


def test_two_other_labels_cost_once_beside_another_mistake():
    labelled_too = combined("another_label_for_queue_length", "steps_for_moves")
    (skip,) = KNOWN["popped_duplicates_skipped"].edits
    submission = graded(labelled_too.replace(*skip), Slip(5, edit="label"))
    without_labels = graded(variant("popped_duplicates_skipped"))
    assert submission.points == without_labels.points - 5 > strict(submission)


@pytest.mark.long
@pytest.mark.parametrize(
    "source",
    [variant(LABEL_SLIP.misconception), combined(LABEL_SLIP.misconception, "path_backwards")],
    ids=["alone", "beside another"],
)
def test_fresh_checks_that_a_slip_spoils_too_give_nothing_and_are_no_sign_of_known_answers(source):
    slip = Slip(5, edit="label")
    submission = graded(source)
    failed = [result for result in submission.results if result.check.startswith("solve/")][-2:]
    fresh = {result.check: f"fresh/solve-{number}" for number, result in enumerate(failed)}
    drawn = [
        replace(result, check=fresh[result.check], asked=Asked(), points={}) for result in failed
    ]
    checks = [
        replace(check, name=fresh[check.name]) for check in ASSIGNMENT.checks if check.name in fresh
    ]
    sheet = replace(ASSIGNMENT, checks=(*ASSIGNMENT.checks, *checks), slips=(slip,))
    both = replace(submission, results=(*submission.results, *drawn), misconceptions=())
    with_fresh = diagnose.explained(both, sheet)
    without = diagnose.explained(submission, replace(sheet, checks=ASSIGNMENT.checks))
    assert with_fresh.points == without.points > strict(without)


def test_a_first_line_that_another_edition_asks_for_is_a_slip():
    submission = graded(variant("first_line_true"), Slip(5, "first_line_true"))
    assert submission.edition and submission.points == submission.points_possible - 5


def test_a_slip_that_costs_less_than_its_deduction_costs_no_more():
    submission = graded(
        variant("another_label_for_queue_length"), replace(LABEL_SLIP, deduction=99)
    )
    assert submission.mended is None


@pytest.mark.long
def test_nobody_is_given_anything_for_an_empty_program_or_numbers_that_differ():
    for source in ("", "def solve(state): pass\ndef print_succ(state): pass\n"):
        assert graded(source, *EVERY, is_empty=not source).mended is None
    for name in "length_one_too_small", "path_backwards", "h_as_priority":
        assert graded(variant(name), *EDITS).mended is None


@pytest.mark.long
@pytest.mark.parametrize("name, number", one_in(60, WAYS))
def test_no_mistake_earns_less_with_slips_than_without(name, number):
    submission = graded(variant(name, number), *EVERY)
    plain = graded(variant(name, number))
    assert strict(submission) == plain.points <= submission.points <= submission.points_possible


def with_slips(submission, slips):
    """A submission that a clock cut short, as it is explained with these slips."""
    return diagnose._with_slips(submission, replace(ASSIGNMENT, slips=slips), [], None)


def test_points_depend_on_no_diagnosis_that_a_clock_ended():
    submission = labelled()
    cut = replace(submission, mended=None, cut_short=(fact("causes_cut_short"),))
    again = with_slips(cut, (LABEL_SLIP,))
    assert again.points == strict(submission) and again.is_provisional
    assert not submission.is_provisional and not with_slips(cut, ASSIGNMENT.slips).mended
    right = replace(cut, results=tuple(records_of(SOURCE)))
    assert not with_slips(right, EVERY).is_provisional


def test_what_is_handed_on_before_the_diagnosis_says_so_until_it_is_complete():
    submission = labelled()
    assignment = replace(ASSIGNMENT, slips=(LABEL_SLIP,))
    with grading(*submission.results) as results:
        early = explain(results, assignment, 0.0)
        (late,) = early.submissions
        assert late.points == strict(submission) and late.is_provisional
        for said in (
            feedback(late),
            gradebook.table(early).decode("utf-8-sig"),
            terminal.explanation(late, early),
        ):
            assert PROVISIONAL in flat(said)
        whole = replace(early, submissions=(submission,))
        ((letter,), (regraded,)) = (
            compare.letters(*pair).values() for pair in ((whole, early), (early, whole))
        )
        assert b"provisional" in letter and b"provisional" not in regraded
        assert results_json.submission(late)["is_provisional"]
        roster = filled(early, b"Username,Points\nann,\n", "Points")
        assert any("provisional" in sentence for sentence in roster.sentences)
        (plain,) = explain(results, assignment, 0.0, is_strict=True).submissions
        assert not plain.is_provisional and plain.points == late.points
        (unlisted,) = explain(results, replace(ASSIGNMENT, slips=()), 0.0).submissions
        assert not unlisted.is_provisional
        explain(results, assignment)
        (whole,) = explain(results, assignment, 0.0).submissions  # this time from the store
        assert whole.mended == submission.mended and not whole.is_provisional


MARKING = [name for name, one in systems.hosts().items() if type(one).write is not Host.write]


@pytest.mark.parametrize("name", MARKING)
def test_a_course_system_says_that_points_are_provisional(name, tmp_path, capfd, monkeypatch):
    for is_provisional in True, False:
        folder = tmp_path / str(is_provisional)
        (folder / "results").mkdir(parents=True)
        monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "page.md"))
        submission = graded(variant("h_as_priority"), is_provisional=is_provisional)
        told = document(submission)
        outcome = final_outcome(Settings(name, "funny_puzzle"), told)
        systems.host(name).write(outcome, folder)
        files = [path.read_text() for path in folder.rglob("*") if path.is_file()]
        said = f"{capfd.readouterr().out} {' '.join(files)}"
        assert ("provisional" in said) == is_provisional


def feedback(submission):
    """What the student reads, in one line."""
    (text,) = texts(document(submission)).values()
    return flat(text.decode())


def test_students_at_home_read_that_the_mark_may_differ_only_if_it_may():
    submission = labelled()
    wrong = graded(variant("h_as_priority"), LABEL_SLIP)
    unknown = replace(wrong, is_provisional=True)
    nothing = [replace(result, verdict="wrong_answer", points={}) for result in wrong.results]
    far_off = replace(unknown, results=tuple(nothing), misconceptions=())
    cases = (submission, True), (unknown, True), (wrong, False), (far_off, False)
    for one, differs in cases:
        said = text(student.blocks(one, student.own_folder))
        assert flat(said).endswith(student.MAY_DIFFER) == differs
        assert said.count("Your mark may") == differs
        assert "given back" not in said and "provisional" not in said


def test_without_the_model_whoever_printed_something_wrong_may_be_given_points_back():
    without = replace(ASSIGNMENT, models={}, slips=(LABEL_SLIP,))
    empty = "def solve(state): pass\ndef print_succ(state): pass\n"
    for source, differs in (variant("h_as_priority"), True), (SOURCE, False), (empty, False):
        records = records_of(source)
        assert explained(records, without).is_provisional == differs
        assert not explained(records, replace(without, slips=())).is_provisional


def test_the_rows_add_up_to_the_points_with_what_is_given_back():
    submission = labelled()
    given = submission.mended.points
    submission = replace(submission, adjustments=(Adjustment(-1, "late"), Adjustment(0.5, "kind")))
    (row, *by_hand) = rows.beside(submission)
    assert (row.name, row.points) == ("slips", given) and len(by_hand) == 2
    assert "kind" in by_hand[0].text and "late" in by_hand[1].text
    everything = rows.checks(submission) + rows.beside(submission)
    assert sum(row.points for row in everything) == submission.points
    assert sum(row.points for row in rows.settled(submission)) == submission.points


def points_told(out):
    """The points in each student's text, and whether points are given back."""
    texts = [path.read_text() for path in sorted(out.glob("feedback/*.txt"))]
    given = "+5 points given back: a slip costs once, not in each check"
    return [(re.search("[0-9]+ of 12", text)[0], given in text) for text in texts]


def test_slips_are_named_with_what_they_cost():
    given = Mended(("label", "wrap_around"), ("solve/funny00-1",), 31, 10)
    assert summary.mended(submission("lea", [], mended=given)) == [
        "+31 points given back: a slip costs once, not in each check. "
        "These cost 10 points: other labels and wrap around."
    ]


@pytest.mark.long
def test_the_commands_give_points_back_unless_they_are_strict(tmp_path):
    first, *groups = plan.contents("funny_puzzle")["groups"]
    names = ["funny00-1", "funny01-4", "funny02-11", "funny03-18", "funny04-21", "funny05-25"]
    groups = [first, *(one | {"instances": names} for one in groups if one["name"] == "solve")]
    slips = [
        {"misconception": LABEL_SLIP.misconception, "deduction": 1},
        {"edit": "label", "deduction": 1},
    ]
    changes = {"name": "mine", "extends": "funny_puzzle", "slips": slips}
    mine = assignment(tmp_path, groups=groups, **changes)
    stdout_of("transcripts", mine)
    students = {"hw_ann.py": LABEL_SLIP.misconception, "hw_bob.py": "steps_for_moves"}
    write_files(tmp_path / "class", {name: variant(mistake) for name, mistake in students.items()})
    ann, out, new = tmp_path / "class/hw_ann.py", tmp_path / "out", tmp_path / "new"

    grade = "--assignment", mine, "--layout", "many", "--no-examples", tmp_path / "class", "--out"
    # the lines before anything is explained
    provisional = "ann: Total: 6 of 12 points, provisional until slips are looked for ("
    assert provisional in stdout_of(*grade, out)
    assert points_told(out) == [("11 of 12", True)] * 2
    stdout_of("report", out, "--strict")
    assert points_told(out) == [("6 of 12", False)] * 2
    assert "ann: Total: 6 of 12 points (" in stdout_of(*grade, out, "--strict")
    assert points_told(out) == [("6 of 12", False)] * 2
    stdout_of("report", out)
    assert points_told(out) == [("11 of 12", True)] * 2
    ann.write_text(at_goal(SOURCE, "return"))
    stdout_of("--no-reports", *grade, new)
    compare = "compare", out, new, "--keep-better", "--letters", tmp_path / "letters"
    strictly = stdout_of(*compare, "--strict")
    assert ": 6 -> 10 points\n" in strictly and "given back" not in strictly
    assert " keeps " not in strictly
    usual = stdout_of(*compare)
    given = f"given back for slips: 5 ({LABEL_SLIP.misconception}) -> 0"
    assert ": 11 -> 10 points\n" in usual and f"  {given}\n" in usual
    assert " keeps 11 points\n" in usual and "0 letters" in usual  # since the points are kept


@pytest.mark.long
@pytest.mark.parametrize("slip", [slip for slip in ASSIGNMENT.slips if slip.misconception])
def test_each_listed_slip_costs_its_deduction_and_an_h_also_searches_too_long_to_follow(slip):
    submission = graded(variant(slip.misconception), *ASSIGNMENT.slips)
    possible = submission.points_possible
    lost, lost_strictly = possible - submission.points, possible - strict(submission)
    if slip.deduction == 40 or slip.misconception == "moves_left_out":
        # a search for which a move is missing may never end
        assert slip.deduction <= lost < lost_strictly
    elif slip.deduction == 30:
        assert 30 <= lost < lost_strictly - 20
    else:
        assert lost == slip.deduction in (5, 10, 15) and 24 <= lost_strictly <= 68


def test_a_cause_that_only_times_show_is_not_taken_for_the_right_model():
    shown = Cause(Mistake("label", "", ""), edits={"": (("moves: ", "steps: "),)})
    slow = Cause(Mistake("slow", "", ""))
    reference = models.reference(ASSIGNMENT)
    assert variant_of(reference, shown) and variant_of(reference, shown, slow) is None
