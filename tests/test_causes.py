"""Causes: two mistakes, the start that is the goal, near editions, and what can't be told apart."""

import os
import subprocess
import sys
from functools import cache

import pytest

from grader.assignment.edits import edited
from grader.diagnose import elsewhere, models
from grader.diagnose.explanation import Explanation, name_causes
from grader.diagnose.models import reference
from grader.diagnose.observation import Observation
from grader.diagnose.rules import Rules
from grader.diagnose.ways import Way
from grader.judge.judge import judge
from grader.sandbox.driver import CALL
from tests import documents
from tests.assignments import check_named
from tests.documents import ASSIGNMENT, SOLVE, TRANSCRIPTS, every_verdict
from tests.helpers import ROOT, grader
from tests.mistakes import (
    FEW,
    KNOWN,
    NEVER_ENDING,
    NO_END,
    SOURCE,
    WAYS,
    at_goal,
    combined,
    records_of,
    run_of,
    selections,
    variant,
)
from tests.programs import program
from tests.sample import one_in


AT_GOAL = "raise IndexError"  # what is done wrong where the start is the goal

# What is true of an h by the goal of eight tiles, too, in which tiles may be called as squares are
# and each may have another square.
EIGHT = "goal_of_the_8_tile_puzzle"
OF_EIGHT = {
    "goal_of_another_puzzle",
    "tile_taken_for_its_square",
    "goal_square_of_one_tile",
}


def causes(source, checks=FEW):
    """What explains a program of that source."""
    return documents.causes(records_of(source, checks))


AT_ODDS = "1-4", "2-11", "3-18"  # searches, of which a certain variant ends only the first


def all_names(causes):
    """The names of causes, each with its rivals."""
    return [cause.names for cause in causes]


@pytest.mark.parametrize(
    "name, number",
    [("only_rows_or_columns", 0), ("h_without_one", 5), ("blank_counted_in_h", 0)],
)
def test_a_mistake_in_h_is_named_where_h_stands_for_the_test_of_the_goal(name, number):
    by_h = [("if state == GOAL:", "if h == 0:")]
    assert all_names(causes(edited(variant(name, number), by_h))) == [(name,)]
    assert causes(edited(SOURCE, by_h)) == []


@pytest.mark.parametrize("number, is_named", [(1, True), (2, False)])
def test_one_line_that_agrees_names_no_mistake_by_which_other_searches_never_end(number, is_named):
    known = KNOWN["one_copy_for_each_blank"]
    short, *longer = (check_named(ASSIGNMENT, f"solve/funny0{case}") for case in AT_ODDS)
    case = [Observation(short, records_of(variant(known.name, 5), [short])[0])]
    for check in longer[:number]:
        record = documents.record(check, stdout=b"Max queue length: 2\n")
        case.append(Observation(check, record))
    edited = models.reference(ASSIGNMENT).variant(known.ways[5])
    assert Rules().explains(known, edited, case) is is_named


# ---- Two mistakes ----


@cache
def causes_of_two(one, other):
    """What explains a program with both of these mistakes."""
    return causes(combined(one, other))


@pytest.mark.parametrize(
    "one, other",
    [
        ("ties_by_whole_path", "path_without_goal"),
        ("h_with_space", "larger_state_first"),
    ],
)
def test_two_mistakes_that_act_in_the_same_answers_are_both_named(one, other):
    both = causes_of_two(one, other)
    assert {cause.name for cause in both} == {one, other}
    assert all(cause.rivals == () for cause in both)
    assert {name for cause in both for name in cause.together_with} == {one, other}


def test_a_mistake_is_named_that_only_the_import_shows():
    asks = f"start = input('Start? ')\n{variant('prompts')}"
    (cause,) = causes(asks, [check_named(ASSIGNMENT, "import")])
    assert cause.name == "prompts"


def test_a_third_mistake_is_named_beside_two_labels():
    labels = combined("steps_for_moves", "another_label_for_queue_length")
    three = causes(edited(labels, KNOWN["length_one_too_small"].edits))
    names = {"steps_for_moves", "another_label_for_queue_length", "length_one_too_small"}
    assert {cause.name for cause in three} == names
    assert {cause.name for cause in causes(labels)} == names - {"length_one_too_small"}


@pytest.mark.long
def test_each_of_two_mistakes_has_the_checks_that_show_it():
    both = {cause.name: cause for cause in causes_of_two("h_with_space", "larger_state_first")}
    assert not any(check.startswith("print_succ/") for check in both["larger_state_first"].checks)
    assert any(check.startswith("print_succ/") for check in both["h_with_space"].checks)


def test_a_length_from_1_that_is_taken_after_the_pop_is_named_beside_another_mistake():
    length = KNOWN["length_one_too_small"].ways[1]
    found = causes(edited(variant("blank_counted_in_h"), length))
    assert {cause.names for cause in found} == {("blank_counted_in_h",), ("length_one_too_small",)}


def test_a_likeness_beside_another_mistake_has_all_checks_that_it_explains():
    in_any_order = [("sorted(successors(start))", "sorted(successors(start), key=lambda s: s[4:])")]
    records = records_of(edited(variant("h_as_priority"), in_any_order))
    found = {cause.name: cause for cause in documents.causes(records)}
    failing = {record.check for record in records if not record.passed}
    listed = {check for check in failing if check.startswith("print_succ")}
    assert {*found["successors_unsorted"].checks} == listed
    assert {*found["h_as_priority"].checks} == failing - listed


def test_lines_for_debugging_are_named_beside_a_mistake_that_some_lines_show():
    popped = "popped.append((state, parent))"
    shows_pops = [(popped, f'{popped}; print("expanding", list(state))')]
    found = causes(edited(variant("repush_only_when_g_is_better"), shows_pops))
    assert all_names(found) == [("repush_only_when_g_is_better",), ("debugging_lines",)]


def test_calls_that_only_together_come_to_no_end_hide_no_other_mistake():
    again = check_named(ASSIGNMENT, "solve-again")
    no_end = judge(again, run_of(NO_END, again), TRANSCRIPTS[again.name])
    records = records_of(variant("length_one_too_small"))
    records = [no_end if record.check == again.name else record for record in records]
    (cause,) = documents.causes(records)
    assert cause.name == "length_one_too_small" and again.name not in cause.checks


def test_two_mistakes_are_not_named_for_fewer_than_four_failing_checks():
    both = combined("first_line_true", "path_without_goal")
    some = [check for check in FEW if check.name.startswith("solve/funny0")]
    assert all_names(causes(both, some[:4])) and causes(both, some[:3]) == []


def test_no_mistakes_are_combined_once_the_work_is_done(monkeypatch):
    records = records_of(combined("ties_by_whole_path", "path_without_goal"))
    monkeypatch.setattr(models, "MOST_WORK", 0)
    assert documents.causes(records) == []


def test_no_single_mistake_is_looked_for_either_after_far_more_work(monkeypatch):
    records = records_of(variant("length_one_too_small"))
    monkeypatch.setattr(models, "MOST_WORK", 1)
    assert documents.causes(records) == []
    monkeypatch.setattr(models, "FAR", 1_000_000)
    assert documents.names(records) == ["length_one_too_small"]


@pytest.mark.long
def test_a_piece_of_outputs_has_as_much_work_for_single_mistakes_as_the_whole():
    both = "another_separator", "last_length"
    found = documents.causes(records_of(combined(*both)))
    assert sorted((cause.name, cause.piece) for cause in found) == [(name, "") for name in both]


def test_an_h_that_grows_with_the_moves_is_no_f_of_another_state():
    # as one that is updated from move to move, with the wrong sign
    grows = [("h = manhattan(on_path)", "h = moves + manhattan(path[0])")]
    assert causes(edited(SOURCE, grows)) == []


# ---- The start that is the goal ----


def test_a_search_without_an_end_from_the_goal_accuses_nothing_else():
    check = check_named(ASSIGNMENT, "solve/funny00-1")
    late = judge(check, run_of(NO_END, check), TRANSCRIPTS[check.name])
    others = [one for one in records_of(variant("path_without_start")) if one.check != check.name]
    found = all_names(documents.causes([late, *others]))
    assert found == [("path_without_start",), ("start_at_goal",)]


def test_a_start_at_the_goal_says_nothing_by_itself():
    goal = check_named(ASSIGNMENT, "solve/funny00-1")
    assert causes(at_goal(SOURCE, AT_GOAL), [goal]) == []


# ---- Other editions ----


def explained(source, checks=FEW):
    """The submission of that source, explained."""
    return documents.explained(records_of(source, checks))


CHEAPER_G = ASSIGNMENT.reference("cheaper-g")[ASSIGNMENT.file]


@pytest.mark.long
def test_a_submission_that_is_nearly_right_under_another_edition_is_diagnosed_under_that():
    submission = explained(at_goal(CHEAPER_G, AT_GOAL))
    edition = submission.edition
    assert (edition.name, edition.right) == ("cheaper-g", edition.of - 1)
    known, goal = submission.misconceptions  # what the edition asks for, and what remains
    assert known.names == ("repush_only_when_g_is_better",)
    assert (goal.names, goal.checks) == (("start_at_goal",), ("solve/funny00-1",))
    failing = {result.check for result in submission.results if not result.passed}
    assert {*edition.explains, "solve/funny00-1"} == failing


def test_a_mistake_that_explains_all_is_named_rather_than_a_near_edition():
    submission = explained(variant("duplicates_dropped_at_push"))
    assert submission.edition is None
    assert all_names(submission.misconceptions) == [("duplicates_dropped_at_push",)]


@pytest.mark.long
def test_an_edition_that_the_checks_cannot_tell_from_a_mistake_is_its_rival():
    submission = explained(CHEAPER_G, [check_named(ASSIGNMENT, "solve/funny14-225")])
    assert submission.edition is None
    (names,) = all_names(submission.misconceptions)
    assert names == ("repush_only_when_g_is_better", "older_g_compared", "cheaper-g")


# ---- Little evidence ----


@pytest.mark.long
@pytest.mark.parametrize("seed, share", one_in(3, [(0, 12), (0, 1), (1, 1)]))
def test_no_selection_of_checks_gives_a_wrong_name(seed, share):
    sources = {way: variant(*way) for way in WAYS}
    for (name, number), checks in [*zip(WAYS, selections(seed, len(WAYS)))][::share]:
        source = sources[name, number]
        same = {other for (other, way), text in sources.items() if text == source}
        for names in all_names(causes(source, checks)):
            is_true = same & {*names} or {name, *names} <= NEVER_ENDING
            assert is_true or (name == EIGHT and OF_EIGHT >= {*names}), (name, number, checks)


def test_a_mistake_that_needs_more_evidence_is_a_rival_of_others():
    one = [check_named(ASSIGNMENT, "solve/funny10-40")]
    (cause,) = causes(variant("moves_left_out"), one)
    others = "start_not_marked", "popped_duplicates_skipped", "length_one_too_small"
    assert cause.names == (*others, "moves_left_out")


def test_other_explanations_are_looked_for_where_one_alone_needs_more_evidence():
    (failing,) = case = [Observation(SOLVE, every_verdict()["wrong_answer"], 0.1, 10)]

    def explained_by(name):
        known = KNOWN[name]
        return [Explanation((Way(known, known.ways[0]),), reference(ASSIGNMENT), (failing,))]

    little, enough = explained_by("moves_left_out"), explained_by("path_backwards")
    attempts = [lambda _: [], lambda _: little, lambda _: enough]
    assert elsewhere.first_of(attempts, case) == enough
    assert elsewhere.first_of([lambda _: little + enough, *attempts], case) == little + enough
    assert elsewhere.first_of(attempts[:2], case) == name_causes(little) == []


def test_a_right_program_is_accused_on_no_selection_of_checks():
    for checks in selections(9, 20):
        assert causes(SOURCE, checks) == []


# ---- What is shown first ----


def test_the_plainest_failing_check_comes_first_and_the_start_at_the_goal_last():
    submission = explained(variant("path_backwards"))
    assert submission.plain_first[0] == "solve/funny01-4"
    source = at_goal(variant("path_backwards"), AT_GOAL)
    assert explained(source).plain_first[-1] == "solve/funny00-1"


# ---- Stored ----


@pytest.mark.long
def test_a_pipe_that_its_reader_closes_loses_no_file_of_report(tmp_path):
    only = ["--only", "import", "--only", "print_succ/funny01-4"]
    grader(*only, "--out", tmp_path, program("wrong/path_backwards"))
    files = sorted(os.listdir(tmp_path))
    (tmp_path / "results.json").unlink()
    read_end, write_end = os.pipe()
    os.close(read_end)
    command = [sys.executable, "-u", "-m", "grader", "report", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, stdout=write_end, stderr=subprocess.DEVNULL)
    os.close(write_end)
    assert sorted(os.listdir(tmp_path)) == files


def test_a_second_mistake_is_named_where_the_first_one_alone_makes_a_search_too_long_to_follow():
    source = edited(variant("blank_counted_in_h", 1), KNOWN["successors_unsorted"].edits)
    records = records_of(source, ASSIGNMENT.checks)
    for place, check in enumerate(ASSIGNMENT.checks):
        if check.name == "solve/funny24-3017":  # as if it had come to an end
            assert records[place].verdict == "time_limit"
            printed = CALL + b"[0, 0, 1, 2, 3, 4, 5, 6, 7] h=9 moves: 0\n" + CALL
            records[place] = documents.record(check, stdout=printed)
    assert documents.names(records) == ["blank_counted_in_h", "successors_unsorted"]
