"""The scripts that grade a class in parts are run as a workflow runs them (`cluster`: as Slurm)."""

import os
import re
import signal
import subprocess
import sys

import pytest

from tests.golden import grader
from tests.primes import SIEVE, primes_with_a_secret


pytestmark = [pytest.mark.once, pytest.mark.long]


@pytest.fixture(scope="module")
def assignment(tmp_path_factory):
    return primes_with_a_secret(tmp_path_factory.mktemp("jobs"))


def environment():
    """The environment, in which python3 is the one that runs the tests."""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    return {**os.environ, "PATH": path}


def exported(assignment, out, shards):
    """The folder of an export for CI in so many parts."""
    process = grader("export", "ci", out, "--assignment", assignment, "--shards", shards)
    assert (process.returncode, process.stderr) == (0, "")
    return out


def test_a_part_that_is_ended_keeps_what_it_has_and_goes_on_from_there(assignment, tmp_path):
    (tmp_path / "class").mkdir()
    for who in "abcd":
        slow = f"import time; time.sleep(0.2)\n{SIEVE}# {who}\n"
        (tmp_path / f"class/{who}.py").write_text(slow)
    out = exported(assignment, tmp_path / "out", "1")
    command = [out / "grade-part.sh", "1", tmp_path / "class"]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if "Total" in line:
            break
    process.send_signal(signal.SIGTERM)
    process.communicate()
    assert process.returncode not in (0, 3)
    summary = grader("report", out / "results/part-1").stdout
    assert "5 accepted" in summary and "checks have a result yet" in summary
    again = subprocess.run(command, env=environment(), capture_output=True, text=True)
    assert again.returncode == 0 and again.stdout.count("Total: 8 of 8") == 4
    assert [path.name for path in (out / "results").iterdir()] == ["part-1"]


def test_the_workflow_grades_every_part_in_a_job_and_joins_them(assignment, tmp_path):
    out = exported(assignment, tmp_path / "out", "2")
    (out / "submissions").mkdir()
    for who in ("ann", "bob", "cem"):
        (out / f"submissions/{who}.py").write_text(SIEVE)
    workflow = (out / ".github/workflows/grade.yml").read_text()
    (parts,) = re.findall(r"part: \[(.*)\]", workflow)
    doctor, part, join = re.findall(r"- run: (.*)", workflow)
    assert doctor == "python3 -m grader doctor" and parts == "1, 2"
    commands = [part.replace("${{ matrix.part }}", number) for number in parts.split(", ")]
    for command in [*commands, join]:
        ran = subprocess.run(command.split(), cwd=out, env=environment(), capture_output=True)
        assert ran.returncode == 0, ran.stderr
    rows = (out / "results/all/gradebook.csv").read_text(encoding="utf-8-sig").splitlines()
    assert [row.split('"')[1] for row in rows[1:]] == ["ann", "bob", "cem"]
