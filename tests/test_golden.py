"""What the grader says of each program under `submissions/`, compared with the golden reports."""

import pytest

from tests.golden import FILES, ROOT, report


pytestmark = pytest.mark.once


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_report_on_a_program_is_its_golden_one(file):
    assert report(file) == file.read_text()


def test_there_is_no_golden_report_without_its_program():
    assert sorted((ROOT / "tests" / "golden").glob("*/*.txt")) == FILES


def test_a_program_is_right_exactly_if_its_folder_says_so():
    full = {file for file in FILES if "Well done!" in file.read_text()}
    # it knows this instance
    assert full == {file for file in FILES if file.parent.name in ("right", "memorised")}
