"""What pytest must know of this folder: the order of tests, and what they share."""

import os
import re
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import pytest

from grader.sandbox import sandbox
from tests import levels, waiting
from tests.boards import distances_of_tiles
from tests.browser import BROWSER, NAMES, Browser
from tests.helpers import console, write_files


ROOT = Path(__file__).resolve().parent.parent

collect_ignore_glob = ["golden/*", "bench_*.py"]
HANDOUT = 'python3 -m grader handout "$(mktemp -d)/hw9.zip"'  # as in grader/docs/handout.md
FIRST = """
    proof cluster patience hostile batch npuzzle report_browser fresh golden grader funny_puzzle
    slips student warm
""".split()
# The files of tests of what a version of Python may change; those of all others are marked `once`.
VERSIONS = """
    aliases archive board board_command clusters codes command_checks funny_puzzle grader handout
    needs optimal_progress optimal_storage queue_calls returned sandbox solver_command sources
    stubs together tracing transcripts warm what_ran
""".split()
# Make puts the variables of its command line into the environment of all that it starts, and it
# takes PYTHON from there.
GIVEN = re.findall(r"(\w+)=", os.environ.get("MAKEFLAGS", ""))
FROM_MAKE = "PYTHON", "SUBMISSION", "MFLAGS", *GIVEN
for name in [*os.environ]:
    if name in FROM_MAKE or name.startswith("MAKE"):
        del os.environ[name]
INSIDE = "SLIDING_TILES_TESTS"  # tests set this variable for the programs that they start
os.environ["SLIDING_TILES_CACHE"] = "/dev/null/no tables but those that a test builds"
# The tests' own programs are trusted, so classes are graded even where no sandbox holds.
os.environ.setdefault("GRADER_REQUIRE_SANDBOX", "basic")
# The grader is started hundreds of times, so Python keeps it compiled.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


@pytest.fixture(scope="session", autouse=True)
def tried_sandboxes():
    """Ends the sandboxes that wait for a program since their level was tried."""
    yield
    for box in sandbox._TRIED.values():
        box.close()


@pytest.fixture(scope="session")
def distances():
    return distances_of_tiles(3)


@pytest.fixture(scope="session")
def handouts(tmp_path_factory):
    """{name of an assignment: folder of its handout}, beside which its zip is.

    The first of a session's processes that asks for them makes them for all.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    folder /= "handouts"
    folder.mkdir(exist_ok=True)
    with waiting.lock(folder / "lock"):
        for name in ("funny_puzzle", "npuzzle"):
            if not (folder / name).exists():
                _make_handout(name, folder)
    return {name: folder / name for name in ("funny_puzzle", "npuzzle")}


def _make_handout(name, folder):
    """Make the handout of an assignment by the page's command, keep its output, and unpack it."""
    errors = folder / f"{name}.errors"
    command = f"{HANDOUT} --assignment {name} 2>{errors} || echo failed >>{errors}"
    (folder / f"{name}.txt").write_text(console(command, TMPDIR=folder))
    assert errors.read_text() == ""
    (zipped,) = folder.glob("tmp*/hw9.zip")
    zipped.rename(folder / f"{name}.zip")
    shutil.unpack_archive(folder / f"{name}.zip", folder / "unpacked")
    (folder / "unpacked").rename(folder / name)


@pytest.fixture(scope="module", params=levels.EVERY)
def box(request):
    """A sandbox of each level that holds here."""
    levels.skip_unless_held(request.param)
    with sandbox.Sandbox(request.param, levels.OPEN) as box:
        yield box


@pytest.fixture(scope="module")
def basic():
    """A sandbox of the level that holds everywhere, for all tests of a file."""
    with sandbox.Sandbox("basic", sys.executable) as box:
        yield box


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """A browser, for all tests of a file."""
    if not BROWSER:
        pytest.skip(f"none of {', '.join(NAMES)} is installed")
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(autouse=True)
def heeded_sigint():
    """Let what a test starts heed SIGINT, which the background jobs of a script ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def place():
    """A folder that any user can reach."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


@pytest.fixture
def put(tmp_path):
    """A function that writes files, {path: content}, into a new folder `in`, and returns that."""

    def write(files):
        (tmp_path / "in").mkdir(exist_ok=True)
        return write_files(tmp_path / "in", files)

    return write


@pytest.fixture
def put_file(put):
    """A function that writes a file into that folder, and returns its path."""
    return lambda name, content: put({name: content}) / name


def pytest_runtest_setup(item):
    """Skip a test at a level of the sandbox that does not hold here."""
    level = item.callspec.params.get("level") if hasattr(item, "callspec") else None
    if level:
        levels.skip_unless_held(level)


# ---- The order ----


def pytest_ignore_collect(collection_path, config):
    """Import no file of tests that are all marked `once` if no such test is to run."""
    if "not once" in config.option.markexpr and _is_once(collection_path):
        return True


def _is_once(path):
    """Whether no version of Python changes what the tests in a file find."""
    return path.match("test_*.py") and path.stem.removeprefix("test_") not in VERSIONS


def pytest_collection_modifyitems(items):
    """Put the files that take long first, so that workers end together, and mark tests.

    Tests that read handouts are long, so that one run makes these for all.
    """
    for item in items:
        if "handouts" in item.fixturenames:
            item.add_marker("long")
        if _is_once(item.path):
            item.add_marker("once")
    names = [f"test_{name}.py" for name in FIRST]
    places = {name: place for place, name in enumerate(names)}
    items.sort(key=lambda item: places.get(item.path.name, len(names)))


# ---- What tests found ----


def pytest_terminal_summary(terminalreporter):
    """Show the figures that tests recorded, which each report of a test repeats."""
    reports = [report for group in terminalreporter.stats.values() for report in group]
    properties = [pair for report in reports for pair in getattr(report, "user_properties", ())]
    for text in dict.fromkeys(value for name, value in properties if name == "figures"):
        terminalreporter.write_line(f"\n{text}")


# ---- The process that reports to a person ----


def pytest_runtest_logreport(report):
    """Name what fails at once, too: the list of failures comes at the end."""
    if report.failed:
        print(f"\nFAILED {report.nodeid} ({report.when})", flush=True)


def pytest_configure(config):
    """Start no tests inside of tests, and heed signals."""
    if hasattr(config, "workerinput"):
        return
    if os.environ.setdefault(INSIDE, str(os.getpid())) != str(os.getpid()):
        raise pytest.UsageError("expected no tests inside of tests: a test has started them")
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
