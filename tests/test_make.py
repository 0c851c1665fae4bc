"""What make says on a machine that lacks something, by interpreters that lack it."""

import ast
import os
import re
import sys

import pytest

from tests.helpers import ROOT, outcome, python, refusal, run_at_root, text_of, write_files
from tests.sample import rows


REAL = f"exec {sys.executable} "
OLD = REAL + """-c 'import sys; sys.version_info = (3, 8, 18); exec(sys.argv.pop(2))' "$@"\n"""
NO_ENSUREPIP = f"""case "$*" in
  *ensurepip*) echo "ModuleNotFoundError: No module named 'ensurepip'" >&2; exit 1 ;;
  *"-m venv"*) mkdir -p "$4"; echo "The virtual environment was not created successfully"; exit 1 ;;
  *) {REAL} "$@" ;;
esac
"""
NO_PIP = f"""case "$*" in
  *"-m venv"*) mkdir -p "$4/bin"; cp "$0" "$4/bin/python" ;;
  *"-m pip"*) echo WARNING; echo "ERROR: No matching distribution found for pytest>=8"; exit 1 ;;
  *) {REAL} "$@" ;;
esac
"""


def executable(path, text):
    """The path of a new shell script with this text."""
    write_files(path.parent, {path.name: f"#!/bin/sh\n{text}"})
    path.chmod(0o755)
    return path


@pytest.fixture
def make(tmp_path):
    """A function that runs make with an interpreter of that text and a .venv of its own."""

    def run(text, *arguments, by_path=False):
        python = executable(tmp_path / "bin/python3", text)
        environment = dict(os.environ)
        if by_path:
            environment["PATH"] = f"{python.parent}:{environment['PATH']}"
        given = [] if by_path else [f"PYTHON={python}"]
        words = "-s", *arguments, *given, f"VENV={tmp_path}/venv"
        return run_at_root("make", *words, env=environment)

    return run


def complaint(done):
    """The only line of stderr beside make's own on the target that failed; nothing is on stdout."""
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = [line for line in done.stderr.splitlines() if not line.startswith("make: ***")]
    return line


@pytest.mark.parametrize(
    "target, by_path", [("test", True), ("grade", False), ("check", True), ("verify", False)]
)
def test_an_old_python_is_refused_in_one_line(make, target, by_path):
    assert complaint(make(OLD, target, by_path=by_path)) == (
        "make: expected PYTHON to be Python 3.10 or newer, got 3.8 (make ... PYTHON=path "
        "takes another)"
    )


TYPED = """
a file          | check my.py              | check SUBMISSION=my.py
a file first    | my.py check              | check SUBMISSION=my.py
a path          | check ../a/hw9_jdoe.zip  | check SUBMISSION=../a/hw9_jdoe.zip
in small        | check submission=my.py   | check SUBMISSION=my.py
with a comma    | grade submission=a,b.py  | grade SUBMISSION=a,b.py
two files       | check board.py solver.py | check SUBMISSION=path
another name    | grade ASSIGNMENT=npuzzle | grade SUBMISSION=path
beside the name | grade my.py SUBMISSION=x | grade SUBMISSION=my.py
"""


@pytest.mark.parametrize("typed, to_type", rows(TYPED))
def test_a_program_that_make_would_not_look_at_is_wrong_usage(typed, to_type, make):
    refused = make(REAL, *typed.split())
    assert f'expected "make {to_type}", got "make ' in refusal(*outcome(refused))


def test_what_make_knows_is_no_wrong_usage(make):
    words = "check grade SUBMISSION=x PYTHONWARNINGS=error SEED=1 GRADER_REQUIRE_SANDBOX=basic"
    shown = text_of(make("case $1 in -c) ;; *) echo $* ;; esac\n", *words.split()))
    assert shown == "-m grader --student -- x\n-m grader -- x\n"


def test_without_ensurepip_make_test_says_what_to_install_each_time(make, tmp_path):
    for _ in range(2):
        assert complaint(make(NO_ENSUREPIP, "test")).endswith(
            f" -m venv' to make {tmp_path}/venv, and it can't: apt install python3-venv (on "
            "Debian and Ubuntu)"
        )
        assert not (tmp_path / "venv").exists()


def test_a_half_made_environment_is_not_taken_for_ready(make, tmp_path):
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    (tmp_path / "venv" / "bin" / "python").symlink_to(sys.executable)
    assert "apt install python3-venv" in complaint(make(NO_ENSUREPIP, "test"))


def test_without_an_index_make_test_says_so_in_one_line(make, tmp_path):
    assert complaint(make(NO_PIP, "test")) == (
        "make: expected pip to install pytest>=8 pytest-timeout pytest-xdist>=3.6 "
        "jsonschema, and it can't reach an "
        "index that has them: ERROR: No matching distribution found for pytest>=8"
    )
    assert not (tmp_path / "venv").exists()


def test_no_test_inherits_what_stands_on_the_command_line_of_make(make, tmp_path):
    shows = (
        "import os; before = {*os.environ}; import tests.conftest; print(*before - {*os.environ})"
    )
    executable(tmp_path / "venv/bin/python", f"{REAL} -c '{shows}'\n")
    (tmp_path / "venv/ready").touch()
    shown = text_of(make(f'{REAL} "$@"\n', "test", "SECONDS=5", "TESTS=not slow"))
    names = {"PYTHON", "VENV", "SECONDS", "TESTS", "SUBMISSION", "MAKEFLAGS", "MAKELEVEL"}
    assert names <= set(shown.split())


def test_make_installs_what_the_extra_for_tests_names():
    makefile, project = ((ROOT / name).read_text() for name in ("Makefile", "pyproject.toml"))
    packages = re.search(r"PACKAGES += (.*)", makefile)[1].replace("'", "").split()
    assert packages == re.findall(
        r'"(.*?)"', re.search(r"^test = \[(.*)\]", project, re.MULTILINE)[1]
    )


# ---- Older Pythons ----

OLDER = """
import runpy, sys
sys.version_info, sys.version = (3, 9, 18), "3.9.18 (main)"
name, *sys.argv[1:] = sys.argv[1:]
run = runpy.run_path if name.endswith(".py") else runpy.run_module
run(name, run_name="__main__")
"""


@pytest.mark.parametrize(
    "name, file",
    [
        ("grader", "grader/__init__.py"),
        ("optimal", "optimal/__init__.py"),
        ("solver.py", "solver.py"),
        ("funny_puzzle.py", "funny_puzzle.py"),
    ],
)
def test_a_python_that_is_too_old_is_told_so_in_one_line(name, file):
    # otherwise Python would only report a SyntaxError
    ast.parse((ROOT / file).read_text(), feature_version=(3, 8))
    done = python("-c", OLDER, name, "--help")
    assert outcome(done) == (
        2,
        "",
        f"{name}: expected Python 3.10 or newer, got 3.9.18\n",
    )


def test_the_file_that_tells_can_be_read_by_any_python():
    text = (ROOT / "grader/__init__.py").read_text()
    assert text.isascii() and not re.search(r"\bf[\"']|:=|print\(", text)


# ---- What CI runs ----

PASSES = (
    'echo "$@" >>calls; echo "===== 3 passed, 1 deselected in 2.00s ====="; echo "make: done"\n'
)


DEBIAN = """\
[ "$2" ] && { echo "fresh: $2" >>calls; cd "$1" && exec sh -c "$2"; }
mkdir "$1" && echo "I: Retrieving" && echo python3.99
"""
NO_DEBIAN = "echo 'debian: expected a mirror, got none' >&2; exit 1\n"


@pytest.fixture
def ci(tmp_path):
    """A function that runs .ci/run where make and tests/debian.sh are these texts.

    The only other Pythons are 3.10 and 3.12.
    """
    write_files(tmp_path, {".ci/run": ROOT / ".ci/run"})
    programs = {".venv/bin/python": "echo 3.11\n"}
    programs |= {f"bin/python3.{minor}": "exit 1\n" for minor in range(10, 31)}
    programs |= {f"bin/{name}": "exit 0\n" for name in ("python3", "python3.10", "python3.12")}
    programs |= {f"bin/{name}": "exit 0\n" for name in ("bwrap", "chromium", "ps", "debootstrap")}
    programs["bin/apt-get"] = "exit 1\n"

    def run(make, debian=DEBIAN):
        for name, text in (programs | {"bin/make": make, "tests/debian.sh": debian}).items():
            executable(tmp_path / name, text)
        (tmp_path / "scratch").mkdir()
        environment = {
            "PATH": f"{tmp_path}/bin:/usr/bin:/bin",
            "PYENV_ROOT": str(tmp_path),
            "HOME": str(tmp_path),
            "TMPDIR": f"{tmp_path}/scratch",
        }
        return run_at_root("bash", ".ci/run", cwd=tmp_path, env=environment)

    yield run
    assert not list((tmp_path / "scratch").iterdir())


PASSED = "===== 3 passed, 1 deselected in 2.00s =====\n"
WHAT_VERSIONS_CHANGE = "not slow and not long and not once"
OLDEST = f"test VENV=.venv-3.10 PYTHON=python3.10 TESTS={WHAT_VERSIONS_CHANGE}\n"
FIRST = f".venv/ready\ntest TESTS=not slow\nlint\n{OLDEST}"


def test_ci_runs_the_tests_of_versions_under_the_oldest_python_and_in_a_fresh_debian(ci, tmp_path):
    shown = text_of(ci(PASSES))
    assert shown.endswith(
        f"== Python 3.10:\n{PASSED}== python3.99 in a fresh Debian:\n{PASSED}"
        f"== Python 3.11:\n{PASSED}"
    )
    command = f"make test PYTHON=python3.99 TESTS='{WHAT_VERSIONS_CHANGE}'"
    assert (tmp_path / "calls").read_text() == f"{FIRST}fresh: {command}\n"


def test_ci_says_that_there_is_no_fresh_debian_and_tries_the_newest_python_of_the_machine(
    ci, tmp_path
):
    shown = text_of(ci(PASSES, NO_DEBIAN))
    assert (
        "== No Python is tried in a fresh Debian, but the newest that is here:\n"
        f"debian: expected a mirror, got none\n== Python 3.12:\n{PASSED}"
    ) in shown
    newest = f"test VENV=.venv-3.12 PYTHON=python3.12 TESTS={WHAT_VERSIONS_CHANGE}\n"
    assert (tmp_path / "calls").read_text() == FIRST + newest


@pytest.mark.parametrize(
    "make, status",
    [
        ("echo '===== 1 failed, 3 passed in 2.00s ====='; exit 2\n", 2),  # the tests fail
        # the tests fail under another Python
        ('case "$*" in *VENV*) exit 2 ;; esac\n' + PASSES, 2),
        ('case "$*" in *3.99*) exit 2 ;; esac\n' + PASSES, 2),  # the tests fail in a new Debian
        ("echo '===== no tests ran in 0.01s ====='\n", 1),
    ],
)
def test_ci_fails_if_a_run_does_or_runs_no_tests(ci, make, status):
    done = ci(make)
    assert done.returncode == status and " passed" not in done.stdout.splitlines()[-1]


DEBIANS = {  # {what is missing: (the programs' replacement, the message)}
    "root": ({"id": "echo 1000"}, "expected to be root, who alone can make a Debian"),
    "a mirror": (
        {"id": "echo 0", "debootstrap": "", "unshare": "echo I: Retrieving; echo E: None; exit 1"},
        "expected debootstrap to make one, and it can't: E: None",
    ),
    "a kernel that lets it": (
        {"id": "echo 0", "debootstrap": "", "unshare": "echo unshare: Not permitted >&2; exit 1"},
        "expected debootstrap to make one, and it can't: unshare: Not permitted",
    ),
}


@pytest.mark.parametrize("programs, reason", DEBIANS.values(), ids=DEBIANS)
def test_where_no_debian_can_be_made_the_reason_is_one_line(programs, reason, tmp_path):
    for name, text in programs.items():
        executable(tmp_path / name, f"{text}\n")
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = run_at_root("sh", "tests/debian.sh", tmp_path / "debian", env=environment)
    assert outcome(done) == (1, "", f"debian: {reason}\n")
