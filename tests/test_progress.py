"""The session of the tests: what it shows while they run, and the proof that runs beside them."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from tests import waiting
from tests.conftest import INSIDE
from tests.golden import ROOT
from tests.progress import Progress
from tests.waiting import running


pytestmark = [pytest.mark.once, pytest.mark.long]


def test_a_line_says_how_far_the_tests_are():
    progress = Progress()
    progress.start, progress.total, progress.ended = 100, 2000, 1390
    progress.running = {"tests/test_b.py::test_b[x]": 158.0, "tests/test_a.py::test_a": 120.4}
    assert progress.line(160.0) == (
        "[ 69%] 1390 of 2000 tests, 60 s; now tests/test_a.py::test_a (40 s), "
        "tests/test_b.py::test_b (2 s)"
    )


@pytest.fixture
def session(tmp_path):
    """A function that starts a session of these arguments, with its own `verify` and TMPDIR."""

    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTEST_ADDOPTS": ""}
    del environment[INSIDE]

    def start(*arguments):
        return waiting.Process(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
            cwd=ROOT,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
        )

    return start


def test_each_failure_is_told_at_once_and_the_summary_counts(session, tmp_path):
    (tmp_path / "test_two.py").write_text("def test_good(): pass\ndef test_bad(): assert 0\n")
    own = f"tests/test_progress.py::{test_a_line_says_how_far_the_tests_are.__name__}"
    options = "-n", "1", "-c", ROOT / "pyproject.toml"
    with session(*options, own, tmp_path / "test_two.py") as process:
        shown, _ = process.communicate()
    assert process.returncode == 1
    assert "::test_bad (call)\n" in shown and " 1 failed, " in shown.splitlines()[-1]
    assert not re.search(r"^[.F]+( |$)", shown, re.MULTILINE)
    assert any(
        row.startswith("FAILED ") and row.endswith(" - assert 0") for row in shown.splitlines()
    )


@pytest.mark.parametrize("workers, number", [([], signal.SIGINT), (["-n", "1"], signal.SIGTERM)])
def test_an_interrupted_session_ends_the_proof(session, tmp_path, workers, number):
    with session(*workers, "tests/test_proof.py") as process:
        waiting.until(lambda: list(tmp_path.glob("proof-*/output")), process.poll)
        time.sleep(0.5)
        process.send_signal(number)
        process.communicate()
    assert process.returncode == 2 and not list(tmp_path.glob("proof-*"))
    assert not running(str(tmp_path))
