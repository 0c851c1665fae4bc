"""The scripts that grade a class in parts are run as a workflow runs them (`cluster`: as Slurm)."""

import os
import re
import signal

import pytest

from tests.course_systems import obeyed
from tests.helpers import PATH, outcome, piped, run_at_root, stdout_of, text_of, write_files
from tests.primes import SIEVE, primes_with_a_secret


pytestmark = pytest.mark.long

ENVIRONMENT = {**os.environ, "PATH": PATH}


@pytest.fixture(scope="module")
def assignment(tmp_path_factory):
    return primes_with_a_secret(tmp_path_factory.mktemp("jobs"))


def exported(assignment, out, shards, system="ci"):
    """The folder of an export in so many parts."""
    stdout_of("export", system, out, "--assignment", assignment, "--shards", shards)
    return out


def test_a_part_that_is_ended_keeps_what_it_has_and_goes_on_from_there(assignment, tmp_path):
    slow = f"import time; time.sleep(0.2)\n{SIEVE}"
    write_files(tmp_path / "class", {f"{who}.py": f"{slow}# {who}\n" for who in "abcd"})
    out = exported(assignment, tmp_path / "out", "1")
    command = [out / "grade-part.sh", "1", tmp_path / "class"]
    process = piped(*command, env=ENVIRONMENT)
    process.text_before("Total")
    process.send_signal(signal.SIGTERM)
    _, error = process.communicate()
    assert process.returncode not in (0, 3)
    assert "`python3 -m grader report results/part-1` shows what is there" in error
    summary = stdout_of("report", out / "results/part-1")
    assert "5 accepted" in summary and "checks have a result yet" in summary
    again = run_at_root(*command, env=ENVIRONMENT)
    assert again.returncode == 0 and again.stdout.count("Total: 8 of 8") == 4
    assert os.listdir(out / "results") == ["part-1"]


def test_the_workflow_grades_every_part_in_a_job_and_joins_them(assignment, tmp_path):
    out = exported(assignment, tmp_path / "out", "2")
    students = "ann.py", "bob.py", "cem ##[error]x.py"
    write_files(out / "submissions", dict.fromkeys(students, SIEVE))
    workflow = (out / ".github/workflows/grade.yml").read_text()
    (parts,) = re.findall(r"part: \[(.*)\]", workflow)
    doctor, part, join = re.findall(r"- run: (.*)", workflow)
    assert doctor == "python3 -m grader doctor" and parts == "1, 2"
    commands = [part.replace("${{ matrix.part }}", number) for number in parts.split(", ")]
    for command in [*commands, join]:
        bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", command]
        ran = run_at_root(*bash, cwd=out, env=ENVIRONMENT)
        assert ran.returncode == 0, ran.stderr
        assert not obeyed(ran.stdout + ran.stderr)
    assert ran.stdout.endswith(
        " files are in results/all: begin with results/all/html/index.html\n"
    )
    rows = (out / "results/all/gradebook.csv").read_text(encoding="utf-8-sig").splitlines()
    assert [row.split('"')[1] for row in rows[1:]] == ["ann", "bob", "cem ##[error]x"]


def test_scripts_say_in_one_line_what_they_expect(assignment, tmp_path):
    out = exported(assignment, tmp_path / "out", "2", "slurm")
    for words, expected in (
        (["submit.sh"], "submit.sh: expected CLASS, got nothing"),
        (["grade-part.sh"], "grade-part.sh: expected I and CLASS, got nothing"),
        (["grade-part.sh", "1"], "grade-part.sh: expected I and CLASS, got 1"),
        (["merge.sh"], "merge.sh: expected results/part-1 and so on from grade-part.sh, got none"),
    ):
        command = [out / words[0], *words[1:]]
        done = run_at_root(*command, env=ENVIRONMENT)
        assert outcome(done) == (2, "", f"{expected}\n")


# Runs a job at once, as the first task of an array, and notes how it was submitted.
SBATCH = """\
#!/usr/bin/env bash
printf '%s|' "$@" >> submitted
echo >> submitted
while [[ "$1" == -* ]]; do shift; done
SLURM_ARRAY_TASK_ID=1 bash "$@" > log 2>&1
echo "7;here"
"""


def test_options_of_sbatch_and_of_the_grader_follow_the_class_of_one(assignment, tmp_path):
    exported(assignment, tmp_path / "out", "1", "slurm")
    write_files(tmp_path, {"class/ann/primes.py": SIEVE, "bin/sbatch": SBATCH})
    (tmp_path / "bin/sbatch").chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{PATH}"
    options = ["--comment=for ann", "--", "--only", "print_primes"]
    environment = {**os.environ, "PATH": path}
    submit = tmp_path / "out/submit.sh"
    ran = run_at_root(submit, "class", *options, cwd=tmp_path, env=environment)
    assert text_of(ran) == "7;here\n"
    assert (tmp_path / "out/submitted").read_text().splitlines() == [
        f"--parsable|--comment=for ann|grade.sbatch|{tmp_path}/class|--only|print_primes|",
        "--parsable|--comment=for ann|--dependency=afterany:7|merge.sbatch|",
    ]
    book = (tmp_path / "out/results/all/gradebook.csv").read_text(encoding="utf-8-sig")
    assert book.splitlines()[1].startswith('"ann",6,6,')
