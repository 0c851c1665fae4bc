"""The handout says all that earns points: each of its rules that is broken costs some."""

import re
import shutil
from pathlib import Path

import pytest

from grader.assignment import plan
from tests.golden import submissions_graded
from tests.sample import one_in


# Programs that were written from the handouts, rule by rule.
WRITTEN = Path(__file__).parent / "written"
PUSH = "                heappush(queue, (g + 1 + h, after, (g + 1, h, number)))\n"
REPLACE = (
    "                queue[:] = [entry for entry in queue if entry[1] != after]\n"
    "                heapify(queue)\n"
)
RULES = {  # {rule of the handout: an edit that breaks it}
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
# {rule of npuzzle's handout: (checks that fail where it is broken, file, an edit that breaks it)}
BROKEN = {
    "It does not change when these lists do": (
        "immutable",
        "board",
        "        self.n, self.squares = n,",
        "        self.rows = tiles\n        self.n, self.squares = n,",
        "self.squares[start : start + self.n])))",
        "self.rows[start // self.n])))",
    ),
    "Every method takes a time in O(N*N)": (
        "growth",
        "board",
        "return self.distances",
        "return max(self.distances for one in self.squares for other in self.squares)",
    ),
    "a board takes memory in O(N*N)": (
        "memory",
        "board",
        "        self.out_of_place, ",
        "        self.table = [0] * n**3\n        self.out_of_place, ",
    ),
    "the number of rows": ("dimension", "board", "return self.n\n", "return self.n**2\n"),
    "The number of tiles out of place": ("hamming", "board", "of_place += 1", "of_place += 2"),
    "the blank isn't a tile": ("hamming", "board", "if tile and square !=", "if square !="),
    "The sum of the tiles' Manhattan distances": (
        "manhattan",
        "board",
        "abs(square % n - (tile - 1) % n)",
        "0",
    ),
    "Whether each tile is on its goal square": (
        "is_goal",
        "board",
        "self.out_of_place == 0",
        "self.out_of_place <= 1",
    ),
    "any two tiles of this one exchanged": ("twin", "board", "[:3]) if tile]", "[:3])]"),
    "exactly one is solvable": ("twin", "board", "(first, second)", "(first, first)"),
    "The 2 to 4 boards one move away": ("neighbors", "board", "blank >= self.n", "blank > self.n"),
    "Whether the other is a board with": ("equality", "board", "isinstance(other, Board) and ", ""),
    "the same tiles on the same squares": (
        "equality",
        "board",
        "self.squares == other.squares",
        "self.distances == other.distances",
    ),
    "N in a line of its own": ("str", "board", "[str(self.n)]", "[]"),
    "a line for each row": ("str", "board", '"\\n".join(lines)', '" ".join(lines)'),
    "separated by spaces": ("str", "board", '" ".join(map', '",".join(map'),
    "`Minimum number of moves = 4`": ("command", "solver", '"Minimum number of', '"Number of'),
    "and each board": ("command", "solver", "        print(board)", "        pass"),
    "or only `No solution possible`": ("command", "solver", "No solution possible", "None"),
    "As a command, it prints the solution": ("command", "solver", '"__main__"', '"main"'),
    "a Solver of anything else raises an exception": (
        "none",
        "solver",
        'raise TypeError(f"expected a Board, got {type(initial).__name__}")',
        "initial = Board([[1, 2], [3, 0]])",
    ),
    "It compares boards by ==": (
        "compared",
        "solver",
        "node.parent is None or not board == node.parent.board",
        "not board == node.parent",
    ),
    "never reads their strings": (
        "without-str",
        "solver",
        "not board == node.parent.board",
        "str(board) != str(node.parent.board)",
    ),
    "Whether moves lead from the board to the goal": (
        "unsolvable",
        "solver",
        "return self.boards != []",
        "return True",
    ),
    "The number of moves of a shortest solution": (
        "solution/2x2",
        "solver",
        "return len(self.boards) - 1",
        "return len(self.boards)",
    ),
    "-1 if there is none": (
        "unsolvable",
        "solver",
        "return len(self.boards) - 1",
        "return max(0, len(self.boards) - 1)",
    ),
    "from the first to the goal": ("solution/2x2", "solver", "boards[::-1]", "boards"),
    "None if there is none": ("unsolvable", "solver", "(self.boards) or None", "(self.boards)"),
    "with your Board": ("solution/2x2", "solver", "board.manhattan()", "board.priority()"),
    "and nothing else that may be used": (
        "random",
        "solver",
        "board.manhattan()",
        "board.manhattan() + 0 * board.n",
    ),
    "Numbers are integers": (
        "hamming",
        "board",
        "return self.out_of_place\n",
        "return self.out_of_place / 1\n",
    ),
    "answers to questions True or False": (
        "two-boards",
        "board",
        "return self.out_of_place == 0",
        "return self.out_of_place == 0 or None",
    ),
    "Boards are Boards, not their strings": (
        "solution/2x2",
        "solver",
        "append(node.board)",
        "append(str(node.board))",
    ),
    "the critical optimisation": (
        "queue",
        "solver",
        "node.parent is None or not board == node.parent.board",
        "True",
    ),
    "changes nothing that is in its queue": (
        "queue-nodes",
        "solver",
        "Node(board, node.moves + 1, node))",
        "Node(board, node.moves + 1, node))\n                        queue[-1].estimate += 1",
    ),
    "Any number of solvers can be used": (
        "two-solvers",
        "solver",
        "        self.boards = boards\n",
        "        Solver.boards = boards\n",
    ),
    "their methods be called in any order": (
        "answers",
        "solver",
        "return len(self.boards) - 1",
        "return len(self.found) - 1",
        "return self.boards != []",
        "self.found = self.boards\n        return self.boards != []",
    ),
    "in any order and again": (
        "two-solvers",
        "solver",
        "return list(self.boards) or None",
        "boards, self.boards = self.boards, []\n        return boards or None",
    ),
    "a point for each that is solved in time": (
        "timetable/walk-5-62-36",
        "solver",
        "self.estimate = moves + board.manhattan()",
        "self.estimate = moves",
    ),
    "Importing the files prints nothing": (
        "solver",
        "solver",
        "import sys",
        "print(True)\nimport sys",
    ),
}
# {what npuzzle's handout leaves open: a file and an edit that do it otherwise}
LEFT_OPEN = {
    "in any order": ("board", "        return found", "        return found[::-1]"),
    "any iterable of them will do": ("solver", "return list(self.", "return tuple(self."),
    "any two tiles of this one": ("board", "(first, second)", "(second, first)"),
}


def words(handout):
    """What students read in the folder of a handout, in one line."""
    paths = [path for path in sorted(handout.rglob("*")) if path.suffix in (".md", ".py")]
    return " ".join("".join(path.read_text(encoding="utf-8") for path in paths).split())


def graded(tmp_path, *arguments):
    """{name of a submission: (its points, those that it could have)}."""
    return {
        one["submission"]: (one["points"], one["points_possible"])
        for one in submissions_graded(tmp_path, *arguments)
    }


def edited(text, *edits):
    """The text with (old, new, old, new, ...) exchanged, each old text once."""
    for old, new in zip(edits[::2], edits[1::2]):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    "assignment, rules", [("funny_puzzle", RULES), ("npuzzle", BROKEN | LEFT_OPEN)]
)
def test_the_handout_says_each_rule(assignment, rules, handouts):
    said = words(handouts[assignment])
    assert [rule for rule in rules if rule not in said] == []


def written(tmp_path, *edits):
    """The folder of npuzzle's program, with the edits (file, old, new, ...)."""
    folder = Path(shutil.copytree(WRITTEN, tmp_path / "program"))
    for file, *texts in edits:
        path = folder / f"{file}.py"
        path.write_text(edited(path.read_text(), *texts))
    return folder


@pytest.mark.parametrize(
    "assignment, edits",
    [
        pytest.param("funny_puzzle", [], marks=pytest.mark.slow),
        pytest.param("npuzzle", [], marks=pytest.mark.long),
        pytest.param("npuzzle", LEFT_OPEN.values(), marks=pytest.mark.slow),
    ],
)
def test_a_program_written_from_the_handout_gets_full_marks(assignment, edits, tmp_path):
    folder = written(tmp_path, *edits)
    if assignment == "funny_puzzle":
        folder /= "funny_puzzle.py"
    ((points, possible),) = graded(tmp_path, "--assignment", assignment, folder).values()
    assert points == possible == 100


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param([*RULES][::12], marks=pytest.mark.long, id="some"),
        pytest.param([*RULES], marks=pytest.mark.slow, id="all"),
    ],
)
def test_each_rule_of_the_handout_that_is_broken_costs_points_and_only_that_does(rules, tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    program = (WRITTEN / "funny_puzzle.py").read_text()
    for number, rule in enumerate(rules):
        (folder / f"rule{number}.py").write_text(edited(program, *RULES[rule]))
    (folder / "right.py").write_text(program)
    points = graded(tmp_path, "--layout", "many", *SOME, folder)
    right, possible = points.pop("right")
    assert right == possible and len(points) == len(rules)
    costs = {
        rule: points[f"rule{number}"][1] - points[f"rule{number}"][0]
        for number, rule in enumerate(rules)
    }
    print(*(f"{cost:5g}  {rule}" for rule, cost in costs.items()), sep="\n")
    assert [rule for rule, cost in costs.items() if cost <= 0] == []


@pytest.mark.long
@pytest.mark.parametrize("rule", one_in(16, BROKEN))
def test_each_rule_of_npuzzle_that_is_broken_costs_points(rule, tmp_path):
    checks, *edit = BROKEN[rule]
    options = "--assignment", "npuzzle", "--only", f"{checks}*", "--only", "dimension/small"
    ((points, possible),) = graded(tmp_path, *options, written(tmp_path, edit)).values()
    assert points < possible


@pytest.mark.parametrize("assignment", ["funny_puzzle", "npuzzle"])
def test_all_groups_with_points_are_in_the_handout(assignment, handouts):
    said = words(handouts[assignment])
    checks = [check for check in plan.load(assignment).checks if check.points]
    assert {check.name.split("/")[0] for check in checks} <= set(
        re.findall("`([\\w-]+)` [0-9]", said)
    )
