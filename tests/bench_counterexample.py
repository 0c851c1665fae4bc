"""What explaining a class costs, its smallest examples among it; tests say how small those are.

A class, a third of it wrong, is graded without examples, and once more to find them.
"""

import tempfile
import time
from pathlib import Path

from grader.assignment import plan
from grader.grading.explained import explain
from grader.store import store
from tests.benchmark import bar, command, different, finish, title
from tests.helpers import submissions
from tests.programs import program
from tests.test_batch import a_class


CLASS = 15  # the submissions of a class
KINDS = ("right/set_of_visited", "right/classes", "wrong/ties_by_insertion")


def grading(out, *words):
    """(CPU seconds of a grading and all its programs, the submissions in its results)."""
    cpu_s, _, _ = command("-m", "grader", "--out", str(out), *map(str, words))
    return cpu_s, submissions(Path(out, "results.json"))


def cost_of_explaining(number):
    """(CPU seconds of grading a class, of its examples, of diagnosing, how many have examples)."""
    assignment = plan.load("funny_puzzle")
    programs = different([program(kind).read_text(encoding="utf-8") for kind in KINDS], number)
    with tempfile.TemporaryDirectory() as scratch:
        folder, out = a_class(Path(scratch, "class"), **programs), f"{scratch}/out"
        grading_s, _ = grading(out, "--no-examples", folder)
        found_s, found = grading(out, folder)  # the second command, which grades nothing
        again_s, _ = grading(out, folder)
        with store.existing(out) as results:
            results.database.connection.execute("DELETE FROM diagnoses")
            start = time.process_time()
            explain(results, assignment)
            diagnosed_s = time.process_time() - start
    failing = sum(bool(submission["examples"]) for submission in found)
    return grading_s, max(0, found_s - again_s), diagnosed_s, failing


title(f"a class of {CLASS}, a third of it wrong")
grading_s, examples_s, diagnosed_s, failing = cost_of_explaining(CLASS)
share = (examples_s + diagnosed_s) / (grading_s + examples_s)
bar("share of the CPU time that all explaining takes", share, "", at_most=0.1)
bar("examples of each failing submission", examples_s / failing, "s", at_most=3)
finish()
