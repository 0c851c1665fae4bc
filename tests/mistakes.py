"""Submissions that are variants of the reference, for tests of diagnosis: predicted, not run."""

import json
import random

from grader.assignment.edits import edited
from grader.assignment.misconceptions import by_file
from grader.diagnose.variants import Prediction, predicted_in
from grader.diagnose.ways import filled
from grader.judge.judge import judge
from grader.judge.results import result
from grader.records.causes import Cause
from grader.records.facts import fact
from grader.sandbox.driver import IMPORT_RAISED, MARK, RAISED
from tests.documents import ASSIGNMENT, TRANSCRIPTS, run


SOURCE = ASSIGNMENT.reference()[ASSIGNMENT.file]
KNOWN = {known.name: known for known in ASSIGNMENT.misconceptions}
# the checks that make one call
CALLS = [check for check in ASSIGNMENT.checks if check.function and not check.further]
SEARCHES = [check for check in ASSIGNMENT.checks if check.function == "solve"]
FEW = [check for check in ASSIGNMENT.checks if check.group != "deep"]
FILLED = {
    "another_label_for_h": "f=",
    "steps_for_moves": "steps: ",
    "another_label_for_queue_length": "Longest queue: ",
    "bare_digits": " ",
    "another_separator": ",",
    "constant_length": "163",
    "goal_of_another_puzzle": "0, 0, 1, 2, 3, 4, 5, 6, 7",
    "prompts": "State? ",
    "solvable_by_inversions": "No solution",
}
# No output tells these apart.
NEVER_ENDING = {name for name, known in KNOWN.items() if known.endless}
WAYS = [
    (name, number)
    for name, known in KNOWN.items()
    if known.edits and not known.slow
    for number in range(len(known.ways))
]


def edits_of(name, number=0):
    """The edits that make a misconception in one of its ways, with what its pattern may find."""
    return filled(KNOWN[name].ways[number], FILLED.get(name, ""))


def variant(name, number=0):
    """The source of the reference that shows a misconception in one of its ways."""
    return edited(SOURCE, edits_of(name, number))


def cause_named(name, *checks):
    """The cause of these checks that a misconception is in its first way."""
    known = KNOWN[name]
    return Cause(known.mistake, checks, edits=by_file(edits_of(name)))


def combined(one, other):
    """The source of the reference that shows two misconceptions, each in its first way."""
    try:
        return edited(variant(one), edits_of(other))
    except ValueError:
        return edited(variant(other), edits_of(one))


SOLVE = "    path, max_queue_length = a_star(bytes(state))\n"


def at_goal(source, slip):
    """The source with a slip of its own where the start is the goal."""
    return edited(source, [(SOLVE, f"    if bytes(state) == GOAL:\n        {slip}\n{SOLVE}")])


def selections(seed, number):
    """Selections of cheap checks at random, of 2 to 14 each."""
    chance = random.Random(seed)
    cheap = [check for check in FEW if predicted_in(SOURCE, check).pops < 100]
    return [chance.sample(cheap, chance.randint(2, 14)) for _ in range(number)]


def records_of(source, checks=FEW, expected=TRANSCRIPTS):
    """The records of a submission of that source on checks with these transcripts."""
    records, endless, imported = [], 0, True
    for check in checks:
        if not imported:
            records.append(result(check, "skipped", fact("prerequisite", check="import")))
            continue
        is_search = check.function == "solve" and not check.name.endswith("/funny00-1")
        prediction = NO_END if endless >= 3 and is_search else predicted_in(source, check)
        endless += prediction.ended == "endless"
        records.append(judge(check, run_of(prediction, check), expected[check.name]))
        imported = check.function or prediction.ended == "exit"
    return records


NO_END = Prediction("", "endless")


def run_of(prediction, check):
    """The run of a submission that does what is predicted."""
    stdout = prediction.text.encode()
    if prediction.ended == "endless":
        return run(stdout, ended="cpu", cpu_s=31, memory_mib=300.0)
    if prediction.ended != "exit":
        told = json.dumps({"error": prediction.ended, "line": 3})
        return run(
            stdout, b"%s%s\n" % (MARK, told.encode()), RAISED if check.function else IMPORT_RAISED
        )
    return run(stdout)
