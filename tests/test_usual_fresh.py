"""A class gets a fresh instance of each kind unasked; who has memorised a table is flagged."""

import re

import pytest

from grader.commands.draws import usual_draw
from grader.commands.options import parser
from grader.intake import intake
from tests.assignments import loaded
from tests.helpers import MODEL, ROOT, grader, stdout_of, submissions_graded, verdicts
from tests.programs import program
from tests.test_batch import a_class, document


pytestmark = pytest.mark.long

WRONG = program("wrong/queue_length_after_pop")
ONLY = ["--only", "*/funny02-11", "--only", "fresh/print_succ-1", "--no-examples"]


def draw(out):
    """The options on fresh instances that the results in a folder were graded with."""
    words = document(out)["options"]
    return words[words.index("--fresh") :] if "--fresh" in words else []


def test_a_class_gets_one_fresh_instance_and_the_same_ones_when_it_grows(tmp_path):
    group, out = a_class(tmp_path / "class", ann=MODEL, bob=WRONG), tmp_path / "out"
    shown = stdout_of(*ONLY, "--out", out, group)
    seed = re.search(", 1 fresh in each group from seed ([0-9]+), sandbox", shown)[1]
    assert draw(out) == ["--fresh", "1", "--seed", seed]
    names = [record["check"] for record in document(out)["submissions"][0]["results"]]
    assert [name for name in names if name.startswith("fresh/")] == ["fresh/print_succ-1"]
    a_class(group, zoe=MODEL + "# late\n")
    grader(*ONLY, "--out", out, group)
    assert (draw(out)[-1], len(document(out)["submissions"])) == (seed, 3)


def test_all_parts_of_a_class_draw_the_same_instances(tmp_path):
    group = a_class(tmp_path / "class", ann=MODEL, bob=WRONG, zoe=MODEL + "\n")
    words = [
        draw(tmp_path / str(part))
        for part in (1, 2)
        if not grader(
            *ONLY, "--shard", f"{part}/2", "--out", tmp_path / str(part), group
        ).returncode
    ]
    assert words[0] == words[1] != []
    stdout_of("merge", "--out", tmp_path / "all", tmp_path / "1", tmp_path / "2")


def test_one_submission_and_a_class_that_wants_none_get_none(tmp_path):
    group, assignment = a_class(tmp_path / "class", ann=MODEL, bob=WRONG), loaded("funny_puzzle")
    both = intake.submissions([str(group)], assignment.files)
    for words, submissions in (
        (["--fresh", "0"], both),
        (["--only", "*/funny02-11"], both),
        ([], both[:1]),
    ):
        options = parser().parse_args([*words, str(group)])
        assert usual_draw(options, assignment, submissions) is None
    assert usual_draw(parser().parse_args([str(group)]), assignment, both).number == 1


def test_only_commands_that_run_a_fresh_check_again_name_its_seed(tmp_path):
    group, out = a_class(tmp_path / "class", ann=WRONG, bob="def solve(state): 1 / 0\n"), "out"
    stdout_of(
        *("--only", "solve/funny02-11", "--only", "fresh/solve-1", "--no-examples"),
        *("--out", tmp_path / out, group),
    )
    page = (tmp_path / out / "junit.xml").read_text()
    commands = re.findall("python3 -m grader .*", page)
    assert len(commands) > 2
    assert all(("--seed" in command) == ("fresh/" in command) for command in commands)


@pytest.mark.slow
def test_a_right_program_is_right_on_fresh_instances_of_every_group(tmp_path):
    right = ROOT / "grader/assignments/npuzzle/reference"
    options = ["--assignment", "npuzzle", "--fresh", 2, "--seed", 7, "--only", "fresh"]
    (submission,) = submissions_graded(tmp_path, *options, right)
    assert {*verdicts(submission).values()} == {"accepted"}
    assert len(submission["results"]) > 2 * len(loaded("npuzzle").fresh) == 42
