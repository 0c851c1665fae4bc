"""Fresh instances through the command line: how a seed draws them, and what they reveal."""

import json
import re
import shlex
import shutil
from dataclasses import replace

import pytest

from grader.assignment import plan
from grader.assignment.hooks import call
from grader.assignments.funny_puzzle import oracle
from grader.diagnose import diagnose, suspicion
from grader.judge.results import result
from grader.making.fresh import unfilled
from grader.records.causes import Cause, Mistake
from grader.records.checks import Check, Limits
from grader.records.facts import fact
from grader.records.results import Run
from tests.assignments import loaded
from tests.documents import explained
from tests.helpers import (
    MODEL,
    ROOT,
    grader,
    read_json,
    refusal_of,
    stdout_of,
    submissions,
    submissions_graded,
    verdicts,
)
from tests.programs import program
from tests.sample import rows
from tests.test_batch import a_class, document
from tests.test_grader import assignment


pytestmark = pytest.mark.long

SAME = "Its files are the same, byte for byte, as those of {}."
MEMORISED = program("memorised/knows_the_answers")
KNOWN = "--only import --only */funny02-11 --only */funny04-21 --only */funny12-384".split()
SUSPICION = (
    "It is right on the fixed instances and wrong on fresh ones: "
    "it may know the answers instead of working them out."
)
OTHERS = ["right/set_of_visited", "wrong/queue_length_after_pop", "broken/syntax_error"]
FRESH = ["--fresh", 1, "--seed", 7, "--no-examples", *KNOWN, "--only", "fresh"]


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """The folder of the reports on programs that were graded by fresh instances."""
    folder = tmp_path_factory.mktemp("graded")
    text = re.sub(r'\.get\((.*), "\[\]"\)', r"[\1]", MEMORISED.read_text())
    (folder / "raises.py").write_text(text)
    paths = [MEMORISED, folder / "raises.py", *map(program, OTHERS)]
    stdout_of(*FRESH, "--out", folder / "out", *paths)
    return folder / "out"


@pytest.fixture(scope="module")
def graded(out):
    """{name: submission} of the document on them."""
    return {one["submission"]: one for one in submissions(out / "results.json")}


def calls(*arguments):
    """{name: call} of the fresh checks that --list shows."""
    shown = stdout_of("--list", "--only", "fresh", *arguments).splitlines()
    return {row.split()[0]: row.split(maxsplit=2)[2] for row in shown if row.startswith("fresh/")}


# ---- What they reveal ----


def test_a_program_that_knows_answers_only_is_flagged(graded):
    submission = graded["knows_the_answers"]
    told = verdicts(submission)
    assert submission["private_flags"] == [SUSPICION]
    assert submission["points"] == submission["points_possible"] == 9
    assert {name for name, verdict in told.items() if verdict == "wrong_answer"} == {
        "fresh/print_succ-1",
        "fresh/solve-1",
    }


def test_a_program_that_raises_where_it_knows_no_answer_is_flagged(graded):
    submission = graded["raises"]
    assert submission["private_flags"] == [SUSPICION]
    assert "runtime_error" in verdicts(submission).values()


@pytest.mark.parametrize("name", OTHERS)
def test_no_other_program_is_flagged(name, graded):
    assert SUSPICION not in graded[name.split("/")[1]]["private_flags"]


def outcome(verdict="accepted", lines=3, cpu_s=0.1, check="solve/one"):
    """The result of a check with that verdict, lines printed and seconds used, of ten."""
    run = Run(0, "exit", cpu_s, cpu_s, 10, b"[1]\n" * lines)
    return result(Check(check, "m", Limits(10)), verdict, fact("as_expected"), run=run)


# In what the result that a letter stands for differs from an accepted one.
LETTERS = {
    "r": {},
    "w": {"verdict": "wrong_answer"},
    "t": {"verdict": "time_limit"},
    "s": {"verdict": "skipped"},
    "b": {"lines": 2},  # brief
    "l": {"cpu_s": 0.6},  # late
    "o": {"verdict": "time_limit", "check": "other/one"},
    "p": {"check": "print_succ/one"},
}


def fresh(letters):
    """The results of fresh checks that these letters stand for."""
    return [
        outcome(**LETTERS[letter] | {"check": f"fresh/solve-{place}"})
        for place, letter in enumerate(letters, 1)
    ]


def fixed(letters):
    """The results of fixed checks that these letters stand for."""
    return [outcome(**LETTERS[letter]) for letter in letters]


# Fixed and fresh checks of who is suspected, and of who is not.
SUSPECTED = ["rrr w", "rrr t", "rrro w", "rrr ttssssssss"]
UNSUSPECTED = ["rrr wr", "rr w", "rrb w", "rrrw w", "rrl t", "rrro t", "rrr s", "ppp w"]
# fresh ones must be missed more often than chance allows if fixed ones are missed, too
MISSED = "r" * 28 + "ww"
SUSPECTED += [f"{MISSED} www"]
# the first happens to an honest program once in ten times
UNSUSPECTED += [f"{MISSED} w", f"{MISSED} wrr", f"{'r' * 20}{'w' * 10} {'w' * 20}"]


@pytest.mark.parametrize("letters", SUSPECTED + UNSUSPECTED)
def test_the_suspicion_needs_enough_that_is_right_and_more_than_half_that_is_wrong(letters):
    before, drawn = letters.split()
    is_suspected = suspicion.may_know_answers([*fixed(before), *fresh(drawn)])
    assert is_suspected == (letters in SUSPECTED)


@pytest.mark.parametrize(
    "checks, flagged", [((), True), (["solve/one"], True), (["fresh/solve-1"], False)]
)
def test_a_misconception_excuses_only_the_fresh_checks_that_it_explains(
    checks, flagged, monkeypatch
):
    cause = Cause(Mistake("h_with_space", "It is.", "Is it?"), tuple(checks))
    monkeypatch.setattr(diagnose, "_by_kind", lambda *_: [cause])
    assert explained([*fixed("rrr"), *fresh("w")]).may_know_answers == flagged


@pytest.mark.parametrize(
    "flag, flagged",
    [
        (fact("close", cpu_s=9.0, limit_s=10.0), True),
        (fact("varies", verdicts=("time_limit", "wrong_answer")), False),
    ],
)
def test_only_a_verdict_that_varies_excuses_a_miss(flag, flagged):
    (missed,) = fresh("w")
    assert suspicion.may_know_answers([*fixed("rrr"), replace(missed, flags=(flag,))]) == flagged


SIZES = {f"solve/{size}": size for size in (1, 10, 100, 200, 300, 400, 500, 600)}


# The seconds of ten that a search needs: a start, and a power of its share of the largest; the size
# of the fresh ones, what came of them, and whether that is suspicious.
SECONDS = """
all are quick             | 0.1 0 1  | 300 | tt | yes
a larger one              | 0.02 9 2 | 900 | tt | no
one as large as the slow  | 0.02 9 3 | 700 | tt | no
one as small as the quick | 0.02 9 2 | 100 | tt | yes
all are slow              | 8 0 1    | 300 | tt | no
wrong ones                | 0.02 4 2 | 250 | ww | yes
"""


@pytest.mark.parametrize("seconds, own, drawn, flagged", rows(SECONDS))
def test_a_limit_is_missed_unless_searches_of_that_size_come_close_to_it(
    seconds, own, drawn, flagged
):
    start_s, largest_s, power = map(float, seconds.split())
    searches = [
        outcome(check=name, cpu_s=start_s + largest_s * (size / 600) ** power)
        for name, size in SIZES.items()
    ]
    missed = fresh(drawn)
    sizes = SIZES | {result.check: int(own) for result in missed}
    is_flagged = suspicion.may_know_answers([*searches, *missed], (), sizes.get)
    assert is_flagged == (flagged == "yes")


def test_the_suspicion_is_for_the_instructor_and_not_for_the_student(out):
    assert SUSPICION in (out / "html/index.html").read_text()
    assert SUSPICION in (out / "gradebook.csv").read_text(encoding="utf-8-sig")
    for_students = [*out.glob("feedback/*.txt"), *out.glob("html/students/*.html")]
    assert len(for_students) == 10
    assert not any("may know answers" in path.read_text() for path in for_students)


# ---- How they are drawn ----


def test_a_seed_gives_the_same_instances_again_and_another_seed_others():
    first = calls("--fresh", 2, "--seed", 7)
    assert list(first) == [
        f"fresh/{group}-{number}" for group in ("print_succ", "solve") for number in (1, 2)
    ]
    assert calls("--fresh", 1, "--seed", 7).items() < first.items()
    assert not set(calls("--fresh", 2, "--seed", 8).values()) & set(first.values())


def test_fresh_instances_are_new_and_expect_what_the_oracle_says(tmp_path):
    right = program("right/set_of_visited")
    options = "--fresh", 3, "--seed", 1, "--only", "fresh"
    (submission,) = submissions_graded(tmp_path, *options, right)
    _, *records = submission["results"]
    assert len(records) == 6 and {*verdicts(submission).values()} == {"accepted"}
    fixed = {call(check) for check in loaded("funny_puzzle").checks}
    assert not fixed & {record["call"] for record in records}
    for record in records:
        is_search = "solve" in record["check"]
        transcript = oracle.solve_transcript if is_search else oracle.succ_transcript
        state = json.loads(re.search(r"\[.*\]", record["call"])[0])
        assert record["run"]["stdout"] == transcript(state)


def test_a_seed_that_nobody_gave_is_drawn_shown_and_repeated_by_the_commands(tmp_path):
    shown = stdout_of("--fresh", 1, "--only", "fresh/print_succ-1", MEMORISED)
    seed = re.search(r"1 fresh in each group from seed ([0-9]+), sandbox", shown)[1]
    command = re.search(r"Again: python3 -m grader (.*)", shown)[1]
    assert f"--fresh 1 --seed {seed} --only fresh/print_succ-1" in command
    again = stdout_of(*shlex.split(command))
    assert re.search(">>> .*", again)[0] == re.search(">>> .*", shown)[0]


def test_each_student_has_instances_of_their_own_under_the_same_names(tmp_path):
    group, out = a_class(tmp_path / "class", ann=MODEL, bob=MEMORISED, zoe=MODEL), tmp_path / "out"
    shown = stdout_of(*FRESH, "--per-student", "--out", out, group)
    assert "1 fresh in each group from seed 7 and the name" in shown
    students = {one["submission"]: one for one in submissions(out / "results.json")}
    drawn = {
        who: {record["check"]: record["call"] for record in one["results"]}
        for who, one in students.items()
    }
    assert [*drawn["ann"]] == [*drawn["bob"]] == [*drawn["zoe"]]
    assert len({drawn[who]["fresh/solve-1"] for who in drawn}) == 3
    assert students["ann"]["private_flags"] == [SAME.format("zoe")]
    assert students["zoe"]["private_flags"] == [SAME.format("ann")]
    options = document(out)["options"]
    again = stdout_of(*options, "--only", "fresh/solve-1", f"{group}!bob")
    assert f"  >>> {drawn['bob']['fresh/solve-1']}\n" in again


@pytest.mark.slow
def test_fresh_checks_from_other_seeds_are_not_compared(tmp_path):
    program = tmp_path / "ann.py"
    for seed, text in (1, MODEL), (2, "def print_succ(state): pass\n"):
        program.write_text(text)
        only = "--only", "fresh/print_succ-1", "--fresh", 1, "--seed", seed
        grader(*only, "--out", tmp_path / f"{seed}", program)
    shutil.copytree(tmp_path / "2", tmp_path / "3")
    shown = [stdout_of("compare", tmp_path / old, tmp_path / new) for old, new in ("12", "23")]
    assert shown == [
        "0 of 1 submissions moved\nfresh checks are left out: seed 1 -> seed 2\n",
        "0 of 1 submissions moved\n",
    ]


# ---- Usage ----


def changed(group, **changes):
    """The groups of the real assignment, without fresh instances, one of them changed."""
    groups = read_json(ROOT / "grader/assignments/funny_puzzle/assignment.json")["groups"]
    for data in groups:
        data.pop("fresh", None)
    return [data | (changes if place == group else {}) for place, data in enumerate(groups)]


def test_points_of_fresh_instances_are_data(tmp_path):
    path = assignment(tmp_path, groups=changed(fresh={"points": 2}, group=2))
    shown = stdout_of("--assignment", path, "--fresh", 1, "--list")
    assert (
        re.search(r"^fresh/solve-1 +4  solve\(", shown, re.MULTILINE)
        and "fresh/print_succ" not in shown
    )


def test_a_pattern_that_selects_a_group_selects_its_fresh_checks():
    shown = stdout_of("--fresh", 2, "--seed", 1, "--only", "so*", "--list")
    assert re.findall("^fresh/.*?(?= )", shown, re.MULTILINE) == ["fresh/solve-1", "fresh/solve-2"]


def test_only_the_first_checks_of_a_group_have_its_lower_limit_and_fresh_ones_do_not():
    usual, limited = plan.load("funny_puzzle"), plan.load("funny_puzzle", 7)
    checks = *usual.checks, *unfilled(usual, 1)
    limits = {check.name: (check.limits.cpu_s, check.limits.wall_s) for check in checks}
    assert limits["solve/funny11-163"] == (10, 30)
    assert limits["solve/funny12-152"] == limits["fresh/solve-1"] == (30, 90)
    assert {check.limits.cpu_s for check in limited.checks} == {7}


def test_an_assignment_without_groups_for_them_has_no_fresh_instances(tmp_path):
    path = assignment(tmp_path, groups=[{"name": "import"}])
    assert refusal_of("--assignment", path, "--fresh", 1, "x") == (
        "grader: --fresh: expected an assignment that names groups for it, got 'funny_puzzle'\n"
    )


@pytest.mark.slow
def test_a_group_that_nothing_can_be_drawn_for_is_an_error(tmp_path):
    groups = [{"name": "solve", "function": "solve", "fresh": {}, "instances": ["funny00-1"]}]
    path = assignment(tmp_path, groups=groups)
    assert refusal_of("--assignment", path, "--fresh", 1, "--list") == (
        "grader: fresh/solve-1: expected fixed instances to draw one like, got none that serves\n"
    )


@pytest.mark.slow
def test_boards_that_are_drawn_by_their_names_are_drawn_by_other_seeds():
    options = ["--assignment", "npuzzle", "--fresh", 1, "--only", "fresh/hamming-1"]
    listed = [
        re.search(r"fresh/hamming-1 .*", stdout_of(*options, "--seed", seed, "--list"))[0]
        for seed in (1, 2)
    ]
    assert listed[0] != listed[1]
