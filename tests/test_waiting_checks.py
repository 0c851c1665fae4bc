"""Checks that wait behind a student's report, and programs that are saved during a check."""

import re
import subprocess
import sys
import threading
from dataclasses import replace

import pytest

from grader.commands import grade
from grader.commands.waiting import held
from grader.entry.main import main
from grader.grading import pipeline
from grader.grading.reruns import at_first, with_whole_limit, within
from grader.grading.rows import ALIKE, Job, Policy, Row
from grader.intake.intake import Submission
from grader.records.checks import Asked, Check, Limits
from grader.records.facts import fact
from grader.records.results import Mend, Result, Run
from grader.records.submissions import Example, SubmissionResults
from tests.assignments import check_named, loaded
from tests.helpers import MODEL, flat, piped, run_at_root
from tests.sample import rows
from tests.terminal import Terminal


SLOW = """

_right = solve


def solve(state):
    for _ in range(1_000_000):
        pass
    print("wrong")
    _right(state)
"""
# The command that grades, which holds checks back after 30 ms of CPU time.
COMMAND = (
    "import sys; from grader.commands import grade; from grader.entry.main import main; "
    "grade.HELD_S = 0.03; sys.exit(main(sys.argv[1:]))"
)
# The same, but runs are cut off after 0.1 s of CPU time at first.
IN_BRIEF = COMMAND.replace("grade.HELD_S = 0.03", "grade.FIRST_S = 0.1")
AT_WORST = ", or 20 seconds if they cross the time limit"
WAITING = rf"The untried checks may take about \d+ (?:seconds|minutes){AT_WORST}"
REPORT = "   The same mistake shows in {} more: "


@pytest.fixture
def program(tmp_path):
    """A program whose solve takes long and prints one line too many."""
    file = tmp_path / "funny_puzzle.py"
    file.write_text(MODEL + SLOW)
    return file


def command(program, *options, code=COMMAND):
    words = ["--student", "--no-examples", "--jobs", "1", "--only", "import"]
    return [sys.executable, "-c", code, *words, "--only", "solve/funny0*", *options, program]


def on_terminal(program):
    """A terminal on which a program is checked."""
    return Terminal(command(program), stderr=subprocess.DEVNULL)


def test_on_a_terminal_enter_runs_the_checks_that_wait(program):
    terminal = on_terminal(program)
    first = terminal.read_until("Ctrl-C ends")
    assert re.search(f"{WAITING}: Enter runs them, Ctrl-C ends", first)
    assert REPORT.format(3) in first and REPORT.format(9) not in first
    assert "6 checks were not tried, because checks of solve failed" in first
    terminal.type(b"\n")
    text, status = terminal.rest()
    assert REPORT.format(9) in text and status == 0 and len(re.findall(WAITING, text)) == 1


def test_on_a_terminal_control_c_ends_without_the_checks_that_wait(program):
    terminal = on_terminal(program)
    terminal.read_until("Ctrl-C ends")
    terminal.process.send_signal(2)
    text, status = terminal.rest()
    assert REPORT.format(9) not in text and status == 0 and "Traceback" not in text


def test_a_program_that_is_saved_meanwhile_ends_the_waiting(program):
    terminal = on_terminal(program)
    terminal.read_until("Ctrl-C ends")
    program.write_text("def solve(state): pass\n")
    text, status = terminal.rest()
    assert text.endswith("The program has changed since: check it again.\r\n") and status == 0


def test_a_save_ends_the_check_at_once_where_it_is_to_be_made_again(program):
    program.write_text("import time\ntime.sleep(600)\n")  # a limit of 90 seconds would end it
    with piped(*command(program, "--until-saved")) as process:
        process.text_before("Checking")
        program.write_text("def solve(state): pass\n")
        assert process.text_before("meanwhile").strip() == "" and process.wait() == 2


def test_a_save_ends_the_search_for_examples(program, monkeypatch, capsys):
    class Finder:
        def examples(self, *_):
            program.write_text("def solve(state): pass\n")
            is_over.wait()

    is_over = threading.Event()
    monkeypatch.setattr(pipeline, "finder_of", lambda assignment: Finder())
    program.write_text("1 / 0\n")
    assert main(["--student", "--until-saved", "--only", "import", str(program)]) == 2
    is_over.set()
    assert capsys.readouterr().out.endswith(f"\n{grade.SAVED}\n")


def test_a_program_that_changes_before_its_first_check_is_refused_in_one_line(
    program, monkeypatch, capsys
):
    def level(*_):
        program.write_text("")
        return "basic"

    monkeypatch.setattr(grade, "_level", level)
    assert main(["--only", "import", str(program)]) == 2
    assert capsys.readouterr().err == (
        f"grader: {program}: expected a program that stays the same while it is graded, got "
        "another: grade it again\n"
    )


def test_in_a_pipe_the_report_comes_first_and_then_that_on_all_checks(program):
    done = run_at_root(*command(program))
    first, second = re.split(f"\n{WAITING}. The report with them follows.\n", done.stdout)
    assert REPORT.format(3) in first and REPORT.format(9) in second
    assert "not tried" not in second and (done.stderr, done.returncode) == ("", 0)


def test_with_patience_for_all_no_check_waits(program):
    done = run_at_root(*command(program, "--patient"), stdin=None)
    assert "more checks" not in done.stdout and REPORT.format(9) in done.stdout


def test_what_is_slow_is_told_early_and_runs_to_its_end_after_enter(program):
    program.write_text(MODEL + SLOW.replace('    print("wrong")\n', "").replace("1_0", "9_0"))
    terminal = Terminal(command(program, code=IN_BRIEF), stderr=subprocess.DEVNULL)
    first = terminal.read_until("Ctrl-C ends")
    said = "it used more than 0.1 s of CPU time, and was stopped for now: it may use 10 s."
    assert said in flat(first)
    assert "What was stopped for now and the untried checks may take up to 20 seconds:" in first
    terminal.type(b"\n")
    text, status = terminal.rest()
    assert "These 11 checks pass" in text and status == 0


def test_what_never_ends_is_told_early_in_a_pipe_and_counts_as_its_limit_then(program):
    program.write_text("def solve(state):\n    while True:\n        pass\n")
    done = run_at_root(*command(program, "--cpu-s", "1", code=IN_BRIEF))
    first, second = done.stdout.split(". The report with them follows.\n")
    assert "more than 0.1 s" in first and "for now" not in second and "more than 1 s" in second


def test_runs_that_are_compared_are_not_cut_early():
    repeated, solved = (
        replace(CHECK, further=([2],)),
        check_named(loaded("npuzzle"), "solution/2x2"),
    )
    for check in (repeated, check_named(loaded("npuzzle"), "growth/growing")):
        assert at_first(check, 3) is check
    assert at_first(solved, 3).limits.cpu_s == within(repeated, 3).limits.cpu_s == 3


def test_only_a_run_that_was_cut_early_says_so():
    brief, whole = within(CHECK, 3), CHECK.limits.cpu_s
    for check, is_cut_early in ((brief, True), (CHECK, False)):
        crossed = Result("a", "", "time_limit", fact("cpu", cpu_s=3), asked=check.asked)
        outcome = with_whole_limit(crossed, CHECK)
        assert outcome.is_cut_early == is_cut_early and outcome.asked.limits.cpu_s == whole


CHECK = Check("solve/1", "m", Limits(), "solve")


def row_after(*verdicts, cpu_s=10.0, waiting=1):
    """A row after results with these verdicts, each of which took so many seconds."""
    row = Row()
    row.waiting.extend([Job(Submission("ann", ""), CHECK, "", None, ())] * waiting)
    for verdict in verdicts:
        run = Run(0, "exit", cpu_s, cpu_s, 0, b"")
        row.count(Result("solve/1", "", verdict, fact("said"), run=run), Policy())
    return row


def test_a_mended_run_that_is_stopped_early_counts_as_time_and_crosses_no_limit():
    mend = Mend(("ties",), "time_limit", {}, Run(None, "cpu", 2, 2, 0, b""))
    failed = Result("solve/1", "", "runtime_error", fact("said"), mend=mend)
    counts = []
    for policy in (Policy(), Policy(mend_cpu_s=2)):
        row = Row()
        row.count(failed, policy)
        counts.append((row.cpu_s, row.crossed))
    assert counts == [(2, 1), (2, 0)]


@pytest.mark.parametrize(
    "row, is_held",
    [
        (row_after(*["wrong_answer"] * ALIKE), True),
        (row_after(*["wrong_answer"] * ALIKE, cpu_s=6), False),
        (row_after(*["wrong_answer"] * (ALIKE - 1)), False),
        (row_after("wrong_answer", "runtime_error", "wrong_answer"), False),
        (row_after("wrong_answer", "runtime_error", "wrong_answer", "wrong_answer"), True),
        (row_after("wrong_answer", "time_limit"), True),
        (row_after("memory_limit", cpu_s=19), False),
        (row_after(*["accepted"] * 9), False),
    ],
)
def test_checks_wait_once_one_crossed_a_limit_or_three_failed_alike_and_took_long(row, is_held):
    policy = Policy(patience=2, held_cpu_s=20)
    assert row.is_full(policy) == is_held
    reason = row.reason_to_skip(policy)
    assert (reason and reason.kind) == ("held" if is_held else None)
    assert row.reason_to_skip(Policy(patience=2)) is None
    row.running = 1  # it may cross a limit
    assert row.reason_to_skip(policy) is None


def test_limits_that_were_crossed_come_before_the_checks_that_wait():
    row = row_after(*["time_limit"] * ALIKE)
    assert row.reason_to_skip(Policy(patience=2, held_cpu_s=20)).kind == "patience"


def result_of(text):
    """A result, such as "a accepted", or that of a check that waits: "b needs a", "d uses slow"."""
    name, how, *other = text.split()
    asked = {"held": Asked(), "needs": Asked(needs="".join(other)), "uses": Asked(uses=(*other,))}
    if how in asked:
        return Result(name, "", "skipped", fact("held"), asked=asked[how])
    return Result(name, "", how, fact("said"))


def early(name, **asked):
    """A result of a check that was cut early."""
    reason = fact("cpu", cpu_s=3, limit_s=30)
    return Result(name, "", "time_limit", reason, asked=Asked(function="f", **asked))


def skipped(name, kind, **fields):
    """A result of a check that was skipped for a reason of this kind."""
    asked = Asked(uses=("slow",), needs=fields.get("check", ""))
    return Result(name, "", "skipped", fact(kind, **fields), asked=asked)


HELD = """
needs what is right      | a accepted, b needs a                              | b
needs what is wrong      | a wrong_answer, b needs a                          | b
needs what raises        | a runtime_error, b needs a                         |
needs what waits         | a held, b needs a                                  | a b
needs what is not there  | a missing, b needs a, c needs b                    |
uses what is late        | slow/1 time_limit, slow/2 time_limit, d uses slow  |
uses what was late once  | slow/1 time_limit, d uses slow                     | d
uses what is late later  | slow/0 accepted, slow/1 time_limit, slow/2 time_limit, d uses slow | d
"""


@pytest.mark.parametrize("others, waiting", rows(HELD))
def test_checks_that_would_be_skipped_do_not_wait(others, waiting):
    assert waiting_of(*map(result_of, others.split(","))) == waiting.split()


def waiting_of(*results):
    """The names of the checks that wait behind a report on these results."""
    return [result.check for result in held(SubmissionResults("ann", "", results=results))]


def test_what_was_cut_early_waits_with_what_was_skipped_for_it():
    cut = [early("slow/1"), early("slow/2"), skipped("d", "patience", function="f")]
    others = [skipped("e", "prerequisite", check="d"), skipped("g", "patience", function="g")]
    assert waiting_of(*cut, *others) == ["slow/1", "slow/2", "d", "e"]


def test_what_an_example_shows_never_to_end_does_not_wait():
    results = early("slow/1"), early("slow/2"), skipped("d", "patience", function="f")
    submission = SubmissionResults("ann", "", results=results)
    for verdict, number in (("wrong_answer", 3), ("time_limit", 0)):
        shown = Result("slow/small", "", verdict, fact("lines", lines=9))
        examples = (Example("slow/1", shown),)
        assert len(held(replace(submission, examples=examples))) == number
