"""The assignment npuzzle from the outside: submissions of two files, through the command line."""

import json
import zipfile

import pytest

from grader.assignment.edits import edited
from grader.assignments import sliding
from grader.assignments.npuzzle.misconceptions import EQUALITY, IN_LOCKSTEP
from tests.assignments import loaded
from tests.golden import grader
from tests.sample import one_in


pytestmark = [pytest.mark.once, pytest.mark.long]

BOARD, SOLVER = loaded("npuzzle").reference().values()
COPIED = "self._rows = [list(row) for row in tiles]"
HIDDEN = f"{COPIED}\n        self.hamming = 0"
OTHER_SIZE = "boards[-1].dimension = lambda: self._n + 1"
# the entry keeps its place in the heap
WORSE = "; self.heap[0] = (self.heap[0][0] + 3, *self.heap[0][1:])"
MAIN = ('if __name__ == "__main__":', "if False:")
QUICK = ["--only", "dimension/small", "--only", "none"]


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


def records(folder, *options):
    """{name of the check: its record} of a submission."""
    file = folder.parent / "results.json"
    done = grader("--json", file, *options, folder)
    assert done.returncode == 0, done.stderr
    (submission,) = json.loads(file.read_text())["submissions"]
    return {record["check"]: record for record in submission["results"]}


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
        done = grader(*QUICK, path)
        assert "npuzzle, Python 3" in done.stdout, path
        assert "accepted" in done.stdout and "wrong_answer" not in done.stdout, path
    done = grader("--only", "import", "funny_puzzle.py")
    assert "funny_puzzle, Python 3" in done.stdout


def test_a_class_of_folders_has_a_submission_for_each(handed_in, tmp_path):
    for name in "ann", "bob":
        handed_in(name)
    done = grader("--assignment", "npuzzle", "--only", "dimension/small", tmp_path)
    assert "2 submissions in " in done.stdout
    assert done.stdout.count("0.5/0.5") == 2


@pytest.mark.parametrize(
    "given, sentence",
    [
        (
            {"board.py": BOARD, "Solver.py": SOLVER},
            "The program is called Solver.py, not solver.py.",
        ),
        ({"Board.py": BOARD, "solver.py": SOLVER}, "The program is called Board.py, not board.py."),
        (
            {"solver copy.py": "raise 1", "hw/board.py": BOARD, "hw/Solver.py": SOLVER},
            "The program is called Solver.py, not solver.py.",
        ),
        (
            {"src/board.py": BOARD, "test/solver.py": SOLVER},
            "has its files in several folders (src/board.py, test/solver.py), "
            "and any could be meant.",
        ),
        (
            {"board.py": BOARD, "Solver.py": SOLVER, "solver copy.py": SOLVER},
            "has several solver.py, and of its files (Solver.py, solver copy.py) "
            "any could be meant.",
        ),
    ],
)
def test_a_file_is_the_one_of_its_name_or_else_the_only_one_called_alike(given, sentence, tmp_path):
    path = tmp_path / "ann.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in given.items():
            archive.writestr(name, text)
    done = grader("--assignment", "npuzzle", "--only", "dimension/small", "--only", "none", path)
    assert sentence in done.stdout
    assert ("Total: 2.5 of 2.5 points" in done.stdout) == ("any could be meant" not in sentence)


def test_what_the_files_of_a_submission_print_is_no_data_of_theirs(handed_in):
    folder = handed_in(
        board=edited(
            BOARD,
            [("        boards = []\n", "        print('debug', self)\n        boards = []\n")],
        )
    )
    by_check = records(folder, "--only", "neighbors", "--only", "two-boards")
    assert {record["verdict"] for record in by_check.values()} == {"accepted"}


def test_the_points_of_all_checks_are_100_and_every_part_of_them_is_in_its_transcript():
    assignment = loaded("npuzzle")
    assert sum(check.points for check in assignment.checks) == 100


# ---- What depends on what ----


def test_without_a_board_only_the_solver_on_the_models_board_is_graded_and_the_rest_skipped_once(
    handed_in,
):
    folder = handed_in(board=None)
    done = grader("--only", "hamming", "--only", "unsolvable", "--only", "unsolvable-model", folder)
    assert "There is no board.py." in done.stdout
    assert done.stdout.count("skipped\n  Not run, because board failed.") == 1
    assert "solver, and 4 more: skipped" in done.stdout
    assert "unsolvable-model/each        accepted          2/2" in done.stdout


def test_a_method_that_is_missing_is_named(handed_in):
    folder = handed_in(board=edited(BOARD, [("def twin(", "def get_twin(")]))
    record = records(folder, "--only", "twin/small")["twin/small"]
    assert (record["verdict"], record["rationale"]) == ("missing", "There is no Board.twin.")


SPELLED = [
    ("board.py", "is_goal", "isGoal", "is_goal/small"),
    ("board.py", "neighbors", "neighbours", "neighbors/small"),
    ("solver.py", "is_solvable", "isSolvable", "unsolvable/each"),
]


@pytest.mark.parametrize("file, name, spelling, check", one_in(2, SPELLED))
def test_a_method_of_another_spelling_is_named(file, name, spelling, check, handed_in):
    texts = {"board.py": BOARD, "solver.py": SOLVER}
    texts[file] = edited(texts[file], [(f"def {name}(", f"def {spelling}(")])
    done = grader("--only", check, handed_in(board=texts["board.py"], solver=texts["solver.py"]))
    owner = file.removesuffix(".py").title()
    said = f"There is no {owner}.{name}. There is {spelling}: in Python it is {name}."
    assert said in " ".join(done.stdout.split()) and "missing" in done.stdout


HIDING = [("    def hamming(self):", "    @property\n    def hamming(self):"), (COPIED, HIDDEN)]


@pytest.mark.parametrize("edit", HIDING, ids=["property", "attribute"])
def test_what_hides_a_method_is_told_from_a_method_that_is_missing(edit, handed_in):
    done = grader("--only", "hamming/small", handed_in(board=edited(BOARD, [edit])))
    sentence = "Board.hamming is no method: it is called with parentheses, hamming()."
    assert sentence in done.stdout and "There is no" not in done.stdout


@pytest.mark.slow
def test_a_solver_that_is_no_program_prints_nothing_and_is_told_so(handed_in):
    done = grader("--only", "command", handed_in(solver=edited(SOLVER, [MAIN])))
    assert "actual   | solver.py printed nothing when it was run as a program" in done.stdout


@pytest.mark.parametrize(
    "checks", one_in(3, ["equality", "equality neighbors kth", "equality solution/2x2"])
)
def test_a_board_without_equality_is_named_as_that_alone_from_any_checks(checks, handed_in):
    options = [word for check in checks.split() for word in ("--only", check)]
    file, folder = "results.json", handed_in(board=edited(BOARD, [(EQUALITY, "")]))
    done = grader("--json", folder.parent / file, *options, folder)
    assert done.returncode == 0, done.stderr
    (submission,) = json.loads((folder.parent / file).read_text())["submissions"]
    assert [cause["name"] for cause in submission["misconceptions"]] == ["no_equality"]


@pytest.mark.slow
def test_a_string_without_its_dimension_costs_the_points_of_the_string_alone(handed_in):
    board = edited(BOARD, [("[str(self._n)] + lines", "lines")])
    options = [word for check in ("str", "kth", "twin", "command") for word in ("--only", check)]
    by_check = records(handed_in(board=board), *options)
    wrong = {name for name, record in by_check.items() if record["verdict"] != "accepted"}
    assert wrong == {"str/files", "str/small", "str/large"}


@pytest.mark.slow
def test_a_board_without_a_string_is_told_so(handed_in):
    board = edited(BOARD, [("def __str__(self):", "def show(self):")])
    done = grader("--only", "str/small", "--only", "twin/small", handed_in(board=board))
    assert "Probably: Board has no __str__" in done.stdout
    assert "actual   | random-2-1: an object without __str__" in done.stdout


@pytest.mark.slow
def test_an_endless_solver_is_not_asked_to_remember_where_it_has_been(handed_in):
    solver = edited(SOLVER, [("    while queue.heap:", "    while True:\n        continue")])
    options = ("--cpu-s", "0.5", "--only", "random")
    done = grader(*options, handed_in(solver=solver))
    assert "Does every loop end?" in done.stdout and "remember" not in done.stdout


def test_what_the_check_without_strings_forbids_is_a_sentence(handed_in):
    solver = edited(SOLVER, [("if board != before:", "if not before or int(str(board)[0]):")])
    done = grader("--only", "without-str", handed_in(solver=solver))
    assert "# Solver compares boards by ==, and never reads their strings" in done.stdout


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
    ("queue-nodes", "solver.py", "next(self.order), node))", "next(self.order), node)){}"),
]


@pytest.mark.parametrize("check, file, old, new", one_in(2, NEW_WAYS_TO_FAIL))
def test_each_of_these_mistakes_fails_the_check_that_is_there_for_it(
    check, file, old, new, handed_in
):
    texts = {"board.py": BOARD, "solver.py": SOLVER}
    new = new.format(WORSE if check == "queue-nodes" else old)
    texts[file] = edited(texts[file], [(old, new)])
    folder = handed_in(board=texts["board.py"], solver=texts["solver.py"])
    by_check = records(folder, "--only", check)
    assert "wrong_answer" in {
        by_check[name]["verdict"] for name in by_check if name.startswith(check)
    }


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
ONE_OF_EACH = [
    *("solution/2x2", "solution-model/2x2", "unsolvable", "two-solvers", "answers/larger"),
    *("neighbors/small", "twin/small", "hamming/small", "is_goal/small", "two-boards", "any-order"),
]


def typed(handed_in, old, new):
    """The submission whose one answer is of another type."""
    texts = [
        edited(text, [(old, new)]) + LOOKS if old in text else text for text in (BOARD, SOLVER)
    ]
    texts[1] = texts[1].replace(f"if __name__{LOOKS}", "if __name__")
    return handed_in(board=texts[0], solver=texts[1])


@pytest.mark.parametrize("old, new, check, said", one_in(5, WRONG_TYPES))
def test_an_answer_of_a_wrong_type_is_told_once_and_not_accepted(old, new, check, said, handed_in):
    done = grader("--only", check, "--no-examples", typed(handed_in, old, new))
    assert f"{check}: wrong_answer" in done.stdout
    assert f"not of type {said}" in done.stdout or f", but {said}" in done.stdout


@pytest.mark.parametrize("number", one_in(2, [9, 13, 17, 19]))
def test_an_answer_that_reads_alike_costs_points_in_one_check_alone(number, handed_in):
    old, new, check, _ = WRONG_TYPES[number]
    words = [word for name in ONE_OF_EACH for word in ("--only", name)]
    by_check = records(typed(handed_in, old, new), *words, "--no-examples")
    failing = [name for name in by_check if by_check[name]["verdict"] != "accepted"]
    assert failing == [check]


def test_strings_in_place_of_boards_cost_their_deduction_once_and_are_named(handed_in):
    folder = typed(handed_in, *WRONG_TYPES[0][:2])
    done = grader("--only", "solution", "--only", "solution-model", folder)
    assert "Total: 14 of 24 points" in done.stdout
    assert "the checks that one slip spoils cost once, 10 here" in done.stdout
    assert "Probably: solution() gives the strings of the boards instead" in done.stdout


RIGHT_TYPES = [
    (SOLUTION, "tuple(self._path) if"),
    (SOLUTION, "(board for board in self._path) if"),
    (SOLUTION, "dict.fromkeys(self._path) if"),
    (NEIGHBORS, "        return iter(boards)\n"),
    (NEIGHBORS, "        return set(boards)\n"),
    (NEIGHBOR, "boards.append(type('Other', (Board,), {})(rows))"),
    (HAMMING, "        return Number(count)\n"),
    (GOAL, "return int(self._manhattan == 0)"),
    (GOAL, "return Truth(self._manhattan == 0)"),
    (SOLVABLE, "return 1 if self._path else 0"),
]


@pytest.mark.parametrize("old, new", one_in(5, RIGHT_TYPES))
def test_an_answer_that_does_what_the_api_says_is_accepted(old, new, handed_in):
    words = [word for name in ONE_OF_EACH for word in ("--only", name)]
    by_check = records(typed(handed_in, old, new), *words)
    assert {record["verdict"] for record in by_check.values()} == {"accepted"}


def test_an_exception_is_told_with_the_file_and_line_where_it_arose(handed_in):
    folder = handed_in(board="import solver_helper\n" + BOARD)
    assert records(folder, "--only", "board")["board"]["rationale"].endswith("(board.py, line 1).")


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
    by_check = records(handed_in(solver=slow), "--only", "timetable", "--cpu-s", "0.5")
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


def test_the_call_under_a_failure_is_the_one_on_the_board_that_differs(handed_in):
    folder = handed_in(board=edited(BOARD, [("return count", "return count + self._n % 3")]))
    record = records(folder, "--only", "hamming/small")["hamming/small"]
    assert record["verdict"] == "wrong_answer"
    assert record["call"] == "Board([[2, 0], [3, 1]]).hamming()"
    assert record["difference"]["expected"].startswith("random-2-1: ")
    large = records(folder, "--only", "hamming/large")["hamming/large"]
    typed = large["call"].removeprefix("Board(").removesuffix(").hamming()")
    assert eval(typed) == sliding.rows("random-10-1") and len(typed) < 130


@pytest.mark.slow
def test_counts_of_the_queue_are_told_beside_the_references(handed_in):
    note = records(handed_in(), "--only", "queue")["queue/queues"]["notes"][2]
    assert note == (
        "puzzle3x3-16: 156 inserts, 90 deletes, 67 at most; "
        "by the reference: 156 inserts, 90 deletes, 67 at most"
    )


def test_counts_of_a_solver_in_lockstep_are_told_beside_those_of_both_searches(handed_in):
    folder = handed_in(solver=edited(SOLVER, IN_LOCKSTEP))
    notes = records(folder, "--only", "queue")["queue/queues"]["notes"]
    counts = [note.split(": ", 1)[1].split("; by the reference: ") for note in notes]
    pairs = [pair for pair in counts if len(pair) == 2]
    assert len(pairs) == 25 and all(own == reference for own, reference in pairs)


@pytest.mark.slow
def test_a_search_that_deletes_far_more_than_the_reference_fails_though_its_moves_are_right(
    handed_in,
):
    solver = edited(SOLVER, [("h = node.board.manhattan()", "h = node.board.hamming() // 2")])
    record = records(handed_in(solver=solver), "--only", "queue")["queue/queues"]
    assert record["verdict"] == "wrong_answer"
    assert "many times the deletes of the reference" in record["difference"]["actual"]


@pytest.mark.slow
def test_undoing_the_last_move_shows_in_the_counts(handed_in):
    worse = edited(SOLVER, [("if board != before:", "if True:")])
    assert (
        records(handed_in(solver=worse), "--only", "queue")["queue/queues"]["verdict"]
        == "wrong_answer"
    )


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
    folder = handed_in(solver=SOLVER + SLOW)
    by_check = records(
        folder,
        "--cpu-s",
        "0.5",
        "--only",
        "hamming",
        "--only",
        "solution/3x3",
        "--only",
        "solution/2x2",
        "--only",
        "solution-model/3x3",
        "--only",
        "without-str",
    )
    assert [
        record["verdict"] for name, record in by_check.items() if record["verdict"] != "accepted"
    ] == [
        "time_limit",
        "time_limit",
        "runtime_error",
    ]
    assert (
        json.loads((folder.parent / "results.json").read_text())["submissions"][0]["misconceptions"]
        == []
    )


def misconceptions(folder, *options):
    """The names of the misconceptions of a submission, the only one graded."""
    records(folder, *options)
    (submission,) = json.loads((folder.parent / "results.json").read_text())["submissions"]
    return [misconception["name"] for misconception in submission["misconceptions"]]


@pytest.mark.slow
def test_what_goes_wrong_with_a_wrong_board_alone_is_no_misconception_of_the_solver(handed_in):
    twin = "rows[0][-2], rows[0][-1] = rows[0][-1], rows[0][-2]  # the blank, too"
    board = edited(BOARD, [("rows[i][0], rows[i][1] = rows[i][1], rows[i][0]", twin)])
    folder = handed_in(board=board, solver=edited(SOLVER, IN_LOCKSTEP))
    assert (
        misconceptions(
            folder,
            "--cpu-s",
            "0.5",
            "--only",
            "twin",
            "--only",
            "solution/2x2",
            "--only",
            "unsolvable",
            "--only",
            "solution-model/2x2",
            "--only",
            "unsolvable-model/each",
        )
        == []
    )


@pytest.mark.slow
def test_a_search_that_is_slow_but_right_has_no_misconception(handed_in):
    slow = edited(SOLVER, [("h = node.board.manhattan()", "h = node.board.hamming()")])
    assert (
        misconceptions(
            handed_in(solver=slow),
            "--cpu-s",
            "0.5",
            "--only",
            "hamming/small",
            "--only",
            "random",
            "--only",
            "solution-model/3x3",
            "--only",
            "unsolvable-model",
        )
        == []
    )


# ---- Programs that cheat ----

CLAIM = """

class Claim:
    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


"""


def test_a_string_that_says_what_the_grader_concludes_earns_nothing(handed_in):
    folder = handed_in(
        board=f"{BOARD}{CLAIM}Board.twin = lambda board: Claim('two tiles are exchanged')\n",
        solver=f"{SOLVER}{CLAIM}Solver.solution = lambda self: [\n"
        "    Claim(f'a path of {self.moves()} moves from the board to the goal')]\n",
    )
    by_check = records(folder, "--only", "twin", "--only", "solution/2x2")
    earned = {name: record["points"] for name, record in by_check.items() if "/" in name}
    assert earned == {
        "twin/files": {"twin": 0},
        "twin/small": {"twin": 0},
        "twin/large": {"twin": 0},
        "solution/2x2": {"moves": 1, "solution": 0},
    }
    assert by_check["solution/2x2"]["rationale"].endswith(" The moves are right.")


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


def test_a_program_is_told_what_is_called_after_its_import_and_never_the_names(handed_in):
    words = ["instance0", "neighbors-twice", "puzzle04", "puzzle4x4-25", "random-10-1"]
    backwards = [word[::-1] for word in words]
    folder = handed_in(board=f"{BOARD}\nWORDS = {backwards}\n{SPY}")
    record = records(folder, "--only", "neighbors-twice")["neighbors-twice/some"]
    assert record["stderr"] == ["import []", "call ['instance0']"], record


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
    groups = (
        "growth",
        "kth",
        "unsolvable",
        "unsolvable-model",
        "none",
        "queue",
        "command",
        "two-solvers",
    )
    done = grader("--cpu-s", "2", *(word for group in groups for word in ("--only", group)), folder)
    assert "Total: 0 of 21 points" in done.stdout and "Probably" not in done.stdout


def test_what_a_program_prints_by_itself_stops_nobody(handed_in):
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
    folder = handed_in(
        board=f"{BOARD}{print_it}Board.__init__ = printing(Board.__init__)\n",
        solver=f"{SOLVER}{print_it}Solver.__init__ = printing(Solver.__init__)\n",
    )
    by_check = records(folder, "--only", "growth", "--only", "queue", "--only", "twin/small")
    verdicts = {name: record["verdict"] for name, record in by_check.items() if "/" in name}
    assert {*verdicts.values()} == {"wrong_answer"}, verdicts


def test_answers_that_are_as_true_as_bools_and_strings_with_a_last_newline_are_right(handed_in):
    board = (
        BOARD
        + """
is_goal, text = Board.is_goal, Board.__str__
Board.is_goal = lambda board: int(is_goal(board))
Board.__str__ = lambda board: text(board) + "\\n"
"""
    )
    folder = handed_in(board=board)
    by_check = records(
        folder,
        "--only",
        "is_goal",
        "--only",
        "two-boards",
        "--only",
        "any-order",
        "--only",
        "str/small",
        "--only",
        "solution/2x2",
    )
    assert {record["verdict"] for record in by_check.values()} == {"accepted"}


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
    file = tmp_path / "x.json"
    options = ["--assignment", "npuzzle", "--only", "board", "--only", "growth", "--json", file]
    done = grader(*options, tmp_path / "class")
    assert done.returncode == 0, done.stderr
    points = {
        submission["submission"]: submission["points"]
        for submission in json.loads(file.read_text())["submissions"]
    }
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
    file = tmp_path / "x.json"
    only = [word for name in ("board", "growth", "memory") for word in ("--only", name)]
    done = grader("--assignment", "npuzzle", *only, "--json", file, tmp_path / "class")
    assert done.returncode == 0, done.stderr
    lost = {
        submission["submission"]: 4 - submission["points"]
        for submission in json.loads(file.read_text())["submissions"]
    }
    assert lost == {method: points for method, (_, points) in cheats.items()}


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
    file = tmp_path / "x.json"
    options = [
        "--assignment",
        "npuzzle",
        "--only",
        "solver",
        "--only",
        "queue/queues",
        "--json",
        file,
    ]
    done = grader(*options, tmp_path / "class")
    assert done.returncode == 0, done.stderr
    points = {
        submission["submission"]: submission["points"]
        for submission in json.loads(file.read_text())["submissions"]
    }
    assert points == {**dict.fromkeys([*COUNT_FORGERS, "slows_the_measure"], 0), "right": 3}
