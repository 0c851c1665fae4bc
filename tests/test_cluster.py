"""A class on a cluster, and by GNU parallel, gets the reports of one machine: run for real."""

import shutil
import subprocess
import sys

import pytest

from tests import cluster
from tests.helpers import PATH, stdout_of, write_files
from tests.primes import COUNTS_ONE, FORGETS_THE_LAST, SIEVE, primes_with_a_secret
from tests.test_shards import differing


pytestmark = pytest.mark.long

SUBMISSIONS, SHARDS = 6, 3
SLOW = "import time\ntime.sleep(1)\n" + SIEVE  # its part runs on when another has a total
KINDS = (SIEVE, SLOW, COUNTS_ONE, FORGETS_THE_LAST)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A class of six, an export in three parts, and the reports of the class as a whole."""
    folder = tmp_path_factory.mktemp("cluster")
    assignment = primes_with_a_secret(folder)
    stdout_of("export", "slurm", folder / "out", "--assignment", assignment, "--shards", SHARDS)
    for number in range(SUBMISSIONS):
        text = f"{KINDS[number % len(KINDS)]}# {number}\n"
        write_files(folder / "class", {f"student{number}.py": text})
    whole = ["--layout", "many", "--out", str(folder / "whole"), str(folder / "class")]
    command = [sys.executable, "-m", "grader", "--assignment", "primes", *whole]
    subprocess.run(command, cwd=folder / "out", check=True, capture_output=True)
    return folder


@pytest.mark.skipif(not all(map(shutil.which, cluster.PROGRAMS)), reason="Slurm is not installed")
def test_six_submissions_in_three_tasks_one_of_them_killed_and_requeued_are_one_class(folder):
    log = folder / "out/logs/part-2.txt"
    with cluster.slurm(folder / "slurm") as slurm:
        environment = {**slurm, "PATH": PATH}

        def queue():
            command = ("squeue", "-h", "-r", "-o", "%F_%K %T")
            return cluster.output(*command, env=environment).splitlines()

        script = [str(folder / "out/submit.sh"), str(folder / "class")]
        subprocess.run(script, env=environment, check=True, capture_output=True)
        cluster.until(folder, lambda: log.is_file() and "Total: " in log.read_text())
        (task,) = [row.split()[0] for row in queue() if row.endswith("_2 RUNNING")]
        assert subprocess.run(["scontrol", "requeue", task], env=environment).returncode == 0
        cluster.until(folder, lambda: f"{task} PENDING" in queue())
        cluster.until(folder, lambda: not queue())
        assert log.read_text().count("submissions: primes") == 2  # it began again
        assert differing(folder / "whole", folder / "out/results/all") == []
        again = ["sbatch", "--array=3", "grade.sbatch", str(folder / "class")]
        subprocess.run(again, cwd=folder / "out", env=environment, check=True, capture_output=True)
        cluster.until(folder, lambda: not queue())
    script = [str(folder / "out/merge.sh")]
    subprocess.run(script, env=environment, check=True, capture_output=True)
    assert differing(folder / "whole", folder / "out/results/all") == []
