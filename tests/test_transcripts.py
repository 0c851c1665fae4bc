"""The instances of `funny_puzzle` and its transcripts; `verify` proves each of them."""

import itertools
import sys

import pytest

from grader.assignment import plan
from grader.assignments import sliding
from grader.assignments.funny_puzzle import oracle
from grader.ground.errors import UsageError
from grader.making import transcripts
from tests.helpers import error_of
from tests.mistakes import CALLS
from tests.primes import with_transcripts


def test_print_succ_meets_every_place_that_two_blanks_can_take():
    states = [check.arguments[0] for check in CALLS if check.function == "print_succ"]
    blanks = {tuple(square for square in range(9) if state[square] == 0) for state in states}
    assert blanks == set(itertools.combinations(range(9), 2))


def test_solve_meets_every_depth_with_short_queues():
    searches = [
        oracle.textbook_a_star(check.arguments[0]) for check in CALLS if check.group == "solve"
    ]
    assert {len(path) - 1 for path, _ in searches} == set(range(25))
    assert max(longest for _, longest in searches) <= 3017


def test_the_deep_instances_come_last_and_are_worth_little():
    deep = [check for check in CALLS if check.group == "deep"]
    assert CALLS[-len(deep) :] == deep
    assert min(oracle.textbook_a_star(check.arguments[0])[1] for check in deep) > 10_000
    assert sum(check.points for check in deep) * 20 < sum(check.points for check in CALLS)


def test_making_the_transcripts_again_changes_nothing_but_what_is_missing_or_too_much(tmp_path):
    folder = with_transcripts(tmp_path, {})
    own = folder / "transcripts" / "primes"
    before = {path: path.read_bytes() for path in folder.rglob("*.txt")}
    (own / "gone.txt").touch()
    (own / "import.txt").unlink()
    changed = transcripts.regenerate(plan.load(str(folder)), sys.executable)
    assert [path.name for path in changed] == ["gone.txt", "import.txt"]
    assert {path: path.read_bytes() for path in folder.rglob("*.txt")} == before


def test_transcripts_of_other_calls_are_refused(tmp_path):
    folder = with_transcripts(tmp_path, {})
    file = folder / "assignment.json"
    file.write_text(file.read_text().replace('"ten": [10]', '"ten": [11]'))
    assignment = plan.load(str(folder))
    with pytest.raises(UsageError, match="other calls in print_primes/ten, count_primes/ten"):
        transcripts.expected(assignment, assignment.checks)
    transcripts.regenerate(assignment, sys.executable)
    assert transcripts.expected(assignment, assignment.checks)


@pytest.mark.parametrize(
    "text, got", [("[1, 2, 3]", "'[1,'"), ("1 two 3", "'two'"), ("", "an empty file")]
)
def test_a_file_that_holds_no_integers_is_told_by_what_it_should_hold(
    text, got, tmp_path, monkeypatch
):
    (tmp_path / "odd.txt").write_text(text)
    monkeypatch.setattr(sliding, "TESTINPUT", tmp_path)
    for read in sliding.state, sliding.rows:
        assert error_of(ValueError, read, "odd") == (
            f"{tmp_path}/odd.txt: expected integers separated by white space, as 1 2 3, got {got}"
        )
