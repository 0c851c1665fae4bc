"""The assignment npuzzle from the outside: submissions of two files, through the command line."""

import json
import sys
import zipfile

import pytest

from grader.assignment.edits import edited
from grader.assignments import sliding
from grader.assignments.npuzzle.misconceptions import EQUALITY, IN_LOCKSTEP
from grader.judge.judge import judge
from grader.making import transcripts
from grader.report.sentences import rationale
from grader.sandbox.sandbox import Sandbox
from tests.assignments import loaded
from tests.golden import grader
from tests.sample import one_in


pytestmark = [pytest.mark.once, pytest.mark.long]

ASSIGNMENT = loaded("npuzzle")
BOARD, SOLVER = ASSIGNMENT.reference().values()
COPIED = "self._rows = [list(row) for row in tiles]"
HIDDEN = f"{COPIED}\n        self.hamming = 0"
OTHER_SIZE = "boards[-1].dimension = lambda: self._n + 1"


@pytest.fixture
def handed_in(tmp_path):
    """A function that writes a submission of these files into a folder, and gives the folder."""

    def written(name="jdoe", board=BOARD, solver=SOLVER):
        folder = tmp_path / name
        folder.mkdir(parents=True)
        for file, text in (("board.py", board), ("solver.py", solver)):
            if text is not None:
                (folder / file).write_text(text)
        return folder

    return written


@pytest.fixture(scope="module")
def judged():
    """A function that gives {name of the check: its result} of files in a sandbox."""
    with Sandbox("basic", sys.executable) as box:

        def judged(names, board=BOARD, solver=SOLVER):
            files = {"board.py": board.encode(), "solver.py": solver.encode()}
            checks = [one for one in ASSIGNMENT.checks if {one.name, one.group} & {*names.split()}]
            expected = transcripts.expected(ASSIGNMENT, checks)
            runs = [(check, box.run(check, files)) for check in checks]
            return {one.name: judge(one, run, expected[one.name]) for one, run in runs}

        yield judged


def only(names):
    """The options for these checks alone."""
    return [word for name in names.split() for word in ("--only", name)]


def records(folder, names, *options):
    """{name of the check: its record} of a submission."""
    file = folder.parent / "results.json"
    done = grader("--json", file, "--no-examples", *only(names), *options, folder)
    assert done.returncode == 0, done.stderr
    return {record["check"]: record for record in graded(folder)["results"]}


def graded(folder):
    """What was found of the submission in a folder that `records` has graded."""
    (submission,) = json.loads((folder.parent / "results.json").read_text())["submissions"]
    return submission


def misconceptions(folder, names, *options):
    """The names of the misconceptions of a submission."""
    records(folder, names, *options)
    return [misconception["name"] for misconception in graded(folder)["misconceptions"]]


def points_of(folder, names):
    """{student: points} of a class that is graded by these checks."""
    file = folder / "x.json"
    options = ["--assignment", "npuzzle", "--no-examples", "--json", file, *only(names)]
    done = grader(*options, folder / "class")
    assert done.returncode == 0, done.stderr
    submissions = json.loads(file.read_text())["submissions"]
    return {submission["submission"]: submission["points"] for submission in submissions}


# ---- What is graded ----


@pytest.mark.slow
def test_the_assignment_is_found_by_the_files_of_a_submission_however_it_is_handed_in(
    handed_in, tmp_path
):
    folder = handed_in()
    with zipfile.ZipFile(tmp_path / "hw9_zipped.zip", "w") as archive:
        for file in folder.iterdir():
            archive.write(file, f"hw9/{file.name}")
    for path in folder, folder / "solver.py", tmp_path / "hw9_zipped.zip", tmp_path:
        done = grader(*only("dimension/small none"), path)
        assert "npuzzle, Python 3" in done.stdout, path
        assert "accepted" in done.stdout and "wrong_answer" not in done.stdout, path
    done = grader("--only", "import", "funny_puzzle.py")
    assert "funny_puzzle, Python 3" in done.stdout


def test_what_the_files_of_a_submission_print_is_no_data_of_theirs(judged):
    edit = "        boards = []\n", "        print('debug', self)\n        boards = []\n"
    results = judged("neighbors two-boards", board=edited(BOARD, [edit]))
    assert {result.verdict for result in results.values()} == {"accepted"}


def test_the_points_of_all_checks_are_100_and_every_part_of_them_is_in_its_transcript():
    assert sum(check.points for check in ASSIGNMENT.checks) == 100


# ---- What depends on what ----


def test_without_a_board_only_the_solver_on_the_models_board_is_graded_and_the_rest_skipped_once(
    handed_in,
):
    folder = handed_in(board=None)
    done = grader(*only("hamming unsolvable unsolvable-model"), folder)
    assert "There is no board.py." in done.stdout
    assert done.stdout.count("skipped\n  Not run, because board failed.") == 1
    assert "solver, and 4 more: skipped" in done.stdout
    assert "unsolvable-model/each        accepted          2/2" in done.stdout


def test_a_method_that_is_missing_or_has_another_name_or_is_hidden_is_named(judged):
    edits = ("def twin(", "def get_twin("), ("def neighbors(", "def neighbours("), (COPIED, HIDDEN)
    solver = edited(SOLVER, [("def is_solvable(", "def isSolvable(")])
    names = "twin/small neighbors/small hamming/small unsolvable-model/each"
    results = judged(names, edited(BOARD, edits), solver).values()
    assert {result.verdict for result in results} == {"missing"}
    assert {rationale(result) for result in results} == {
        "There is no Board.twin.",
        "There is no Board.neighbors. There is neighbours: in Python it is neighbors.",
        "Board.hamming is no method: it is called with parentheses, hamming().",
        "There is no Solver.is_solvable. There is isSolvable: in Python it is is_solvable.",
    }


@pytest.mark.parametrize("checks", one_in(2, ["equality neighbors kth", "equality solution/2x2"]))
def test_a_board_without_equality_is_named_as_that_alone_from_any_checks(checks, handed_in):
    folder = handed_in(board=edited(BOARD, [(EQUALITY, "")]))
    assert misconceptions(folder, checks) == ["no_equality"]


@pytest.mark.slow
def test_an_endless_solver_is_not_asked_to_remember_where_it_has_been(handed_in):
    solver = edited(SOLVER, [("    while queue.heap:", "    while True:\n        continue")])
    options = ("--cpu-s", "0.5", "--only", "random")
    done = grader(*options, handed_in(solver=solver))
    assert "Does every loop end?" in done.stdout and "remember" not in done.stdout


def test_what_the_check_without_strings_forbids_is_a_sentence(judged):
    solver = edited(SOLVER, [("if board != before:", "if not before or int(str(board)[0]):")])
    (result,) = judged("without-str", solver=solver).values()
    assert "# Solver compares boards by ==, and never reads their strings" in result.call


NEW_WAYS_TO_FAIL = [
    ("kth-dimension", "board.py", "boards.append(Board(rows))", "{}; " + OTHER_SIZE),
    ("memory", "board.py", COPIED, "{}; self._all = [list(row) for row in tiles for _ in tiles]"),
    ("is_goal/large", "board.py", "return self._manhattan == 0", "{} and self._n < 100"),
    ("random-2x2", "solver.py", "return self._path is not None", "{} and len(self._path) != 3"),
    ("random-solution", "solver.py", "list(self._path) if", "self._path[:12] if"),
    (
        "answers",
        "solver.py",
        "list(self._path) if",
        "[self._path.pop(0) for _ in [*self._path]] if",
    ),
    ("compared", "solver.py", "if board != before:", "if board != str(before):"),
]


# `verify` proves that the others' checks alone fail a program of the tree.
UNPROVEN = "memory", "is_goal/large", "random-2x2", "random-solution", "answers"


@pytest.mark.parametrize(
    "check, file, old, new", one_in(2, [way for way in NEW_WAYS_TO_FAIL if way[0] in UNPROVEN])
)
def test_each_of_these_mistakes_fails_the_check_that_is_there_for_it(check, file, old, new, judged):
    text = {"board.py": BOARD, "solver.py": SOLVER}[file]
    results = judged(check, **{file.removesuffix(".py"): edited(text, [(old, new.format(old))])})
    assert "wrong_answer" in {result.verdict for result in results.values()}


LOOKS = """


class Looks:
    def __init__(self, what):
        self.what = what

    def __str__(self):
        return str(self.what)

    __repr__ = __str__

    def __eq__(self, other):
        return True


class Number(Looks):
    def __index__(self):
        return self.what


class Truth(Looks):
    __module__ = "numpy"

    def __bool__(self):
        return self.what
"""
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
    (SOLUTION, "{str(board): board for board in self._path} if", "solution-model/2x2", "str"),
    (SOLUTION, "[(board, 1) for board in self._path] if", "solution/2x2", "Board, but tuple"),
    (NEIGHBOR, "boards.append(str(Board(rows)))", "neighbors/small", "Board, but str"),
    (NEIGHBOR, "boards.append(rows)", "neighbors/small", "Board, but list"),
    (NEIGHBORS, "        return ' '.join(map(str, boards))\n", "neighbors/small", "Board, but str"),
    (TWIN, "        return str(Board(rows))\n", "twin/small", "Board, but str"),
    (TWIN, "        return Looks(Board(rows))\n", "twin/small", "Board, but Looks"),
    (HAMMING, "        return str(count)\n", "two-boards/some", "int, but str"),
    (HAMMING, "        return Looks(count)\n", "two-boards/some", "int, but Looks"),
    (HAMMING, "        return float(count)\n", "two-boards/some", "int, but float"),
    (HAMMING, "        return count > 4 or count\n", "two-boards/some", "int, but bool"),
    (GOAL, "if self._manhattan == 0: return True", "two-boards/some", "bool, but NoneType"),
    (GOAL, "return '' if self._manhattan else 'goal'", "two-boards/some", "bool, but str"),
    (GOAL, "yield self._manhattan == 0", "two-boards/some", "bool, but generator"),
    (MOVES, "return len(self._path) - 1.0 if", "answers/larger", "int, but float"),
    (MOVES, "return str(len(self._path) - 1) if", "answers/larger", "int, but str"),
    (SOLVABLE, "return Looks(1) if self._path else False", "answers/larger", "solver.Looks"),
    (SOLVABLE, "if self._path: return True", "answers/larger", "bool, but NoneType"),
]


ONE_OF_EACH = (
    "solution/2x2 solution-model/2x2 unsolvable two-solvers answers/larger neighbors/small "
    "twin/small hamming/small is_goal/small two-boards any-order"
)


def typed(*edits):
    """The texts of board.py and solver.py, some of whose answers are of other types."""
    for text in (BOARD, SOLVER):
        own = [edit for edit in edits if edit[0] in text]
        yield edited(text, own) + LOOKS if own else text


@pytest.mark.parametrize("old, new, check, said", one_in(5, WRONG_TYPES))
def test_an_answer_of_a_wrong_type_is_told_and_not_accepted(old, new, check, said, judged):
    result = judged(check, *typed((old, new)))[check]
    assert result.verdict == "wrong_answer"
    actual = result.difference.actual
    assert f"not of type {said}" in actual or f", but {said}" in actual


@pytest.mark.parametrize("number", one_in(2, [9, 13, 17, 19]))
def test_an_answer_that_reads_alike_costs_points_in_one_check_alone(number, judged):
    old, new, check, _ = WRONG_TYPES[number]
    results = judged(ONE_OF_EACH, *typed((old, new)))
    assert [name for name, result in results.items() if not result.passed] == [check]


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


def test_an_exception_is_told_with_the_file_and_line_where_it_arose(judged):
    result = judged("board", board="import solver_helper\n" + BOARD)["board"]
    assert rationale(result).endswith("(board.py, line 1).")


@pytest.mark.slow
def test_a_slower_solver_keeps_the_points_of_its_size(handed_in):
    slow = edited(
        SOLVER,
        [
            (
                "        self._path = a_star(initial)\n",
                """\
        while initial.manhattan() > 16:
            pass
        self._path = a_star(initial)
""",
            )
        ],
    )
    by_check = records(handed_in(solver=slow), "timetable", "--cpu-s", "0.5")
    verdicts = [
        record["verdict"] for name, record in by_check.items() if name.startswith("timetable/")
    ]
    passed = verdicts.index("time_limit")
    assert 0 < passed < 13 and verdicts == ["accepted"] * passed + ["time_limit"] + ["skipped"] * (
        13 - passed
    )
    reasons = {
        record["rationale"] for record in by_check.values() if record["verdict"] == "skipped"
    }
    assert len(reasons) == 1


# ---- What is said ----


def test_the_call_under_a_failure_is_the_one_on_the_board_that_differs(judged):
    board = edited(BOARD, [("return count", "return count + self._n % 3")])
    small, large = judged("hamming/small hamming/large", board=board).values()
    assert small.verdict == "wrong_answer"
    assert small.call == "Board([[2, 0], [3, 1]]).hamming()"
    assert small.difference.expected.startswith("random-2-1: ")
    typed = large.call.removeprefix("Board(").removesuffix(").hamming()")
    assert eval(typed) == sliding.rows("random-10-1") and len(typed) < 130


@pytest.mark.slow
def test_counts_of_the_queue_are_told_beside_the_references(handed_in):
    note = records(handed_in(), "queue")["queue/queues"]["notes"][2]
    assert note == (
        "puzzle3x3-16: 156 inserts, 90 deletes, 67 at most; "
        "by the reference: 156 inserts, 90 deletes, 67 at most"
    )


def test_counts_of_a_solver_in_lockstep_are_told_beside_those_of_both_searches(handed_in):
    folder = handed_in(solver=edited(SOLVER, IN_LOCKSTEP))
    notes = records(folder, "queue")["queue/queues"]["notes"]
    counts = [note.split(": ", 1)[1].split("; by the reference: ") for note in notes]
    pairs = [pair for pair in counts if len(pair) == 2]
    assert len(pairs) == 25 and all(own == reference for own, reference in pairs)


@pytest.mark.slow
def test_a_search_that_deletes_far_more_than_the_reference_fails_though_its_moves_are_right(
    handed_in,
):
    solver = edited(SOLVER, [("h = node.board.manhattan()", "h = node.board.hamming() // 2")])
    record = records(handed_in(solver=solver), "queue")["queue/queues"]
    assert record["verdict"] == "wrong_answer"
    assert "many times the deletes of the reference" in record["difference"]["actual"]


SLOW = """

def slow(self, initial, given=Solver.__init__):
    while initial is not None and initial.manhattan() > 17:
        pass
    int(str(initial)[:1])
    given(self, initial)


Solver.__init__ = slow
"""


@pytest.mark.slow
def test_a_solver_that_is_too_slow_for_hard_boards_and_fails_elsewhere_has_no_misconception(
    handed_in,
):
    names = "hamming solution/3x3 solution/2x2 solution-model/3x3 without-str"
    folder = handed_in(solver=SOLVER + SLOW)
    by_check = records(folder, names, "--cpu-s", "0.5")
    assert [
        record["verdict"] for record in by_check.values() if record["verdict"] != "accepted"
    ] == ["time_limit", "time_limit", "runtime_error"]
    assert graded(folder)["misconceptions"] == []


@pytest.mark.slow
def test_what_goes_wrong_with_a_wrong_board_alone_is_no_misconception_of_the_solver(handed_in):
    twin = "rows[0][-2], rows[0][-1] = rows[0][-1], rows[0][-2]  # the blank, too"
    board = edited(BOARD, [("rows[i][0], rows[i][1] = rows[i][1], rows[i][0]", twin)])
    folder = handed_in(board=board, solver=edited(SOLVER, IN_LOCKSTEP))
    names = "twin solution/2x2 unsolvable solution-model/2x2 unsolvable-model/each"
    assert misconceptions(folder, names, "--cpu-s", "0.5") == []


@pytest.mark.slow
def test_a_search_that_is_slow_but_right_has_no_misconception(handed_in):
    slow = edited(SOLVER, [("h = node.board.manhattan()", "h = node.board.hamming()")])
    names = "hamming/small random solution-model/3x3 unsolvable-model"
    assert misconceptions(handed_in(solver=slow), names, "--cpu-s", "0.5") == []


# ---- Programs that cheat ----

CLAIM = """

class Claim:
    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


"""


def test_a_string_that_says_what_the_grader_concludes_earns_nothing(judged):
    results = judged(
        "twin solution/2x2",
        board=f"{BOARD}{CLAIM}Board.twin = lambda board: Claim('two tiles are exchanged')\n",
        solver=f"{SOLVER}{CLAIM}Solver.solution = lambda self: [\n"
        "    Claim(f'a path of {self.moves()} moves from the board to the goal')]\n",
    )
    assert {name: result.points for name, result in results.items()} == {
        "twin/files": {"twin": 0},
        "twin/small": {"twin": 0},
        "twin/large": {"twin": 0},
        "solution/2x2": {"moves": 1, "solution": 0},
    }
    assert rationale(results["solution/2x2"]).endswith(" The moves are right.")


SPY = """
import gc, os, sys
def spy(when):
    texts, frame = [*sys.argv, *os.environ.values(), os.getcwd(), *os.listdir()], sys._getframe()
    while frame:
        texts += [frame.f_code.co_name, *frame.f_locals]
        frame = frame.f_back
    for thing in gc.get_objects():
        if type(thing) in (list, tuple, set, dict):
            texts += [text for text in thing if type(text) is str]
        if type(thing) is dict:
            texts += [text for text in thing.values() if type(text) is str]
    told = [word[::-1] for word in WORDS if any(word[::-1] in text for text in texts)]
    sys.stderr.write(f"{when} {told}\\n")
spy("import")
class Board(Board):
    neighbors_before = Board.neighbors
    def neighbors(self):
        if not done:
            done.append(spy("call"))
        return self.neighbors_before()
done = []
"""


def test_a_program_is_told_what_is_called_after_its_import_and_never_the_names(judged):
    words = ["instance0", "neighbors-twice", "puzzle04", "puzzle4x4-25", "random-10-1"]
    backwards = [word[::-1] for word in words]
    (result,) = judged("neighbors-twice", f"{BOARD}\nWORDS = {backwards}\n{SPY}").values()
    assert [*result.stderr] == ["import []", "call ['instance0']"], result


def test_what_the_methods_of_a_skeleton_answer_earns_nothing(handed_in):
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
    folder = handed_in(board=board, solver=solver)
    names = "growth kth unsolvable unsolvable-model none queue command two-solvers"
    by_check = records(folder, names, "--cpu-s", "2")
    assert sum(sum(record["points"].values()) for record in by_check.values()) == 0
    assert graded(folder)["misconceptions"] == []


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

CUBIC = """

def cubic(self, given=Board.manhattan):
    for _ in range(len(self._rows) ** 3):
        pass
    return given(self)


Board.manhattan = cubic
"""
FORGERS = {
    "nothing": "",
    "frames": """
import sys
frame = sys._getframe()
while frame:
    if "thread_time" in frame.f_globals:
        frame.f_globals["thread_time"] = lambda: 0.0
    frame = frame.f_back
""",
    "modules": """
import gc, sys, time
for name in "thread_time", "process_time", "perf_counter", "monotonic", "time":
    setattr(time, name, lambda: 0.0)
for thing in gc.get_objects():
    if isinstance(thing, dict) and "thread_time" in thing:
        thing["thread_time"] = lambda: 0.0
sys.modules["time"] = time
""",
    "threads": """
import sys, threading, time
def forge():
    while True:
        for frame in sys._current_frames().values():
            while frame:
                if "thread_time" in frame.f_globals:
                    frame.f_globals["thread_time"] = lambda: 0.0
                frame = frame.f_back
        time.sleep(0.001)
threading.Thread(target=forge, daemon=True).start()
""",
    "marks": """
import os
os.write(1, b"\\x1ecall\\nmanhattan of 1: 0\\n")
""",
    "skips_the_calls": """
import sys
frame = sys._getframe()
while frame:
    if "_answer" in frame.f_globals:
        frame.f_globals["_answer"] = lambda *_: 0
    frame = frame.f_back
""",
    "works_in_children": """
import os
def manhattan(self):
    if len(self._rows) < 100:
        return cubic(self)
    end, start = os.pipe()
    if os.fork() == 0:
        os.write(start, str(cubic(self)).encode())
        os._exit(0)
    os.wait()
    os.close(start)
    with os.fdopen(end) as file:
        return int(file.read())
Board.manhattan = manhattan
""",
}


@pytest.mark.parametrize("share", one_in(3, range(3)))
def test_no_program_forges_how_its_time_grows(handed_in, tmp_path, share):
    forgers = [*FORGERS][share::3]
    for name in forgers:
        handed_in(f"class/{name}", board=BOARD + CUBIC + FORGERS[name])
    handed_in("class/right")
    points = points_of(tmp_path, "board growth")
    assert points == {**dict.fromkeys(forgers, 0), "right": 3}


# What a Board answers for nothing once it sees who calls it, and the checks whose points that would
# earn.
ONLY_THERE = """

def only_there(method, nonsense):
    given = getattr(Board, method)
    def asked(self, *arguments):
        frame = sys._getframe()
        while frame and frame.f_code.co_name not in ("growth", "memory"):
            frame = frame.f_back
        return (nonsense if frame else given)(self, *arguments)
    setattr(Board, method, asked)
import sys
"""
NONSENSE = {
    "__init__": ("lambda self, rows: setattr(self, '_rows', ())", 4),
    "__str__": ("lambda self: '1'", 4),
    "__eq__": ("lambda self, other: True", 3),
    "dimension": ("lambda self: 1", 3),
    "hamming": ("lambda self: 1", 3),
    "manhattan": ("lambda self: 1", 3),
    "is_goal": ("lambda self: True", 3),
    "twin": ("lambda self: self", 3),
    "neighbors": ("lambda self: [self] * 4", 3),
}


@pytest.mark.parametrize("share", one_in(3, range(3)))
def test_nonsense_while_it_is_measured_earns_a_board_nothing(handed_in, tmp_path, share):
    cheats = dict([*NONSENSE.items()][share::3])
    for method, (nonsense, _) in cheats.items():
        cheat = f"{ONLY_THERE}only_there({method!r}, {nonsense})\n"
        handed_in(f"class/{method}", board=BOARD + cheat)
    points = points_of(tmp_path, "board growth memory")
    assert points == {method: 4 - lost for method, (_, lost) in cheats.items()}


UNDOING = """
from heapq import heappop, heappush


class Solver:
    def __init__(self, board):
        order, heap = 0, [(board.manhattan(), 0, 0, board)]
        while True:
            _, _, self.length, last = heappop(heap)
            if last.is_goal():
                break
            for after in last.neighbors():
                order += 1
                h = after.manhattan()
                heappush(heap, (self.length + 1 + h, order, self.length + 1, after))

    def moves(self):
        return self.length
"""
COUNT_FORGERS = {
    "frames": """
import sys
frame = sys._getframe()
while frame:
    if "count" in frame.f_locals:
        kind = type(frame.f_locals["count"])
        kind.text = lambda count: "2 inserts, 2 deletes, 2 at most"
    frame = frame.f_back
""",
    "counts_of_its_own": """
class Solver(Solver):
    generated = expanded = max_frontier = 2
import _heapq
heappop, heappush = _heapq.heappop, _heapq.heappush
""",
    "uncounted_heap": """
import _heapq
heappop, heappush = _heapq.heappop, _heapq.heappush
""",
}
SLOWS_THE_MEASURE = "import time\nwhile time.process_time() < 3:\n    pass\nfrom _heapq import *\n"


@pytest.mark.slow
def test_no_program_forges_how_much_its_search_does(handed_in, tmp_path):
    for name, forger in COUNT_FORGERS.items():
        handed_in(f"class/{name}", solver=UNDOING + forger)
    slow = handed_in("class/slows_the_measure", solver=UNDOING)
    (slow / "heapq.py").write_text(SLOWS_THE_MEASURE)
    handed_in("class/right")
    points = points_of(tmp_path, "solver queue/queues")
    assert points == {**dict.fromkeys([*COUNT_FORGERS, "slows_the_measure"], 0), "right": 3}
