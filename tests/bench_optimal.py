"""The bars of the optimal engine: Korf's 100 boards, the hardest ones, and 5-by-5 boards."""

import os
import random
import resource
import sys
import tempfile
from pathlib import Path

import benchmark

sys.path.insert(0, benchmark.ROOT)

import optimal  # noqa: E402
from optimal import grid  # noqa: E402

KORF = Path(benchmark.ROOT, "../shared/bench/korf100.tsv")
HARDEST = (0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1)


def korf100():
    """[(tiles, optimal moves)] of Korf's 100 boards."""
    lines = [line.split("\t") for line in KORF.read_text().splitlines() if not line.startswith("#")]
    return [(tuple(map(int, tiles.split())), int(moves)) for _, tiles, moves in lines]


def rows_of(tiles, n):
    """The rows of a board."""
    return [list(tiles[start : start + n]) for start in range(0, n * n, n)]


def solved_s(tiles, n, moves=None):
    """CPU seconds to solve a board; checks the solution and, if given, its length."""
    seconds, words = benchmark.cpu_s(optimal.solve, rows_of(tiles, n))
    tiles, blank = list(tiles), tiles.index(0)
    for word in words:
        square = next(square for square, way in grid.neighbors(n)[blank].items() if way == word)
        tiles[blank], tiles[square], blank = tiles[square], 0, square
    if tiles != [*range(1, n * n), 0] or moves not in (None, len(words)):
        raise RuntimeError(f"expected a solution in {moves} moves, got {words}")
    return seconds


def random_walk(n, length, seed):
    """The board at the end of a walk from the goal that never steps back."""
    random_, around, tiles, blank, last = (
        random.Random(seed),
        grid.neighbors(n),
        [*range(1, n * n), 0],
        n * n - 1,
        None,
    )
    for _ in range(length):
        square = random_.choice([square for square in around[blank] if square != last])
        tiles[blank], tiles[square], blank, last = tiles[square], 0, square, blank
    return tuple(tiles)


def at_distance(n, moves, seed):
    """A board that needs exactly so many moves, on the way from a long walk's end to the goal."""
    for length in range(moves + 10, 10 * moves, 4):
        tiles = random_walk(n, length, seed)
        words = optimal.solve(rows_of(tiles, n))
        if len(words) >= moves:
            return after(tiles, n, words[: len(words) - moves])


def after(tiles, n, words):
    """The board that these moves lead to."""
    tiles, blank = list(tiles), tiles.index(0)
    for word in words:
        square = next(square for square, way in grid.neighbors(n)[blank].items() if way == word)
        tiles[blank], tiles[square], blank = tiles[square], 0, square
    return tuple(tiles)


def hundred(mean_s, most_s=None):
    """Solve Korf's 100 boards, and print mean and maximum."""
    seconds = [solved_s(tiles, 4, moves) for tiles, moves in korf100()]
    benchmark.bar(
        "Korf's 100 boards, all lengths right: mean",
        sum(seconds) / len(seconds),
        "s",
        at_most=mean_s,
    )
    benchmark.bar("Korf's 100 boards: maximum", max(seconds), "s", at_most=most_s)


def default_tables():
    """Bar 1."""
    benchmark.title("Default tables, 5-5-5")
    benchmark.bar(
        "making them, and the search's code",
        benchmark.cpu_s(optimal.engine, 4)[0],
        "s",
        at_most=1.2,
    )
    hundred(0.25, 3)
    benchmark.bar(
        "peak memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MiB", at_most=150
    )


def cold_start():
    """Bar 2, but for what solver.py adds to it."""
    rows = rows_of(at_distance(4, 45, 1), 4)
    seconds, words, _ = benchmark.command("-c", f"import optimal; print(*optimal.solve({rows}))")
    if len(words.split()) != 45:
        raise RuntimeError(f"expected 45 moves, got {words!r}")
    benchmark.bar("a new process, for a 45-move board", seconds, "s", at_most=2)


def larger_boards():
    """Bar 5."""
    benchmark.title("5-by-5")
    seconds = [solved_s(at_distance(5, 50, seed), 5, 50) for seed in range(20)]
    benchmark.bar("20 boards 50 moves from the goal: mean", sum(seconds) / len(seconds), "s")
    benchmark.bar("20 boards 50 moves from the goal: maximum", max(seconds), "s", at_most=10)


def large_tables():
    """Bar 3; leaves the folder as it was."""
    benchmark.title("Large tables, 7-8")
    with tempfile.TemporaryDirectory() as cache:
        os.environ["SLIDING_TILES_CACHE"] = cache
        seconds, _, peak = benchmark.command("-m", "optimal", "build")
        benchmark.bar("building them", seconds, "s", at_most=300)
        benchmark.bar("building them: peak memory", peak, "MiB", at_most=6144)
        optimal.engine.cache_clear()
        benchmark.bar(
            "opening them, checksum and all, and the search's code",
            benchmark.cpu_s(optimal.engine, 4)[0],
            "s",
        )
        hundred(0.03)
        for name, tiles in (
            ("the issue's", HARDEST),
            ("its reflection", grid.reflected(HARDEST, 4)),
        ):
            benchmark.bar(f"an 80-move board, {name}", solved_s(tiles, 4, 80), "s", at_most=15)


if __name__ == "__main__":
    os.environ["SLIDING_TILES_CACHE"] = "/dev/null"
    default_tables()
    cold_start()
    larger_boards()
    large_tables()
    benchmark.finish()
