"""A class of submissions through the command line: stored, looked up, interrupted, compared."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace

import pytest

from grader import compare
from grader.conditions import Conditions
from grader.ground.errors import UsageError
from grader.records.listings import ListedCheck, ListedSubmission, Listing
from grader.records.submissions import SubmissionResults
from grader.store import database, store
from tests import waiting
from tests.documents import every_verdict
from tests.golden import ROOT, grader
from tests.programs import program
from tests.sample import one_in
from tests.stores import change_results
from tests.test_grader import assignment


pytestmark = [pytest.mark.once, pytest.mark.long]

MODEL = (ROOT / "funny_puzzle.py").read_text()
RIGHT = program("right/set_of_visited")
WRONG = program("wrong/queue_length_after_pop")
QUICK = ["--only", "import", "--only", "*/funny12-384"]


def a_class(folder, **submissions):
    """A folder with a submission for each name, whose program is a text or a file to copy."""
    for who, submission in submissions.items():
        (folder / who).mkdir(parents=True)
        text = submission if isinstance(submission, str) else submission.read_text()
        (folder / who / "funny_puzzle.py").write_text(text)
    return folder


def document(out):
    """The document of the results in a folder."""
    return json.loads((out / "results.json").read_text())


def outcomes(out):
    """{who: {check: verdict}} of the results in a folder."""
    return {
        submission["submission"]: {
            record["check"]: record["verdict"] for record in submission["results"]
        }
        for submission in document(out)["submissions"]
    }


def keys(out):
    """(Key, number in the order of the first writing) of the results stored in a folder, if any."""
    if not (out / "results.sqlite3").exists():
        return []
    with closing(sqlite3.connect(out / "results.sqlite3")) as database:
        if not list(database.execute("SELECT 1 FROM sqlite_master WHERE name = 'results'")):
            return []
        return sorted(database.execute("SELECT key, rowid FROM results"))


@pytest.fixture
def small_class(tmp_path):
    return a_class(tmp_path / "class", ann=RIGHT, bob=WRONG, eve="raise SystemExit\n", zoe=RIGHT)


def test_results_come_in_order_whatever_the_timing(tmp_path):
    slow = "import time\ntime.sleep(0.3)\n" + MODEL
    group = a_class(tmp_path / "class", ann=slow, bob=RIGHT, eve=MODEL)
    done = grader("--jobs", 4, *QUICK, group)
    rows = [row.split(":")[0] for row in done.stdout.splitlines() if ": Total: " in row]
    assert rows == ["ann", "bob", "eve"]


@pytest.mark.parametrize("jobs", one_in(2, [1, 3]))
def test_the_results_do_not_depend_on_the_number_of_jobs(jobs, small_class, tmp_path):
    grader("--jobs", jobs, "--out", tmp_path / "out", *QUICK, small_class)
    assert outcomes(tmp_path / "out") == {
        "ann": {
            "import": "accepted",
            "print_succ/funny12-384": "accepted",
            "solve/funny12-384": "accepted",
        },
        "bob": {
            "import": "accepted",
            "print_succ/funny12-384": "accepted",
            "solve/funny12-384": "wrong_answer",
        },
        "eve": {
            "import": "runtime_error",
            "print_succ/funny12-384": "skipped",
            "solve/funny12-384": "skipped",
        },
        "zoe": {
            "import": "accepted",
            "print_succ/funny12-384": "accepted",
            "solve/funny12-384": "accepted",
        },
    }


def test_a_second_run_over_an_unchanged_class_runs_nothing(small_class, tmp_path):
    out = tmp_path / "out"
    grader("--out", out, *QUICK, small_class)
    before = [keys(out), document(out)]
    grader("--out", out, *QUICK, small_class, "--jobs", 1)
    assert [keys(out), document(out)] == before
    assert len(before[0]) == 9  # two equal programs share their results


def test_only_what_a_change_touches_is_run_again(small_class, tmp_path):
    out = tmp_path / "out"
    grader("--out", out, *QUICK, small_class)
    before = dict(keys(out))
    (small_class / "bob" / "funny_puzzle.py").write_text(MODEL)
    grader("--out", out, *QUICK, small_class)
    assert len(keys(out)) == len(before) + 3
    assert outcomes(out)["bob"]["solve/funny12-384"] == "accepted"
    groups = json.loads(assignment(tmp_path).read_text())["groups"]
    for group in groups[2:3]:
        group["limits"] = {"cpu_s": 20}
    stored = len(keys(out))
    grader("--out", out, "--assignment", assignment(tmp_path, groups=groups), *QUICK, small_class)
    # the solve checks of the three different programs that can be imported
    assert len(keys(out)) == stored + 3


def test_a_grader_killed_at_any_moment_goes_on_where_it_was(tmp_path):
    programs = {f"s{number:02}": MODEL + f"# {number}\n" for number in range(8)}
    group, out = a_class(tmp_path / "class", **programs), tmp_path / "out"
    command = [sys.executable, "-m", "grader", "--out", out, *QUICK, group]
    whole = tmp_path / "whole"
    grader("--out", whole, *QUICK, group)
    for moment in (0, 5, 15):
        with waiting.Process(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            waiting.until(lambda: len(keys(out)) >= moment, lambda: keys(out))
            process.kill()
    before = dict(keys(out))
    grader("--out", out, *QUICK, group)
    assert outcomes(out) == outcomes(whole)
    assert before.items() <= dict(keys(out)).items()  # stored results were not run again
    assert {key for key, _ in keys(out)} == {key for key, _ in keys(whole)}


def test_two_graders_do_not_share_a_folder(tmp_path):
    group = a_class(tmp_path / "class", ann="import time\ntime.sleep(30)\n")
    out = tmp_path / "out"
    with waiting.Process(
        [sys.executable, "-m", "grader", "--out", out, group],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as first:
        waiting.until((out / "results.sqlite3").exists)
        second = grader("--out", out, group)
        first.terminate()
    assert (second.returncode, second.stderr) == (
        2,
        f"grader: --out: expected a folder of our own, got {str(out)!r}, "
        "in which another grader is at work\n",
    )


def test_control_c_ends_a_batch_at_once_with_what_is_done_stored(tmp_path):
    sleeper = "import time\ntime.sleep(600)\n"  # a limit of 90 seconds would end it
    group = a_class(tmp_path / "class", ann=MODEL, bob=sleeper, eve=sleeper + "#")
    out = tmp_path / "out"
    with waiting.Process(
        [sys.executable, "-m", "grader", "--jobs", "3", "--out", out, *QUICK, group],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        waiting.until(lambda: len(keys(out)) >= 3, lambda: keys(out))
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.communicate()[1] == (
            "grader: interrupted; the same command goes on from here, and "
            f"`python3 -m grader report {out}` shows what is there\n"
        )
    assert time.monotonic() - start < 20 and process.returncode == 130
    shown = grader("report", out)
    assert outcomes(out) == {
        "ann": {
            "import": "accepted",
            "print_succ/funny12-384": "accepted",
            "solve/funny12-384": "accepted",
        },
        "bob": {},
        "eve": {},
    }
    assert "bob: Only 0 of its 3 checks have a result yet." in shown.stdout


def test_a_verdict_that_varies_is_flagged_and_the_best_one_counts(tmp_path):
    varying = (
        MODEL
        + """
import os
def print_succ(state, right=print_succ):
    right(state) if os.urandom(1)[0] % 2 else print("no")
"""
    )
    group, out = a_class(tmp_path / "class", ann=varying), tmp_path / "out"
    grader("--out", out, "--rerun", 20, "--only", "print_succ/funny12-*", group)
    flags = [
        flag for record in document(out)["submissions"][0]["results"] for flag in record["flags"]
    ]
    assert set(flags) <= {"Its verdict varies from run to run: wrong_answer, accepted."}
    assert {record["verdict"] for record in document(out)["submissions"][0]["results"]} == {
        "accepted"
    }


@pytest.mark.slow
def test_a_run_close_to_its_limit_is_flagged(tmp_path):
    busy = f"{MODEL}\nwhile __import__('time').process_time() < 0.85: pass\n"
    group, out = a_class(tmp_path / "class", ann=busy), tmp_path / "out"
    shown = grader("--out", out, "--cpu-s", 1, "--only", "solve/funny12-384", group)
    record = document(out)["submissions"][0]["results"][-1]
    assert record["verdict"] == "accepted" and record["flags"][0].startswith(
        "It came close to its limit: 0."
    )
    assert "It came close to its limit" in shown.stdout


def test_a_fault_of_ours_is_tried_again_by_the_next_run(small_class, tmp_path):
    plug = tmp_path / "plug"
    plug.mkdir()
    (plug / "sitecustomize.py").write_text("""
import sys
if sys.argv[0] == "-m":
    def fail(event, arguments):
        if event == "tempfile.mkdtemp":
            raise OSError(28, "No space left on device")
    sys.addaudithook(fail)
""")
    out = tmp_path / "out"
    done = grader(
        "--out", out, *QUICK, small_class / "ann", env={**os.environ, "PYTHONPATH": str(plug)}
    )
    assert done.returncode == 3 and "judge_error" in done.stdout
    assert grader("--out", out, *QUICK, small_class / "ann").returncode == 0
    assert set(outcomes(out)["ann"].values()) == {"accepted"}


def test_compare_tells_whose_points_moved_and_why(small_class, tmp_path):
    old, new, third = tmp_path / "old", tmp_path / "new", tmp_path / "third"
    grader("--out", old, *QUICK, small_class)
    (small_class / "bob" / "funny_puzzle.py").write_text(MODEL)
    shutil.rmtree(small_class / "zoe")
    grader("--out", new, *QUICK, small_class)
    assert grader("compare", old, new).stdout == (
        "bob: 2 -> 3 points\n"
        "  solve/funny12-384: wrong_answer 1 -> accepted 2 (the submission changed)\n"
        "1 of 3 submissions moved\nonly in the old: zoe\n"
    )
    groups = json.loads(assignment(tmp_path).read_text())["groups"]
    groups[1]["parts"]["successors"]["points"] = 3
    grader("--out", third, "--assignment", assignment(tmp_path, groups=groups), *QUICK, small_class)
    assert (
        "  print_succ/funny12-384: accepted 1 -> accepted 3 "
        "(the check, its limits or its transcript changed)\n"
        in grader("compare", new, third).stdout
    )


def test_report_writes_the_reports_again(small_class, tmp_path):
    out = tmp_path / "out"
    shown = grader("--out", out, *QUICK, small_class).stdout
    shutil.rmtree(out / "html")
    again = grader("report", out).stdout
    assert (out / "html" / "index.html").exists()
    assert shown.endswith(again)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            ["report", "tests"],
            "grader: tests: expected a folder of results, got one without results.sqlite3\n",
        ),
        (
            ["compare", "tests", "nosuch"],
            "grader: tests: expected a folder of results, got one without results.sqlite3\n",
        ),
        (["doctor", "--nosuch"], "grader: unrecognized arguments: --nosuch\n"),
        (["report"], "grader: the following arguments are required: DIR\n"),
        (
            ["--out", "README.md", "funny_puzzle.py"],
            "grader: --out: expected a folder to write, got 'README.md' (File exists)\n",
        ),
        (["--out", "", "x"], "grader: --out: expected a folder, got ''\n"),
        (
            ["--jobs", "0", "x"],
            "grader: argument --jobs: expected a whole number from 1 to 999, got '0'\n",
        ),
        (
            ["--rerun", "-1", "x"],
            "grader: argument --rerun: expected a whole number from 0 to 999, got '-1'\n",
        ),
    ],
)
def test_wrong_usage_of_the_other_commands_is_told_in_one_line(arguments, message):
    done = grader(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


@pytest.mark.slow
def test_a_changed_prerequisite_runs_what_needs_it_again(tmp_path):
    slow = (
        "import time\nend = time.process_time() + 0.4\nwhile time.process_time() < end: pass\n"
        + MODEL
    )
    group, out = a_class(tmp_path / "class", ann=slow), tmp_path / "out"
    grader("--out", out, *QUICK, group / "ann")
    groups = json.loads(assignment(tmp_path).read_text())["groups"]
    groups[0]["limits"] = {"cpu_s": 0.2}
    grader("--out", out, "--assignment", assignment(tmp_path, groups=groups), *QUICK, group / "ann")
    assert outcomes(out)["ann"] == {
        "import": "time_limit",
        "print_succ/funny12-384": "skipped",
        "solve/funny12-384": "skipped",
    }


@pytest.mark.slow
def test_another_interpreter_of_the_same_version_is_not_looked_up(tmp_path):
    venv = tmp_path / "venv"
    waiting.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    (module,) = venv.glob("lib/python3*/site-packages")
    (module / "of_the_course.py").touch()
    group, out = a_class(tmp_path / "class", ann="import of_the_course\n"), tmp_path / "out"
    grader("--out", out, "--only", "import", group / "ann")
    assert outcomes(out)["ann"] == {"import": "runtime_error"}
    grader("--out", out, "--only", "import", "--python", venv / "bin" / "python", group / "ann")
    assert outcomes(out)["ann"] == {"import": "accepted"}


def test_a_prerequisite_that_succeeds_when_rerun_counts(tmp_path):
    varying = "import os\nif os.urandom(1)[0] & 1: raise ValueError\n" + MODEL
    group, out = a_class(tmp_path / "class", ann=varying), tmp_path / "out"
    grader("--out", out, "--rerun", 30, *QUICK, group / "ann")
    assert set(outcomes(out)["ann"].values()) == {"accepted"}


def peak_of_grading(group):
    """The most memory of the process that grades `group`, in bytes."""
    command = (
        "import re, sys; from grader.entry.main import main; main(sys.argv[1:]);"
        "print(re.search('VmHWM:(.*)kB', open('/proc/self/status').read())[1], file=sys.stderr)"
    )
    done = waiting.run(
        [sys.executable, "-c", command, "--jobs", "2", "--only", "import", group],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return int(done.stderr) * 1024


@pytest.mark.slow
def test_the_files_of_waiting_submissions_are_not_in_memory(tmp_path):
    group = a_class(tmp_path / "class", **{f"s{number:02}": MODEL for number in range(60)})
    without = peak_of_grading(group)
    for number, place in enumerate(sorted(group.iterdir())):
        (place / "large.py").write_text(f"# {number}\n" + "#" * 1_900_000)
    # of each output the 64 KiB that a page shows are kept, not all 1.9 MB
    assert peak_of_grading(group) - without < 60 * 1_900_000 * 2 / 3


def test_a_slow_import_does_not_hold_up_the_others(tmp_path):
    group = a_class(
        tmp_path / "class", ann="import time\ntime.sleep(60)\n" + MODEL, bob=RIGHT, eve=MODEL
    )
    out = tmp_path / "out"
    with waiting.Process(
        [sys.executable, "-m", "grader", "--jobs", "2", "--out", out, *QUICK, group],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        waiting.until(lambda: len(keys(out)) >= 6, lambda: keys(out))
        assert not any(
            record["check"] == "import" and record["run"]["wall_s"] > 60 for record in stored(out)
        )
        process.terminate()  # the rest would take a minute


def stored(out):
    """The records stored in a folder."""
    with closing(sqlite3.connect(out / "results.sqlite3")) as database:
        return [json.loads(record) for (record,) in database.execute("SELECT record FROM results")]


def test_the_reports_of_a_student_who_left_go_and_the_others_stay(tmp_path):
    group, out = a_class(tmp_path / "class", **{"a b": RIGHT, "c d": RIGHT}), tmp_path / "out"
    grader("--out", out, *QUICK, group)
    before = {path.name for path in (out / "feedback").iterdir()}
    shutil.rmtree(group / "a b")
    grader("--out", out, *QUICK, group / "c d")
    after = {path.name for path in (out / "feedback").iterdir()}
    assert len(before) == 2 and after < before and [name[:4] for name in after] == ["c-d."]
    assert len(list((out / "html" / "students").iterdir())) == 1


@pytest.mark.slow
def test_results_inside_the_class_are_no_submission_and_are_their_owners_only(small_class):
    out = small_class / "results"
    grader("--out", out, *QUICK, small_class)
    grader("--out", out, *QUICK, small_class)
    assert list(outcomes(out)) == ["ann", "bob", "eve", "zoe"]
    assert {
        path.stat().st_mode & 0o077 for path in [out, *out.rglob("*")] if path.name != "lock"
    } == {0}


def grading(*results, checks=()):
    """A store with these results of one student, who has these checks as well."""
    stored = store.Store()
    listed = {result.check: ListedCheck(result.check, result.asked) for result in results}
    listed |= {name: ListedCheck(name) for name in checks}
    student = ListedSubmission(SubmissionResults("ann", "ann.py"), "files")
    assert not stored.begun()
    stored.begin(Listing("it", "it", "basic", "it", Conditions(), listed, submissions=(student,)))
    for result in results:
        stored.keep(store.digest("it", result.check, "files"), result)
    return stored


def test_a_check_that_only_one_of_two_gradings_has_is_compared_as_well():
    verdicts = every_verdict()
    wrong = replace(verdicts["wrong_answer"], check="solve/other")
    with grading(verdicts["accepted"]) as old, grading(verdicts["accepted"], wrong) as new:
        assert compare.comparison(old, old) == "0 of 1 submissions moved"
        assert compare.comparison(old, new) == (
            "ann: 2 -> 3 points\n"
            "  solve/other: not there -> wrong_answer 1 "
            "(the check, its limits or its transcript changed)\n"
            "1 of 1 submissions moved"
        )


def test_changes_of_one_kind_are_folded_by_group_and_those_who_moved_alike_stand_together():
    right = every_verdict()["accepted"]
    wrong = replace(every_verdict()["wrong_answer"], points={})
    old, new = store.Store(), store.Store()
    checks = {f"solve/{letter}": letter for letter in "abc"} | {"print_succ/a": "print_succ/a"}
    for stored, fails in (old, {"ann": "abc", "bob": "abc", "eve": "a"}), (new, {"eve": "abc"}):
        students = [
            ListedSubmission(SubmissionResults(who, who), who) for who in ("ann", "bob", "eve")
        ]
        listed = {name: ListedCheck(key, right.asked) for name, key in checks.items()}
        stored.begin(Listing("it", "it", "basic", "it", Conditions(), listed, tuple(students)))
        for student in students:
            for check, key in checks.items():
                is_wrong = check[-1] in fails.get(student.digest, "") and check != "print_succ/a"
                result = replace(wrong if is_wrong else right, check=check)
                stored.keep(store.digest("it", key, student.digest), result)
    with old, new:
        assert compare.comparison(old, new) == (
            "ann: 2 -> 8 points\nbob: 2 -> 8 points\n"
            "  solve, 3 checks: wrong_answer 0 -> accepted 6 (the same run ended differently)\n"
            "eve: 6 -> 2 points\n"
            "  solve, 2 checks: accepted 4 -> wrong_answer 0 (the same run ended differently)\n"
            "solve: 3 submissions moved, +8 points together\n"
            "3 of 3 submissions moved"
        )


@pytest.mark.parametrize("more, pending", [((), 0), (("b", "c"), 2)])
def test_a_submission_says_how_many_of_its_checks_have_no_result_yet(more, pending):
    with grading(every_verdict()["accepted"], checks=more) as stored:
        (submission,) = stored.document().submissions
        assert stored.begun() and submission.pending == pending and submission.points == 2


@pytest.mark.parametrize("size", [0, 4096, 4097, 70_000])
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


def changed_record(out, old, new):
    """Replace a text in one of the stored results, as by hand."""
    with closing(sqlite3.connect(out / "results.sqlite3")) as database, database:
        (key,) = database.execute(
            "SELECT key FROM results WHERE instr(record, ?) ORDER BY rowid DESC", (old,)
        ).fetchone()
        database.execute(
            "UPDATE results SET record = replace(record, ?, ?) WHERE key = ?", (old, new, key)
        )


BY_HAND = [
    ('"verdict": "wrong_answer"', '"verdict": "nearly"'),
    ('"queue": 0', '"queue": "1"'),
    ('"cpu_s": 30', '"cpu_s": null'),
    ("{", "["),
]


@pytest.mark.parametrize("old, new", one_in(4, BY_HAND))
def test_a_result_that_was_changed_by_hand_is_refused_in_one_line_and_made_again(
    old, new, tmp_path
):
    path, out = a_class(tmp_path, ann=WRONG) / "ann", tmp_path / "out"
    command = ["--out", out, "--only", "import", "--only", "solve/funny12-384", path]
    grader(*command)
    before = outcomes(out)
    shutil.copytree(out, tmp_path / "copy")
    changed_record(out, old, new)
    for reading in ["report", out], ["compare", tmp_path / "copy", out]:
        done = grader(*reading)
        assert (done.returncode, done.stdout, done.stderr) == (
            2,
            "",
            "grader: 'ann', solve/funny12-384: expected the result as it was stored, "
            "got one that was changed since: grade again\n",
        )
    assert grader(*command).returncode == 0 and outcomes(out) == before


@pytest.mark.parametrize(
    "old, new",
    one_in(
        3,
        [
            ('"conditions": {', '"conditions": 7, "x": {'),
            ('"pending": 0', '"pending": "0"'),
            ("{", ""),
        ],
    ),
)
def test_a_listing_that_was_changed_by_hand_is_refused_in_one_line(old, new, tmp_path):
    group, out = a_class(tmp_path / "class", ann=WRONG), tmp_path / "out"
    grader("--out", out, "--only", "import", group)
    with closing(sqlite3.connect(out / "results.sqlite3")) as database, database:
        database.execute("UPDATE listing SET listing = replace(listing, ?, ?)", (old, new))
    done = grader("report", out)
    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        "grader: expected results of this version of the grader, got others: grade again\n",
    )


def test_a_listing_that_was_changed_and_can_be_read_is_refused_in_one_line(tmp_path):
    path, out = a_class(tmp_path, ann=WRONG) / "ann", tmp_path / "out"
    grader("--out", out, "--only", "import", path)
    with closing(sqlite3.connect(out / "results.sqlite3")) as database, database:
        database.execute("UPDATE listing SET listing = replace(listing, 'ann', 'bob')")
    done = grader("report", out)
    refusal = "the list of what was graded as it was stored, got one that was changed since"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"grader: expected {refusal}: grade again\n"


ODD = [
    {"verdict": "odd"},
    {"reason": {"kind": "odd"}},
    {"reason": {"kind": "killed"}},
    {"reason": {"kind": "as_expected", "hint": "odd"}},
    {"notes": [{"kind": "counted"}]},
]


def test_a_result_of_which_reports_have_no_words_is_refused_in_one_line(tmp_path):
    path, out = a_class(tmp_path, ann=WRONG) / "ann", tmp_path / "out"
    grader("--out", out, "--only", "import", path)
    for number, odd in enumerate(ODD):
        copy = shutil.copytree(out, tmp_path / str(number))
        change_results(copy, lambda record: record.update(odd))
        done = grader("report", copy)
        assert (done.returncode, done.stdout) == (2, ""), odd
        assert done.stderr.startswith("grader: 'ann', import: expected a result of this version")
        assert done.stderr.count("\n") == 1


def test_a_folder_that_is_removed_while_results_are_stored_ends_the_grading_at_once(tmp_path):
    sleeper = "import time\ntime.sleep(600)\n"  # a limit of 90 seconds would end it
    group, out = a_class(tmp_path / "class", ann=sleeper, bob=MODEL), tmp_path / "out"
    with waiting.Process(
        [sys.executable, "-m", "grader", "--jobs", "2", "--out", out, *QUICK, group],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        waiting.until(lambda: len(keys(out)) >= 3, lambda: keys(out))
        start = time.monotonic()
        shutil.rmtree(out)
        assert process.communicate()[1] == (
            f"grader: --out: expected '{out}' to stay while it is written to, got it removed or "
            "replaced: what was stored there is lost\n"
        )
    assert time.monotonic() - start < 20 and process.returncode == 2 and not out.exists()


@pytest.mark.parametrize(
    "statement, reason",
    one_in(
        3,
        [
            ("ALTER TABLE listing RENAME COLUMN listing TO other", "no such column: listing"),
            ("ALTER TABLE outputs RENAME COLUMN output TO other", "no such column: output"),
            ("DROP TABLE seals; CREATE VIEW seals AS SELECT 1", "no such column: seal"),
        ],
    ),
)
def test_results_in_other_tables_are_refused_in_one_line(statement, reason, tmp_path):
    group, out = a_class(tmp_path / "class", ann=WRONG), tmp_path / "out"
    grader("--out", out, "--only", "import", group)
    with closing(sqlite3.connect(out / "results.sqlite3")) as database, database:
        database.executescript(statement)
    shutil.copytree(out, tmp_path / "copy")
    for reading in ["report", out], ["compare", out, tmp_path / "copy"]:
        done = grader(*reading)
        assert (done.returncode, done.stdout) == (2, "") and len(done.stderr.splitlines()) == 1
        line = f"grader: --out: expected a folder of results, got '{out}' ({reason}"
        assert done.stderr.startswith(line)


@pytest.mark.parametrize("points", one_in(3, ["'many'", "9e999", "x'00'"]))
def test_points_by_hand_that_are_no_number_are_refused_in_one_line(points, tmp_path):
    path, out = a_class(tmp_path / "class", ann=WRONG) / "ann", tmp_path / "out"
    grader("--out", out, "--only", "import", path)
    with closing(sqlite3.connect(out / "results.sqlite3")) as database, database:
        database.execute(f"INSERT INTO adjustments VALUES ('ann', {points}, 'why')")
    done = grader("report", out)
    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        "grader: expected results of this version of the grader, got others: grade again\n",
    )


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
    with store.Store(tmp_path) as results:
        assert not results.begun()


def test_a_folder_whose_results_can_not_be_written_is_free_at_once(tmp_path):
    with pytest.raises(sqlite3.Error), store.Store(tmp_path) as results:
        results.database.connection.close()
    with store.Store(tmp_path) as results:
        assert not results.begun()
