"""The sandbox without hostile programs: its levels, its end, and what happens if it is killed."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from grader.__main__ import main
from grader.judge.evidence import exception
from grader.records import Check, Limits
from grader.sandbox import doctor, driver, sandbox
from tests.golden import ROOT, grader
from tests.programs import HOSTILE
from tests.test_grader import running


CHECK = Check("import", "program", Limits(cpu_s=5, wall_s=15, memory_mib=512, output_kib=64))
LEVELS = [level for level in sandbox.LEVELS if not sandbox.fault(level, sys.executable)]


def output(box, program, check=CHECK):
    """What a program prints."""
    run = box.run(check, {"program.py": program.encode()})
    assert (run.exit_status, run.ended) == (0, "exit"), run
    return run.stdout.decode()


@pytest.mark.parametrize("level", LEVELS)
def test_at_every_level_a_program_has_a_folder_of_its_own_and_no_privileges(level):
    with sandbox.Sandbox(level, sys.executable) as box:
        writes = (
            "import os\nopen('x', 'w').close()\n"
            "print(os.getcwd() == os.environ['HOME'], len(os.listdir()))"
        )
        assert [output(box, writes) for _ in range(2)] == ["True 2\n", "True 2\n"]
        # PR_GET_NO_NEW_PRIVS
        privileges = "import ctypes\nprint(ctypes.CDLL(None).prctl(39, 0, 0, 0, 0))"
        assert output(box, privileges) == "1\n"


@pytest.mark.parametrize("level", LEVELS)
def test_files_of_a_submission_may_be_in_folders(level):
    with sandbox.Sandbox(level, sys.executable) as box:
        run = box.run(
            CHECK, {"program.py": b"import part.a", "part/a.py": b"print('a', flush=True)\n"}
        )
        assert run.stdout == b"a\n"


def test_as_root_a_program_runs_as_another_user_unless_its_interpreter_is_closed_to_others():
    for level in set(LEVELS) & {"bubblewrap", "user"} if os.getuid() == 0 else ():
        with sandbox.Sandbox(level, sys.executable) as box:
            ids = output(
                box, "import os\nprint(min(os.getresuid() + os.getresgid()), os.getgroups())"
            )
            assert ids.startswith("6") and ids.endswith(" []\n")


@pytest.mark.parametrize(
    "program, ended",
    [
        ("forks_in_a_loop", "processes"),
        ("burns_time_in_children", "cpu"),
        ("eats_memory_in_children", "memory"),
        ("keeps_stdout_open", "exit"),
        ("fills_the_disk", "disk"),
        ("floods_both", "output"),
    ],
)
def test_at_basic_limits_hold_and_nothing_is_left_running(program, ended):
    check = Check("print_succ", "program", Limits(1.5, 4, 96, 64), "print_succ", ([],))
    with sandbox.Sandbox("basic", sys.executable) as box:
        run = box.run(check, {"program.py": (HOSTILE / f"{program}.py").read_bytes()})
        assert (run.ended, running(f"{box.folder}/")) == (ended, [])


def test_at_basic_a_program_can_read_what_every_user_can():
    with sandbox.Sandbox("basic", sys.executable) as box:
        assert int(output(box, "print(len(open('/etc/passwd').read()))")) > 0


FILL_MEMORY = {
    "a_list": "held = [0]\n    while True:\n        held.append(len(held) + 10**9)",
    "a_chain": "held = ()\n    while True:\n        held = (held,)",
}


@pytest.mark.parametrize("lines", FILL_MEMORY.values(), ids=FILL_MEMORY)
def test_a_program_that_fills_memory_bit_by_bit_leaves_room_to_say_so(lines):
    check = Check("fill", "program", Limits(10, 30, 64, 64), "fill", ())
    program = f"def fill():\n    {lines}\n"
    with sandbox.Sandbox("basic", sys.executable) as box:
        run = box.run(check, {"program.py": program.encode()})
    assert run.exit_status == driver.NO_MEMORY
    assert b'"error": "MemoryError", "line": 4, "file": "program.py"' in run.stderr


def test_sandboxes_in_several_threads_do_not_meet():
    printed = {}

    def use(number):
        with sandbox.Sandbox(LEVELS[0], sys.executable) as box:
            printed[number] = [
                output(box, f"import os\nprint(os.listdir(), {number})") for _ in range(3)
            ]

    threads = [threading.Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert printed == {number: [f"['program.py'] {number}\n"] * 3 for number in range(4)}


def test_a_run_that_loses_its_launcher_is_a_fault_of_ours_and_the_next_one_has_another():
    with sandbox.Sandbox(LEVELS[0], sys.executable) as box:
        assert output(box, "print(1)") == "1\n"
        box.process.kill()
        with pytest.raises(
            RuntimeError, match="sandbox: expected an answer from its launcher, got "
        ):
            output(box, "print(2)")
        assert output(box, "print(3)") == "3\n"


def test_an_interpreter_that_can_not_start_within_the_limits_is_a_fault_of_ours():
    with sandbox.Sandbox(LEVELS[0], sys.executable) as box:
        with pytest.raises(RuntimeError, match="sandbox: expected the program to start, got "):
            output(box, "", Check("import", "program", Limits(memory_mib=1)))


def test_nothing_is_left_when_the_grader_is_killed(tmp_path):
    (tmp_path / "funny_puzzle.py").write_text(
        "import os, time\nos.fork() or os.setsid()\ntime.sleep(3600)\n"
    )
    with tempfile.TemporaryDirectory(dir="/tmp") as scratch:
        os.chmod(scratch, 0o711)
        with subprocess.Popen(
            [sys.executable, "-m", "grader", tmp_path],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": scratch},
        ) as process:
            wait_until(
                lambda: (
                    list(Path(scratch).glob("*/*/funny_puzzle.py")) and len(running(scratch)) > 1
                )
            )
            process.send_signal(signal.SIGKILL)
        wait_until(lambda: not running(scratch) and not os.listdir(scratch))


def test_nothing_is_left_when_the_grader_is_killed_before_its_first_run():
    with sandbox.Sandbox(LEVELS[0], sys.executable) as box:
        assert output(box, "print(1)") == "1\n"
        subprocess.run(
            [*box.process.args[:-1], folder := tempfile.mkdtemp()],
            cwd=ROOT,
            check=True,
            stdin=subprocess.DEVNULL,
        )
        assert not os.path.exists(folder)


def wait_until(true):
    """Wait for something to become true; AssertionError after two minutes."""
    deadline = time.monotonic() + 120
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_less_than_the_required_level_is_refused():
    done = grader("--require-sandbox", "bubblewrap", "funny_puzzle.py", env={"PATH": "/nosuch"})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "grader: --require-sandbox: expected bubblewrap or stronger to hold, got "
    )
    assert (
        done.stderr.endswith(" (`python3 -m grader doctor` tells why)\n")
        and done.stderr.count("\n") == 1
    )


def test_the_level_is_named_in_the_report():
    done = grader("--only", "import", "--require-sandbox", LEVELS[0], "funny_puzzle.py")
    assert done.stdout.split("\n")[0].endswith(f", sandbox: {LEVELS[0]}")


def test_the_doctor_says_what_does_not_hold_and_how_to_mend_it():
    rows = grader("doctor", env={"PATH": "/nosuch"}).stdout.splitlines()
    at = rows.index("bubblewrap  does not hold: bwrap is not installed")
    assert rows[at + 1] == "            to mend it: apt-get install bubblewrap"
    assert "basic       holds" in rows and any(row.startswith("Graded at ") for row in rows)
    assert "  can not use more CPU time" in rows and "  can not leave a process behind" in rows


def test_the_doctor_refuses_an_interpreter_that_is_not_python():
    done = grader("doctor", "--python", "/bin/cat")
    assert (
        done.returncode == 2
        and "expected an interpreter of Python 3, got '/bin/cat'" in done.stderr
    )


def test_the_files_that_try_a_level_exist():
    """Or else a level would seem to hold because nothing can be read."""
    paths = re.findall(r"'(/[^']*)'", sandbox.PROBE)
    assert len(paths) == 3 and all(os.path.exists(path) for path in paths)
    assert os.path.isdir(
        re.search(r"'(/grader/\w+)'", doctor.FORBIDDEN["read the expected transcripts"])[1].replace(
            "/grader", str(ROOT / "grader"), 1
        )
    )


@pytest.mark.parametrize(
    "program, told",
    [
        ("def f(:\n    pass\n", {"error": "SyntaxError: invalid syntax", "line": "1"}),
        ("\n{}['a']\n", {"error": "KeyError: 'a'", "line": "2"}),
        ("\nassert False\n", {"error": "AssertionError", "line": "2"}),
        ("import json\n\njson.loads('')\n", {"line": "3"}),
        (
            "import nosuch.part\n",
            {"error": "ModuleNotFoundError: No module named 'nosuch'", "module": "nosuch"},
        ),
        (
            "class Odd(Exception):\n    def __str__(self):\n        raise self\nraise Odd\n",
            {"error": "Odd", "line": "4"},
        ),
        (f"raise ValueError('{'x' * 300}')\n", {"error": f"ValueError: {'x' * 200}"}),
    ],
    ids=["syntax", "message", "no_message", "in_a_library", "no_module", "odd", "long"],
)
def test_what_ends_an_import_is_described_with_its_place(program, told):
    with sandbox.Sandbox("basic", sys.executable) as box:
        run = box.run(CHECK, {"program.py": program.encode()})
    described = exception(run.stderr)
    assert run.exit_status == driver.IMPORT_RAISED and described["file"] == "program.py"
    assert described.items() >= told.items()
    assert b"<string>" not in run.stderr and ("module" in described) == ("module" in told)


def test_a_virtual_environment_that_names_the_graders_folder_costs_no_level(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    (packages,) = (tmp_path / "env/lib").glob("python3*/site-packages")
    (tmp_path / "course").symlink_to(ROOT)
    (packages / "course.pth").write_text(f"{ROOT}\n{tmp_path / 'course'}\n")
    python = str(tmp_path / "env/bin/python")
    assert str(ROOT) in sandbox.facts(python) and str(ROOT) not in sandbox.readable_paths(python)
    assert str(packages) in sandbox.facts(python)
    for level in {*LEVELS} - {"user"}:  # for which this folder is closed
        assert sandbox.fault(level, python) == ""


BROKEN = {"bubblewrap": "bwrap is not installed", "user": "only root can", "landlock": "it leaks"}


@pytest.fixture
def only_basic(monkeypatch, tmp_path):
    """A class of two, where no level holds but basic."""
    monkeypatch.setattr(sandbox, "fault", lambda level, _: BROKEN.get(level, ""))
    monkeypatch.delenv("GRADER_REQUIRE_SANDBOX", raising=False)
    for name in "ann", "bob":
        (tmp_path / name).mkdir()
        (tmp_path / name / "funny_puzzle.py").write_text(f"name = '{name}'\n")
    return tmp_path


def test_a_class_is_not_graded_without_containment_unless_that_is_asked_for(only_basic, capsys):
    assert main(["--only", "import", str(only_basic)]) == 2
    shown, said = capsys.readouterr()
    assert said.count("\n") == 1 and "" == shown
    assert said.startswith("grader: expected a sandbox that contains submissions, got basic, ")
    assert "bubblewrap: bwrap is not installed (to mend it: apt-get install bubblewrap)" in said
    assert "landlock: it leaks (to mend it: " in said
    assert said.endswith(
        "--require-sandbox basic grades nevertheless, for programs that you trust\n"
    )
    assert main(["--only", "import", "--require-sandbox", "basic", str(only_basic)]) == 0
    assert "2 submissions: " in capsys.readouterr().out


def test_one_program_is_graded_without_containment_and_the_report_says_so(only_basic, capsys):
    program = str(only_basic / "ann/funny_puzzle.py")
    assert main(["--only", "import", program]) == 0
    assert "sandbox: basic\n" in capsys.readouterr().out
    assert main(["--student", "--only", "import", program]) == 0


def test_what_is_required_can_be_in_the_environment(only_basic, capsys, monkeypatch):
    monkeypatch.setenv("GRADER_REQUIRE_SANDBOX", "basic")
    assert main(["--only", "import", str(only_basic)]) == 0
    monkeypatch.setenv("GRADER_REQUIRE_SANDBOX", "none")
    assert main(["--only", "import", str(only_basic)]) == 2
    assert "$GRADER_REQUIRE_SANDBOX: expected one of bubblewrap, " in capsys.readouterr().err


def test_where_nothing_can_contain_programs_linux_is_asked_for(only_basic, capsys, monkeypatch):
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr("platform.system", lambda: "Darwin")
    assert main(["--only", "import", str(only_basic)]) == 2
    assert capsys.readouterr().err == (
        "grader: expected Linux, which alone can contain submissions, got Darwin, where they can "
        "do what you can (--require-sandbox basic grades nevertheless, for programs that you "
        "trust)\n"
    )
