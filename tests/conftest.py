"""What pytest must know of this folder: programs handed in for grading are data here, never imported."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

collect_ignore_glob = ["submissions/*", "golden/*", "bench_*.py"]
os.environ["SLIDING_TILES_CACHE"] = "/dev/null/no tables but those that a test builds"


def all_distances(n):
    """{tiles in reading order: fewest moves to the goal} of every solvable N-by-N board, breadth first."""
    level = [(*range(1, n * n), 0)]
    reached = dict.fromkeys(level, 0)
    for tiles in level:
        blank = tiles.index(0)
        for square in (blank - n, blank + n, blank - (blank % n > 0), blank + (blank % n < n - 1)):
            if 0 <= square < n * n and square != blank:
                moved = list(tiles)
                moved[blank], moved[square] = moved[square], 0
                if tuple(moved) not in reached:
                    reached[tuple(moved)] = reached[tiles] + 1
                    level.append(tuple(moved))
    return reached


@pytest.fixture(scope="session")
def distances():
    return all_distances(3)


@pytest.fixture(scope="session")
def distances_2():
    return all_distances(2)


# ---- The proof of all assignments, which takes a core for minutes, beside the other tests ----

def pytest_collection_finish(session):
    """Start the proof if a test waits for it."""
    session.config.verifying = None
    if any("verifying" in getattr(item, "fixturenames", ()) for item in session.items) \
            and not session.config.option.collectonly:
        output = tempfile.TemporaryFile("w+", encoding="utf-8")
        session.config.verifying = output, subprocess.Popen(
            [sys.executable, "-m", "grader", "verify", "--jobs", "2"], cwd=ROOT, stdin=subprocess.DEVNULL,
            stdout=output, stderr=subprocess.STDOUT)


def pytest_sessionfinish(session):
    """End the proof if the tests ended before it."""
    if verifying := getattr(session.config, "verifying", None):
        output, process = verifying
        process.terminate()
        process.wait()
        output.close()


@pytest.fixture
def verifying(request):
    """A function that waits for the proof, and gives its exit status and what it printed."""
    def wait():
        output, process = request.config.verifying
        status = process.wait()
        output.seek(0)
        return status, output.read()
    return wait
