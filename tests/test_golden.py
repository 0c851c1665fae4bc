"""What the grader says of each program of `funny_puzzle`, compared with the golden reports."""

from statistics import median

import pytest

from tests.golden import (
    GOLDEN,
    IN_TABLE,
    NAMES,
    REPORTS,
    ROOT,
    RUN_OF,
    RUNS,
    TABLE,
    graded,
    report,
    table_row,
)
from tests.sample import one_in


pytestmark = [pytest.mark.once, pytest.mark.long]

ROWS = {row.split(" | ")[0]: row for row in TABLE.read_text().splitlines()}


@pytest.mark.parametrize(
    "file", one_in(3, REPORTS, [f"{file.parent.name}/{file.stem}" for file in REPORTS])
)
def test_the_report_on_a_program_is_its_golden_one(file):
    assert report(file) == file.read_text()


def in_ci(parameter, run):
    """A parameter of a test, which takes long unless it needs one of the first runs alone."""
    return pytest.param(parameter, marks=() if run < 2 else pytest.mark.slow)


@pytest.mark.parametrize("name", [in_ci(name, RUN_OF[name]) for name in IN_TABLE])
def test_the_row_of_a_program_is_its_golden_one(name):
    assert table_row(name) == ROWS[name]


def test_there_is_a_golden_report_or_row_for_each_program_and_none_without_its_program():
    assert sorted(GOLDEN.glob("*/*.txt")) == sorted(REPORTS)
    assert list(ROWS) == IN_TABLE and set(ROWS) | set(REPORTS.values()) == set(NAMES)


def test_a_program_is_right_exactly_if_its_folder_says_so():
    full = {name for name, row in ROWS.items() if "accepted" in row}
    full |= {name for file, name in REPORTS.items() if "well done!" in file.read_text()}
    # the memorised program knows this instance
    assert full == {name for name in NAMES if name.split("/")[0] in ("right", "memorised")}


FIRST_RUNS = [in_ci(range(2), 0), in_ci(range(len(RUNS)), len(RUNS))]


@pytest.mark.parametrize("runs", FIRST_RUNS, ids=["some", "all"])
def test_texts_for_students_are_short_and_have_no_path_of_the_instructors(runs):
    texts = {name: text for run in runs for name, (text, _) in graded(run).items()}
    lines = {name: text.count("\n") for name, text in texts.items()}
    wrong = [number for name, number in lines.items() if name.startswith("wrong/")]
    assert len(wrong) >= 10 and median(wrong) <= 40 and max(lines.values()) <= 80
    assert not [name for name, text in texts.items() if str(ROOT) in text or f"{name}.py" in text]
