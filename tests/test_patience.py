"""Programs that never end, and gradings that are interrupted or whose time is over."""

import glob
import os
import re
import signal
import sys
import threading
import time
from collections import deque
from types import SimpleNamespace

import pytest

from grader.commands import grade
from grader.commands.options import parser
from grader.conditions import Conditions
from grader.grading import pipeline
from grader.grading.listing import Machine
from grader.grading.pipeline import Batch
from grader.grading.reruns import best
from grader.grading.rows import Job, Policy, Row
from grader.intake.intake import Submission
from grader.judge.results import result
from grader.making.sheets import Sheet, Sheets
from grader.records.checks import Check, Limits
from grader.records.facts import fact
from grader.records.listings import Listing
from grader.report.sentences import sentence
from grader.store.store import Store
from tests import documents, waiting
from tests.assignments import loaded
from tests.helpers import grader, piped, python, run_at_root, started, stdout_of
from tests.sample import one_in
from tests.test_batch import MODEL, QUICK, RIGHT, a_class, document, outcomes


pytestmark = pytest.mark.long

LOOPS = MODEL + "\n\ndef solve(state):\n    while True: pass\n"
SOLVE = ["--only", "import", "--only", "solve/funny0*", "--only", "deep/funny23*"]
REASON = (
    "Not run, because solve crossed a time or memory limit in 2 checks before (--patient runs all)."
)


def verdicts(out, who):
    """The verdicts on solve and deep of one of a class, in the order of the checks."""
    return [verdict for name, verdict in outcomes(out)[who].items() if name != "import"]


# ---- Patience ----


def test_after_two_crossed_limits_the_rest_of_a_function_is_skipped_and_said_so(tmp_path):
    group, out = a_class(tmp_path / "class", ann=LOOPS, bob=RIGHT), tmp_path / "out"
    shown = stdout_of("--cpu-s", 1, "--no-examples", "--out", out, *SOLVE, group)
    assert verdicts(out, "ann") == ["time_limit"] * 2 + ["skipped"] * 9
    assert set(verdicts(out, "bob")) == {"accepted"}
    skipped = document(out)["submissions"][0]["results"][-1]
    assert (skipped["rationale"], skipped["points"], skipped["unrun"]) == (REASON, {}, "patience")
    sentence = REASON.replace("Not run", "9 checks were not run").partition(" (")[0]
    assert sentence in shown and sentence in (out / "html/index.html").read_text()


class AtOnce:
    """A pool that does a job as soon as it gets it, in a sandbox that runs nothing."""

    submitted = []

    def __init__(self, *_, is_cold):
        self.close = lambda within_s: self.submitted.clear()

    def __enter__(self):
        return self

    def submit(self, job, turn):
        self.submitted.append(turn)
        job(SimpleNamespace(run=lambda *_: None))


class Beside(AtOnce):
    """A pool that does each job in a thread of its own."""

    def submit(self, job, turn):
        threading.Thread(target=super().submit, args=[job, turn]).start()


def batch_of(checks, results, policy=Policy()):
    """A Batch of these checks, whose transcripts are empty."""
    names = {check.name: check.name for check in checks}
    sheet = Sheet(tuple(checks), dict.fromkeys(names, b""), names)
    machine = Machine(sys.executable, "basic", 1)
    work = Listing("it", "it", "basic", "", Conditions())
    return Batch(work, Sheets({"": sheet}), results, machine, policy)


def checks_of(function, letters, **more):
    """A check of the function for each letter."""
    return [Check(f"{function}/{letter}", "m", Limits(), function, **more) for letter in letters]


@pytest.fixture
def judged(monkeypatch):
    """A function that grades a program: `verdict_of` says how the run of a check, by name, ends."""
    ann = Submission("ann", "ann", digest="ann")

    def results(verdict_of, checks, policy, store=None, pool=AtOnce):
        def judge(check, *_):
            return result(check, verdict_of(check.name), fact("as_expected"))

        monkeypatch.setattr(pipeline, "Pool", pool)
        monkeypatch.setattr(pipeline, "judge", judge)
        monkeypatch.setattr(Submission, "files", lambda _: {})
        with Store() as own, batch_of(checks, store or own, policy) as batch:
            return [judged for _, judged in batch.results([ann])]

    return results


def endless(*names):
    """A function from a check's name to its verdict: these cross a limit, others are accepted."""
    return lambda name: "memory_limit" if name in names else "accepted"


@pytest.mark.parametrize(
    "names, patience, counting, printing",
    [
        ("ab", 2, ["memory_limit", "memory_limit", "skipped"], "skipped"),
        ("ac", 2, ["memory_limit", "accepted", "memory_limit"], "accepted"),
        ("ab", 0, ["memory_limit", "memory_limit", "accepted"], "accepted"),
    ],
)
def test_what_uses_a_function_that_crosses_limits_from_the_first_is_skipped_and_said_so(
    names, patience, counting, printing, judged
):
    checks = checks_of("print", "abc", uses=("count",)) + checks_of("count", "abc")
    crossing = endless(*(f"count/{name}" for name in names))
    results = judged(crossing, checks, Policy(patience=patience))
    assert [result.verdict for result in results] == [printing] * 3 + counting
    hopeless = fact("patience", function="count", number=2)
    assert all(result.reason == hopeless for result in results if result.verdict == "skipped")


@pytest.mark.parametrize("words, limit_s", [([], 30), (["--student"], 1)])
def test_a_mended_run_may_take_as_long_as_the_check_but_at_home_only_a_second(
    words, limit_s, judged, monkeypatch
):
    limits_s = []

    def mended(check, files, outcome, *_):
        limits_s.append(check.limits.cpu_s)
        return outcome

    monkeypatch.setattr(pipeline, "mended", mended)
    policy = grade._policy(parser().parse_args([*words, "x.py"]), None)
    judged(lambda _: "runtime_error", checks_of("solve", "a", mends=("ties",)), policy)
    assert limits_s == [limit_s]


@pytest.mark.parametrize("crossed, fresh", [("ab", "skipped"), ("b", "accepted")])
def test_a_fresh_check_is_skipped_if_the_first_fixed_ones_cross_limits(crossed, fresh, judged):
    checks = [Check("fresh/solve-1", "solve", Limits(), "solve"), *checks_of("solve", "abc")]
    crossing = endless(*map("solve/{}".format, crossed))
    first, *_ = judged(crossing, checks, Policy(patience=2))
    assert first.verdict == fresh


def test_checks_know_what_their_group_uses():
    (used,) = {check.uses for check in loaded("npuzzle").checks if check.group == "twin"}
    assert used == ("str",)


@pytest.mark.parametrize("pool", [AtOnce, Beside])
def test_what_is_run_follows_from_earlier_checks_whatever_the_jobs(pool, judged):
    def verdict_of(name):
        time.sleep(0.02)  # other threads go on
        return crossing(name)

    crossing = endless("solve/b", "solve/e", "solve/f")
    checks = checks_of("solve", "abcdefg")
    results = judged(verdict_of, checks, Policy(patience=2), pool=pool)
    run = ["accepted", "memory_limit", "accepted", "accepted", "memory_limit"]
    assert [result.verdict for result in results] == [*run, "skipped", "skipped"]


def test_stored_results_count_and_none_of_them_is_lost(judged):
    checks, crossing = checks_of("solve", "abcdef"), endless("solve/a", "solve/c", "solve/d")

    def verdicts(checks, **policy):
        return [result.verdict for result in judged(crossing, checks, Policy(**policy), store)]

    with Store() as store:
        assert verdicts(checks[-1:], patience=2) == ["accepted"]
        run = ["memory_limit", "accepted", "memory_limit"]
        assert verdicts(checks, patience=2) == [*run, "skipped", "skipped", "accepted"]
        patient = verdicts(checks)
        assert patient == [*run, "memory_limit", "accepted", "accepted"]
        # earlier results stay, although their function is given up
        assert verdicts(checks, patience=2, rerun=1) == patient


def test_a_disk_that_is_full_ends_the_grading_with_one_line(tmp_path):
    (tmp_path / "funny_puzzle.py").write_text("print('x' * 400_000)")
    limited = ["sh", "-c", 'ulimit -f 400; exec "$@"', "sh", sys.executable, "-m", "grader"]
    done = run_at_root(*limited, "--only", "import", "--out", tmp_path / "out", tmp_path)
    assert done.returncode == 3
    assert re.fullmatch("grader: (disk I/O error|database or disk is full)\n", done.stderr)


class Unwritable:
    """A store that can keep no result of a check that was skipped."""

    def find(self, key, rerun=0):
        """Find nothing."""

    def keep(self, key, record):
        """Refuse what was skipped."""
        if record.verdict == "skipped":
            raise OSError("no space left")


def test_a_skipped_check_that_can_not_be_stored_ends_the_grading():
    check = Check("solve/one", "funny_puzzle", Limits(), "solve")
    machine = Machine(sys.executable, "basic", 1)
    batch = Batch({}, None, Unwritable(), machine, Policy(patience=1))
    job = Job(None, check, "key", None, ())
    batch._advance(Row(deque([job]), crossed=1))
    with pytest.raises(OSError, match="no space left"):
        job.future.result(timeout=0)


@pytest.mark.parametrize("block_of", [lambda batch: batch, lambda batch: batch._pool])
def test_a_grading_ends_also_if_an_interruption_leaves_a_future_locked(block_of, monkeypatch):
    monkeypatch.setattr("grader.sandbox.pool.ENDING_S", 0.1)
    locked = threading.Event()
    with Store() as store:
        batch = batch_of([], store)
        with pytest.raises(KeyboardInterrupt), block_of(batch):
            (future,) = batch._pool.futures(lambda *_: locked.wait(), [None])
            future._condition.acquire()
            locked.set()
            raise KeyboardInterrupt
    assert not future.done()


def test_a_failure_of_hopeless_functions_is_rerun(judged):
    policy = Policy(patience=2, rerun=1)
    results = judged(lambda _: "time_limit", checks_of("solve", "abc"), policy)
    runs = [(result.verdict, result.reruns) for result in results]
    assert runs == [("time_limit", 1), ("time_limit", 1), ("skipped", 0)]


# ---- Budget ----


def test_a_run_underway_when_time_is_over_is_stopped(tmp_path):
    group = a_class(tmp_path / "class", ann="import time\ntime.sleep(60)\n")
    start = time.monotonic()
    done = grader("--budget", 1.5, *QUICK, group / "ann")
    assert time.monotonic() - start < 50 and done.returncode == 0
    skipped = "import, and 2 more: skipped\n  Not run: the time for this grading was over.\n"
    assert skipped in done.stdout
    assert done.stdout.endswith(
        "Time was over before 3 checks could be run: with --out DIR the same command would "
        "go on from here.\n"
    )


# ---- Interruption ----


def has_begun(scratch):
    """Whether a program has made its file, in a folder that perhaps only its own processes see."""
    own = waiting.family(os.getpid()) if sys.platform == "linux" else []
    in_memory = [f"/proc/{process}/cwd/begun" for process in own]
    return any(map(os.path.exists, in_memory)) or glob.glob(f"{scratch}/**/begun", recursive=True)


def interrupted(arguments, wait, scratch, command=("-m", "grader")):
    """(stdout, stderr) of the command, interrupted when `wait()` is true; files in `scratch`."""
    with piped(
        sys.executable, *command, *arguments, env={**os.environ, "TMPDIR": str(scratch)}
    ) as process:
        waiting.until(wait, lambda: list(scratch.iterdir()))
        process.send_signal(signal.SIGINT)
        shown = process.communicate()
    assert process.returncode in (130, -signal.SIGINT)
    return shown


MOMENTS = 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 1.8, 2.5, 3.5


@pytest.mark.parametrize("moment", one_in(4, MOMENTS, first=3))
def test_no_moment_of_an_interruption_shows_a_traceback(moment, tmp_path):
    group = a_class(
        tmp_path / "class", **{f"s{number}": MODEL + f"# {number}\n" for number in range(40)}
    )
    words = [*QUICK, "--fresh", "1", "--seed", "1", "--only", "fresh", group]
    with started("--out", tmp_path / "out", *words, start_new_session=True) as process:
        time.sleep(moment)
        for _ in range(3):  # an impatient user interrupts again and again
            os.killpg(process.pid, signal.SIGINT)  # which has no effect after the end
            time.sleep(0.05)
        _, said = process.communicate()
    # Python itself was interrupted, before any line of the grader ran
    in_python = re.match("Fatal Python error: init_|Could not import runpy", said)
    starting = (process.returncode == -2 or in_python) and "/grader/" not in said
    is_told = re.fullmatch("grader: interrupted(; .*)?\n", said)
    was_over = process.returncode == 0 and not said  # a fast machine may have ended before
    assert starting or is_told or was_over, (process.returncode, said)


ENDLESS_REPORT = """
import time
from grader.entry.main import start
from grader.report.files import FORMATS
FORMATS["junit.xml"] = lambda document: map(time.sleep, [600])
start()
"""


def test_an_interruption_while_reports_are_made_is_told_once_and_leaves_no_piece(tmp_path, place):
    group = a_class(tmp_path / "class", ann=MODEL, bob=MODEL + "#")
    out = tmp_path / "out"
    words = ["--out", out, "--only", "import", "--only", "fresh", "--fresh", 1, group]
    program = "-c", ENDLESS_REPORT
    said = interrupted(words, lambda: list(out.glob(".new-*")), place, program)[1]
    assert re.sub("[0-9]+ goes", "7 goes", said) == (
        "grader: interrupted; the same command with --seed 7 goes on from here, and "
        f"`python3 -m grader report {out}` shows what is there\n"
    )
    assert not list(out.rglob(".new-*"))


WHILE_IT_STARTS = """
class Interrupts:
    def find_spec(self, name, *_):
        if name == "enum":
            os.kill(os.getpid(), signal_number)
for name in "enum", "signal", "difflib":
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Interrupts())
"""
WHILE_IT_ENDS = "atexit.register(os.kill, os.getpid(), signal_number)"


@pytest.mark.parametrize(
    "moment, number, status",
    [
        (WHILE_IT_STARTS, signal.SIGINT, -signal.SIGINT),
        (WHILE_IT_ENDS, signal.SIGINT, 2),
        (WHILE_IT_ENDS, signal.SIGTERM, 2),
    ],
)
def test_an_interruption_before_or_after_all_work_shows_no_traceback(moment, number, status):
    program = (
        f"import atexit, os, runpy, sys\nsignal_number = {int(number)}\n{moment}\n"
        "sys.argv[1:] = ['report', '/nosuch']\n"
        "runpy.run_module('grader', run_name='__main__', alter_sys=True)\n"
    )
    done = python("-c", program)
    lines = done.stderr.splitlines()
    assert (done.returncode, len(lines)) == (status, int(status == 2)), done.stderr


SLEEPS = "import time; open('begun', 'w').close(); time.sleep(60)"


def test_an_interrupted_student_sees_what_is_finished(tmp_path, place):
    path = tmp_path / "funny_puzzle.py"
    path.write_text(f"{MODEL}\n\ndef solve(state):\n    {SLEEPS}\n")
    shown, said = interrupted(
        ["--student", "--jobs", 1, *QUICK, path],
        lambda: has_begun(place),
        place,
    )
    assert said == "grader: interrupted; the results so far are above\n"
    assert "  import      works\n  print_succ  works\n  solve       not tried\n" in shown
    assert "1 check was not tried, because it was interrupted.\n" in shown
    assert shown.endswith("So far import and print_succ work.\n")


@pytest.mark.parametrize(
    "students, order",
    [(["ann"], "a0 a1 a2 a3 a4"), (["ann", "bob"], "a0 b0 a1 b1 a2 b2 a3 a4 b3 b4")],
)
def test_of_a_class_the_first_checks_of_each_function_come_first(students, order, monkeypatch):
    monkeypatch.setattr(pipeline, "Pool", AtOnce)
    checks = checks_of("solve", "abcde")
    absent = [Submission(who, who, digest=who, complaint="None.") for who in students]
    with Store() as results, batch_of(checks, results) as batch:
        verdicts = [result.verdict for _, result in batch.results(absent)]
        submitted = list(AtOnce.submitted)
    assert verdicts == ["missing"] * 5 * len(students)
    jobs = [f"{'ab'[place]}{number}" for *_, place, number in sorted(submitted)]
    assert " ".join(jobs) == order


VARIES = "Its verdict varies from run to run: runtime_error, accepted."


@pytest.mark.parametrize(
    "verdicts, best, flags",
    [
        (["runtime_error", "accepted"], "accepted", [VARIES]),
        (["wrong_answer", "judge_error", "wrong_answer"], "wrong_answer", []),
        (["accepted"], "accepted", []),
    ],
)
def test_the_best_of_several_runs_counts_also_for_what_needs_it_and_what_varies_is_flagged(
    verdicts, best, flags, judged
):
    attempts = iter([*verdicts, "accepted"])
    checks = [Check("import", "m", Limits()), *checks_of("solve", "a", needs="import")]
    policy = Policy(rerun=len(verdicts) - 1)
    first, second = judged(lambda _: next(attempts), checks, policy)
    assert (first.verdict, first.reruns) == (best, len(verdicts) - 1)
    assert [*map(sentence, first.flags)] == flags and second.verdict == "accepted"


@pytest.mark.parametrize(
    "cpu_s, ended, number", [(20, "exit", 0), (25, "exit", 1), (25, "memory", 0)]
)
def test_a_run_close_to_its_limit_is_flagged_unless_it_crossed_another(cpu_s, ended, number):
    run_once = best([documents.record(stdout=documents.EXPECTED, cpu_s=cpu_s, ended=ended)])
    close = "It came close to its limit: 25.0 of 30 s."
    assert [*map(sentence, run_once.flags)] == [close] * number
