"""What the grader says of each program of `funny_puzzle`, compared with the golden reports."""

from statistics import median

import pytest

from tests.golden import ALONE, GOLDEN, TABLE, WHOLE, golden, graded, names, runs, shown_alone
from tests.helpers import ROOT
from tests.sample import one_in, slow


pytestmark = pytest.mark.long


def rows():
    """{name of a program: its golden row}."""
    return {row.split(" | ")[0]: row for row in TABLE.read_text().splitlines()}


@pytest.mark.parametrize("which", [slice(1), slow(slice(1, None))])
def test_what_is_said_of_a_program_is_its_golden_report_or_row(which):
    for run in runs()[which]:
        for name, shown in graded(*run).items():
            expected = golden(name).read_text() if name in WHOLE else rows()[name]
            assert shown == expected, name


@pytest.mark.parametrize("name", one_in(len(ALONE), ALONE[::-1]))
def test_what_the_terminal_shows_of_a_program_is_its_golden_report(name):
    assert shown_alone(name) == golden(name, "alone").read_text()


def test_there_is_a_golden_report_or_row_for_each_program_and_none_without_its_program():
    reports = [*map(golden, WHOLE), *(golden(name, "alone") for name in ALONE)]
    assert sorted(GOLDEN.glob("*/*.txt")) == sorted(reports)
    assert list(rows()) == [name for name in names() if name not in WHOLE]
    assert {*WHOLE} < {*names()}


def test_a_program_is_right_exactly_if_its_folder_says_so():
    full = {name for name, row in rows().items() if "accepted" in row}
    full |= {name for name in WHOLE if "well done!" in golden(name).read_text()}
    # the memorised program knows this instance
    assert full == {name for name in names() if name.split("/")[0] in ("right", "memorised")}


def test_texts_for_students_are_short_and_have_no_path_of_the_instructors():
    texts = {name: golden(name).read_text() for name in WHOLE}
    lines = {name: text.count("\n") for name, text in texts.items()}
    wrong = [number for name, number in lines.items() if name.startswith("wrong/")]
    assert len(wrong) >= 8 and median(wrong) <= 40 and max(lines.values()) <= 80
    assert not [name for name, text in texts.items() if str(ROOT) in text or f"{name}.py" in text]
