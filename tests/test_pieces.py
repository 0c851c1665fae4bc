"""A mistake beside one that nobody knows is named for the piece of the output that it explains."""

from dataclasses import replace
from functools import cache

import pytest

from grader.assignments.funny_puzzle.rules import Searches
from grader.assignments.npuzzle.rules import RULES
from grader.diagnose import diagnose, pieces
from grader.diagnose.beginning import beginnings, begun
from grader.diagnose.explanation import SEVERAL, merged
from grader.records.causes import Cause, Mistake
from grader.records.checks import Slip
from grader.report import explanation
from grader.report.sentences import cause_help, cause_rationale
from grader.report.text import text
from tests import documents, mistakes
from tests import mistakes_npuzzle as npuzzle
from tests.helpers import flat
from tests.mistakes import ASSIGNMENT, FEW, KNOWN, SOURCE, records_of, variant
from tests.sample import one_in
from tests.test_slips import feedback


IN_STATES = "blank_counted_in_h", "hamming_for_manhattan", "h_is_0", "rows_and_columns_confused"
FUNCTIONS = {check.name: check.function for check in ASSIGNMENT.checks}
STATES, OTHERS = (piece.name for piece in Searches.pieces)
# edits that no misconception makes, in a line without a state and in those with one
LENGTH = "Max queue length: {max_queue_length}", "Max queue length: {max_queue_length * 2 + 7}"
MOVES = "moves: {moves}", "moves: {moves * 3 + 1}"
SOLVED = "solution/2x2", "solution/4x4"


SHORT = [check for check in FEW if "/funny1" not in check.name and "/funny2" not in check.name]


@cache
def explained(source, *listed, checks=tuple(SHORT)):
    """The submission of a source, with these slips listed, and its causes by name."""
    assignment = replace(ASSIGNMENT, slips=listed)
    submission = documents.explained(records_of(source, checks), assignment)
    return submission, {cause.name: cause for cause in submission.misconceptions}


def edited(source, edit):
    """The source with an edit that fits at one place."""
    assert source.count(edit[0]) == 1
    return source.replace(*edit)


@pytest.mark.long
@pytest.mark.parametrize("name", one_in(3, IN_STATES))
def test_a_mistake_in_lines_with_states_is_named_beside_a_slip_in_the_others(name):
    submission, causes = explained(edited(variant(name), LENGTH), Slip(5, name))
    (cause,) = causes.values()
    assert cause.name == name and cause.piece == STATES
    # print_succ prints no queue length, so it is explained to the last line
    assert {FUNCTIONS[check] for check in cause.fully} == {"print_succ"}
    assert {FUNCTIONS[check] for check in cause.partly} == {"solve"}
    said = f"This explains only {STATES}: what is wrong elsewhere is not known."
    assert cause_help(cause).endswith(said) and cause_rationale(cause).endswith(said)


@pytest.mark.long
def test_what_has_no_other_lines_is_explained_to_the_last_line_by_two_mistakes():
    names = "wrap_around", "hamming_for_manhattan"
    both = mistakes.edited(SOURCE, [edit for name in names for edit in KNOWN[name].edits])
    submission, causes = explained(edited(both, LENGTH), checks=tuple(FEW))
    assert {*causes} == {*names} and {cause.piece for cause in causes.values()} == {STATES}
    for cause in causes.values():
        assert {FUNCTIONS[check] for check in cause.fully} == {"print_succ"}
    # said once of both, and not where the check that is shown is explained to the last line
    own = documents.document(submission)
    instructor = flat(text([*explanation.blocks(submission, own)]))
    assert (instructor.count("This explains only"), feedback(submission).count("This ex")) == (1, 0)


@pytest.mark.long
def test_a_mistake_in_the_other_lines_is_named_beside_a_slip_in_those_with_states():
    _, causes = explained(edited(variant("another_label_for_queue_length"), MOVES))
    (cause,) = causes.values()
    assert (cause.name, cause.piece) == ("another_label_for_queue_length", OTHERS)
    assert not cause.fully and cause.partly


@pytest.mark.long
def test_nothing_is_named_for_slips_alone():
    assert explained(edited(edited(SOURCE, LENGTH), MOVES))[1] == {}


def test_a_mistake_that_explains_all_is_not_told_of_a_piece():
    _, causes = explained(variant("blank_counted_in_h"))
    (cause,) = causes.values()
    assert not cause.piece and not cause.partly and cause.fully == cause.checks


@pytest.mark.long
def test_a_slip_that_explains_a_piece_gives_points_back_for_whole_outputs_alone():
    name = "blank_counted_in_h"
    submission, causes = explained(edited(variant(name), LENGTH), Slip(5, name))
    assert submission.mended.slips == (name,)
    assert set() < set(submission.mended.checks) <= set(causes[name].fully)


@pytest.mark.parametrize("line", ["Max queue length: 163", ""])
def test_nothing_is_named_for_a_piece_that_is_empty_or_the_same_for_every_state(line):
    assert explained(edited(edited(SOURCE, (LENGTH[0], line)), MOVES))[1] == {}


def test_a_cause_of_several_pieces_is_about_some_lines_and_keeps_all_that_acts_with_it():
    one = Cause(Mistake("a", "", ""), ("x/1",), together_with=("b",), piece=STATES, partly=("x/1",))
    other = replace(one, checks=("y/1",), together_with=("c",), piece=OTHERS, partly=("y/1",))
    (both,) = merged([one, other])
    assert (both.piece, both.together_with) == (SEVERAL, ("b", "c"))
    assert both.partly == both.checks == ("x/1", "y/1")


def test_of_rivals_the_one_that_another_part_names_for_certain_is_the_cause():
    one, other = Mistake("a", "", ""), Mistake("b", "", "")
    certain = Cause(one, ("x/1",), edits={"": (("old", "new"),)})
    unsure = Cause(other, ("y/1",), rivals=(one,))
    for causes in ([certain, unsure], [unsure, certain]):
        (both,) = merged(causes)
        assert (both.names, set(both.checks), both.edits) == (("a",), {"x/1", "y/1"}, certain.edits)
    assert merged([unsure, replace(certain, mistake=Mistake("c", "", ""))])[0] == unsure


@pytest.mark.parametrize("name", ["moves_counts_boards", "path_reversed"])
@pytest.mark.parametrize("piece", RULES.pieces, ids=lambda piece: piece.name)
def test_first_boards_contradict_no_piece_of_what_a_mistake_printed(piece, name):
    known = npuzzle.KNOWN[name]
    printed = npuzzle.records_of(npuzzle.variant(name), *SOLVED)
    case = diagnose._case(printed, npuzzle.ASSIGNMENT)
    model = pieces.model_of(npuzzle.REFERENCE, piece)
    variant, first = model.variant(known.edits), []
    for whole in pieces.case_of(case, model, piece):
        parts = begun(whole, beginnings(model, whole), variant, is_exact=True)
        first += [part for part in parts if part.is_beginning]
    print(f"{len(first)} beginnings of {len(case)} outputs")
    agreed = {RULES.agreement(known, variant, part) for part in first}
    assert len(first) > len(case) and agreed == {True}


def test_a_piece_is_right_if_it_is_read_as_the_right_one():
    printed = npuzzle.records_of(npuzzle.variant("moves_counts_boards"), *SOLVED)
    case, right = diagnose._case(printed, npuzzle.ASSIGNMENT), []
    for piece in RULES.pieces:
        own = pieces.case_of(case, pieces.model_of(npuzzle.REFERENCE, piece), piece)
        right.append([observation.passed for observation in own])
    assert right == [[False, False], [True, True]]
