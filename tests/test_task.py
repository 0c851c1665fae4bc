"""The handout says all that earns points: each of its rules that is broken costs some."""

import re
import shutil
from pathlib import Path

import pytest

from grader.assignment import plan
from tests.helpers import flat, submissions_graded, write_files
from tests.sample import long, one_in, slow


# Programs that were written from the handouts, rule by rule, and edits that break a rule each.
WRITTEN = Path(__file__).parent / "written"


def edits_in(name):
    """{rule of a handout: (the words before its edits, then what each edit takes out and puts in)}.

    A rule begins with ##; the lines of an edit begin with - and +, as in a diff.
    """
    text = (WRITTEN / f"{name}.txt").read_text(encoding="utf-8")
    rules = {}
    for part in re.split("^## ", text, flags=re.MULTILINE)[1:]:
        rule, head, edits = re.fullmatch(r"(.*)\n((?:[^-].*\n)?)((?:.*\n)*)", part).groups()
        sides = re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)*)", edits, re.MULTILINE)
        rules[rule] = (*head.split(), *(side_of(lines) for pair in sides for lines in pair))
    return rules


def side_of(lines):
    """The text of one side of an edit."""
    return "\n".join(line[1:] for line in lines.splitlines())


RULES = edits_in("funny_puzzle")
BROKEN = edits_in("npuzzle")  # before the edits: the checks that fail, and the file
LEFT_OPEN = edits_in("left_open")  # what npuzzle's handout leaves open, done otherwise in a file
SOME = [f"--only={name}" for name in ("import", "print_succ/*1", "solve/*", "*-again")]


def words(handout):
    """What students read in the folder of a handout, in one line."""
    paths = [path for path in sorted(handout.rglob("*")) if path.suffix in (".md", ".py")]
    return flat("".join(path.read_text(encoding="utf-8") for path in paths))


def graded(tmp_path, *arguments):
    """{name of a submission: (its points, those that it could have)}."""
    return {
        one["submission"]: (one["points"], one["points_possible"])
        for one in submissions_graded(tmp_path, *arguments)
    }


def edited(text, *edits):
    """The text with (old, new, old, new, ...) exchanged, each old text once."""
    for old, new in zip(edits[::2], edits[1::2]):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    "assignment, rules", [("funny_puzzle", RULES), ("npuzzle", BROKEN | LEFT_OPEN)]
)
def test_the_handout_says_each_rule(assignment, rules, handouts):
    said = words(handouts[assignment])
    assert [rule for rule in rules if rule not in said] == []


def written(tmp_path, *edits):
    """The folder of npuzzle's program, with the edits (file, old, new, ...)."""
    folder = Path(shutil.copytree(WRITTEN / "programs", tmp_path / "program"))
    for file, *texts in edits:
        path = folder / f"{file}.py"
        path.write_text(edited(path.read_text(), *texts))
    return folder


@pytest.mark.parametrize(
    "assignment, edits",
    [
        slow("funny_puzzle", []),
        long("npuzzle", []),
        slow("npuzzle", LEFT_OPEN.values()),
    ],
)
def test_a_program_written_from_the_handout_gets_full_marks(assignment, edits, tmp_path):
    folder = written(tmp_path, *edits)
    if assignment == "funny_puzzle":
        folder /= "funny_puzzle.py"
    ((points, possible),) = graded(tmp_path, "--assignment", assignment, folder).values()
    assert points == possible == 100


@pytest.mark.parametrize("rules", [long([*RULES][::12], id="some"), slow([*RULES], id="all")])
def test_each_rule_of_the_handout_that_is_broken_costs_points_and_only_that_does(rules, tmp_path):
    program = (WRITTEN / "programs/funny_puzzle.py").read_text()
    wrong = {f"rule{n}.py": edited(program, *RULES[rule]) for n, rule in enumerate(rules)}
    folder = write_files(tmp_path / "class", {"right.py": program, **wrong})
    points = graded(tmp_path, "--layout", "many", *SOME, folder)
    right, possible = points.pop("right")
    assert right == possible and len(points) == len(rules)
    costs = {
        rule: points[f"rule{number}"][1] - points[f"rule{number}"][0]
        for number, rule in enumerate(rules)
    }
    print(*(f"{cost:5g}  {rule}" for rule, cost in costs.items()), sep="\n")
    assert [rule for rule, cost in costs.items() if cost <= 0] == []


@pytest.mark.long
@pytest.mark.parametrize("rule", one_in(16, BROKEN))
def test_each_rule_of_npuzzle_that_is_broken_costs_points(rule, tmp_path):
    checks, *edit = BROKEN[rule]
    options = "--assignment", "npuzzle", "--only", f"{checks}*", "--only", "dimension/small"
    ((points, possible),) = graded(tmp_path, *options, written(tmp_path, edit)).values()
    assert points < possible


@pytest.mark.parametrize("assignment", ["funny_puzzle", "npuzzle"])
def test_all_groups_with_points_are_in_the_handout(assignment, handouts):
    said = words(handouts[assignment])
    checks = [check for check in plan.load(assignment).checks if check.points]
    assert {check.group for check in checks} <= set(re.findall("`([\\w-]+)` [0-9]", said))
