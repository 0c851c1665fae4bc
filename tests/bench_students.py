"""How rightly mistakes of simulated students are named: `bench_students.py [COUNT] [--seed N]`."""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.benchmark import bar, finish, title
from tests.students import classes, npuzzle
from tests.students.classes import known_and_untouched, share, table

VERDICTS = "full", "part", "nothing", "wrong"

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("count", nargs="?", type=int, default=300)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--list", action="store_true", help="print all that are not named in full")
options = parser.parse_args()


def measure(name, simulated):
    """Print how rightly the students of an assignment are named, drawn by its module."""
    title(f"diagnose: {options.count} simulated students of {name}, seed {options.seed}")
    outcomes = []
    for student in simulated.students(options.seed, options.count):
        result = simulated.outcome(student)
        outcomes.append(result)
        if options.list and result.verdict != "full":
            print(result.verdict, student.style, student.mistakes, result.named, student.has_slip)

    counts = table(outcomes)
    print("  " + " ".join(f"{word:>9}" for word in ("", *VERDICTS)))
    for has_slip, row in ((False, "known"), (True, "slip")):
        figures = [counts[has_slip, verdict] for verdict in VERDICTS]
        print("  " + " ".join(f"{word:>9}" for word in (row, *figures)))

    known, untouched = known_and_untouched(outcomes)
    bar("known mistakes only: named in full", share(known, ["full"]), "%", at_least=95)
    bar("untouched by a slip: in part", share(untouched, ["full", "part"]), "%", at_least=80)
    bar("wrong names", share(outcomes, ["wrong"]), "%", at_most=0.5)
    bar("right programs accused", len(simulated.accused()), "", at_most=0)
    bar("the longest diagnosis", max(result.cpu_s for result in outcomes), "s", at_most=2)


measure("funny_puzzle", classes)
measure("npuzzle", npuzzle)
finish()
