"""The order and the parts of observations, by observations that only say how a check ended."""

from types import SimpleNamespace

import pytest

from grader.diagnose.parts import PASSING, ordered, parts_of


def seen(name, is_driven=True):
    """The observation of a check: "solve late", "solve* right"; with * by the model's files."""
    function, _, how = name.partition(" ")
    check = SimpleNamespace(
        function=function.strip("*-"), replaced="*" in function, is_driven=is_driven
    )
    return SimpleNamespace(
        name=name,
        check=check,
        passed=how == "right",
        is_late=how == "late",
        is_wrong=how == "wrong",
    )


def parts(*names, is_driven=True):
    """The names of the observations in each part."""
    case = [seen(name, is_driven) for name in names]
    return [[one.name for one in part] for part in parts_of(case)]


def test_each_function_is_a_part_and_what_is_imported_is_in_all():
    names = "- right", "a wrong", "b late", "c right"
    assert parts(*names, is_driven=False) == [[names[0], one] for one in names[1:]]


def test_what_only_ran_into_limits_is_a_part_with_what_is_right_where_a_driver_asks():
    names = "- late", "a wrong", "b late", "c right"
    assert parts(*names) == [
        [names[0], "a wrong"],
        ["- late", "c right"],
        ["- late", "b late", "c right"],
    ]


@pytest.mark.parametrize("other", ["a* right", "a* wrong"])
def test_what_the_models_file_mends_comes_last_with_both(other):
    names = "a wrong", other, "b wrong"
    alone = [["a wrong"], [other], ["b wrong"]]
    mended = [[other], ["b wrong"], ["a wrong", other]]
    assert parts(*names) == (mended if other == "a* right" else alone)


def test_a_search_that_ends_with_the_models_file_alone_is_the_files_fault():
    assert parts("a late", "a* wrong")[-1] == ["a late", "a* wrong"]


def test_so_many_right_ones_of_each_kind_are_compared_and_none_is_run_if_all_are_right():
    case = [seen("a right")] * (PASSING + 1) + [seen("a* right")] * 2
    assert len(ordered(case, None)) == PASSING + 2
