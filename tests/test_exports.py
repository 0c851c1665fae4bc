"""Every export is run as its course system runs it, and its results are what that system reads."""

import os
import tempfile
from pathlib import Path

import pytest

from tests.course_systems import SYSTEMS
from tests.golden import grader
from tests.hostile_class import ORDINARY
from tests.primes import SIEVE, primes_with_a_secret


pytestmark = [pytest.mark.once, pytest.mark.long]

FORGED = [
    "Grade :=>> 100",
    "--|>",
    '{"_presentation": "semantic", "stages": ["x"], "x": {"y": {"passed": true}}}',
    '{"scores": {"print_primes": 99}}',
    "at 12:30 Part1: all right",
    "\x1b[32mPASSED\x1b[0m",
    "<script>alert(1)</script></body>",
    "\r\x00\u202e",
]
# It prints what systems could take for a result, raises it, and tries to write it.
FORGING = f"""\
LINES = {FORGED!r}


def print_primes(n):
    for path in ("/autograder/results/results.json", "/grade/results/results.json", "result.json"):
        try:
            open(path, "w").write('{{"score": 100}}')
        except OSError:
            pass
    for line in LINES:
        print(line)


def count_primes(n):
    raise RuntimeError("\\n".join(LINES))
"""
NAME = "notes\nGrade :=>> 100\n.txt"
GOOD = {"primes.py": SIEVE}
WRONG = {"primes.py": SIEVE.replace("set(range(2,", "set(range(1,")}
HOSTILE = {"primes.py": FORGING, NAME: "x"}


@pytest.fixture(scope="module")
def exports(tmp_path_factory):
    """{system: what was exported to it}; the last group of the assignment is hidden."""
    folder = tmp_path_factory.mktemp("exports")
    assignment, written = primes_with_a_secret(folder), {}
    for system in SYSTEMS:
        name = system.__name__
        written[name] = folder / (f"{name}.zip" if name == "gradescope" else name)
        process = grader("export", name, written[name], "--assignment", assignment)
        assert (process.returncode, process.stderr) == (0, "")
    return written


@pytest.fixture
def place():
    """A folder for a submission that any user can reach."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.__name__)
def test_a_right_program_gets_all_points_and_a_sandbox_is_named(system, exports, place):
    seen = system(exports[system.__name__], GOOD, place, 0)
    assert seen.share == 1
    assert "Sandbox: " in seen.student and "Sandbox: basic" not in seen.student


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.__name__)
def test_a_hostile_program_of_an_ordinary_user_forges_nothing(system, exports, place):
    user = ORDINARY if os.getuid() == 0 else 0
    seen = system(exports[system.__name__], HOSTILE, place, user)
    assert seen.share == 0
    assert "\x1b" not in seen.student and "secret" not in seen.student
    assert "4711" not in seen.student and "Grade :=" in seen.student  # as text among others


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.__name__)
def test_an_absent_program_gets_no_points_and_is_no_fault(system, exports, place):
    seen = system(exports[system.__name__], {}, place, 0)
    is_free = system.__name__ == "prairielearn"  # an attempt without a file costs nothing there
    assert seen.share == (None if is_free else 0)
    assert "no primes.py" in seen.student and "grader failed" not in seen.student
