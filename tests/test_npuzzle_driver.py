"""What the driver of npuzzle reads from the strings of boards, and which boards it compares."""

import pytest

from grader.assignments.npuzzle import driver, driver_board
from tests.mistakes_npuzzle import REFERENCE, records_of
from tests.students.npuzzle import NPUZZLE


LINES = 'return "\\n".join([str(self._n)] + lines)'
OTHER_STRINGS = {
    "size": 'return "\\n".join([f"{self._n}x{self._n}"] + lines)',
    "title": 'return "\\n".join([f"Board of size {self._n} x {self._n}:"] + lines)',
    "distance": 'return "\\n".join([str(self._n), *lines, f"manhattan = {self._manhattan}"])',
    "lists": 'return "\\n".join([str(self._n), *map(str, self._rows)])',
    "one_line": 'return f"{self._n} {self._rows}"',
}


@pytest.mark.parametrize("other", OTHER_STRINGS.values(), ids=[*OTHER_STRINGS])
def test_what_a_string_says_beside_its_tiles_fails_in_the_check_of_the_string_alone(other):
    variant = REFERENCE.variant({"board.py": ((LINES, other),)})
    failed = [one.check for one in records_of(variant, NPUZZLE.checks) if not one.passed]
    assert failed == ["str/files", "str/small"]


@pytest.mark.parametrize("title", ["2", "2x2", "2 2", "of 2 rows", "manhattan = 4, hamming = 3"])
def test_the_tiles_are_read_whatever_stands_before_or_after_them(title, monkeypatch):
    monkeypatch.setattr(driver_board, "_rows_of_tiles", driver._rows_of_tiles, raising=False)
    for text in f"{title}\n1 3\n0 2", f"1 3\n0 2\n{title}\n", f"{title}\n[1, 3]\n[0, 2]\n{title}":
        assert driver._rows_of_tiles(text) == [["1", "3"], ["0", "2"]]
        assert driver_board._tiles(text, 2) == "1 3 0 2"


@pytest.mark.parametrize("text", ["", "3", "a board", "1 2 3\n4 5 6", "1 2\n3"])
def test_in_a_string_without_a_square_are_no_tiles(text):
    assert driver._rows_of_tiles(text) == []
