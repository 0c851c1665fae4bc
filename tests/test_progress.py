"""The proof that runs beside the tests ends with them."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests import waiting
from tests.conftest import INSIDE
from tests.golden import ROOT
from tests.waiting import running


pytestmark = [pytest.mark.once, pytest.mark.long]


def test_an_interrupted_session_ends_the_proof(tmp_path):
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTEST_ADDOPTS": ""}
    del environment[INSIDE]
    with waiting.Process(
        [
            sys.executable,
            "-m",
            "pytest",
            "-n",
            "1",
            "-p",
            "no:cacheprovider",
            "tests/test_proof.py",
        ],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=environment,
    ) as process:
        waiting.until(lambda: list(tmp_path.glob("proof-*/output")), process.poll)
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        process.communicate()
    assert process.returncode == 2 and not list(tmp_path.glob("proof-*"))
    assert not running(str(tmp_path))
