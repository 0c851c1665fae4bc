"""What students get: stubs that tell nothing, and a check of their own that runs anywhere."""

import io
import json
import ntpath
import os
import re
import shutil
import signal
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment import plan
from grader.ground import text
from grader.ground.errors import UsageError
from grader.ground.states import state
from grader.handout import contents, letter
from grader.intake import archive
from grader.packing import leaks
from grader.packing import pack as packing
from grader.verify.sources import sources
from tests.assignments import loaded
from tests.helpers import (
    ROOT,
    error_of,
    flat,
    piped,
    python,
    read_json,
    refusal_of,
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
from tests.sample import long, slow
from tests.terminal import Terminal


PROGRAMS = "grader/assignments/{}/programs"
SECRET = {"name": "secret", "function": "count_primes", "instances": ["hidden"]}
HIDDEN = [*GROUPS, {**SECRET, "visibility": "hidden", "parts": {"output": {"points": 2}}}]
ARGUMENTS = {"ten": [10], "eleven": [11], "seventeen": [17], "hidden": [4711]}


def members(zipped):
    """{path: bytes} of a zip, and of the zip in it."""
    with zipfile.ZipFile(io.BytesIO(zipped)) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    inner = members(files["check.pyz"]) if "check.pyz" in files else {}
    return files | {f"check.pyz!{name}": content for name, content in inner.items()}


@pytest.fixture(scope="module")
def primes(tmp_path_factory):
    """The folder of the small assignment with a hidden group, with transcripts."""
    place = tmp_path_factory.mktemp("primes")
    return with_transcripts(place, PARTS, groups=HIDDEN, arguments=ARGUMENTS)


@pytest.fixture(scope="module")
def small(primes):
    """The handout of the small assignment, unpacked."""
    stdout_of("handout", primes.parent / "small.zip", "--assignment", primes)
    shutil.unpack_archive(primes.parent / "small.zip", primes.parent / "small")
    return primes.parent / "small"


def checked(folder, *arguments, **more):
    """What check.pyz prints in a folder."""
    done = python("check.pyz", *arguments, cwd=folder, **more)
    assert done.stderr == ""
    return done.stdout


# ---- What it has, and what it has not ----


@pytest.mark.once
@pytest.mark.parametrize("name", ["funny_puzzle", "npuzzle"])
def test_nothing_of_any_solution_or_mistake_is_in_a_handout(handouts, name):
    files = members((handouts[name].with_suffix(".zip")).read_bytes())
    folder = ROOT / "grader/assignments" / name
    parts = (
        "reference/*.py",
        "lockstep.py",
        "misconceptions*",
        "misconceptions/*",
        "oracle.py",
        "editions.py",
    )
    paths = [path for part in parts for path in folder.glob(part) if path.suffix == ".py"]
    paths += plan.load(name).models.values()
    secrets = {str(path): path.read_text(encoding="utf-8") for path in paths}
    for program, source in sources(folder / "programs").items():
        if not program.startswith("hostile/"):
            texts = (content.decode("utf-8", "replace") for content in source.files.values())
            secrets[program] = "\n".join(texts)
    assert len(secrets) > 40
    # what all commands share, how they begin, complain and end; what modules import; and how a hook
    # tells an import
    commands = "sys . version_info <", "os . dup2 ( os . open", "( argparse . ArgumentParser )"
    imports = "from collections . abc import"
    usual = (*commands, imports, "-> str : if not check . function : return")
    unusual_leaks = [
        leak for leak in leaks.leaks(files, secrets) if not any(row in leak[2] for row in usual)
    ]
    assert unusual_leaks == []


def test_each_file_with_a_leak_is_named_once_and_rows_of_data_are_none():
    code = "for row in range(1, 9):\n    total += abs(prime - row) + column\n"
    data = "squares = [0, 1, 4, 9, 16, 25, 36, 49, 64]\n" * 2
    files = {"one.py": f"{code}{code}".encode(), "two.py": b"x = 1\n", "three.py": code.encode()}
    leaking = [file for file, *_ in leaks.leaks(files, {"model": code})]
    assert leaking == ["one.py", "three.py"]
    assert not [*leaks.leaks({"data.py": data.encode()}, {"model": data})]


@pytest.mark.parametrize("place", ["funny_puzzle.py", "grader/assignments/funny_puzzle/rules.py"])
def test_a_solution_or_reference_in_a_stub_or_beside_the_checks_is_refused(place):
    funny = loaded("funny_puzzle")
    model = funny.sources()["funny_puzzle.py"]
    reference = "\n".join(funny.reference().values()).encode()
    for source, name in (model, "(funny_puzzle.py)"), (reference, "(reference of "):
        files, pack = ({}, {place: source}) if "/" in place else ({place: source}, {})
        message = error_of(UsageError, leaks.check_tells_nothing, funny, files, pack)
        assert message.startswith(f"{place}: expected nothing of the solution {name}")


@pytest.mark.once
def test_a_handout_has_the_instances_and_nothing_that_only_instructors_use(handouts):
    files = members(handouts["npuzzle"].with_suffix(".zip").read_bytes())
    assert files["testinput/puzzle04.txt"] == (ROOT / "testinput/puzzle04.txt").read_bytes()
    assert not [name for name in files if re.search("grader/(export|verify)/", name)]


def test_no_handout_has_hidden_instances_or_what_they_expect(small, primes, tmp_path):
    shown = Path(shutil.copytree(primes, tmp_path / "primes"))
    data = read_json(shown / "assignment.json")
    (shown / "assignment.json").write_text(json.dumps(data | {"handout": {"transcripts": True}}))
    out = tmp_path / "out.zip"
    stdout_of("handout", out, "--solution", "--assignment", shown)
    before, after = (members(path.read_bytes()) for path in (small.with_suffix(".zip"), out))
    for files in before, after:
        assert not [name for name in files if "secret" in name]
        own = [name for name in files if "assignments" in name or "!" not in name]
        assert not [name for name in own if re.search(rb"4711|hidden\"|\b635\b", files[name])]
    transcript = "expected/count_primes/ten.txt"
    pack = "check.pyz!grader/assignments/primes/transcripts/primes/count_primes/ten.txt"
    assert transcript not in before and after[transcript] == after[pack] == b"4\n"
    assert MODEL.encode() == after["primes.py"] != before["primes.py"]


def test_a_handout_has_the_same_bytes_each_time_and_a_version_that_changes_with_it(primes):
    one, two = (contents.contents(plan.load(str(primes))) for _ in range(2))
    assert one == two
    other = contents.contents(plan.load(str(primes)), is_solution=True)
    assert other["check.pyz"] != one["check.pyz"]


def test_a_handout_that_takes_long_shows_on_a_terminal_how_far_it_is(tmp_path):
    shown = Terminal([sys.executable, "-m", "grader", "handout", tmp_path / "out.zip"])
    fourth = [mistake.name for mistake in plan.load("funny_puzzle").misconceptions][3]
    shown.read_until(f"what a mistake prints: {fourth}")
    shown.process.kill()
    shown.rest()


def test_the_handout_of_an_edition_says_what_the_edition_asks_for():
    assignment = plan.load("funny_puzzle-any-tiles-cheaper-g")
    readme = letter.text(assignment, "1", (), False)
    assert "In this edition: one to eight tiles and a first line True or False" in readme
    stubs = dict(contents._stubs(assignment))
    assert b"def solve(state: list[int])" in stubs["funny_puzzle.py"]
    assert not re.search(b"inversions|best|visited|bytes", stubs["funny_puzzle.py"])


def test_a_readme_says_what_costs_points_and_which_limits_there_are():
    assignment = plan.load("funny_puzzle")
    assert (
        "Points: `print_succ` 36, `solve` 60, `deep` 4.\nChecked for no points: `pushes`.\n"
        "Points off if a file prints something when it is imported: `import` 5.\n"
        "Points off if a call changes what later calls print: `print_succ-again` 5, "
        "`solve-again` 5.\n"
        "Some mistakes cost 5 to 40 points once, however many checks they spoil.\n"
        "Limits of a check: 30 s of CPU time (`print_succ` 10, `solve` 10 to 30, `deep` 10, "
        "`solve-again` 10), 2048 MiB of memory.\n"
    ) in letter.text(assignment, "1", (), False)
    fewer = replace(assignment, checks=assignment.checks[:1], slips=())
    assert list(letter._costs(fewer))[1:] == [
        "Limits of a check: 30 s of CPU time, 2048 MiB of memory."
    ]


def test_one_check_that_only_the_course_has_is_no_plural():
    assignment = plan.load("funny_puzzle")
    hidden = replace(assignment.checks[-1], name="more", visibility="hidden")
    one_more = replace(assignment, checks=(*assignment.checks, hidden))
    assert "The course has 1 more check." in letter.text(one_more, "1", (), False)


def test_constants_of_the_model_that_its_stub_lacks_are_named(primes, tmp_path):
    shutil.copytree(primes, tmp_path / "primes")
    (tmp_path / "primes/primes.py").write_text(f"MOST = 99\n{MODEL}")
    handout = "handout", tmp_path / "out.zip", "--assignment", tmp_path / "primes"
    lacks = "Its stubs lack MOST, which the model has: files in `stubs/` would be taken instead.\n"
    assert lacks in stdout_of(*handout)
    write_files(tmp_path / "primes/stubs", {"primes.py": "MOST = 99\n"})
    assert lacks not in stdout_of(*handout)


def test_a_solution_that_nobody_marked_is_refused(primes, tmp_path):
    shutil.copytree(primes, tmp_path / "primes")
    half = MODEL.replace("    print(sum", "    ### BEGIN SOLUTION\n    print(sum")
    (tmp_path / "primes/primes.py").write_text(f"{half}    ### END SOLUTION\n")
    said = refusal_of("handout", tmp_path / "out.zip", "--assignment", tmp_path / "primes")
    assert "primes.py: expected nothing of the solution" in said
    assert not (tmp_path / "out.zip").exists()


# ---- The check at home ----


@pytest.mark.once
def test_the_check_names_the_handout_and_says_what_works(handouts):
    folder = handouts["funny_puzzle"]
    shown = checked(folder, ROOT / "funny_puzzle.py", "--only", "print_succ/*0[0-3]*")
    version = checked(folder, "--version")
    assert re.fullmatch(r"funny_puzzle, handout [0-9a-f]{8}\n", version)
    assert (folder / "check.pyz").read_bytes().startswith(b"#!/usr/bin/env python3\n")
    assert version.strip() in shown.partition("\n")[0]
    assert "print_succ  all 5 right" in shown and "These 6 checks pass." in shown
    assert version.split()[-1] in (folder / "README.md").read_text()


@pytest.mark.once
def test_the_checks_of_npuzzle_at_home_need_nothing_that_is_not_there(handouts, tmp_path):
    own = shutil.copytree(handouts["npuzzle"], tmp_path / "npuzzle")
    for path in (ROOT / PROGRAMS.format("npuzzle") / "right/rows_of_lists").glob("*.py"):
        shutil.copy(path, own / "npuzzle")
    shown = checked(own)
    assert "All 35 checks pass" in shown and "fault" not in shown and "holds more" not in shown
    left_out = "Not checked at home: kth, growth, solution-model, random,"
    assert left_out in shown and "timetable (60 points)." in shown


def test_a_check_that_knows_digests_shows_no_line_that_was_not_printed(small, tmp_path):
    (tmp_path / "primes.py").write_text(SIEVE.replace("print(prime)", "print(-prime)"))
    shown = checked(small, tmp_path / "primes.py")
    assert "print_primes(10) - not yet: line 1 differs." in shown
    assert "expected | (another line, which this copy of the grader doesn't show)" in shown
    assert not re.search(r"expected \| \d", shown)


def test_the_usual_program_is_that_of_the_handout_wherever_the_check_is_started(small, tmp_path):
    for place, said in (small.parent, "small/primes.py"), (small / "testinput", "../primes.py"):
        place.mkdir(exist_ok=True)
        done = python(os.path.relpath(small / "check.pyz", place), "--only", "import", cwd=place)
        assert f"Checking {said} (" in done.stdout, done


def test_a_handout_knows_the_public_groups_that_it_lacks_and_no_hidden_ones(tmp_path):
    folder = folder_of_primes(
        tmp_path, PARTS, groups=HIDDEN, arguments=ARGUMENTS, handout={"without": ["count_primes"]}
    )
    small = plan.load(str(folder))
    worth = sum(check.points for check in small.checks if check.group == "count_primes")
    assert worth and packing.elsewhere(small) == {"count_primes": worth}
    assert packing._public(plan.contents(str(folder)), small)["elsewhere"] == {
        "count_primes": worth
    }


def test_wrong_usage_is_one_line(small):
    done = python("check.pyz", "none.py", cwd=small)
    assert done.returncode == 2 and done.stderr.count("\n") == 1


# ---- Whenever it is saved ----


@pytest.mark.long
def test_watching_checks_again_when_the_file_is_saved_until_it_is_interrupted(small, tmp_path):
    program = tmp_path / "primes.py"
    program.write_text("while True: pass\n")
    with piped(sys.executable, "check.pyz", "--watch", program, cwd=small) as process:
        process.text_before("Checking")
        program.write_text(COUNTS_ONE)
        assert process.text_before("The program was saved meanwhile").strip() == ""
        before = process.text_before("Waiting for")
        program.write_text(SIEVE)
        after = process.text_before("Waiting for")
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0
    assert "not yet" in before and "All 7 checks pass" in after
    assert re.search("^---- Saved at [0-9:]{8} ----$", after, re.MULTILINE)


def test_a_folder_is_checked_again_when_one_of_its_programs_changes(tmp_path):
    for name in ("board.py", "solver.py", "notes.txt"):
        (tmp_path / name).write_text("1\n")
    before = state(str(tmp_path))
    (tmp_path / "notes.txt").write_text("no program\n")
    assert state(str(tmp_path)) == before and len(before) == 2
    os.utime(tmp_path / "board.py", ns=(1, 1))
    assert state(str(tmp_path)) != before


# ---- Where there are no forks, limits and users, as on Windows ----


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """The options for a check where the grader and the program lack what Windows lacks."""
    folder = tmp_path_factory.mktemp("elsewhere")
    shutil.copy(ROOT / "tests/without_posix.py", folder / "sitecustomize.py")
    own = folder / "python"
    own.write_text(f'#!/bin/sh\nPYTHONPATH={folder} exec {sys.executable} "$@"\n')
    own.chmod(0o755)
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return lambda where, *words: checked(where, *words, "--python", own, env=environment)


def test_without_forks_and_limits_right_is_right_and_what_does_not_hold_is_said(elsewhere, small):
    path = small.parent / "right.py"
    path.write_text(SIEVE)
    shown = elsewhere(small, path)
    assert "On this system the grader bounds time and output only" in shown
    assert "All 7 checks pass" in shown


@pytest.mark.parametrize(
    "body, said",
    [
        long("while True: pass", "it used more than 1 s of CPU"),
        slow("__import__('time').sleep(99)", "not finished after 3 s"),
        ("while True: print('x' * 9999)", "it wrote more than 1024 KiB to stdout"),
    ],
)
def test_without_forks_and_limits_a_program_is_stopped(elsewhere, small, body, said):
    path = small.parent / "primes.py"
    path.write_text(f"def print_primes(n):\n    {body}\n")
    shown = elsewhere(small, path, "--cpu-s", "1", "--only", "print_primes/ten")
    assert said in flat(shown)


ENDS = """\
def print_primes(n):
    if n == 10:
        raise KeyError(n)
    if n == 11:
        __import__("os")._exit(3)
    print(n, flush=True)
"""


def test_without_forks_and_limits_a_call_is_judged_by_how_it_ends(elsewhere, small):
    path = small.parent / "primes.py"
    path.write_text(ENDS)
    shown = flat(elsewhere(small, path, "--only", "print_primes"))
    assert "print_primes raised KeyError: 10 (primes.py, line 3)" in shown, shown
    assert "exit status 3" in shown and "line 1 is missing" in shown, shown


@pytest.mark.once
def test_without_forks_and_limits_a_call_may_be_longer_than_a_command_line(elsewhere, handouts):
    right = ROOT / PROGRAMS.format("npuzzle") / "right/rows_of_lists"
    shown = elsewhere(handouts["npuzzle"], right, "--only", "memory", "--only", "str")
    assert "These 5 checks pass" in shown


def test_paths_of_windows_are_read_as_windows_does(monkeypatch):
    monkeypatch.setattr(os, "path", ntpath)
    monkeypatch.setattr(os, "sep", "\\")
    monkeypatch.setattr(os, "name", "nt")
    names = [archive.last_name("C:\\Users\\ann\\hw.py"), archive.last_name("C:\\hw 9\\")]
    word = text.shell_word("C:\\hw 9\\board.py")
    monkeypatch.undo()
    assert names == ["hw.py", "hw 9"] and word == '"C:\\hw 9\\board.py"'


# ---- Wrong usage ----


def test_a_handout_is_a_zip(tmp_path):
    assert "expected a name that ends in .zip" in refusal_of("handout", tmp_path / "out.tar")
    assert "expected a file to write" in refusal_of("handout", tmp_path / "no/out.zip")
    assert not list(Path(tmp_path).iterdir())
