"""The tests wait for nothing in vain: what bounds their waits, and that all of them have bounds."""

import ast
import re
import signal
import subprocess
import sys
import threading
import time

import pytest

from tests import waiting
from tests.golden import ROOT


pytestmark = pytest.mark.once

SLEEPS = "import sys, time; print('ready', flush=True); time.sleep(600)"
WORKS = "print('ready', flush=True)\nwhile True: pass"
PROGRAMS = {
    "rests": (SLEEPS, {"bound_s": 1}, "nothing happened for 1 s"),
    "works": (WORKS, {"cpu_s": 1}, "more than 1 s of CPU time were used"),
}


@pytest.mark.long
@pytest.mark.parametrize("program, bounds, reason", PROGRAMS.values(), ids=PROGRAMS)
def test_a_process_that_does_not_end_is_given_up_with_what_it_said(program, bounds, reason):
    with pytest.raises(AssertionError) as failure:
        waiting.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, **bounds)
    assert f"waited in vain: {reason}; seen: b'ready\\n' and None from " in str(failure.value)
    assert f"{sys.executable} -c {program[:9]}" in str(failure.value).partition("still running")[2]


def test_a_process_that_takes_long_is_waited_for_while_it_works():
    works = "import time\nwhile time.process_time() < 1: pass\nprint('done')"
    done = waiting.run([sys.executable, "-c", works], capture_output=True, text=True, bound_s=1)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


@pytest.mark.long
def test_a_process_that_gets_no_processor_is_waited_for():
    with waiting.Process([sys.executable, "-c", WORKS], stdout=subprocess.PIPE) as process:
        begun = time.monotonic()
        waiting.until(lambda: time.monotonic() > begun + 2.5, bound_s=1, clock=lambda: 0)
        process.kill()


def test_while_the_machine_itself_rests_nothing_is_given_up(monkeypatch):
    now = iter([0, *range(3600, 3630, 3)])
    monkeypatch.setattr(waiting, "CLOCK", lambda: next(now))
    patience = waiting.Patience(0, clock=lambda: 0)
    assert [patience.end() for _ in range(7)] == 6 * [""] + ["nothing happened for 20 s"]


def test_a_watchdog_gives_up_no_test_that_is_over():
    with waiting.Watchdog() as watchdog:
        pass
    watchdog.reason = "nothing happened"
    signal.raise_signal(signal.SIGUSR1)
    assert not watchdog.is_alive()


HOLDS = (
    "import pathlib, sys, time; from tests import waiting\n"
    "with waiting.lock(pathlib.Path(sys.argv[1])):\n"
    "    print('ready', flush=True)\n    {}"
)


def lock_held_by(what, file):
    """Wait for a lock whose holder does something."""
    command = [sys.executable, "-c", HOLDS.format(what), file]
    with waiting.Process(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        process.line()
        try:
            with waiting.Watchdog(bound_s=1), waiting.lock(file):
                assert not waiting.BESIDE
        finally:
            process.kill()
            waiting.BESIDE.clear()


@pytest.mark.long
def test_a_lock_is_waited_for_while_its_holder_works(tmp_path):
    lock_held_by("while time.process_time() < 1.5: pass", tmp_path / "lock")
    with pytest.raises(AssertionError, match="nothing happened for 1 s"):
        lock_held_by("time.sleep(600)", tmp_path / "lock")


def test_what_a_process_does_not_write_is_given_up_and_the_process_killed():
    command = [sys.executable, "-c", SLEEPS]
    with pytest.raises(AssertionError, match="nothing happened for 1 s; seen: no end of "):
        with waiting.Process(command, stdout=subprocess.PIPE, bound_s=1) as process:
            assert process.line() == b"ready\n"
            process.line()
    assert process.returncode == -9


def test_output_that_ends_before_a_word_is_shown():
    command = [sys.executable, "-c", "print('one\\ntwo')"]
    with waiting.Process(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.text_before("two") == "one\n"
        with pytest.raises(AssertionError, match="its output ended; seen: "):
            process.text_before("three")


def test_a_condition_is_waited_for_and_given_up_with_what_was_seen():
    begun = time.monotonic()
    assert waiting.until(lambda: time.monotonic() > begun + 0.1)
    with pytest.raises(AssertionError, match=r"nothing happened for 1 s; seen: \[1, 2\]; still"):
        waiting.until(lambda: False, lambda: [1, 2], bound_s=1)


def test_a_call_that_waits_returns_or_raises_as_it_does():
    assert waiting.soon(sum, [1, 2]) == 3
    with pytest.raises(ZeroDivisionError):
        waiting.soon(divmod, 1, 0)


def test_a_test_that_waits_in_any_other_way_fails_where_it_waits():
    with pytest.raises(AssertionError, match="nothing happened for 1 s; seen: where it waits"):
        with waiting.Watchdog(bound_s=1):
            threading.Lock().acquire() and threading.Event().wait(30)


UNBOUNDED = re.compile(
    r"subprocess\.(run|Popen|call|check_\w+)\(|\w+\.std(out|err)\.read\w*\(|"
    r"while .*\n( .*\n)* +time\.sleep"
)


def test_each_process_of_a_test_has_bounds_and_no_test_sleeps_until_something_holds():
    files = [file for file in (ROOT / "tests").glob("*.py") if "bench" not in file.name]
    files.remove(ROOT / "tests/waiting.py")
    unbounded = [
        f"{file.name}: {text}"
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if UNBOUNDED.match(text := called_or_repeated(node))
    ]
    assert len(files) > 80 and not unbounded


def called_or_repeated(node):
    """The text of what a call calls, up to its parenthesis, or of a loop."""
    if isinstance(node, ast.Call):
        return f"{ast.unparse(node.func)}("
    return ast.unparse(node) if isinstance(node, ast.While) else ""
