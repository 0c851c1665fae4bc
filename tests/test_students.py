"""Simulated students of both assignments: their mistakes are named, and no name is wrong."""

import pytest

from grader.assignment.edits import edited
from grader.diagnose import diagnose
from grader.diagnose.variants import predicted_in
from tests.students import npuzzle
from tests.students.classes import (
    CHECKS,
    GROUPS,
    STYLES,
    accused,
    known_and_untouched,
    outcome,
    share,
    students,
)
from tests.students.edits import EDITS
from tests.students.slips import with_slip


pytestmark = pytest.mark.once


def test_no_right_program_of_any_style_is_accused():
    assert accused() == []


def test_every_style_has_edits_for_every_mistake():
    names = {name for group in GROUPS.values() for name in group}
    assert len(STYLES) == 5
    assert all({*table} == names for table in EDITS.values())


def test_a_seed_gives_the_same_students_again_and_half_of_them_have_a_slip():
    one, other = students(3, 2), students(3, 2)
    assert one == other != students(4, 2)
    assert [student.has_slip for student in one] == [False, True]


def test_a_slip_of_a_student_changes_what_is_printed():
    (student,) = students(7, 2)[1:]
    texts = [
        [predicted_in(source, check, 1000) for check in CHECKS]
        for source in (student.source, student.without_slip)
    ]
    assert texts[0] != texts[1]


def test_a_slip_is_one_change_of_the_syntax_tree():
    class Last:
        choice = staticmethod(lambda options: options[-1])

    assert with_slip("def f(a):\n    b = a + 1\n    return b", Last) == (
        "def f(a):\n    b = a + 2\n    return b"
    )


SLOW = [pytest.mark.slow, pytest.mark.timeout(7200)]


@pytest.mark.parametrize("count, full", [(12, 80), pytest.param(300, 95, marks=SLOW)])
def test_mistakes_of_students_are_named_and_hardly_any_wrongly(count, full):
    outcomes = [outcome(student) for student in students(7, count)]
    known, untouched = known_and_untouched(outcomes)
    assert min(len(known), len(untouched)) > count // 12
    assert share(known, ["full"]) >= full
    assert share(untouched, ["full", "part"]) >= 80
    assert share(outcomes, ["wrong"]) <= 0.5, [it for it in outcomes if it.verdict == "wrong"]


# ---- npuzzle ----


def test_no_right_program_of_npuzzle_is_accused():
    assert npuzzle.accused() == []


def test_each_style_of_npuzzle_has_several_mistakes_whose_edits_apply():
    assert len(npuzzle.EDITS) == 3
    for style, mistakes in npuzzle.EDITS.items():
        right = npuzzle._with(style)
        assert len(mistakes) > 3
        assert all(npuzzle._with(style, (name,)) != right for name in mistakes)


def named(style, mistakes=(), slip=()):
    """The names of the causes of a program of npuzzle with mistakes, and another edit."""
    source = npuzzle._with(style, mistakes)
    if slip:
        assert sum(text.count(slip[0]) for text in source) == 1
        source = tuple(text.replace(*slip) for text in source)
    causes = diagnose.explained(npuzzle._graded(source), npuzzle.ASSIGNMENT).misconceptions
    return [cause.name for cause in causes]


def test_a_method_that_is_only_named_and_not_called_is_no_mistake_in_another():
    slip = "return self._flat == list(range(1, self.n * self.n)) + [0]", "return self.hamming == 0"
    assert named("right/parity_and_closed_set", slip=slip) == []


def test_a_string_that_raises_is_named_and_no_method_that_was_not_reached():
    assert named("right/textbook_lockstep", ["string_raises"]) == ["string_raises"]


def test_a_search_that_only_its_own_board_keeps_from_ending_is_not_called_endless():
    mistakes = ["no_equality", "twin_never_searched"]
    assert named("right/parity_and_closed_set", mistakes) == mistakes


def test_a_parity_that_is_wrong_in_a_board_is_named_beside_what_else_is_wrong_there():
    mistakes = ["hamming_without_last_square", "wrong_parity"]
    assert named("right/parity_and_closed_set", mistakes) == mistakes


def changed(style, file, *edits):
    """The results of a right program of npuzzle with edits, pairs (old, new), of a file."""
    files = dict(zip(npuzzle.FILES, npuzzle._with(style)))
    files[file] = edited(files[file], edits)
    return npuzzle._graded(tuple(files.values()))


def test_a_hamming_that_counts_from_0_is_named_with_the_blank_and_without():
    skips = "if t != 0 and t != goal"
    for rest in skips, "if t != goal":
        first = "count = 0\n        goal = 1", "count = 0\n        goal = 0"
        graded = changed("right/rows_of_lists", "board.py", first, (skips, rest))
        (cause,) = diagnose.explained(graded, npuzzle.ASSIGNMENT).misconceptions
        assert cause.name == "hamming_counts_from_0"


def test_no_parity_is_blamed_where_every_board_is_called_unsolvable():
    edit = "return path", "return None"
    graded = changed("right/parity_and_closed_set", "solver.py", edit)
    assert not all(result.passed for result in graded.results)
    assert diagnose.explained(graded, npuzzle.ASSIGNMENT).misconceptions == ()


@pytest.mark.parametrize("count, full", [(10, 80), pytest.param(300, 95, marks=SLOW)])
def test_mistakes_of_students_of_npuzzle_are_named_and_none_wrongly(count, full):
    outcomes = [npuzzle.outcome(student) for student in npuzzle.students(2, count)]
    known, untouched = known_and_untouched(outcomes)
    assert share(known, ["full"]) >= full
    assert share(untouched, ["full", "part"]) >= 80
    assert share(outcomes, ["wrong"]) <= 0.5, [it for it in outcomes if it.verdict == "wrong"]
