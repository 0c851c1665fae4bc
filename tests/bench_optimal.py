"""The bars of the optimal engine: Korf's 100 boards, the hardest ones, and 5-by-5 boards."""

import os
import resource
import tempfile
from pathlib import Path

import optimal
from optimal import grid
from tests.benchmark import ROOT, bar, command, cpu_s, finish, title
from tests.boards import after, rows_of, walked


KORF = Path(ROOT, "../shared/bench/korf100.tsv")
HARDEST = (0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1)


def korf100():
    """[(tiles, optimal moves)] of Korf's 100 boards."""
    lines = [line.split("\t") for line in KORF.read_text().splitlines() if not line.startswith("#")]
    return [(tuple(map(int, tiles.split())), int(moves)) for _, tiles, moves in lines]


def solved_s(rows, moves):
    """CPU seconds to solve a board; checks the solution and its length."""
    seconds, words = cpu_s(optimal.solve, rows)
    if after(rows, words) != [*range(1, len(rows) ** 2), 0] or len(words) != moves:
        raise RuntimeError(f"expected a solution in {moves} moves, got {words}")
    return seconds


def at_distance(n, moves, seed):
    """A board that needs exactly so many moves, on the way from a long walk's end to the goal."""
    for length in range(moves + 10, 10 * moves, 4):
        rows = walked(n, length, seed)
        words = optimal.solve(rows)
        if len(words) >= moves:
            return rows_of(after(rows, words[: len(words) - moves]), n)


def hundred(mean_s, most_s=None):
    """Solve Korf's 100 boards, and print mean and maximum."""
    seconds = [solved_s(rows_of(tiles, 4), moves) for tiles, moves in korf100()]
    bar(
        "Korf's 100 boards, all lengths right: mean",
        sum(seconds) / len(seconds),
        "s",
        at_most=mean_s,
    )
    bar("Korf's 100 boards: maximum", max(seconds), "s", at_most=most_s)


def default_tables():
    """Bar 1."""
    title("Default tables, 5-5-5")
    bar("making them, and the search's code", cpu_s(optimal.engine, 4)[0], "s", at_most=1.2)
    hundred(0.25, 3)
    bar(
        "peak memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MiB", at_most=150
    )


def cold_start():
    """Bar 2, but for what solver.py adds to it."""
    rows = at_distance(4, 45, 1)
    seconds, words, _ = command("-c", f"import optimal; print(*optimal.solve({rows}))")
    if len(words.split()) != 45:
        raise RuntimeError(f"expected 45 moves, got {words!r}")
    bar("a new process, for a 45-move board", seconds, "s", at_most=2)


def larger_boards():
    """Bar 5."""
    title("5-by-5")
    seconds = [solved_s(at_distance(5, 50, seed), 50) for seed in range(20)]
    bar("20 boards 50 moves from the goal: maximum", max(seconds), "s", at_most=10)


def large_tables():
    """Bar 3; leaves the folder as it was."""
    title("Large tables, 7-8")
    with tempfile.TemporaryDirectory() as cache:
        os.environ["SLIDING_TILES_CACHE"] = cache
        seconds, _, peak = command("-m", "optimal", "build")
        bar("building them", seconds, "s", at_most=300)
        bar("building them: peak memory", peak, "MiB", at_most=6144)
        optimal.engine.cache_clear()
        bar(
            "opening them, checksum and all, and the search's code",
            cpu_s(optimal.engine, 4)[0],
            "s",
        )
        hundred(0.03)
        for name, tiles in (
            ("the issue's", HARDEST),
            ("its reflection", grid.reflected(HARDEST, 4)),
        ):
            seconds = solved_s(rows_of(tiles, 4), 80)
            bar(f"an 80-move board, {name}", seconds, "s", at_most=15)


if __name__ == "__main__":
    os.environ["SLIDING_TILES_CACHE"] = "/dev/null"
    default_tables()
    cold_start()
    larger_boards()
    large_tables()
    finish()
