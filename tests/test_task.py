"""The handout says all that earns points: each of its rules that is broken costs some."""

import json
import re

import pytest

from grader.assignment import plan
from tests.golden import grader
from tests.programs import program
from tests.sample import one_in


# A program written from funny_puzzle's handout, rule by rule.
PROGRAM = """\
from heapq import heapify, heappop, heappush

def distance(state):
    total = 0
    for square, tile in enumerate(state):
        if tile:
            row, column = divmod(square, 3)
            goal_row, goal_column = divmod(tile - 1, 3)
            total += abs(row - goal_row) + abs(column - goal_column)
    return total

def next_states(state):
    found = []
    for blank in range(9):
        for other in range(9):
            beside = abs(blank // 3 - other // 3) + abs(blank % 3 - other % 3) == 1
            if beside and state[blank] == 0 and state[other] != 0:
                after = list(state)
                after[blank], after[other] = after[other], 0
                found.append(after)
    return sorted(found)

def print_succ(state):
    for after in next_states(state):
        print(f"{after} h={distance(after)}")

def solve(state):
    goal = [1, 2, 3, 4, 5, 6, 7, 0, 0]
    popped, popped_states = [], set()
    h = distance(state)
    queue = [(h, list(state), (0, h, -1))]
    longest = 0
    while queue:
        longest = max(longest, len(queue))
        entry = heappop(queue)
        f, here, (g, h, parent) = entry
        if here == goal:
            break
        number = len(popped)
        popped.append(entry)
        popped_states.add(tuple(here))
        for after in next_states(here):
            h = distance(after)
            if tuple(after) not in popped_states:
                heappush(queue, (g + 1 + h, after, (g + 1, h, number)))
    path = [entry]
    while path[-1][2][2] != -1:
        path.append(popped[path[-1][2][2]])
    path.reverse()
    for f, here, (g, h, parent) in path:
        print(f"{here} h={h} moves: {g}")
    print(f"Max queue length: {longest}")
"""
PUSH = "                heappush(queue, (g + 1 + h, after, (g + 1, h, number)))\n"
REPLACE = (
    "                queue[:] = [entry for entry in queue if entry[1] != after]\n"
    "                heapify(queue)\n"
)
RULES = {  # {rule of the handout: an edit of PROGRAM that breaks it}
    "Print each successor": ("in next_states(state):", "in next_states(state)[1:]:"),
    "ascending as lists": ("sorted(found)", "found[::-1]"),
    "the list as Python prints it": ('print(f"{after} h', 'print(f"{tuple(after)} h'),
    "then ` h=` and its h": ('print(f"{after} h=', 'print(f"{after} h: '),
    "the tiles' Manhattan distances from": (
        "total += abs(row - goal_row) + abs(",
        "total += max(1, ",
    ),
    "into a blank beside it": ("state[other] != 0", "True"),
    "the least f": ("(g + 1 + h, after", "(h, after"),
    "then the smaller state": ("(g + 1 + h, after", "(g + 1 + h, len(popped), after"),
    "then the smaller `(g, h, parent)`": ("(g + 1, h, number)", "(g + 1, h, -number)"),
    "the number of the pop that the entry was pushed at": ("number = len(popped)", "number = g"),
    "has g 0": ("(0, h, -1)", "(1, h, -1)"),
    "When an entry of the goal is popped": (
        PUSH,
        f"{PUSH}                if after == goal: break\n",
    ),
    "Every other entry that is popped pushes": (
        "        number =",
        "        if tuple(here) in popped_states:\n            continue\n        number =",
    ),
    "a successor is pushed unless its state has been popped": (
        "                heappush",
        "                popped_states.add(tuple(after))\n                heappush",
    ),
    "What is in the queue stays there": (PUSH, REPLACE + PUSH),
    "It is printed from the start on": ("    path.reverse()\n", ""),
    "the list, ` h=`, its h, ` moves: `": ("moves: {g}", "steps: {g}"),
    "the moves so far": ("moves: {g}", "moves: {len(path) - 1 - g}"),
    "`Max queue length: `": ("Max queue length: ", "Max length: "),
    "the length of the queue before a pop": (
        "len(queue))\n        entry = heappop(queue)",
        "len(queue) - 1)\n        entry = heappop(queue)",
    ),
    "where it was greatest": ("max(longest, len(queue))", "len(queue)"),
    "Nothing else is printed, in a call": ("    goal = [", "    print(True)\n    goal = ["),
    "or when the file is imported": ("def distance", "print('ready')\n\ndef distance"),
    "whatever was called before it": (
        "def solve(state):",
        "def solve(state, popped_states=set()):",
        "popped, popped_states = [], set()",
        "popped = []",
    ),
}
SOME = [f"--only={name}" for name in ("import", "print_succ/*1", "solve/*", "*-again")]
# {rule of npuzzle's handout: (a wrong program of the tree that breaks it, where that shows)}
BROKEN = {
    "the number of rows": ("dimension_counts_tiles", "dimension"),
    "the blank isn't a tile": ("blank_counted", "hamming"),
    "Whether each tile is on its goal square": ("goal_without_last_row", "is_goal"),
    "any two tiles of this one exchanged": ("twin_moves_the_blank", "twin"),
    "The 2 to 4 boards one move away": ("neighbours_share_rows", "neighbors-twice"),
    "the same tiles on the same squares": ("board_without_eq", "equality"),
    "N in a line of its own": ("string_without_dimension", "str"),
    "It does not change when these lists do": ("mutable_argument_kept", "immutable"),
    "raises an exception": ("none_accepted", "none"),
    "compares boards by ==": ("board_compared_with_a_string", "compared"),
    "never reads their strings": ("solver_depends_on_str", "without-str"),
    "The number of moves of a shortest solution": ("moves_counts_nodes", "solution"),
    "from the first to the goal": ("path_without_start", "solution-model"),
    "nothing else that may be used": ("uses_own_board_fields", "random"),
    "answers to questions True or False": ("none_for_false", "answers"),
    "Boards are Boards, not their strings": ("solution_of_strings", "solution-model"),
    "the critical optimisation": ("no_critical_optimisation", "queue"),
    "changes nothing that is in its queue": ("node_changed_in_the_queue", "queue-nodes"),
    "Of an unsolvable board": ("unsolvable_loops", "unsolvable-model"),
    "As a command, it prints the solution": ("no_main", "command"),
    "Importing the files prints nothing": ("tests_at_module_level", "solver"),
}


def words(handout):
    """What students read in the folder of a handout, in one line."""
    paths = [path for path in sorted(handout.rglob("*")) if path.suffix in (".md", ".py")]
    return " ".join("".join(path.read_text(encoding="utf-8") for path in paths).split())


def graded(tmp_path, *arguments):
    """{name of a submission: (its points, those that it could have)}."""
    report = tmp_path / "report.json"
    grader(*arguments, "--no-examples", "--json", report)
    submissions = json.loads(report.read_text())["submissions"]
    return {one["submission"]: (one["points"], one["points_possible"]) for one in submissions}


def edited(text, *edits):
    """The text with (old, new, old, new, ...) exchanged, each old text once."""
    for old, new in zip(edits[::2], edits[1::2]):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("assignment, rules", [("funny_puzzle", RULES), ("npuzzle", BROKEN)])
def test_the_handout_says_each_rule(assignment, rules, handouts):
    said = words(handouts[assignment])
    assert [rule for rule in rules if rule not in said] == []


def test_a_program_written_from_the_handout_gets_full_marks(tmp_path):
    (tmp_path / "funny_puzzle.py").write_text(PROGRAM)
    ((points, possible),) = graded(tmp_path, tmp_path / "funny_puzzle.py").values()
    assert points == possible == 100


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param([*RULES][::6], marks=pytest.mark.long, id="some"),
        pytest.param([*RULES], marks=pytest.mark.slow, id="all"),
    ],
)
def test_each_rule_of_the_handout_that_is_broken_costs_points(rules, tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    for number, rule in enumerate(rules):
        (folder / f"rule{number}.py").write_text(edited(PROGRAM, *RULES[rule]))
    points = graded(tmp_path, "--layout", "many", *SOME, folder)
    assert len(points) == len(rules)
    costs = {
        rule: points[f"rule{number}"][1] - points[f"rule{number}"][0]
        for number, rule in enumerate(rules)
    }
    print(*(f"{cost:5g}  {rule}" for rule, cost in costs.items()), sep="\n")
    assert [rule for rule, cost in costs.items() if cost <= 0] == []


@pytest.mark.parametrize("rule", one_in(5, BROKEN))
def test_each_rule_of_npuzzle_that_is_broken_costs_points(rule, tmp_path):
    name, group = BROKEN[rule]
    path = program(f"wrong/{name}", "npuzzle")
    options = "--assignment", "npuzzle", "--only", "hamming/*", "--only", f"{group}*"
    ((points, possible),) = graded(tmp_path, *options, path).values()
    assert points < possible


@pytest.mark.parametrize("assignment", ["funny_puzzle", "npuzzle"])
def test_all_groups_with_points_are_in_the_handout(assignment, handouts):
    said = words(handouts[assignment])
    checks = [check for check in plan.load(assignment).checks if check.points]
    assert {check.name.split("/")[0] for check in checks} <= set(
        re.findall("`([\\w-]+)` [0-9]", said)
    )
