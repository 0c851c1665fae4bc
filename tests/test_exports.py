"""Every export is run as its course system runs it, and its results are what that system reads."""

import json
import re
import shutil
import tarfile
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from grader.assignment import plan
from grader.courses import systems
from grader.courses.exported import FAULT, Settings
from grader.export.outcome import final_outcome
from grader.ground.errors import UsageError
from grader.packing.openness import ALL_PUBLIC
from tests.assignments import solving
from tests.course_systems import CHECKS, checked, played
from tests.helpers import MODEL, ROOT, flat, python, read_json, refusal_of, stdout_of, write_files
from tests.primes import (
    COUNTS_ONE,
    GROUPS,
    SIEVE,
    folder_of_primes,
    primes_with_a_secret,
    with_transcripts,
)
from tests.sample import one_in


pytestmark = pytest.mark.long

FORGED = [
    "Grade :=>> 100",
    "--|>",
    '{"_presentation": "semantic", "stages": ["x"], "x": {"y": {"passed": true}}}',
    '{"scores": {"print_primes": 99}}',
    "at 12:30 Part1: all right",
    "\x1b[32mPASSED\x1b[0m",
    "<script>alert(1)</script></body>",
    "\r\x00\u202e",
    "at ##[error]forged",
    "::error::forged",
    "::stop-commands::forged",
]
# Prints what systems could take for a result, raises it, and tries to write it to a file.
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
SHADOWS = {"json.py": "forged", "zipfile.py": "forged"}
GOOD = {"primes.py": SIEVE}
WRONG = {"primes.py": COUNTS_ONE}
HOSTILE = {"primes.py": FORGING, NAME: "x", **SHADOWS}


class Exported(NamedTuple):
    """What was exported to a system, and what was said about it."""

    path: Path
    said: str


@pytest.fixture(scope="module")
def primes(tmp_path_factory):
    """An assignment whose last group is hidden."""
    return primes_with_a_secret(tmp_path_factory.mktemp("primes"))


@pytest.fixture(scope="module")
def exports(primes, tmp_path_factory):
    """{system: what the command on its page exports}."""
    folder, written = tmp_path_factory.mktemp("exports"), {}
    for system in systems.hosts():
        page = (ROOT / f"grader/docs/{system}.md").read_text()
        (words,) = re.findall(rf"^ *python3 -m grader export {system} (.*)$", page, re.MULTILINE)
        name, *options = words.split()
        path = folder / name.strip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        shown = stdout_of("export", system, path, *options, "--assignment", primes)
        assert path.exists()
        written[system] = Exported(path, shown)
    return written


def without_doctor(data):
    """A file of an export that does not try out the sandbox, which takes a while."""
    return data.replace(b"\npython3 -m grader doctor", b"")


@pytest.mark.parametrize("system", CHECKS)
def test_a_right_program_gets_all_points_and_a_sandbox_is_named(system, primes, place):
    view = played(system, plan.load(str(primes)), GOOD | SHADOWS, place, without_doctor)
    assert view.share == 1, view
    assert "Sandbox: " in view.student and "Sandbox: basic" not in view.student


@pytest.mark.parametrize(
    "system", one_in(3, ["vpl", "gradescope", "autolab", "classroom50", "prairielearn"])
)
def test_a_hostile_program_forges_nothing(system, primes, place):
    view = played(system, plan.load(str(primes)), HOSTILE, place)
    assert view.share == 0, view
    assert "\x1b" not in view.student and "secret" not in view.student
    # that text stands among others
    assert "4711" not in view.student and "Grade :=" in view.student


def test_a_wrong_program_is_explained_and_hidden_checks_show_no_more_than_points(exports, place):
    results, log = graded_in(place, exports["gradescope"].path, WRONG)
    assert results["score"] == 0 and "How many divisors has 1?" in results["output"]
    *_, last = results["tests"]
    assert (last["name"], last["score"], last["max_score"]) == ("count_primes/hidden-5", 0, 2)
    assert "4711" not in json.dumps(results) + log.partition("Total:")[2]


# ---- Late, interrupted, at fault ----

# Kills the grader after so many stored results, and leaves a mark; the next grader continues.
KILLED = """
import os

def keep_and_die(self, key, result, keep=Store.keep):
    keep(self, key, result)
    with open({mark!r}, "a") as mark:
        mark.write(".")
        if mark.tell() in {ends}:
            os.kill(os.getpid(), 9)


Store.keep = keep_and_die
"""
SLEEPS_AT_THE_THIRD = f"""{SIEVE}

import time


print_them = print_primes


def print_primes(n):
    while n == 17:
        time.sleep(1)
    print_them(n)
"""


def exported(place, assignment, *options):
    """The path of an export to Gradescope."""
    stdout_of("export", "gradescope", place / "x.zip", "--assignment", assignment, *options)
    return place / "x.zip"


def graded_in(place, export, files, mend=""):
    """(results.json, what instructors see) of Gradescope's entry point in a folder of ours."""
    shutil.unpack_archive(export, place / "source")
    with open(place / "source/grader/store/store.py", "a") as module:
        module.write(mend)
    write_files(place / "submission", files)
    ran = python("-m", "grader.entry.exported", place, cwd=place / "source")
    assert ran.returncode == 0
    results = read_json(place / "results/results.json")
    return checked("gradescope", results), ran.stdout + ran.stderr


def test_what_time_does_not_suffice_for_is_named_and_the_rest_counts(primes, place):
    shutil.copytree(primes, place / "primes")
    file = place / "primes/assignment.json"
    file.write_text(json.dumps(read_json(file) | {"limits": {"cpu_s": 100}}))
    files = {"primes.py": SLEEPS_AT_THE_THIRD}
    results, _ = graded_in(place, exported(place, place / "primes", "--budget", "4"), files)
    statuses = [test["status"] for test in results["tests"][1:]]
    assert results["score"] == 2 * statuses.count("passed") and "failed" in statuses
    assert "not tried: the time for this grading was over" in flat(results["output"])
    assert "grader failed" not in results["output"] and "make check" not in results["output"]


def test_a_grader_that_is_killed_goes_on_where_it_was(exports, place):
    mend = KILLED.format(mark=str(place / "mark"), ends=[3])
    results, log = graded_in(place, exports["gradescope"].path, GOOD, mend)
    assert (place / "mark").read_text() == "....."  # each check was graded once
    assert results["score"] == 8 and "exit status" not in log


def test_what_a_killed_grader_knew_is_told_and_gives_no_score(exports, place):
    mend = KILLED.format(mark=str(place / "mark"), ends=[2, 4])
    results, log = graded_in(place, exports["gradescope"].path, GOOD, mend)
    assert "score" not in results and not any("score" in test for test in results["tests"])
    assert [test["name"] for test in results["tests"]] == [
        *("import", "print_primes/ten", "print_primes/eleven", "print_primes/seventeen")
    ]
    assert results["output"].startswith(FAULT) and "exit status -9" in log


@pytest.mark.parametrize("name", ["autolab", "classroom50", "vpl"])
def test_a_fault_gives_no_points_and_takes_none(name, tmp_path, capsys):
    outcome = final_outcome(Settings(name, "primes"), None, ("It failed.",))
    (tmp_path / "result.json").write_text("the student's")
    system = systems.host(name)
    (tmp_path / "pack").mkdir()
    system.place(tmp_path, tmp_path / "pack") if name == "classroom50" else None
    status = system.write(outcome, tmp_path)
    shown = capsys.readouterr().out
    written = [path.name for path in tmp_path.rglob("*.json")]
    assert FAULT in shown and "results.json" not in written
    assert "scores" not in shown and "Grade :" not in shown
    assert (status != 0) == (name == "classroom50") == ("result.json" not in written)


# The first prime is worth half of the points, all others together the other half.
IN_HALVES = {
    "name": "Prime_numbers",
    "groups": [
        GROUPS[0],
        GROUPS[1] | {"parts": {"two": {"points": 0.5, "lines": "^2$"}, "rest": {"points": 0.5}}},
    ],
}
FIRST_ONLY = "def print_primes(n):\n    print(2)\n"
LOUD = "print(2)\n" + SIEVE


@pytest.fixture(scope="module")
def in_halves(tmp_path_factory):
    """An assignment with half points, whose name is no slug, as Classroom 50 gets it."""
    folder = tmp_path_factory.mktemp("halves")
    assignment = with_transcripts(folder, {}, **IN_HALVES)
    said = stdout_of("export", "classroom50", folder / "out", "--assignment", assignment)
    assert "folder prime-numbers into" in said and "The maximum score is 60: " in said
    assert said.splitlines().count(ALL_PUBLIC) == 1
    return assignment


def test_what_students_can_read_is_refused_if_it_has_a_row_of_the_model(tmp_path):
    hooks = "from grader.assignment.hooks import Hooks\n\nHOOKS = Hooks()\n\n\n"
    folder = with_transcripts(tmp_path, {})
    (folder / "puzzle.py").write_text(hooks + (folder / "primes.py").read_text())
    said = refusal_of("export", "classroom50", tmp_path / "out", "--assignment", folder)
    assert "puzzle.py: expected nothing of the solution (reference of primes.py)" in said
    stdout_of("export", "vpl", tmp_path / "out", "--assignment", folder)


@pytest.mark.parametrize("program, score", one_in(3, [(LOUD, 57), (FIRST_ONLY, 30), ("", 0)]))
def test_the_scores_of_classroom_50_are_whole_numbers_of_one_maximum(
    program, score, in_halves, place
):
    played("classroom50", plan.load(str(in_halves)), {"primes.py": program}, place)
    written = read_json(place / "played/checkout/result.json")
    assert (written["score"], written["max-score"]) == (score, 60)
    assert [test["max-score"] for test in written["tests"]] == [60]


def test_an_assignment_without_points_is_none_for_classroom_50():
    with pytest.raises(UsageError, match="expected checks that give points, got none"):
        systems.host("classroom50").files(SimpleNamespace(points=0))


@pytest.mark.parametrize(
    "name, what",
    [
        ("Two-Primes", "expected no assignment with the slug 'two-primes' in "),
        ("p" * 40, "2 to 39 letters (a to z), digits, hyphens and underscores, got 'ppp"),
        ("größen", "hyphens and underscores, got 'größen'"),
    ],
)
def test_an_assignment_that_classroom_50_could_not_tell_from_another_is_refused(
    name, what, tmp_path
):
    check_place = systems.host("classroom50").check_place
    (tmp_path / "two-primes").mkdir()
    check_place(tmp_path, "more-primes")
    with pytest.raises(UsageError, match=re.escape(what)):
        check_place(tmp_path, name)


def test_instances_are_drawn_for_each_student_by_the_ids_of_the_system(place):
    checks = [{"name": "import"}, solving("solve", "funny05-25", fresh={"points": 1})]
    small = {"extends": "funny_puzzle", "name": "small", "groups": checks}
    write_files(place, {"small.json": json.dumps(small)})
    stdout_of("transcripts", place / "small.json")
    users = {"users": [{"id": 8}, {"id": 7}]}
    write_files(place, {"submission_metadata.json": json.dumps(users)})
    files = {"funny_puzzle.py": MODEL}
    options = ["--fresh", "1", "--seed", "1", "--per-student"]
    results, log = graded_in(place, exported(place, place / "small.json", *options), files)
    assert results["tests"][-1]["name"] == "fresh/solve-1" and "/7-8: small, " in log


# ---- The command ----


def test_the_help_names_each_system_beside_its_title():
    shown = stdout_of("export", "--help")
    for name, system in systems.hosts().items():
        assert re.search(f"^  {name} +{re.escape(system.title)}$", shown, re.MULTILINE)


def test_students_of_classroom_50_can_read_nothing_hidden_and_the_export_says_so(exports):
    out, said = exports["classroom50"]
    assert "Checks that had to stay out: count_primes (1)." in said and "6 points" in said
    with tarfile.open(out / "primes.tar.gz") as archive:
        texts = [archive.extractfile(member).read() for member in archive.getmembers()]
        assert all(name.startswith("primes/") for name in archive.getnames())
    texts += [path.read_bytes() for path in (out / "primes").rglob("*.*") if path.is_file()]
    assert not [text for text in texts if b"4711" in text or b"_is_prime" in text]
    assert (out / "primes.tar.gz").stat().st_size < 10_000_000


def test_an_export_that_students_can_read_names_the_modules_that_judge(tmp_path):
    said = stdout_of("export", "classroom50", tmp_path, "--assignment", "npuzzle")
    (names,) = re.findall(r"and what judges them \((.*)\)", said)
    assert names.split(", ")[:3] == ["checkers.py", "data.py", "driver.py"]
    assert "sliding.py" not in names and "puzzle.py" in names


def test_a_hidden_group_with_a_board_that_students_get_is_refused(tmp_path):
    hidden = GROUPS[2] | {"visibility": "hidden", "instances": ["ten"]}
    folder = folder_of_primes(tmp_path, {}, groups=[*GROUPS[:2], hidden])
    places = ["export", "vpl", tmp_path / "out"], ["handout", tmp_path / "x.zip"]
    for command in ["verify"], *([*place, "--assignment"] for place in places):
        assert "got 'ten' of count_primes" in refusal_of(*command, folder)


def test_fresh_instances_that_the_assignment_cannot_have_are_refused(in_halves, tmp_path):
    command = "export", "gradescope", tmp_path / "x.zip", "--fresh", 1, "--assignment", in_halves
    assert "expected an assignment with a puzzle.py that makes" in refusal_of(*command)


def test_students_get_instances_of_their_own_by_a_secret_seed_and_strict_is_passed_on(
    tmp_path,
):
    drawn = []
    for number, more in enumerate(([], ["--strict"])):
        out = tmp_path / f"{number}.zip"
        said = stdout_of("export", "gradescope", out, "--fresh", 1, *more)
        with zipfile.ZipFile(out) as archive:
            options = json.loads(archive.read("export.json"))["options"]
        assert options[:3] == ["--fresh", "1", "--seed"]
        assert options[4:] == ["--per-student", *more]
        assert options[3] not in said and "They give no points" in said and ALL_PUBLIC in said
        drawn.append(options[3])
    assert drawn[0] != drawn[1]


def test_only_where_all_points_are_public_this_is_said_in_one_line(exports, in_halves, tmp_path):
    assert not any(ALL_PUBLIC in export.said for export in exports.values())
    command = ["handout", tmp_path / "x.zip", "--assignment", in_halves]
    assert stdout_of(*command).splitlines().count(ALL_PUBLIC) == 1
