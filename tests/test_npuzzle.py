"""The assignment npuzzle from the outside: submissions of two files, through the command line."""

import pytest

from grader.assignment.edits import edited
from grader.assignment.hooks import call
from grader.assignments import sliding
from grader.assignments.npuzzle.misconceptions import IN_LOCKSTEP
from grader.judge.results import result
from grader.records.facts import fact
from grader.report.hints import help_of
from grader.report.sentences import rationale, sentence
from tests import mistakes_npuzzle
from tests.assignments import check_named, loaded
from tests.helpers import selecting, stdout_of
from tests.programs import texts_in
from tests.sample import one_in


pytestmark = pytest.mark.long

ASSIGNMENT = loaded("npuzzle")
BOARD, SOLVER = ASSIGNMENT.reference().values()
COPIED = "self._rows = [list(row) for row in tiles]"
TEXTS = texts_in("npuzzle.txt")  # parts of programs
HIDDEN = f"{COPIED}\n        self.hamming = 0"


@pytest.fixture(scope="module")
def judged(basic):
    """A function that gives {name of the check: its result} of files in a sandbox."""

    def judged(names, board=BOARD, solver=SOLVER, **more):
        texts = {"board": board, "solver": solver, **more}
        files = {f"{name}.py": text for name, text in texts.items()}
        checks = mistakes_npuzzle.checks_of(*names.split())
        return {check.name: mistakes_npuzzle.judged(basic, check, files) for check in checks}

    return judged


def points(results):
    """The points of all results together."""
    return sum(sum(result.points.values()) for result in results.values())


# ---- What is graded ----


def test_the_points_of_all_checks_are_100():
    assert sum(check.points for check in ASSIGNMENT.checks) == 100


# ---- What depends on what ----


def test_without_a_board_only_the_solver_on_the_models_board_is_graded_and_the_rest_skipped_once(
    put,
):
    folder = put({"jdoe/solver.py": SOLVER}) / "jdoe"
    shown = stdout_of(
        "--no-examples", *selecting("hamming", "unsolvable", "unsolvable-model"), folder
    )
    assert "There is no board.py." in shown
    assert shown.count("skipped\n  Not run, because board failed.") == 1
    assert "solver, and 4 more: skipped" in shown
    assert "unsolvable-model/each        accepted          2/2" in shown


def test_a_method_that_is_missing_or_has_another_name_or_is_hidden_is_named(judged):
    edits = (
        ("def twin(", "_twin = 1\n\n    def another("),
        ("def neighbors(", "def neighbours("),
        (
            "def is_goal(",
            "_is_goal = property(int)\n\n    def is_goal_(self):\n        pass\n\n    def _goal(",
        ),
        ("def manhattan(", "def calculate_manhattan("),
        ("def dimension(", "def get_dimension(self, of):\n        pass\n\n    def size("),
        (COPIED, HIDDEN),
    )
    solver = edited(SOLVER, [("def is_solvable(", "def isSolvable(")])
    groups = "twin", "neighbors", "is_goal", "manhattan", "hamming", "dimension"
    names = " ".join(["unsolvable-model/each", *(f"{group}/small" for group in groups)])
    results = judged(names, edited(BOARD, edits), solver).values()
    assert {result.verdict for result in results} == {"missing"}
    assert {rationale(result) for result in results} == {
        "There is no Board.twin.",
        "There is no Board.neighbors. There is neighbours: the assignment calls it neighbors.",
        "There is no Board.is_goal. There is is_goal_: the assignment calls it is_goal.",
        "There is no Board.manhattan. There is calculate_manhattan: the assignment calls it "
        "manhattan.",
        "There is no Board.dimension.",
        "Board.hamming is no method: it is called with parentheses, hamming().",
        "There is no Solver.is_solvable. There is isSolvable: the assignment calls it is_solvable.",
    }


def test_what_the_check_without_strings_forbids_is_a_sentence(judged):
    solver = edited(SOLVER, [("if board != before:", "if not before or int(str(board)[0]):")])
    (result,) = judged("without-str", solver=solver).values()
    assert "# Solver compares boards by ==, and never reads their strings" in result.call


# n*n*n steps, which Python makes in C
INDEXED = "_ = [row.index(tile) for row in 2 * self._rows for tile in row]; {}"
NEW_WAYS_TO_FAIL = [
    ("memory", "board.py", COPIED, "{}; self._all = [list(row) for row in tiles for _ in tiles]"),
    ("is_goal/large", "board.py", "return self._manhattan == 0", "{} and self._n < 100"),
    ("growth", "board.py", "return self._manhattan == 0", INDEXED),
    ("equality", "board.py", "boards.append(Board(rows))", "{}; boards[-1]._rows = tuple(rows)"),
    ("equality", "board.py", "self._rows == other._rows", "self._rows[:-1] == other._rows[:-1]"),
    ("random-2x2", "solver.py", "return self._path is not None", "{} and len(self._path) != 3"),
    ("random-solution", "solver.py", "list(self._path) if", "self._path[:12] if"),
    (
        "answers",
        "solver.py",
        "list(self._path) if",
        "[self._path.pop(0) for _ in [*self._path]] if",
    ),
    ("two-solvers", "solver.py", "list(self._path) if", "(self._path.reverse() or self._path) if"),
]


@pytest.mark.parametrize("check, file, old, new", NEW_WAYS_TO_FAIL)
def test_each_of_these_mistakes_fails_the_check_that_is_there_for_it(check, file, old, new, judged):
    text = {"board.py": BOARD, "solver.py": SOLVER}[file]
    results = judged(check, **{file.removesuffix(".py"): edited(text, [(old, new.format(old))])})
    assert "wrong_answer" in {result.verdict for result in results.values()}


def test_a_wrong_answer_that_nothing_explains_is_asked_about_as_the_assignment_says(judged):
    board = edited(BOARD, [("self._rows = [", "Board._rows = [")])  # those of the last board
    results = judged("hamming/small any-order solution-model/2x2", board=board)
    asked = [(result.verdict, help_of(result)) for result in results.values()]
    question = "Which of these calls changes what another one answers?"
    assert asked == [("accepted", ""), ("wrong_answer", question), ("accepted", "")]


def test_an_exception_where_what_the_check_uses_is_right_is_asked_about_as_the_assignment_says():
    raised = (
        check_named(ASSIGNMENT, "without-str/easy"),
        "runtime_error",
        fact("raised", "no_index"),
    )
    wrong, used = result(*raised), check_named(ASSIGNMENT, "solution-model/2x2")
    for verdicts, begins in (
        (["accepted"], "Which"),
        (["wrong_answer"], "How many"),
        ([], "How many"),
    ):
        results = [result(used, verdict, fact("")) for verdict in verdicts]
        assert help_of(wrong, [*results, wrong]).startswith(begins)


def test_a_solver_that_its_own_board_alone_makes_right_is_asked_what_may_differ_in_the_courses():
    own, model = mistakes_npuzzle.checks_of("solution/2x2", "solution-model/2x2")
    wrong = result(model, "wrong_answer", fact("wrong_line", line=1))
    for verdict, begins in ("accepted", "With your own files solution/2x2"), ("skipped", "It is"):
        assert help_of(wrong, [result(own, verdict, fact("")), wrong]).startswith(begins)


SOLUTION, NEIGHBOR, TWIN = (
    "list(self._path) if",
    "boards.append(Board(rows))",
    "        return Board(rows)\n",
)
GOAL, HAMMING = "return self._manhattan == 0", "        return count\n"
MOVES, SOLVABLE = "return len(self._path) - 1 if", "return self._path is not None"
NEIGHBORS = "        return boards\n"
# (text of the reference, its replacement, the only check that fails, words of its difference)
WRONG_TYPES = [
    (SOLUTION, "[str(board) for board in self._path] if", "solution-model/2x2", "Board, but str"),
    (SOLUTION, "[Looks(board) for board in self._path] if", "solution-model/2x2", "solver.Looks"),
    (SOLUTION, "[(board, 1) for board in self._path] if", "solution/2x2", "Board, but tuple"),
    (NEIGHBOR, "boards.append(rows)", "neighbors/small", "Board, but list"),
    (NEIGHBORS, "        return ' '.join(map(str, boards))\n", "neighbors/small", "Board, but str"),
    (TWIN, "        return Looks(Board(rows))\n", "twin/small", "Board, but Looks"),
    (HAMMING, "        return str(count)\n", "two-boards/some", "int, but str"),
    (HAMMING, "        return float(count)\n", "two-boards/some", "int, but float"),
    (HAMMING, "        return count > 4 or count\n", "two-boards/some", "int, but bool"),
    (GOAL, "if self._manhattan == 0: return True", "two-boards/some", "bool, but NoneType"),
    (GOAL, "yield self._manhattan == 0", "two-boards/some", "bool, but generator"),
    (MOVES, "return str(len(self._path) - 1) if", "answers/larger", "int, but str"),
    (SOLVABLE, "return Looks(1) if self._path else False", "answers/larger", "solver.Looks"),
]


ONE_OF_EACH = (
    "solution/2x2 solution-model/2x2 unsolvable two-solvers answers/larger neighbors/small "
    "twin/small hamming/small is_goal/small two-boards any-order"
)


def typed(*edits):
    """The texts of board.py and solver.py, some of whose answers are of other types."""
    for text in (BOARD, SOLVER):
        own = [edit for edit in edits if edit[0] in text]
        yield edited(text, own) + TEXTS["looks"] if own else text


@pytest.mark.parametrize("old, new, check, said", WRONG_TYPES)
def test_an_answer_of_a_wrong_type_is_told_and_not_accepted(old, new, check, said, judged):
    result = judged(check, *typed((old, new)))[check]
    assert result.verdict == "wrong_answer"
    actual = result.difference.actual
    assert f"not of type {said}" in actual or f", but {said}" in actual


@pytest.mark.parametrize("group", ["solution", "unsolvable"])
def test_a_search_on_a_board_that_changes_or_is_stale_is_told_as_what_follows(group):
    uses = [set(check.uses) for check in mistakes_npuzzle.checks_of(group)]
    assert uses and all({"kth", "any-order"} <= own for own in uses)


def test_each_measure_that_reads_boards_from_their_strings_fails_after_the_string():
    uses = {check.group: check.uses for check in ASSIGNMENT.checks}
    assert "str" in uses["memory"] and "str" in uses["growth"]


def test_none_in_the_place_of_a_twin_lacks_no_method_that_could_be_spelled_otherwise(judged):
    results = judged("twin/small kth/some", edited(BOARD, [(TWIN, "        return None\n")]))
    assert results["twin/small"].difference.actual == "random-2-1: not of type Board, but NoneType"
    assert results["kth/some"].verdict == "runtime_error"


@pytest.mark.parametrize("old, new, check, said", [WRONG_TYPES[6], WRONG_TYPES[11]])
def test_an_answer_that_reads_alike_costs_points_in_one_check_alone(old, new, check, said, judged):
    results = judged(ONE_OF_EACH, *typed((old, new)))
    assert [name for name, result in results.items() if not result.passed] == [check]


def test_neighbors_that_can_be_read_only_once_are_told_to_be_used_up(judged):
    once = "        self._kept = getattr(self, '_kept', None) or iter(boards)\n"
    board = edited(BOARD, [(NEIGHBORS, f"{once}        return self._kept\n")])
    small, again = judged("neighbors/small any-order", board=board).values()
    assert small.passed and again.difference.actual == "puzzle04, neighbors: none"


def test_a_board_may_change_the_lists_that_it_is_given(judged):
    copied = "        self._rows = [list(row) for row in tiles]\n"
    used_up = "        for row in tiles:\n            row.clear()\n"
    board = edited(BOARD, [(copied, copied + used_up)])
    assert all(result.passed for result in judged("equality", board=board).values())


def test_neighbors_that_move_tiles_in_their_board_leave_its_equality_alone(judged):
    copied = "rows = [list(row) for row in self._rows]\n                rows[i][j]"
    board = edited(BOARD, [(copied, "rows = self._rows[:]\n                rows[i][j]")])
    neighbors, equality = judged("neighbors/files equality", board=board).values()
    assert equality.passed and not neighbors.passed


LAST_NEWLINE = (
    'return "\\n".join([str(self._n)] + lines)',
    'return "\\n".join([str(self._n)] + lines) + "\\n"',
)
# Edits that fit together.
RIGHT_TYPES = [
    [
        (SOLUTION, "tuple(self._path) if"),
        (SOLVABLE, "return 1 if self._path else 0"),
        (NEIGHBORS, "        return iter(boards)\n"),
        (HAMMING, "        return Number(count)\n"),
        (GOAL, "return int(self._manhattan == 0)"),
        LAST_NEWLINE,
    ],
    [
        (SOLUTION, "(board for board in self._path) if"),
        (NEIGHBORS, "        return set(boards)\n"),
        (GOAL, "return Truth(self._manhattan == 0)"),
    ],
    [
        (SOLUTION, "dict.fromkeys(self._path) if"),
        (NEIGHBOR, "boards.append(type('Other', (Board,), {})(rows))"),
    ],
]


@pytest.mark.parametrize("edits", one_in(2, RIGHT_TYPES))
def test_answers_that_do_what_the_api_says_are_accepted(edits, judged):
    results = judged(f"{ONE_OF_EACH} str/small", *typed(*edits))
    assert {result.verdict for result in results.values()} == {"accepted"}


def test_each_size_of_the_timetable_needs_the_one_before():
    sizes = mistakes_npuzzle.checks_of("timetable")
    needed = [check.needs for check in sizes]
    assert needed == ["solver-model", *[check.name for check in sizes[:-1]]]


def test_an_exception_is_told_with_the_file_and_line_where_it_arose(judged):
    result = judged("board", board="import solver_helper\n" + BOARD)["board"]
    assert rationale(result).endswith("(board.py, line 1).")


# ---- What is said ----


def test_the_call_under_a_failure_is_the_one_on_the_board_that_differs(judged):
    board = edited(BOARD, [("return count", "return count + self._n % 3")])
    small, large = judged("hamming/small hamming/large", board=board).values()
    assert small.verdict == "wrong_answer"
    assert small.call == "Board([[2, 0], [3, 1]]).hamming()"
    assert small.difference.expected.startswith("random-2-1: ")
    typed = large.call.removeprefix("Board(").removesuffix(").hamming()")
    assert eval(typed) == sliding.rows("random-10-1") and len(typed) < 130


def test_counts_of_a_solver_in_lockstep_are_told_beside_those_of_both_searches(judged):
    result = judged("queue/queues", solver=edited(SOLVER, IN_LOCKSTEP))["queue/queues"]
    notes = map(sentence, result.notes)
    counts = [note.split(": ", 1)[1].split("; by the reference: ") for note in notes]
    pairs = [pair for pair in counts if len(pair) == 2]
    assert len(pairs) == 25 and all(f"{own}, with twin" == both for own, both in pairs)


# ---- Programs that cheat ----


def test_a_string_that_says_what_the_grader_concludes_earns_nothing(judged):
    claim = TEXTS["claim"]
    results = judged(
        "twin solution/2x2",
        board=f"{BOARD}{claim}Board.twin = lambda board: Claim('two tiles are exchanged')\n",
        solver=f"{SOLVER}{claim}Solver.solution = lambda self: [\n"
        "    Claim(f'a path of length {self.moves()} from the board to the goal')]\n",
    )
    assert {name: result.points for name, result in results.items()} == {
        "twin/files": {"twin": 0},
        "twin/small": {"twin": 0},
        "twin/large": {"twin": 0},
        "solution/2x2": {"moves": 1, "solution": 0},
    }
    assert rationale(results["solution/2x2"]).endswith(" The moves are right.")


def test_a_program_is_told_what_is_called_after_its_import_and_never_the_names(judged):
    words = ["instance0", "neighbors-twice", "puzzle04", "puzzle4x4-25", "random-10-1"]
    backwards = [word[::-1] for word in words]
    (result,) = judged("neighbors-twice", f"{BOARD}\nWORDS = {backwards}\n{TEXTS['spy']}").values()
    assert [*result.stderr] == ["import []", "call ['instance0']"], result


def test_the_file_that_a_command_reads_is_the_one_that_is_shown(judged):
    read = (
        "import sys\nif len(sys.argv) > 1:\n    sys.stderr.write(repr(open(sys.argv[1]).read()))\n"
    )
    result = judged("command", BOARD, read)["command/puzzle04"]
    (written,) = result.stderr
    shown = call(check_named(ASSIGNMENT, "command/puzzle04"))
    assert f".write({written});" in shown and "\\n 0  1  3\\n" in written


def test_the_status_with_which_a_command_ends_costs_nothing(judged):
    ends = edited(SOLVER, [("    main(sys.argv[1:])", "    main(sys.argv[1:]); sys.exit(1)")])
    assert all(result.passed for result in judged("command", BOARD, ends).values())


def test_what_the_methods_of_a_skeleton_answer_earns_nothing(judged):
    board = """
class Board:
    def __init__(self, tiles): pass
    def __eq__(self, other): return False
    def dimension(self): return 0
    hamming = manhattan = dimension
    def is_goal(self): return False
    def neighbors(self): return []
    def twin(self): return self
"""
    solver = """
class Solver:
    def __init__(self, board): pass
    def is_solvable(self): return False
    def moves(self): return -1
    def solution(self): return None
"""
    names = "memory kth unsolvable unsolvable-model none queue command two-solvers"
    assert points(judged(names, board, solver)) == 0


def test_what_a_program_prints_by_itself_stops_nobody(judged):
    text = (
        "manhattan: soon s\\nstr: e s\\npuzzle3x3-10: "
        + "1" * 5000
        + " inserts, 1 deletes, 1 at most\\n"
    )
    print_it = """
import os
def printing(given):
    def init(self, *arguments):
        if not init.__dict__:
            init.told = os.write(1, b'TEXT')
        given(self, *arguments)
    return init
"""
    print_it = print_it.replace("TEXT", text)
    results = judged(
        "growth queue twin/small",
        board=f"{BOARD}{print_it}Board.__init__ = printing(Board.__init__)\n",
        solver=f"{SOLVER}{print_it}Solver.__init__ = printing(Solver.__init__)\n",
    )
    assert {result.verdict for result in results.values()} == {"wrong_answer"}, results


# ---- What can't be forged ----

FORGERS = "threads modules marks works_in_children skips_the_calls nothing".split()


@pytest.mark.parametrize("share", one_in(3, range(3)))
def test_no_program_forges_how_its_time_grows(judged, share):
    for name in FORGERS[share::3]:
        assert points(judged("board growth", BOARD + TEXTS["cubic"] + TEXTS[name])) == 0, name


# What a Board answers for nothing once it sees who calls it, and the checks whose points that would
# earn.
NONSENSE = {
    "__init__": ("lambda self, rows: setattr(self, '_rows', ())", 4),
    "__str__": ("lambda self: '1'", 4),
    "__eq__": ("lambda self, other: True", 3),
    "hamming": ("lambda self: 1", 3),
    "is_goal": ("lambda self: True", 3),
    "neighbors": ("lambda self: [self] * 4", 3),
}


@pytest.mark.parametrize("share", one_in(3, range(3)))
def test_nonsense_while_it_is_measured_earns_a_board_nothing(judged, share):
    for method, (nonsense, lost) in [*NONSENSE.items()][share::3]:
        cheat = f"{TEXTS['only_there']}only_there({method!r}, {nonsense})\n"
        assert points(judged("board growth memory", BOARD + cheat)) == 4 - lost, method


COUNT_FORGERS = "frames counts_of_its_own uncounted_heap".split()
SLOWS_THE_MEASURE = "import time\nwhile time.process_time() < 3:\n    pass\nfrom _heapq import *\n"


@pytest.mark.slow
def test_no_program_forges_how_much_its_search_does(judged):
    checks = "solver queue/queues"
    for name in COUNT_FORGERS:
        assert points(judged(checks, solver=TEXTS["undoing"] + TEXTS[name])) == 0, name
    assert points(judged(checks, solver=TEXTS["undoing"], heapq=SLOWS_THE_MEASURE)) == 0
    assert points(judged(checks)) == 3
