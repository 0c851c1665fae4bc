"""Which checks verify runs of right programs, of wrong ones, and of those that never end."""

from dataclasses import replace

import pytest

from grader import verify
from grader.assignment import plan
from grader.assignment.folders import Folder
from grader.intake import intake
from grader.records.checks import Check, Limits
from grader.verify import predicting, programs, selection
from tests.assignments import loaded


CHECKS = [
    Check("import", "m", Limits()),
    *(Check(f"solve/{name}", "m", Limits(), "solve", needs="import") for name in "abcd"),
]
PREDICTED = {
    None: {"solve/a": 1, "solve/b": 1, "solve/c": 1, "solve/d": 1},
    "x": {"solve/a": 2, "solve/b": 2, "solve/c": 2, "solve/d": 1},
    "y": {"solve/a": 1, "solve/b": 3, "solve/c": 3, "solve/d": 1},
}


@pytest.mark.parametrize(
    "cost, names", [({}, "c"), ({"solve/c": 9}, "b"), ({"solve/b": 9, "solve/c": 9}, "ac")]
)
def test_wrong_programs_run_checks_that_tell_each_pair_of_them_apart(cost, names):
    assert selection.selected(CHECKS, PREDICTED, cost) == {
        "import",
        *(f"solve/{name}" for name in names),
    }


def test_programs_with_one_mistake_leave_out_long_checks_that_do_not_show_it():
    cost = {"solve/b": 9, "solve/c": 9}
    assert selection.selected(CHECKS, PREDICTED, cost, {"x"}) == {"import", "solve/a"}
    assert selection.selected(CHECKS, PREDICTED, cost, {"y"}) == {"import", "solve/a", "solve/c"}
    assert selection.cheap({"solve/a", "solve/b"}, cost) == {"solve/a"}


def test_programs_that_never_end_run_three_checks_of_each_function():
    names = {check.name for check in CHECKS}
    assert selection.brief(CHECKS, names) == {"import", "solve/a", "solve/b", "solve/d"}
    assert selection.brief(CHECKS, {"solve/b"}) == {"import", "solve/b"}


def test_where_nothing_is_predicted_wrong_programs_run_some_cheap_checks_of_each_group():
    assert selection.selected(CHECKS, {}, {}) == {"import", "solve/a", "solve/c"}
    assert selection.selected(CHECKS, {}, {"solve/a": 9}) == {"import", "solve/b"}
    assert selection.selected(CHECKS, {}, {"solve/a": 2}) == {"import", "solve/a", "solve/c"}


def test_right_programs_run_the_slowest_check_that_is_not_too_slow_and_what_it_needs():
    cpu_s = {"import": 0.01, "solve/a": 0.02, "solve/b": 0.06, "solve/c": 0.9, "solve/d": 0.05}
    assert selection.slowest(CHECKS, cpu_s) == {"import", "solve/b"}


def test_predictions_are_made_of_instances_with_short_searches_and_of_the_model():
    names = ["import", "print_succ/funny01-4", "solve/funny01-4", "deep/funny23-10219"]
    assignment = loaded("funny_puzzle")
    predicted = predicting.predictions(assignment, plan.select(assignment.checks, names))
    assert set(predicted[None]) == set(names)
    spaced = predicted["h_with_space"]
    assert set(spaced) == set(names[:3])
    assert spaced["solve/funny01-4"].lines[0].endswith(" h= 1 moves: 0")
    assert predicted["list_compared_with_tuple"]["solve/funny01-4"].ended == "endless"


def test_nothing_is_predicted_without_a_table(tmp_path):
    bare = replace(loaded("funny_puzzle"), folder=Folder((tmp_path,)))
    assert predicting.predictions(bare, []) == {}


def test_what_a_check_needs_is_run_with_it_and_nothing_else():
    needs = {"a": "", "b": "a", "c": "b", "d": "c", "x": "", "y": "x"}
    steps = [Check(name, "m", Limits(), needs=needed) for name, needed in needs.items()]
    assert plan.with_needed(steps, {"c"}) == {"a", "b", "c"}
    assert plan.with_needed(steps, {"y"}) == {"x", "y"}


def test_what_is_to_run_without_end_gets_less_time_than_other_wrong_programs():
    check = Check("solve/one", "m", Limits(cpu_s=10, wall_s=30))
    chosen = verify.Chosen({check.name}, {check.name}, {check.name})
    times = {}
    for verdict in ("wrong_answer", "memory_limit", "time_limit", "accepted"):
        program = programs.Program("wrong/it", intake.Submission("it", "it"), verdict)
        (own,) = verify._checks_of(program, [check], chosen)
        times[verdict] = own.limits.cpu_s, own.limits.wall_s
    assert times == {
        "wrong_answer": (1.5, 4.5),
        "memory_limit": (1.5, 4.5),
        "time_limit": (1.0, 4.5),
        "accepted": (10, 30),
    }
