"""The examples that show misconceptions, with their queues, and what explaining a class costs.

Each wrong program of both assignments is graded by the command line; `--keep DIR` keeps the results
there, so that another run grades only what has changed. Then a class, a third of it wrong, is
graded with examples and without.
"""

from benchmark import ROOT, bar, finish, title

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, ROOT)
from grader import grading, store
from grader.assignment import plan
from tests.programs import all_programs, program


SHORT = 25  # a queue that can be followed by hand
# no state of up to 9 moves shows these
RARE = {"last_length", "first_predecessor_kept", "ties_by_parents_state"}
FEW = {
    "funny_puzzle": ["import", "*/funny0*", "*/funny12-384", "solve/funny13-431", "*/funny18-792"],
    "npuzzle": ["board", "solver", "*/files", "*/small", "*/some", "*/easy", "*/[23]x[23]"],
}


def command(out, *words):
    """(CPU seconds of a grading and all its programs, the submissions in its results)."""
    before = os.times()
    subprocess.run(
        [sys.executable, "-m", "grader", "--out", str(out), *map(str, words)],
        cwd=ROOT,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    after = os.times()
    cpu_s = after.children_user + after.children_system
    cpu_s -= before.children_user + before.children_system
    return cpu_s, json.loads(Path(out, "results.json").read_text())["submissions"]


def wrong_programs(assignment, folder):
    """The submissions that the wrong programs of an assignment are, graded."""
    paths = [
        source.write(folder / assignment)
        for name, source in all_programs(assignment).items()
        if name.startswith("wrong/")
    ]
    only = [word for pattern in FEW[assignment] for word in ("--only", pattern)]
    options = ["--assignment", assignment, "--cpu-s", "1.5", *only]
    return command(folder / f"results-{assignment}", *options, *paths)[1]


def show_table(submissions):
    """Print a row for each example, and return the longest queue for each misconception."""
    longest = {}
    for submission in submissions:
        for example in submission["examples"]:
            names = [
                cause["name"]
                for cause in submission["misconceptions"]
                if example["check"] in cause["checks"]
            ]
            print(
                f"  {' and '.join(names) or submission['submission']:<40} {example['check']:<24} "
                f"-> {example['call'][:60]} (queue {example['queue']})"
            )
            for name in names:
                longest[name] = max(longest.get(name, 0), example["queue"])
    return longest


def a_class(folder):
    """A folder of 45 submissions, all different, a third of them wrong."""
    kinds = ("right/set_of_visited", "right/classes", "wrong/ties_by_insertion")
    for student in range(45):
        text = program(kinds[student % 3]).read_text(encoding="utf-8")
        place = Path(folder, f"student{student:02}")
        place.mkdir(parents=True)
        (place / "funny_puzzle.py").write_text(f"{text}\n# {student}\n", encoding="utf-8")
    return folder


def cost_of_explaining():
    """(The share of a class's CPU time that examples take, that of diagnosing)."""
    assignment = plan.load("funny_puzzle")
    with tempfile.TemporaryDirectory() as scratch:
        folder = a_class(f"{scratch}/class")
        with_s, submissions = command(f"{scratch}/with", folder)
        without_s, _ = command(f"{scratch}/without", "--no-examples", folder)
        with store.existing(f"{scratch}/without") as results:
            results.database.execute("DELETE FROM diagnoses")
            start = time.process_time()
            grading.explain(results, assignment)
            explained_s = time.process_time() - start
    failing = sum(bool(submission["examples"]) for submission in submissions)
    return SimpleNamespace(
        examples=(with_s - without_s) / with_s,
        explaining=(with_s - without_s + explained_s) / with_s,
        each_s=(with_s - without_s) / failing,
    )


def main():
    """Print the table, and what it costs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", metavar="DIR")
    keep = parser.parse_args().keep
    place = contextlib.nullcontext(keep) if keep else tempfile.TemporaryDirectory()
    longest = {}
    with place as folder:
        for assignment in FEW:
            title(f"{assignment}: misconception, the example without looking for one, the smallest")
            longest |= show_table(wrong_programs(assignment, Path(folder)))
    bar("misconceptions with an example", len(longest), "", at_least=70)
    long = {name: queue for name, queue in longest.items() if queue > SHORT}
    bar("with more than 25 entries where fewer would do", len({*long} - RARE), "", at_most=0)
    title("a class of 45, a third of it wrong")
    cost = cost_of_explaining()
    bar("share of the CPU time that examples take", cost.examples, "")
    bar("share of the CPU time that all explaining takes", cost.explaining, "", at_most=0.1)
    bar("for each failing submission", cost.each_s, "s", at_most=3)
    finish()


if __name__ == "__main__":
    main()
