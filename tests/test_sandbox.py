"""The sandbox without hostile programs: its levels, its end, and what happens if it is killed."""

import os
import pickle
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from grader.commands import grade
from grader.entry.main import main
from grader.judge.account import account
from grader.records.checks import Check, Limits
from grader.records.results import Run
from grader.sandbox import attempts, doctor, driver, sandbox
from grader.sandbox.clock import Clock
from grader.sandbox.setup import Setup
from tests import waiting
from tests.helpers import ROOT, refusal_of, started
from tests.levels import CHECK, OPEN, SHORT, output, run_of
from tests.programs import HOSTILE
from tests.test_batch import a_class
from tests.waiting import running


@pytest.fixture
def basic():
    """A sandbox of the level basic that has run a program."""
    with sandbox.Sandbox("basic", sys.executable) as box:
        assert output(box, "print(1)") == "1\n"
        yield box


def test_a_program_has_a_folder_of_its_own_an_empty_stdin_few_variables_and_no_privileges(box):
    peeks = (
        "import ctypes, os, sys\nopen('x', 'w').close()\n"
        "print(os.getcwd() == os.environ['HOME'], sorted(os.listdir()), sys.argv)\n"
        "print(*sorted(os.environ), repr(sys.stdin.read()))\n"
        "print(ctypes.CDLL(None).prctl(39, 0, 0, 0, 0))  # PR_GET_NO_NEW_PRIVS\n"
    )
    for _ in range(2):
        assert output(box, peeks) == (
            "True ['program.py', 'x'] ['program.py']\n"
            "HOME LANG LC_ALL PATH PYTHONHASHSEED PYTHONUNBUFFERED PYTHONUTF8 TMPDIR TZ ''\n"
            "1\n"
        )
    if os.getuid() == 0 and box.level in ("bubblewrap", "user"):
        ids = output(box, "import os\nprint(min(os.getresuid() + os.getresgid()), os.getgroups())")
        assert ids.startswith("6") and ids.endswith(" []\n")


def test_files_of_a_submission_may_be_in_folders(box):
    files = {"program.py": b"import part.a", "part/a.py": b"print('a', flush=True)\n"}
    assert box.run(CHECK, files).stdout == b"a\n"


LAST = """import time
class Last:
    def __del__(self, clock=time.process_time):
        end = clock() + 0.8
        while clock() < end:
            pass
last = Last()
print("done")
"""


@pytest.mark.once
@pytest.mark.parametrize("level", ["bubblewrap", "basic"])
def test_a_program_may_end_as_slowly_as_its_limit_permits(level):
    check = replace(CHECK, limits=Limits(cpu_s=2, wall_s=15))
    with sandbox.Sandbox(level, OPEN) as box:
        assert output(box, LAST, check) == "done\n"


@pytest.mark.once
@pytest.mark.parametrize(
    "program, ended",
    [
        ("forks_in_a_loop", "processes"),
        ("burns_time_in_children", "cpu"),
        ("eats_memory_in_children", "memory"),
        ("keeps_stdout_open", "exit"),
        ("fills_the_disk", "disk"),
    ],
)
def test_at_basic_limits_hold_and_nothing_is_left_running(program, ended, basic):
    check = Check("print_succ", "program", Limits(1.5, 4, 96, 64), "print_succ", ([],))
    run = run_of(basic, (HOSTILE / f"{program}.py").read_text(), check)
    assert (run.ended, running(f"{basic.folder}/")) == (ended, [])


FILLERS = [
    "def fill():\n held = [0]\n while True:\n  held.append(len(held) + 10**9)",
    "def fill():\n held = ()\n while True:\n  held = (held, 1, 2)",
    "def fill():\n held = ()\n while True:\n  held = (held,)",
    "def fill():\n held = ()\n while True:\n  held = [held]",
    "def fill():\n held = ()\n while True:\n  held = {1: held}",
]


def test_a_program_that_fills_memory_bit_by_bit_leaves_room_to_say_so(basic):
    check = Check("fill", "program", Limits(10, 30, 64, 64), "fill", ())
    runs = [run_of(basic, filler, check) for filler in FILLERS]
    for run in runs[:2]:
        assert b'"error": "MemoryError", "file": "program.py", "line": 4' in run.stderr
    # Nobody can say where it ended if each link is as large as the object that would say it, and
    # nothing keeps room for the stack elsewhere.
    known = runs if sys.platform == "linux" else runs[:2]
    assert {run.exit_status for run in known} == {driver.NO_MEMORY}


# ---- What holds runs apart, and to their limits ----

linux = pytest.mark.skipif(sys.platform != "linux", reason="it is the kernel that does it")


@linux
def test_at_every_level_a_program_can_not_signal_who_started_it(box):
    text = "import os\ntry: os.kill(os.getppid(), 0)\nexcept OSError: print('refused')"
    assert output(box, text) == "refused\n"


def test_a_run_that_an_unexplained_signal_ends_is_tried_once_more_in_a_fresh_sandbox(
    basic, monkeypatch
):
    launchers, ask = [], basic._do

    def do(job):
        """The answer to the first job as if somebody had killed the program."""
        answer = ask(job)
        launchers.append(basic.process.pid)
        return answer | {"exit_status": -9} if len(launchers) == 1 else answer

    monkeypatch.setattr(basic, "_do", do)
    assert output(basic, "print(1)") == "1\n"
    assert len(set(launchers)) == 2


@pytest.mark.parametrize("used_s, tries", [(0.5, [2, 1.5]), (2.5, [2])])
def test_a_run_that_ends_itself_gets_no_more_time_than_it_left(used_s, tries, monkeypatch):
    box, given = sandbox.Sandbox("basic", sys.executable), []
    answer = {"stdout": b"", "stderr": b"", "exit_status": -9, "wall_s": 3, "memory_mib": 9}

    def do(job):
        """The answer to a job that ends itself, or then uses up what it has left."""
        given.append(job.limits["cpu_s"])
        assert job.limits["wall_s"] == 2 * job.limits["cpu_s"]
        return {**answer, "cpu_s": used_s, "ended": "exit" if len(given) == 1 else "cpu"}

    monkeypatch.setattr(box, "_do", do)
    assert run_of(box, "", SHORT).ended == "exit" and given == tries


@pytest.mark.parametrize(
    "end, status",
    [
        ("os._exit(137)", 137),
        ("os._exit(255)", 255),
        ("os._exit(3)", 3),
        ("os.kill(os.getpid(), 9)", -9),
        ("os.kill(os.getpid(), 24)", -24),  # SIGXCPU, with no time used up
        ("os.kill(os.getpid(), 15)", -15),
    ],
)
def test_how_a_program_ended_reads_the_same_at_every_level(box, end, status):
    run = run_of(box, f"import os\n{end}", SHORT)
    assert (run.exit_status, run.ended) == (status, "exit")


@linux
def test_the_wall_clock_is_extended_by_at_most_three_times_the_limit():
    clock = Clock()
    clock.add(100, 0.0, [100.0])
    assert not clock.has_passed(4, 15) and clock.has_passed(4, 16.1)


def test_sandboxes_in_several_threads_do_not_meet():
    level = sandbox.strongest_level(OPEN)

    def use(number):
        """The user and the rest of what a program prints, in two runs."""
        with sandbox.Sandbox(level, OPEN) as box:
            text = f"import os\nprint(os.getuid(), os.listdir(), {number})"
            return [output(box, text).split(" ", 1) for _ in range(2)]

    with ThreadPoolExecutor(3) as pool:
        printed = list(pool.map(use, range(3)))
    if os.getuid() == 0 and level in ("bubblewrap", "user"):
        assert len({user for runs in printed for user, _ in runs}) == 3
    for number, runs in enumerate(printed):
        assert {text for _, text in runs} == {f"['program.py'] {number}\n"}


def test_a_run_that_loses_its_launcher_is_a_fault_of_ours_and_the_next_one_has_another(basic):
    basic.process.kill()
    expected = "sandbox: expected an answer from its launcher, got .* exit status is -9"
    with pytest.raises(RuntimeError, match=expected):
        output(basic, "print(2)")
    assert output(basic, "print(3)") == "3\n"


def test_a_launcher_that_gets_a_part_of_a_job_ends_without_a_word(basic, capfd):
    basic.process.stdin.write(pickle.dumps(["a job that a killed grader did not finish"])[:-5])
    basic.process.stdin.close()
    assert basic.process.wait() == 0
    assert capfd.readouterr().err == ""


def test_a_launcher_that_fails_says_why_and_the_next_run_has_another(monkeypatch):
    send, setups = sandbox._send, []

    def send_broken(process, message):
        """Send, but break the first Setup."""
        if isinstance(message, Setup):
            setups.append(message)
            message = message._replace(groups="nowhere") if len(setups) == 1 else message
        send(process, message)

    monkeypatch.setattr(sandbox, "_send", send_broken)
    with sandbox.Sandbox("basic", sys.executable) as box:
        with pytest.raises(RuntimeError, match="its launcher to go on, got AttributeError"):
            output(box, "print(1)")
        assert output(box, "print(2)") == "2\n"
    assert len(setups) == 2


def test_an_interpreter_that_can_not_start_within_the_limits_is_a_fault_of_ours():
    with sandbox.Sandbox("basic", sys.executable, is_cold=True) as box:
        with pytest.raises(RuntimeError, match="sandbox: expected the program to start, got "):
            output(box, "", Check("import", "program", Limits(memory_mib=1)))


INTERRUPTED = "grader: interrupted; nothing was kept (--out DIR would keep it)\n"


@pytest.mark.once
@pytest.mark.parametrize(
    "number, ending", [(signal.SIGHUP, (130, INTERRUPTED)), (signal.SIGKILL, (-9, ""))]
)
def test_nothing_is_left_when_the_grader_is_stopped_or_killed(number, ending, tmp_path, place):
    (tmp_path / "funny_puzzle.py").write_text(
        "import os, time\nfor _ in range(20): os.fork() or (os.setsid(), time.sleep(3600))\n"
        "time.sleep(3600)\n"
    )
    with started(tmp_path, env={**os.environ, "TMPDIR": str(place)}) as process:
        waiting.until(lambda: len(waiting.family(process.pid)) > 20)
        family = waiting.family(process.pid)
        process.send_signal(number)
        said = process.communicate()[1]
    assert (process.returncode, said) == ending

    def left():
        """What is left of it."""
        there = [number for number in family if Path(f"/proc/{number}").exists()]
        return there + os.listdir(place)

    waiting.until(lambda: not left(), left)


def test_nothing_is_left_when_the_grader_is_killed_before_its_first_run(basic, tmp_path):
    command = [*basic.process.args[:-1], tmp_path / "scratch"]
    (tmp_path / "scratch").mkdir()
    subprocess.run(command, cwd=ROOT, check=True, stdin=subprocess.DEVNULL)
    assert not (tmp_path / "scratch").exists()


def test_less_than_the_required_level_is_refused():
    words = "--require-sandbox", "bubblewrap", "funny_puzzle.py"
    said = refusal_of(*words, env={"PATH": "/nosuch"})
    begins = "grader: --require-sandbox: expected bubblewrap or stronger to hold, got "
    assert said.startswith(begins)
    assert said.endswith(" (`python3 -m grader doctor` says why)\n")


def test_the_doctor_says_what_does_not_hold_and_how_to_mend_it(monkeypatch, capsys):
    monkeypatch.setenv("PATH", "/nosuch")
    monkeypatch.setattr(doctor, "abilities", lambda *_: [("fly", True), ("sing", False)])
    doctor.show(sys.executable)
    shown = capsys.readouterr().out
    assert (
        "\nbubblewrap  does not hold: bwrap is not installed\n"
        "            to mend it: apt-get install bubblewrap\n"
    ) in shown
    assert "\nbasic       holds\n" in shown and "\nGraded at " in shown
    assert shown.endswith("\n  CAN fly\n  cannot sing\n")
    is_polled = sandbox.bounded_by() == "polling"
    bounds = "looking at all processes every 50 ms" if is_polled else "the kernel: "
    assert f"\nCPU time, memory and processes are bounded by {bounds}" in shown


def test_the_files_that_try_a_level_exist():
    """Or else a level would seem to hold because nothing can be read."""
    paths = re.findall(r"'(/[^']*)'", sandbox.PROBE)
    assert len(paths) == 3 and all(os.path.exists(path) for path in paths)
    assert '"@root@/grader/assignments"' in attempts.ATTEMPTS[0].programs[0]
    assert os.path.isdir(ROOT / "grader" / "assignments")


def test_a_level_at_which_its_user_cannot_start_the_interpreter_does_not_hold(monkeypatch):
    """A fork of a warm interpreter may run there nevertheless, but not what starts a new one."""
    code = sandbox.PROBE.replace(str(ROOT), "/nosuch")
    words = []
    for path in sys.executable, "/nosuch":
        told = [sys.executable, "-c", f"import sys\nsys.executable = {path!r}\n{code}"]
        words.append(subprocess.check_output(told, text=True))
    assert words == [sandbox.APART, sandbox.CLOSED]
    run = Run(0, "exit", 0, 0, 0, b"closed")
    monkeypatch.setattr(sandbox.Sandbox, "run", lambda *_: run)
    assert sandbox.fault("landlock", "py") == "the user that programs run as can't start py"


@pytest.mark.parametrize(
    "text, error, line",
    [
        ("def f(:\n    pass\n", "SyntaxError: invalid syntax", 1),
        ("\n{}['a']\n", "KeyError: 'a'", 2),
        ("\nassert False\n", "AssertionError", 2),
        (
            "import json\n\njson.loads('')\n",
            "JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
            3,
        ),
        ("import nosuch.part\n", "ModuleNotFoundError: No module named 'nosuch'", 1),
        (
            "class Odd(Exception):\n def __str__(self):\n  raise self\nraise Odd\n",
            "Odd",
            4,
        ),
        (f"raise ValueError('{'x' * 300}')\n", f"ValueError: {'x' * 200}", 1),
    ],
)
def test_what_ends_an_import_is_described_with_its_place(text, error, line, basic):
    run = run_of(basic, text)
    own = account(CHECK, run)
    assert own.ending == "import_raised" and (own.message.file, own.fault) == ("program.py", "")
    assert (own.message.error, own.message.line) == (error, line)
    assert b"<string>" not in run.stderr
    assert own.message.module == ("nosuch" if "nosuch" in text else "")


BROKEN = {"bubblewrap": "bwrap is not installed", "user": "only root can", "landlock": "it leaks"}


@pytest.fixture
def only_basic(monkeypatch, tmp_path):
    """A class of two, where no level holds but basic."""
    monkeypatch.setattr(sandbox, "_tried", lambda level, _: BROKEN.get(level, sandbox.HELD))
    monkeypatch.delenv("GRADER_REQUIRE_SANDBOX", raising=False)
    return a_class(tmp_path, ann="name = 'ann'\n", bob="name = 'bob'\n")


def import_of(path, *options):
    """The exit status of a grading of imports alone."""
    return main(["--only", "import", *options, str(path)])


def test_a_class_is_not_graded_without_containment_unless_that_is_asked_for(only_basic, capsys):
    assert import_of(only_basic) == 2
    shown, said = capsys.readouterr()
    assert (shown, said.count("\n")) == ("", 1)
    assert said == f"grader: {grade.NOT_CONTAINED}\n"
    assert import_of(only_basic, "--require-sandbox", "basic") == 0
    assert "2 submissions: " in capsys.readouterr().out


def test_one_program_is_graded_without_containment_and_the_report_says_so(only_basic, capsys):
    assert import_of(only_basic / "ann/funny_puzzle.py") == 0
    shown = capsys.readouterr().out
    assert f", sandbox: basic, bounded by {sandbox.bounded_by()}\n" in shown
    assert import_of(only_basic / "ann/funny_puzzle.py", "--student") == 0


def test_what_is_required_can_be_in_the_environment(only_basic, capsys, monkeypatch):
    monkeypatch.setenv("GRADER_REQUIRE_SANDBOX", "basic")
    assert import_of(only_basic) == 0
    monkeypatch.setenv("GRADER_REQUIRE_SANDBOX", "none")
    assert import_of(only_basic) == 2
    assert "$GRADER_REQUIRE_SANDBOX: expected one of bubblewrap, " in capsys.readouterr().err
