"""A class on a cluster, and by GNU parallel, gets the reports of one machine: run for real."""

import shutil
import subprocess
import sys

import pytest

from tests import cluster
from tests.golden import PATH, grader, run_at_root, stdout_of, write_files
from tests.primes import COUNTS_ONE, FORGETS_THE_LAST, SIEVE, primes_with_a_secret
from tests.test_shards import text_of


pytestmark = pytest.mark.long

SUBMISSIONS, SHARDS = 6, 3
SLOW = "import time\ntime.sleep(1)\n" + SIEVE  # its part runs on when another has a total
KINDS = (SIEVE, SLOW, COUNTS_ONE, FORGETS_THE_LAST)
REPORTS = (".json", ".csv", ".xml", ".html", ".txt")


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


def reports(folder):
    """{path: text} of the reports in a folder, without times."""
    return {
        path.relative_to(folder).as_posix(): text_of(path)
        for path in sorted(folder.rglob("*"))
        if path.suffix in REPORTS and path.is_file()
    }


def differing(folder, other):
    """The names of the reports that differ between two folders but for times."""
    one, two = reports(folder), reports(other)
    assert len(one) > 2 * SUBMISSIONS and set(one) == set(two)
    return [name for name in one if one[name] != two[name]]


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


@pytest.mark.skipif(not shutil.which("parallel"), reason="GNU parallel is not installed")
def test_gnu_parallel_grades_the_parts_of_a_class_on_one_machine(tmp_path):
    few = write_files(tmp_path / "few", {f"{who}.py": "print()\n" for who in "abcd"})
    grade = [sys.executable, "-m", "grader", "--only", "import", "--shard", "{}/2"]
    options = ["--joblog", tmp_path / "log", "--resume-failed", "-j", "2"]
    parts = ["--no-reports", "--layout", "many", "--out", tmp_path / "part-{}", few, ":::", *"12"]
    process = run_at_root("parallel", *options, *grade, *parts)
    assert (process.returncode, process.stderr) == (0, "")
    merged = grader("merge", *tmp_path.glob("part-*"), "--out", tmp_path / "all")
    assert merged.stdout.startswith("4 submissions of 2 parts")
