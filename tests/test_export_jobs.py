"""What is exported for a class is run as Slurm and CI run it, and the reports are whole."""

import os
import re
import shutil
import signal
import subprocess
import sys

import pytest

from tests.golden import grader
from tests.primes import COUNTS_ONE, SIEVE, primes_with_a_secret


pytestmark = [pytest.mark.once, pytest.mark.long]

# Runs what is submitted at once: each task of an array, one after another.
SBATCH = r"""#!/usr/bin/env bash
set -eu
echo "$@" >> "$CALLS"
script=${!#}
export SLURM_ARRAY_TASK_ID
tasks=$(sed -n 's/#SBATCH --array=1-//p' "$script")
for SLURM_ARRAY_TASK_ID in $(seq "${tasks:-0}"); do
  bash "$script" > "logs/$SLURM_ARRAY_TASK_ID" 2>&1
done
[[ $script != merge* ]] || bash "$script" > logs/merge 2>&1
echo "7;cluster"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The export in three parts, a class of five, and an sbatch that runs jobs at once."""
    folder = tmp_path_factory.mktemp("jobs")
    assignment = primes_with_a_secret(folder)
    process = grader("export", "slurm", folder / "out", "--assignment", assignment, "--shards", "3")
    assert (process.returncode, process.stderr) == (0, "")
    (folder / "class").mkdir()
    for who in ("ann", "bob", "cem", "dee", "eve"):
        (folder / f"class/{who}.py").write_text(COUNTS_ONE if who == "cem" else SIEVE)
    (folder / "bin").mkdir()
    (folder / "bin/sbatch").write_text(SBATCH)
    (folder / "bin/sbatch").chmod(0o755)
    return folder


def environment(folder):
    path = [str(folder / "bin"), os.path.dirname(sys.executable), os.environ["PATH"]]
    return {**os.environ, "PATH": os.pathsep.join(path), "CALLS": str(folder / "calls")}


def students(folder):
    """The students in the gradebook of an export's results."""
    rows = (folder / "results/all/gradebook.csv").read_text(encoding="utf-8-sig").splitlines()
    return [row.split('"')[1] for row in rows[1:]]


def test_the_jobs_grade_every_part_and_join_them(folder):
    command = [folder / "out/submit.sh", "class", "--partition=short"]
    process = subprocess.run(
        command, cwd=folder, env=environment(folder), capture_output=True, text=True
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert (folder / "calls").read_text().splitlines() == [
        "--parsable --partition=short grade.sbatch",
        "--parsable --dependency=afterany:7 --partition=short merge.sbatch",
    ]
    assert students(folder / "out") == ["ann", "bob", "cem", "dee", "eve"]
    assert "5 submissions of 3 parts" in (folder / "out/logs/merge").read_text()


def test_a_part_that_is_ended_keeps_what_it_has_and_goes_on_from_there(folder):
    slow = folder / "slow"
    slow.mkdir()
    for who in "abcd":
        (slow / f"{who}.py").write_text(f"import time; time.sleep(0.2)\n{SIEVE}# {who}\n")
    out = folder / "again"
    grader("export", "slurm", out, "--assignment", folder / "primes", "--shards", "1")
    command = [out / "grade-part.sh", "1", slow]
    process = subprocess.Popen(command, env=environment(folder), stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if "Total" in line:
            break
    process.send_signal(signal.SIGTERM)
    process.communicate()
    assert process.returncode not in (0, 3)
    kept = grader("report", out / "results/part-1").stdout
    assert "5 accepted" in kept and "checks have a result yet" in kept
    again = subprocess.run(command, env=environment(folder), capture_output=True, text=True)
    assert again.returncode == 0 and again.stdout.count("Total: 8 of 8") == 4
    assert [path.name for path in (out / "results").iterdir()] == ["part-1"]


def test_the_workflow_grades_every_part_in_a_job_and_joins_them(folder):
    out = folder / "ci"
    grader("export", "ci", out, "--assignment", folder / "primes", "--shards", "2")
    shutil.copytree(folder / "class", out / "submissions")
    workflow = (out / ".github/workflows/grade.yml").read_text()
    (parts,) = re.findall(r"part: \[(.*)\]", workflow)
    doctor, *steps = re.findall(r"- run: (.*)", workflow)
    assert doctor == "python3 -m grader doctor" and parts == "1, 2"
    part, join = steps
    commands = [part.replace("${{ matrix.part }}", number) for number in parts.split(", ")]
    for command in [*commands, join]:
        ran = subprocess.run(command.split(), cwd=out, env=environment(folder), capture_output=True)
        assert ran.returncode == 0, ran.stderr
    assert students(out) == ["ann", "bob", "cem", "dee", "eve"]
