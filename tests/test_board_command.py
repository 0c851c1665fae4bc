"""The command `python3 -m lecture board`, from the outside."""

import pytest

from tests.helpers import outcome, python


COMMAND = ("-m", "lecture", "board")
FACTS = "2\n1 2\n0 3\n\nhamming = 1\nmanhattan = 1\ngoal = no\nsolvable = yes\nneighbors = 2\n"
OTHER_FACTS = (
    "3\n1 2 3\n4 0 6\n5 7 8\n\nhamming = 3\nmanhattan = 4\ngoal = no\nsolvable = no\n"
    "neighbors = 4\n"
)


def run(*arguments, stdin=""):
    """(Exit status, stdout, stderr) of Python with these arguments."""
    return outcome(python(*arguments, input=stdin))


def test_a_file_without_a_board_costs_one_line_and_the_others_are_printed(tmp_path):
    first, other = tmp_path / "first.txt", tmp_path / "other.txt"
    first.write_text("2 1 2 0 3")
    other.write_text("3 1 2 3 4 0 6 5 7 8")
    status, stdout, stderr = run(*COMMAND, first, tmp_path / "none.txt", other)
    headed = f"==> {first} <==\n{FACTS}\n==> {other} <==\n{OTHER_FACTS}"
    assert (status, stdout) == (2, headed)
    assert stderr == (
        f"lecture: {tmp_path / 'none.txt'}: expected a file with a board, "
        "got 'No such file or directory'\n"
    )


def test_the_goal_and_an_unsolvable_board_say_so():
    assert "goal = yes\nsolvable = yes\n" in run(*COMMAND, "-", stdin="2 1 2 3 0")[1]
    assert "goal = no\nsolvable = no\n" in run(*COMMAND, "-", stdin="2 2 1 3 0")[1]


@pytest.mark.parametrize("file", ["board.py", "solver.py"])
def test_python_minus_i_without_a_file_is_a_prompt_and_no_error(file):
    status, stdout, stderr = run("-i", file, stdin="print(Board([[1, 2], [0, 3]]).dimension())\n")
    assert (status, stdout) == (0, "2\n") and "required" not in stderr
