"""An assignment is a folder: one outside the tree, not about puzzles, has all that ours have."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace

import pytest

from grader.assignment import plan
from grader.assignment.hooks import Hooks, call
from grader.assignment.searching import Searching
from grader.diagnose.rules import Rules
from grader.ground.errors import UsageError
from grader.making import transcripts
from grader.records.checks import Check, Limits
from grader.store import keys
from tests.helpers import (
    PATH,
    ROOT,
    error_of,
    grader,
    read_json,
    refusal_of,
    run_at_root,
    stdout_of,
    write_files,
)
from tests.primes import (
    COUNTS_ONE,
    GROUPS,
    MODEL,
    PARTS,
    SIEVE,
    folder_of_primes,
    with_transcripts,
)


MEMBERS = 12  # the most members of all that an assignment can change


@pytest.fixture
def primes(tmp_path):
    """A function that makes the folder with these other files, and its transcripts; the folder."""

    def make(parts=(), **changes):
        return with_transcripts(tmp_path, dict(parts), **changes)

    return make


@pytest.fixture
def program(tmp_path):
    """A function that writes a student's program; its path."""

    def write(text):
        return write_files(tmp_path / "handed in", {"primes.py": text}) / "primes.py"

    return write


# ---- Without Python ----


@pytest.mark.long
def test_a_file_and_a_model_are_enough_to_grade(primes, program):
    folder = primes()
    assert (folder / "transcripts/primes/print_primes/ten.txt").read_text() == "2\n3\n5\n7\n"
    shown = stdout_of("--assignment", folder, program(COUNTS_ONE))
    assert "Total: 0 of 12 points" in shown and "  >>> print_primes(10)\n" in shown
    shown = stdout_of("--assignment", folder, program(SIEVE))
    assert "Total: 12 of 12 points (7 accepted)" in shown
    assert not list(folder.rglob("*.pyc"))


def test_fresh_instances_are_refused_where_nothing_makes_them(primes, program):
    assert refusal_of("--assignment", primes(), "--fresh", 1, program(SIEVE)) == (
        "grader: --fresh: expected an assignment with a puzzle.py that makes fresh instances, "
        "got 'primes'\n"
    )


def test_a_set_of_instances_is_named_by_patterns_and_called_by_a_driver_in_two_files(
    primes, program
):
    count = "def count(instances):\n    for name, n in instances:\n        tell(name, n)\n"
    tell = "def tell(name, n):\n    print(f'{name}: {n}')\n"
    group = {"name": "both", "function": "count", "sets": ["some"], "shown": "{name}: {arguments}"}
    files = {"driver.py": tell, "driver_count.py": count}
    folder = primes(files, groups=[group], sets={"some": ["*e*n"]})
    (check,) = plan.load(str(folder)).checks
    assert check.arguments == ([("ten", 10), ("eleven", 11), ("seventeen", 17)],)
    assert (call(check), call(check, "eleven")) == ("ten: 10", "eleven: 11")
    text = (folder / "transcripts/primes/both/some.txt").read_text()
    assert text == "ten: 10\neleven: 11\nseventeen: 17\n"


# ---- With all that an assignment can have ----


def test_the_folder_is_verified(primes):
    done = grader("verify", primes(PARTS))
    assert done.returncode == 0, done.stdout
    assert "7 of 7 are proved by the oracle\n" in done.stdout
    assert "3 of 3 programs are as expected" in done.stdout
    assert "\nverified: primes (" in done.stdout


HOOKS = """\
from grader.assignment.hooks import Fresh, Hooks, Instances, Reading

from . import more


class UpTo(Instances):
    def read(self, name):
        return (int(name.removeprefix("upto-")),)

    def names(self, pattern):
        return [pattern]


class Primes(Hooks):
    instances = UpTo()
    checkers = {
        "sorted": lambda check, printed, expected: Reading(tuple(sorted(printed.lines)))
    }
    fresh = Fresh(lambda chance, check: (chance.randint(*more.RANGE),))


HOOKS = Primes()
"""


@pytest.mark.long
def test_hooks_read_instances_make_fresh_ones_and_read_outputs(primes, program):
    group = GROUPS[1] | {"instances": ["upto-9"], "checker": "sorted", "fresh": {"points": 1}}
    parts = {"puzzle.py": HOOKS, "more.py": "RANGE = (20, 30)\n"}
    folder = primes(parts, groups=[GROUPS[0], group])
    backwards = program(SIEVE.replace("in primes(n)", "in primes(n)[::-1]"))
    shown = stdout_of("--assignment", folder, "--fresh", 3, "--seed", 1, backwards)
    assert "Total: 5 of 5 points (5 accepted)" in shown
    listed = stdout_of("--assignment", folder, "--fresh", 1, "--seed", 1, "--list")
    assert re.search(r"fresh/print_primes-1 +1  print_primes\(2[0-9]\)", listed)


def test_results_depend_on_the_python_that_judges_and_not_on_what_explains(primes):
    parts = {"puzzle.py": HOOKS, "more.py": "RANGE = (20, 30)\n", **PARTS}
    folder = primes(parts, groups=[GROUPS[1] | {"instances": ["upto-9"], "needs": ""}])

    def digests():
        assignment = plan.load(str(folder))
        expected = transcripts.expected(assignment, assignment.checks)
        return keys.check_digests(assignment.checks, expected, assignment.code)

    before = digests()
    for name in ("misconceptions.py", "oracle.py", "primes.py"):
        (folder / name).write_text((folder / name).read_text() + "\n# changed\n")
    assert digests() == before
    (folder / "more.py").write_text("RANGE = (20, 31)\n")
    assert digests() != before


def test_a_result_depends_on_the_check_that_must_pass_before():
    needed, other = Check("import", "it", Limits()), Check("f", "it", Limits(), "f", needs="import")
    digests = [
        keys.check_digests([first, other], {"import": b"", "f": b"1"}, "code")["f"]
        for first in (needed, replace(needed, limits=Limits(cpu_s=1)))
    ]
    assert digests[0] != digests[1]


def test_an_edition_beside_the_file_has_what_it_does_not_give(primes, tmp_path):
    edition = (
        "from grader.assignment.editions import Edition\n"
        'EDITIONS = (Edition("default", "up to n."),\n'
        '            Edition("below", "below n.", (("in range(n + 1)", "in range(n)"),)))\n'
    )
    folder = primes({"editions.py": edition}, groups=GROUPS[:2])
    file = folder / "below.json"
    file.write_text('{"name": "primes-below", "extends": "primes", "edition": "below"}')
    stdout_of("transcripts", file)
    text = (folder / "transcripts/primes-below/print_primes/eleven.txt").read_text()
    assert text == "2\n3\n5\n7\n"
    program = tmp_path / "primes.py"
    program.write_text(MODEL)
    shown = stdout_of("--assignment", file, program)
    assert "It is right under another edition of the assignment, default: up to n.\n" in shown


# ---- What can be wrong ----


REFUSED = read_json(ROOT / "tests/refused_folders.json")


@pytest.mark.parametrize("parts, changes, problem", REFUSED)
def test_what_is_wrong_with_a_folder_is_said_in_one_line(parts, changes, problem, tmp_path):
    folder = folder_of_primes(tmp_path, parts, **changes)
    message = error_of(UsageError, plan.load, str(folder))
    assert problem in message and "\n" not in message


def test_misconceptions_that_can_not_be_loaded_are_reported_in_one_line(tmp_path):
    folder = folder_of_primes(tmp_path, {"misconceptions.py": "MISCONCEPTIONS = 5"})
    with pytest.raises(UsageError, match="misconceptions.py: expected MISCONCEPTIONS, got 5"):
        plan.load(str(folder)).misconceptions


def test_a_model_that_prints_nothing_makes_no_transcripts(tmp_path):
    silent = "def print_primes(n): return [2]\ndef count_primes(n): print(1)\n"
    folder = folder_of_primes(tmp_path, {"primes.py": silent})
    said = refusal_of("transcripts", folder)
    assert "print something, got nothing in print_primes/ten, print_primes/eleven" in said
    assert not (folder / "transcripts").exists()


def test_a_call_that_the_model_can_not_answer_is_named_with_its_error(tmp_path):
    raising = "def print_primes(n): print(len(n))\ndef count_primes(n): print(1)\n"
    folder = folder_of_primes(tmp_path, {"primes.py": raising})
    said = refusal_of("transcripts", folder)
    assert "expected a model solution in which print_primes(10) succeeds, got TypeError: " in said
    assert said.endswith('("returns" and "raises": true compare an exception, too)\n')


def test_transcripts_that_lack_the_lines_of_a_part_are_refused_once_they_are_made(tmp_path):
    group = {"name": "a", "function": "print_primes", "instances": ["ten"]}
    parts = {"count": {"points": 1, "lines": "^Count"}}
    folder = folder_of_primes(tmp_path, {}, groups=[{**group, "parts": parts}])
    assert "a/ten: part count: expected a line" in refusal_of("transcripts", folder)


# ---- A folder to start from ----


@pytest.mark.long
def test_a_new_folder_loads_and_is_verified_once_it_has_transcripts(tmp_path):
    (tmp_path / "primes.py").write_text(MODEL)
    folder = tmp_path / "my course" / "primes"
    done = grader("new", folder, "--model", tmp_path / "primes.py")
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 5)
    steps = re.findall(r"python3 -m (grader .*)", done.stdout)
    for step in steps:
        assert subprocess.run([sys.executable, "-m", *shlex.split(step)], cwd=ROOT).returncode == 0
    names = [check.name for check in plan.load(str(folder)).checks]
    assert names[:2] == ["import", "print_primes/print_primes-10"] and len(names) == 5


@pytest.mark.parametrize(
    "name, text, problem",
    [
        ("primes.py", "x = 1", "--model: expected a file with public functions, got "),
        ("primes.py", "def", "--model: expected Python, got "),
        (
            "my-primes.py",
            MODEL,
            "--model: expected the name of a module's file, got 'my-primes.py'",
        ),
        ("primes.py", None, "--model: expected a file to read, got "),
    ],
)
def test_what_can_not_be_a_model_makes_no_folder(name, text, problem, tmp_path):
    if text is not None:
        (tmp_path / name).write_text(text)
    said = refusal_of("new", tmp_path / "new", "--model", tmp_path / name)
    assert said.startswith(f"grader: {problem}") and not (tmp_path / "new").exists()


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "primes.py").write_text(MODEL)
    (tmp_path / "file").touch()
    said = refusal_of("new", tmp_path / "file/own", "--model", tmp_path / "primes.py")
    assert said.endswith(
        f"expected a folder to write, got '{tmp_path}/file/own' (Not a directory)\n"
    )


def test_a_folder_that_holds_something_is_left_alone(tmp_path):
    (tmp_path / "primes.py").write_text(MODEL)
    assert refusal_of("new", tmp_path, "--model", tmp_path / "primes.py") == (
        f"grader: new: expected a folder that is empty or not there, got '{tmp_path}'\n"
    )
    assert os.listdir(tmp_path) == ["primes.py"]


# ---- The tutorial ----

TUTORIAL = re.search(
    r"^## An assignment of your own\n(.*?)(?=^## |\Z)",
    (ROOT / "grader/docs/assignments.md").read_text(),
    re.DOTALL | re.MULTILINE,
)[1]


@pytest.mark.long
def test_the_tutorial_leads_from_an_empty_folder_to_verified(tmp_path):
    assert len(TUTORIAL.strip().splitlines()) <= 40
    steps = re.findall(r"(?:`([\w/.]+)`:\n)?```(\w+)\n(.*?)```", TUTORIAL, re.DOTALL)
    environment = {**os.environ, "PATH": PATH, "PYTHONPATH": str(ROOT)}
    for name, language, text in steps:
        if language == "python":
            (tmp_path / name).write_text(text)
            continue
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            shown = run_at_root("sh", "-c", command, cwd=tmp_path, env=environment)
            printed = (shown.stdout + shown.stderr).strip()
            assert doctest.OutputChecker().check_output(
                expected.strip(), printed, doctest.ELLIPSIS
            ), printed
    assert {name for name, _, _ in steps if name} >= {"primes.py", "primes/misconceptions.py"}
    assert "verified: primes" in printed


# ---- The engine ----

PUZZLES = re.compile("funny_puzzle|npuzzle|board|blank|tile|heuristic", re.I)
# These words belong to no puzzle.
OTHERS = re.compile("keyboard|clipboard|blackboard|hostile|<blankline>", re.I)


def test_no_module_outside_the_assignments_names_anything_of_a_puzzle():
    room = ROOT / "grader"
    offenders = [
        f"{path.relative_to(room)}:{number}: {line.strip()}"
        for path in sorted(room.rglob("*.py"))
        if "assignments" not in path.relative_to(room).parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if PUZZLES.search(OTHERS.sub("", line))
    ]
    assert offenders == []


def test_the_table_of_hooks_has_every_hook_and_nothing_else():
    text = (ROOT / "grader/docs/assignments.md").read_text()
    table = text.partition("| hook | default |\n")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)", table, re.MULTILINE)
    set_when_loaded = {"code"}
    assert set(rows) == members(Hooks) - set_when_loaded


def members(kind):
    """The names of the public members of a class."""
    return {name for name in vars(kind) if name[0] != "_"}


def test_what_an_assignment_can_change_has_at_most_so_many_members():
    assert len(members(Hooks)) + len(members(Rules)) + len(members(Searching)) <= MEMBERS
