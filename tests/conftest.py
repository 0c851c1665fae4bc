"""What pytest must know of this folder: programs handed in for grading are data here, never imported."""

import os

import pytest

collect_ignore_glob = ["submissions/*", "bench_*.py"]
os.environ["SLIDING_TILES_CACHE"] = "/dev/null/no tables but those that a test builds"


def all_distances(n):
    """{tiles in reading order: fewest moves to the goal} of every solvable N-by-N board, breadth first from the goal."""
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
