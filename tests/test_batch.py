"""A class of submissions through the command line: stored, looked up, interrupted, compared."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from grader import compare
from grader.conditions import Conditions
from grader.grading.listing import Machine, listing
from grader.ground.errors import UsageError
from grader.making.sheets import Sheets
from grader.records.listings import ListedCheck, ListedSubmission, Listing
from grader.records.submissions import SubmissionResults
from grader.store import database, store
from tests import waiting
from tests.documents import every_verdict
from tests.helpers import (
    MODEL,
    grader,
    python,
    read_json,
    refusal_of,
    started,
    stdout_of,
    write_files,
)
from tests.programs import program
from tests.stores import change, change_results
from tests.test_grader import assignment


pytestmark = pytest.mark.long

RIGHT = program("right/set_of_visited")
WRONG = program("wrong/queue_length_after_pop")
QUICK = ["--no-examples", "--only", "import", "--only", "*/funny12-384"]


def a_class(folder, **submissions):
    """A folder with a submission for each name, whose program is a text or a file to copy."""
    return write_files(folder, {f"{who}/funny_puzzle.py": own for who, own in submissions.items()})


def document(out):
    """The document of the results in a folder."""
    return read_json(out / "results.json")


def outcomes(out):
    """{who: {check: verdict}} of the results stored in a folder."""
    with store.existing(out) as results:
        graded = results.document().submissions
    return {
        submission.submission: {result.check: result.verdict for result in submission.results}
        for submission in graded
    }


def stored(out):
    """{key: record} of the results stored in a folder so far."""
    if not (out / "results.sqlite3").exists():
        return {}
    with closing(sqlite3.connect(out / "results.sqlite3")) as database:
        if not list(database.execute("SELECT 1 FROM sqlite_master WHERE name = 'results'")):
            return {}
        return dict(database.execute("SELECT key, record FROM results"))


def until_stored(out, number):
    """Wait until so many results are stored in a folder."""
    waiting.until(lambda: len(stored(out)) >= number, lambda: stored(out))


# A limit of 90 seconds would end it.
SLEEPER = "import time\ntime.sleep(600)\n"
ACCEPTED = dict.fromkeys(["import", "print_succ/funny12-384", "solve/funny12-384"], "accepted")


class Graded(NamedTuple):
    """A graded class, the results, and what was shown."""

    group: Path
    out: Path
    shown: str


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A class graded by four jobs; its first program, which equals its last, is its slowest."""
    folder = tmp_path_factory.mktemp("graded")
    slow = f"import time\ntime.sleep(0.3)\n{RIGHT.read_text()}"
    group = a_class(folder / "class", ann=slow, bob=WRONG, eve="raise SystemExit\n", zoe=slow)
    shown = stdout_of("--no-reports", "--jobs", 4, "--out", folder / "out", *QUICK, group)
    return Graded(group, folder / "out", shown)


def test_results_come_in_order_whatever_the_timing(graded):
    rows = [row.split(":")[0] for row in graded.shown.splitlines() if ": Total: " in row]
    assert rows == ["ann", "bob", "eve", "zoe"]
    assert outcomes(graded.out) == {
        "ann": ACCEPTED,
        "bob": ACCEPTED | {"solve/funny12-384": "wrong_answer"},
        "eve": dict.fromkeys(ACCEPTED, "skipped") | {"import": "runtime_error"},
        "zoe": ACCEPTED,
    }


@pytest.fixture
def mended(graded, tmp_path):
    """A copy of the class in which a program was mended, and a copy of the results."""
    group, out = (shutil.copytree(path, tmp_path / path.name) for path in graded[:2])
    (group / "bob" / "funny_puzzle.py").write_text(MODEL)
    return group, out


def test_only_what_a_change_touches_is_run_again(graded, mended, tmp_path):
    before, (group, out) = stored(graded.out), mended
    assert len(before) == 9  # two equal programs share their results
    grader("--no-reports", "--jobs", 1, "--out", out, *QUICK, group)
    after = stored(out)
    assert before.items() < after.items() and len(after) == 9 + 3
    assert outcomes(out) == outcomes(graded.out) | {"bob": ACCEPTED}
    groups = read_json(assignment(tmp_path))["groups"]
    groups[2]["limits"] = {"cpu_s": 20}
    changed = assignment(tmp_path, groups=groups)
    grader("--no-reports", "--out", out, "--assignment", changed, *QUICK, group)
    # the solve checks of the three different programs
    assert after.items() < stored(out).items() and len(stored(out)) == 9 + 3 + 3


def test_sleeping_programs_hold_up_no_other_and_control_c_keeps_what_is_done(tmp_path):
    group = a_class(tmp_path / "class", ann=SLEEPER, bob=SLEEPER + "#", eve=MODEL)
    out = tmp_path / "out"
    with started("--jobs", 1, "--out", out, *QUICK, group) as process:
        until_stored(out, 3)  # the sleepers hold up nobody
        assert refusal_of("--out", out, group) == (
            f"grader: --out: expected a folder of our own, got {str(out)!r}, "
            "in which another grader is at work\n"
        )
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.communicate()[1] == (
            "grader: interrupted; the same command goes on from here, and "
            f"`python3 -m grader report {out}` shows what is there\n"
        )
    assert time.monotonic() - start < 20 and process.returncode == 130
    said = stdout_of("report", out)
    assert outcomes(out) == {"ann": {}, "bob": {}, "eve": ACCEPTED}
    assert "bob: Only 0 of its 3 checks have a result yet." in said


def test_compare_tells_whose_points_moved_and_why(graded, mended):
    group, new = mended
    shutil.rmtree(group / "zoe")
    grader("--no-reports", "--out", new, *QUICK, group)
    assert stdout_of("compare", graded.out, new) == (
        "bob: 2 -> 3 points\n"
        "  solve/funny12-384: wrong_answer, 1 point -> accepted, 2 points "
        "(the submission changed)\n"
        "1 of 3 submissions moved\nonly in the old: zoe\n"
    )


def test_a_failure_is_rerun_as_often_as_is_asked_for(tmp_path):
    varying = "import os\nif os.urandom(1)[0] & 1: raise ValueError\n" + MODEL
    students = {f"ann{number}": f"{varying}# {number}\n" for number in range(8)}
    group, out = a_class(tmp_path / "class", **students), tmp_path / "out"
    grader("--no-reports", "--out", out, "--rerun", 40, "--only", "import", group)
    assert outcomes(out) == dict.fromkeys(students, {"import": "accepted"})


def test_results_of_another_interpreter_of_the_same_version_are_of_another_grader(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    one, other = (
        listing([], Sheets({"": None}), ("it", "it"), Machine(path, "basic", 1), Conditions())
        for path in (sys.executable, str(tmp_path / "venv/bin/python"))
    )
    assert one.grader != other.grader


def peak_of_grading(group):
    """The most memory of the process that grades `group`, in bytes."""
    command = (
        "import re, sys; from grader.entry.main import main; main(sys.argv[1:]);"
        "print(re.search('VmHWM:(.*)kB', open('/proc/self/status').read())[1], file=sys.stderr)"
    )
    done = python("-c", command, "--jobs", "2", "--only", "import", group)
    return int(done.stderr) * 1024


@pytest.mark.slow
def test_the_files_of_waiting_submissions_are_not_in_memory(tmp_path):
    group = a_class(tmp_path / "class", **{f"s{number:02}": MODEL for number in range(60)})
    without = peak_of_grading(group)
    for number, place in enumerate(sorted(group.iterdir())):
        (place / "large.py").write_text(f"# {number}\n" + "#" * 1_900_000)
    # of each output the 64 KiB that a page shows are kept, not all 1.9 MB
    assert peak_of_grading(group) - without < 60 * 1_900_000 * 2 / 3


def test_the_reports_of_a_student_who_left_go_and_the_others_stay(tmp_path):
    group, out = a_class(tmp_path / "class", **{"a b": RIGHT, "c d": RIGHT}), tmp_path / "out"
    files = []
    for path in group, group / "c d":
        said = stdout_of("--no-reports", "--out", out, "--only", "import", path)
        grader("report", out)
        files.append(set(os.listdir(out / "feedback")))
    before, after = files
    assert len(before) == 2 and after < before and [name[:4] for name in after] == ["c-d."]
    assert said.startswith("No longer in the reports, for they are not given: a b\n")
    assert len(os.listdir(out / "html/students")) == 1


def test_one_of_a_class_does_not_take_the_place_of_the_class(tmp_path):
    group, out = a_class(tmp_path / "class", ann=RIGHT, bob=RIGHT, cleo=RIGHT), tmp_path / "out"
    grader("--out", out, "--only", "import", group)
    before = (out / "gradebook.csv").read_bytes()
    refused = refusal_of("--out", out, "--only", "import", group / "ann")
    assert refused.endswith(" with 3 submissions, of which 2 are not given\n")
    assert (out / "gradebook.csv").read_bytes() == before
    stdout_of("--out", out, "--only", "import", group)
    for name in "ann", "bob":  # one after another may be graded into one folder
        one = grader("--out", tmp_path / "one", "--only", "import", group / name)
        assert one.returncode == 0


@pytest.mark.slow
def test_results_inside_the_class_are_no_submission_and_are_their_owners_only(graded, tmp_path):
    group = shutil.copytree(graded.group, tmp_path / "class")
    out = group / "results"
    grader("--out", out, *QUICK, group)
    grader("--out", out, *QUICK, group)
    assert list(outcomes(out)) == ["ann", "bob", "eve", "zoe"]
    assert {
        path.stat().st_mode & 0o077 for path in [out, *out.rglob("*")] if path.name != "lock"
    } == {0}


def class_of(checks=(), **students):
    """A store with these results of each student, who have these checks as well."""
    stored = store.Store()
    asked = {result.check: result.asked for own in students.values() for result in own}
    listed = {check: ListedCheck(check, asked[check]) for check in asked}
    listed |= {name: ListedCheck(name) for name in checks}
    submissions = [ListedSubmission(SubmissionResults(who, who), who) for who in students]
    stored.begin(Listing("it", "it", "basic", "it", Conditions(), listed, tuple(submissions)))
    for who, results in students.items():
        for result in results:
            stored.keep(store.digest("it", result.check, who), result)
    return stored


def grading(*results, checks=()):
    """A store with these results of one student, who has these checks as well."""
    return class_of(checks, ann=results)


def compared(old, new):
    """How two gradings differ."""
    return compare.comparison(old, new, (old.document(), new.document()))


def test_a_check_that_only_one_of_two_gradings_has_is_compared_as_well():
    verdicts = every_verdict()
    wrong = replace(verdicts["wrong_answer"], check="solve/other")
    with grading(verdicts["accepted"]) as old, grading(verdicts["accepted"], wrong) as new:
        assert compared(old, old) == "0 of 1 submissions moved"
        assert compared(old, new) == (
            "ann: 2 -> 3 points\n"
            "  solve/other: not there -> wrong_answer, 1 point "
            "(the check, its limits or its transcript changed)\n"
            "1 of 1 submissions moved"
        )


def solved(wrong_ones):
    """Results of four checks, three of them of solve, which these letters fail."""
    right = every_verdict()["accepted"]
    wrong = replace(every_verdict()["wrong_answer"], points={})
    results = {letter: wrong if letter in wrong_ones else right for letter in "abc"}
    solve = [replace(result, check=f"solve/{letter}") for letter, result in results.items()]
    return [replace(right, check="print_succ/a"), *solve]


def test_changes_of_one_kind_are_folded_by_group_and_those_who_moved_alike_stand_together():
    old = class_of(ann=solved("abc"), bob=solved("abc"), eve=solved("a"))
    new = class_of(ann=solved(""), bob=solved(""), eve=solved("abc"))
    with old, new:
        assert compared(old, new) == (
            "ann: 2 -> 8 points\nbob: 2 -> 8 points\n"
            "  solve, 3 checks: wrong_answer, 0 points -> accepted, 6 points "
            "(the same run ended differently)\n"
            "eve: 6 -> 2 points\n"
            "  solve, 2 checks: accepted, 4 points -> wrong_answer, 0 points "
            "(the same run ended differently)\n"
            "solve: 3 submissions moved, +8 points together\n"
            "3 of 3 submissions moved"
        )


@pytest.mark.parametrize("more, pending", [((), 0), (("b", "c"), 2)])
def test_a_submission_says_how_many_of_its_checks_have_no_result_yet(more, pending):
    with grading(every_verdict()["accepted"], checks=more) as stored:
        (submission,) = stored.document().submissions
        assert submission.pending == pending and submission.points == 2


@pytest.mark.parametrize("size", [4096, 70_000])
def test_diagnosis_sees_the_output_that_documents_hold_the_beginning_of(size):
    accepted = every_verdict()["accepted"]
    long = replace(accepted, run=replace(accepted.run, stdout=b"x" * size))
    submissions = []
    with grading(long) as stored:
        whole = stored.document(lambda submission: submissions.append(submission) or submission)
    outputs = [
        submission.results[0].run.stdout for submission in (*submissions, *whole.submissions)
    ]
    assert outputs == [b"x" * size, b"x" * min(size, 4096)]


@pytest.mark.parametrize(
    "verdict, reruns, rerun, is_found",
    [
        ("accepted", 0, 2, True),
        ("wrong_answer", 0, 0, True),
        ("wrong_answer", 1, 2, False),
        ("wrong_answer", 2, 2, True),
        ("skipped", 0, 0, False),
        ("judge_error", 0, 0, False),
    ],
)
def test_what_is_stored_is_found_unless_it_is_to_be_run_again(verdict, reruns, rerun, is_found):
    stored = replace(every_verdict()[verdict], reruns=reruns)
    with store.Store() as results:
        results.keep("key", stored)
        assert results.find("key", stored.asked, rerun) == (stored if is_found else None)
        assert results.find("another", stored.asked, rerun) is None


# ---- What somebody else does to the folder ----


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """The results of one program, of which only the import was run."""
    folder = tmp_path_factory.mktemp("imported")
    path = a_class(folder / "class", ann=WRONG) / "ann"
    grader("--no-reports", "--out", folder / "out", "--only", "import", path)
    return folder / "out"


@pytest.fixture
def out(imported, tmp_path):
    """A copy of these results."""
    return shutil.copytree(imported, tmp_path / "out")


LISTING = "UPDATE listing SET listing = replace(listing, '{}', '{}')"
RECORD = "UPDATE results SET record = replace(record, '{}', '{}')"


@pytest.mark.parametrize(
    "statement",
    [
        LISTING.format('"graded_as"', '"x"'),
        LISTING.format('"conditions": {', '"conditions": 7, "x": {'),
        RECORD.format("{", "["),
        f"UPDATE listing SET listing = '{'[' * 200_000}'",
        "UPDATE listing SET listing = x'ff'",
        LISTING.format('"submissions": [', '"submissions": [7, '),
        LISTING.format('"submissions": [', '"submissions": [{}, '),
        LISTING.format('"checks": {', '"checks": 7, "x": {'),
        "INSERT INTO adjustments VALUES ('ann', 'many', 'why')",
        "INSERT INTO adjustments VALUES ('ann', 9e999, 'why')",
    ],
)
def test_what_was_changed_by_hand_and_is_no_result_is_refused_in_one_line(statement, out):
    change(out, statement)
    refusal = "expected results of this version of the grader, got others: grade again"
    assert refusal_of("report", out) == f"grader: {refusal}\n"


ODD = [
    {"verdict": "odd"},
    {"reason": {"kind": "odd"}},
    {"reason": {"kind": "killed"}},
    {"reason": {"kind": "as_expected", "hint": "odd"}},
    {"notes": [{"kind": "counted"}]},
]


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_a_result_of_which_reports_have_no_words_is_refused_in_one_line(odd, out):
    change_results(out, lambda record: record.update(odd))
    begins = "grader: 'ann', import: expected a result of this version"
    assert refusal_of("report", out).startswith(begins)


def test_results_in_other_tables_are_refused_in_one_line(imported, out):
    change(out, "ALTER TABLE listing RENAME COLUMN listing TO other")
    for reading in ["report", out], ["compare", out, imported]:
        line = f"grader: --out: expected a folder of results, got '{out}' (no such column: listing"
        assert refusal_of(*reading).startswith(line)


def test_a_folder_whose_database_is_none_is_refused_and_free_at_once(tmp_path):
    (tmp_path / database.FILE).mkdir()
    for spoil in lambda: None, lambda: (tmp_path / database.FILE).rmdir():
        with pytest.raises(UsageError, match="expected a folder of results, got .*Is a directory"):
            store.Store(tmp_path)
        spoil()
    (tmp_path / database.FILE).write_bytes(b"x" * 5000)
    with pytest.raises(UsageError, match="file is not a database"):
        store.Store(tmp_path)
    (tmp_path / database.FILE).unlink()
    store.Store(tmp_path).database.close()


def test_a_folder_whose_results_can_not_be_written_is_free_at_once(tmp_path):
    with pytest.raises(sqlite3.Error), store.Store(tmp_path) as results:
        results.database.connection.close()
    store.Store(tmp_path).database.close()
