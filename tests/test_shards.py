"""A class in parts, graded apart and merged, is the class; jobs are what the task was given."""

import os
import re
import shutil

import pytest

from grader.commands.shards import Shard
from grader.ground import cores
from tests.helpers import ROOT, grader, python, read_json, refusal_of, stdout_of, write_files
from tests.stores import change, change_listing


pytestmark = pytest.mark.long

ONLY = ("--only", "import", "--only", "print_succ/*01*")
TIMES = re.compile(
    r'("(?:cpu_s|wall_s|memory_mib)": |time=")[0-9.e-]+|(?<=class="number">)[0-9.]+'
    r"|[0-9.]+ (?:(?:s|MiB)\b|of TIME)"
)


REPORTS = (".json", ".csv", ".xml", ".html", ".txt")


def text_of(path):
    return TIMES.sub("TIME", TIMES.sub("TIME", path.read_text(encoding="utf-8")))


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
    assert len(one) > 12 and set(one) == set(two)
    return [name for name in one if one[name] != two[name]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A class of eight, the whole of it graded, and in three parts."""
    folder = tmp_path_factory.mktemp("shards")
    programs = [*(ROOT / "grader/assignments/funny_puzzle/programs/right").glob("*.py")]
    write_files(folder / "class", {path.name: path for path in sorted(programs)[:6]})
    wrong = "def print_succ(state):\n    print(state)\n"
    write_files(folder / "class", {"wrong.py": wrong, "loud.py": "print('hello')\n"})
    graded(folder, "whole")
    for number in (1, 2, 3):
        part = "--shard", f"{number}/3", "--no-reports"
        graded(folder, f"part{number}", *part)
    return folder


def graded(folder, out, *options):
    stdout_of(folder / "class", *ONLY, "--out", folder / out, *options)


def merged(out, *parts):
    return stdout_of("merge", *parts, "--out", out)


def refused(out, *parts):
    """Why these parts are not merged."""
    return refusal_of("merge", *parts, "--out", out)


def parts_of(folder, *numbers):
    return [folder / f"part{number}" for number in numbers]


def test_a_merged_class_has_the_reports_of_an_unsharded_one_but_for_times(folder, tmp_path):
    shown = merged(tmp_path / "all", *parts_of(folder, 3, 1, 2))
    assert shown.startswith("8 submissions of 3 parts in ")
    stdout_of("report", tmp_path / "all")
    assert differing(folder / "whole", tmp_path / "all") == []


def test_parts_of_a_large_class_are_of_like_sizes():
    sizes = [sum(Shard(n, 8).has(f"student{i}") for i in range(8000)) for n in range(1, 9)]
    assert sum(sizes) == 8000 and max(sizes) < 1.15 * min(sizes)


def test_a_part_that_is_graded_twice_into_its_folder_is_there_once(folder, tmp_path):
    graded(folder, "part2", "--shard", "2/3", "--no-reports")
    shown = merged(tmp_path / "all of it", *parts_of(folder, 1, 2, 3), "--strict")
    assert shown.startswith("8 submissions")
    assert f"`python3 -m grader report '{tmp_path}/all of it' --strict` writes" in shown


def test_a_missing_shard_is_named_and_no_fault(folder, tmp_path):
    shown = merged(tmp_path / "all", *parts_of(folder, 1, 3))
    assert shown.startswith("Of 3 shards these are missing: 2.\n")


def test_a_shard_in_two_folders_is_refused(folder, tmp_path):
    shutil.copytree(folder / "part1", tmp_path / "again")
    said = refused(tmp_path / "all", *parts_of(folder, 1, 2, 3), tmp_path / "again")
    assert "expected each shard once, got 1/3 in both" in said and not (tmp_path / "all").exists()


def test_a_submission_in_two_gradings_is_refused(folder, tmp_path):
    shutil.copytree(folder / "whole", tmp_path / "again")
    said = refused(tmp_path / "all", folder / "whole", tmp_path / "again")
    assert "expected each submission once, got " in said


def changed(part, folder, **fields):
    """A copy of a part whose listing says something else."""
    shutil.copytree(part, folder)
    change_listing(folder, lambda listing: listing.update(fields))
    return folder


@pytest.mark.parametrize(
    "field, value, what",
    [
        ("code", "0", "the same version of the grader"),
        ("assignment", "primes", "the same assignment"),
        ("conditions", {"cpu_s": 3}, "the same options"),
        ("checks", {"import": {"digest": "0"}}, "the same checks"),
        ("shard", "2/4", "the same number of shards"),
    ],
)
def test_parts_that_were_graded_otherwise_are_refused(folder, tmp_path, field, value, what):
    other = changed(folder / "part2", tmp_path / "other", **{field: value})
    said = refused(tmp_path / "all", folder / "part1", other)
    assert f"expected {what} everywhere, got " in said


def test_seeds_of_fresh_instances_that_differ_are_named(folder, tmp_path):
    parts = []
    for number, seed in (1, 5), (2, 6):
        draw = {"number": 1, "seed": seed, "per_student": False}
        part = folder / f"part{number}"
        parts.append(changed(part, tmp_path / str(number), conditions={"draw": draw}))
    said = refused(tmp_path / "all", *parts)
    assert f"got --fresh 1 --seed 5 in {parts[0]} and --fresh 1 --seed 6 in {parts[1]}" in said


def test_machines_that_differ_are_named(folder, tmp_path):
    two = {"sandbox": "basic", "node": "node-b"}
    three = {"graded_as": "Python 3", "bounded_by": "x"}
    others = [
        changed(folder / "part2", tmp_path / "two", **two),
        changed(folder / "part3", tmp_path / "three", **three),
    ]
    shown = merged(tmp_path / "all", folder / "part1", *others)
    assert "The machines differ, and times with them:\n" in shown
    for other, fields in zip(others, (two, three)):
        (line,) = [line for line in shown.splitlines() if line.endswith(f": {other}")]
        assert all(value in line for value in fields.values())


def test_results_of_another_machine_are_found_again(folder, tmp_path):
    """Another sandbox is part of every key; the merged folder keeps both kinds."""
    environment = {**os.environ, "PATH": "/nosuch"}  # without bubblewrap
    words = folder / "class", *ONLY, "--no-reports", "--shard", "2/3", "--out", tmp_path / "two"
    assert grader(*words, env=environment).returncode == 0
    merged(tmp_path / "all", tmp_path / "two", *parts_of(folder, 1, 3))
    grader("report", tmp_path / "all")
    document = read_json(tmp_path / "all/results.json")
    assert [len(submission["results"]) for submission in document["submissions"]] == 8 * [
        len(document["submissions"][0]["results"])
    ]


def test_checks_without_a_result_are_absent_and_named(folder, tmp_path):
    cut = tmp_path / "cut"
    shutil.copytree(folder / "part1", cut)
    change(cut, "DELETE FROM results WHERE key IN (SELECT key FROM results LIMIT 3)")
    shown = merged(tmp_path / "all", cut, *parts_of(folder, 2, 3))
    assert f"{cut} is not finished: it lacks 3 results.\n" in shown


def test_parts_without_results_and_a_folder_with_some_are_refused(folder, tmp_path):
    assert "one without results.sqlite3" in refused(tmp_path / "all", tmp_path)
    assert "a folder without results, got" in refused(folder / "whole", folder / "part1")
    twice = refused(tmp_path / "all", folder / "part1", folder / "part1")
    assert "expected each folder once, got" in twice


def test_a_part_without_a_submission_is_a_part(tmp_path):
    students = write_files(tmp_path / "class", {"ann.py": "print()\n"})
    parts = [tmp_path / str(number) for number in (1, 2)]
    for part in parts:
        command = (students, "--layout", "many", "--only", "import", "--no-reports")
        stdout_of(*command, "--shard", f"{part.name}/2", "--out", part)
    assert merged(tmp_path / "all", *parts).startswith("1 submission of 2 parts")


def test_a_part_without_a_submission_has_the_fresh_checks_of_the_others(tmp_path):
    write_files(tmp_path / "class", {"a.py": "x = 1\n", "b.py": "x = 2\n"})
    parts = [tmp_path / f"part{number}" for number in (1, 2, 3, 4)]
    for number, part in enumerate(parts, 1):
        options = ("--only", "print_succ", "--shard", f"{number}/4", "--no-reports")
        stdout_of(tmp_path / "class", *options, "--out", part)
    assert merged(tmp_path / "all", *parts).startswith("2 submissions of 4 parts in ")


# ---- Jobs ----


def test_jobs_default_to_what_slurm_gave_the_task():
    environment = {**os.environ, "SLURM_CPUS_PER_TASK": "1"}
    shown = grader("--help", env=environment).stdout
    assert re.search(r"this\s+task,\s+1\)", shown)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system has no affinity")
def test_jobs_default_to_the_processors_that_the_process_may_run_on():
    code = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); "
    code += "from grader.ground import cores; print(cores.available())"
    assert python("-c", code).stdout == "1\n"


@pytest.mark.parametrize(
    "own, files, expected",
    [
        ("0::/job/step\n", {"job/step/cpu.max": "max 100000", "job/cpu.max": "50000 100000"}, 1),
        ("0::/\n", {"cpu.max": "150000 100000"}, 2),
        (
            "4:cpu,cpuacct:/job\n0::/\n",
            {
                "cpu,cpuacct/job/cpu.cfs_quota_us": "100000",
                "cpu,cpuacct/job/cpu.cfs_period_us": "100000",
            },
            1,
        ),
        ("0::/job\n", {"job/cpu.max": "nonsense"}, 64),
        ("", {}, 64),
    ],
)
def test_jobs_default_to_a_quota_of_the_control_group(own, files, expected, tmp_path, monkeypatch):
    monkeypatch.delenv("SLURM_CPUS_PER_TASK", raising=False)
    monkeypatch.setattr(cores, "_affinity", lambda: 64)
    write_files(tmp_path, {"own": own, **{f"groups/{name}": f"{files[name]}\n" for name in files}})
    monkeypatch.setattr(cores, "GROUPS", tmp_path / "groups")
    monkeypatch.setattr(cores, "OWN", tmp_path / "own")
    assert cores.available() == expected
