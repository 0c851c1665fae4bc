"""A program's module is compiled once for all its runs; nobody can tell that but by the time."""

import sys

import pytest

from grader.records.checks import Check, Limits
from grader.sandbox import sandbox
from tests.levels import OPEN


LIMITS = Limits(cpu_s=20, wall_s=60, memory_mib=256, output_kib=256)
CHECK = Check("import", "program", LIMITS)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs go cold elsewhere")


def told(run):
    """What a run printed, and how it ended."""
    return run.stdout, run.stderr, run.exit_status, run.ended


def test_only_the_first_run_compiles_a_program_unless_runs_are_compared():
    slow = "if 0:\n" + "    a.b(c, d[e], f=(g, h), **i)\n" * 6_000
    least = {}
    for is_measured in (False, True):
        with sandbox.Sandbox("basic", OPEN) as box:
            files = {"program.py": slow.encode()}
            runs = [box.run(CHECK, files, is_measured=is_measured) for _ in range(3)]
            least[is_measured] = min(run.cpu_s for run in runs[1:])
    assert least[False] < least[True] / 3


PROGRAMS = {
    "its code": "import sys\ncode = sys._getframe().f_code\nprint(code.co_filename, code.co_names)",
    "an error": "def fail():\n    return 1 / 0\n\nfail()",
    "a syntax error": "print('a')\ndef f(:\n",
    "a warning": "if 1 is 1:\n    print('one')\n",
    "a warning made an error": "import warnings\nprint(warnings.filters)",
    "the loader": "print(__spec__, __loader__, __cached__, __loader__.source_to_code.__code__)",
    "its source": "import inspect\ndef f():\n    pass\nprint(inspect.getsource(f))",
    "another encoding": "# coding: latin-1\nprint(ascii('\xe4'))",
    "no end": "raise SystemExit(3)",
    "constants": "def f(): return 1000\ndef g(): return 1000, -0.0\nprint(f() is g()[0], g())",
}


@pytest.fixture(scope="module")
def boxes():
    """A sandbox that starts an interpreter for each run, and one that keeps code."""
    with sandbox.Sandbox("basic", OPEN, True) as cold, sandbox.Sandbox("basic", OPEN) as warm:
        yield cold, warm, warm


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_later_run_says_what_the_first_and_a_fresh_interpreter_say(name, boxes):
    text = PROGRAMS[name].replace("import sys", "import sys; sys.dont_write_bytecode = 1")
    files = {"program.py": text.encode("latin-1")}
    first, *others = [told(box.run(CHECK, files)) for box in boxes]
    if name in ("its code", "the loader"):  # these name the scratch folder
        first, *others = [(out.count(b"program.py"), *rest) for out, *rest in (first, *others)]
    assert others == [first] * 2


def test_programs_with_modules_of_one_name_keep_to_their_own_code():
    programs = [{"program.py": f"print({number})".encode()} for number in range(12)]
    with sandbox.Sandbox("basic", OPEN) as box:
        for number in [0, 1, 0, *range(12), *range(12)]:
            assert box.run(CHECK, programs[number]).stdout == f"{number}\n".encode()


def test_a_package_wins_over_a_module_of_its_name_in_every_run():
    files = {"program.py": b"print('module')", "program/__init__.py": b"print('package')"}
    with sandbox.Sandbox("basic", OPEN) as box:
        assert [box.run(CHECK, files).stdout for _ in range(3)] == [b"package\n"] * 3


FORGER = """
import marshal, os
held = marshal.dumps(compile("print('forged')", "program.py", "exec"))
for pipe in range(3, 256):
    try:
        os.write(pipe, b"#" + len(held).to_bytes(8, "little") + held)
    except OSError:
        pass
print("own")
"""


def test_no_program_can_hand_code_to_its_later_runs():
    with sandbox.Sandbox("basic", OPEN) as box:
        for start in "", "if 1 is 1: pass\n", f"big = {'x' * (1 << 15)!r}\n":
            for _ in range(3):
                run = box.run(CHECK, {"program.py": (start + FORGER).encode()})
                assert run.stdout.endswith(b"own\n")
