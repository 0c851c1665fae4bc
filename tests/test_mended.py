"""What slips cost in real gradings, where programs are mended and run again."""

import shutil
from dataclasses import replace
from types import SimpleNamespace

import pytest

from grader.diagnose import slips
from grader.diagnose.observation import Observation
from grader.judge.results import result
from grader.records.facts import fact
from grader.records.results import Difference
from tests import memorised, mistakes_npuzzle
from tests.assignments import check_named, loaded
from tests.documents import explained
from tests.helpers import selecting, submissions_graded, write_files
from tests.mistakes import SOURCE
from tests.mistakes_npuzzle import REFERENCE
from tests.programs import program
from tests.sample import long
from tests.test_batch import a_class
from tests.test_slips import strict


ASKS = "\n\nstate = eval(input('State? '))\nsolve(state)\n"
IN_MAIN = "\n\ndef main():\n    solve(eval(input()))\n\n\nmain()\n"
EXITS = SOURCE.replace('{max_queue_length}")\n', '{max_queue_length}")\n    exit()\n')
CALLS = "\n\nprint('mine:')\nsolve([1, 2, 3])\n"
ARGUMENT = "\n\nimport sys\nstart = eval(sys.argv[1])\nsolve(start)\n"
NOTHING = "def solve(state): pass\ndef print_succ(state): pass\n"
SPELLED = SOURCE.replace("print_succ", "printSucc")
SHOWS_POPS = SOURCE.replace("heappop(", "print('pop') or heappop(")
ALL_OF_BOARD = "dimension", "hamming", "manhattan", "is_goal", "neighbors", "twin"
IN_ANOTHER_FORM = {  # {name: edits of a right program}
    "capitals": {
        f"{before}{name}(": f"{before}{name.title()}("
        for name in ALL_OF_BOARD
        for before in ("def ", ".")
    },
    "properties": {
        "    def is_goal(": "    @property\n    def is_goal(",
        "    def neighbors(": "    @property\n    def neighbors(",
        ".is_goal()": ".is_goal",
        ".neighbors()": ".neighbors",
    },
    "of_java": {
        "def __eq__(": "def equals(",
        "nb == prev[4]": "nb.equals(prev[4])",
        "def __str__(": "def toString(",
        "print(b)": "print(b.toString())",
    },
    "of_a_folder": {"from board import": "from .board import"},
    "of_a_package": {"from board import": "from homework.board import"},
}
OF_A_SOLUTION = {  # {misconception: the edit of a right program that makes it}
    "path_reversed": ("path[::-1]", "path"),
    "path_without_start": ("path[::-1]", "path[-2::-1]"),
    "moves_counts_boards": ("goal_node[3] if", "goal_node[3] + 1 if"),
}
WITHOUT_START = "the path begins one move after the board"
SOME = "import", "solve/funny0*", "print_succ/funny0*"


def points_of(folder, *options):
    """{name: (points that are lost strictly, points that are lost)} of a class."""
    lost = {}
    for one in submissions_graded(folder.parent, "--layout", "many", *options, folder):
        given = sum(adjustment["points"] for adjustment in one["adjustments"])
        missing = one["points_possible"] - one["points"]
        lost[one["submission"]] = [round(missing + given, 6), round(missing, 6)]
    return lost


def sources_of(name):
    """{file: source} of a right program of npuzzle."""
    folder = program(f"right/{name}", "npuzzle")
    return {file.name: file.read_text() for file in folder.glob("*.py")}


@pytest.mark.long
def test_programs_that_are_mended_and_run_again_lose_a_deduction_and_empty_ones_gain_nothing(
    tmp_path,
):
    by_heart = memorised.program()
    programs = {  # {name: (source, points lost under --strict, points lost)}
        "spelled": (SPELLED, 10, 5),
        "asks_in_main": (SOURCE + IN_MAIN, 30, 10),
        "reads_an_argument": (SOURCE + ARGUMENT, 30, 10),
        "both": (SPELLED + ASKS, 30, 15),
        "calls_itself": (SOURCE + CALLS, 30, 10),
        "exits_with_spaces": (EXITS.replace("h={h}", "h= {h}"), 20, 5),
        "exits": (EXITS, 0, 0),
        "says_input_and_calls_itself": (f"{SOURCE}# input\n" + CALLS, 30, 10),
        "shows_pops_and_asks": (SHOWS_POPS + ASKS, 30, 20),  # only the queue lengths are right
        "nothing_and_asks": (NOTHING + ASKS, 30, 30),
        "by_heart_and_asks": (by_heart + ASKS, 30, 30),
    }
    sources = {name: source for name, (source, *_) in programs.items()}
    folder = a_class(tmp_path / "class", **sources)
    found = points_of(
        folder, *selecting(*SOME), "--only", "fresh/solve-*", "--fresh", "2", "--seed", "1"
    )
    assert found == {name: lost for name, (_, *lost) in programs.items()}


@pytest.mark.long
def test_names_in_another_form_are_one_slip_also_beside_the_courses_board(tmp_path):
    for name in "names_as_in_java", "british_neighbours":
        shutil.copytree(program(f"wrong/{name}", "npuzzle"), tmp_path / "class" / name)
    right = sources_of("rows_of_lists")
    for name, edits in IN_ANOTHER_FORM.items():
        files = {}
        for file, text in right.items():
            for old, new in edits.items():
                text = text.replace(old, new)
            files[file] = text
        assert files != right
        write_files(tmp_path / "class" / name, files)
    groups = "is_goal", "neighbors", "any-order", "unsolvable-model", "answers"
    found = points_of(tmp_path / "class", "--assignment", "npuzzle", *selecting(*groups))
    assert {lost for _, lost in found.values()} == {5}


@pytest.mark.long
@pytest.mark.parametrize(
    "name, usual, other, groups, lost",
    [
        (
            "rows_of_lists",
            "count += 1",
            "pass",
            ["solution", "solution-model", "command/puzzle4x4-10", "queue"],
            [28, 15],
        ),
        (
            "textbook_lockstep",
            "neighbor != node.prev.board",
            "neighbor.tiles != node.prev.board.tiles",
            ["solution-model", "queue"],
            [19, 15],
        ),
    ],
    ids=["ties", "own_files"],
)
def test_what_spoils_nearly_all_searches_costs_once(tmp_path, name, usual, other, groups, lost):
    edited = {name: text.replace(usual, other) for name, text in sources_of(name).items()}
    write_files(tmp_path / "class" / "ada", edited)
    found = points_of(tmp_path / "class", "--assignment", "npuzzle", *selecting(*groups))
    assert found == {"ada": lost}


@pytest.mark.long
def test_a_slip_costs_once_also_in_checks_that_nothing_predicts(tmp_path):
    right, folder = sources_of("rows_of_lists"), tmp_path / "class"
    for name, edit in OF_A_SOLUTION.items():
        wrong = {file: text.replace(*edit) for file, text in right.items()}
        assert wrong != right
        write_files(folder / name, wrong)
        words = {file: text.replace("Minimum", "Least") for file, text in wrong.items()}
        write_files(folder / f"{name}_with_other_words", words)
    short = "solution/2x2", "solution/4x4", "solution-model", "random-solution", "command/puzzle04"
    found = points_of(folder, "--assignment", "npuzzle", *selecting(*short))
    lost = {name: own for name, (_, own) in found.items()}
    assert lost == {
        name + other: 10 + bool(other)
        for name in OF_A_SOLUTION
        for other in ("", "_with_other_words")
    }


@pytest.mark.parametrize(
    "moves, other, gained",
    [
        (1, WITHOUT_START, {"random-solution/near": 1}),
        (0, WITHOUT_START, {"random-solution/near": 1}),  # what the slip spoils nowhere else
        (1, "the path ends one move before the goal", {}),
    ],
)
def test_a_check_that_nothing_predicts_gains_what_the_slip_spoils_in_others(moves, other, gained):
    def wrong(name, said, **points):
        lines = "b: a path of length 9 from the board to the goal", f"b: {said}"
        check = check_named(loaded("npuzzle"), name)
        own = replace(result(check, "wrong_answer", fact("wrong_line", line=2)), points=points)
        return Observation(check, replace(own, difference=Difference(2, *lines, 3)))

    case = [
        wrong("solution-model/2x2", WITHOUT_START, moves=2, solution=0),
        wrong("random-solution/near", other, moves=moves, solution=0),
    ]
    assert slips._gains_of_unpredictable(case, {"solution-model/2x2": 2}) == gained
    assert slips._gains_of_unpredictable(case, {}) == {}
    unexplained = wrong("solution-model/3x3", WITHOUT_START, moves=2, solution=0)
    assert slips._gains_of_unpredictable([*case, unexplained], {"solution-model/2x2": 2}) == {}


def test_a_mistake_that_raises_leaves_no_points_for_the_lines_before():
    check = check_named(loaded("npuzzle"), "hamming/files")
    printed = REFERENCE.predicted(check)
    lost = Observation(check, result(check, "wrong_answer", fact("wrong_line", line=2)))
    for ended, gained in (("exit", check.points), ("raised", 0)):
        model = SimpleNamespace(predicted=lambda _, ended=ended: replace(printed, ended=ended))
        assert slips._gain_with((), lost, model) == gained


DISTANCES = "hamming", "manhattan", "is_goal", "kth", "two-boards", "any-order"
OF_SOLUTION = "solution-model", "random", "two-solvers", "answers"
OF_UNSOLVABLE = "unsolvable", "unsolvable-model", "random-2x2", "answers"
OF_ALL = "solution", "solution-model", "random", "command", "answers"


@pytest.mark.parametrize(
    "name, way, groups, deduction",
    [
        ("blank_counted", 0, DISTANCES, 3),
        ("difference_of_squares_for_manhattan", 1, DISTANCES, 3),
        ("offsets_cancel", 0, DISTANCES, 3),
        ("offsets_not_added", 0, DISTANCES, 3),
        ("sum_starts_anew", 1, DISTANCES, 3),
        long("list_shared_by_solvers", 4, OF_SOLUTION, 15),
        ("path_with_a_board_twice", 1, OF_SOLUTION, 10),
        ("path_without_goal", 0, OF_SOLUTION, 10),
        ("goal_alone", 1, OF_SOLUTION, 10),
        ("another_number_for_unsolvable", 0, OF_UNSOLVABLE, 4),
        ("rows_and_columns_confused", 3, DISTANCES, 3),
        ("empty_solution_of_unsolvable", 0, OF_UNSOLVABLE, 4),
        ("empty_solution_of_unsolvable", 1, OF_UNSOLVABLE, 4),
        long("moves_counts_boards", 0, OF_ALL, 10),
    ],
)
def test_one_wrong_answer_of_npuzzle_costs_once_in_whatever_check(name, way, groups, deduction):
    assert lost_by([(name, way)], groups) == deduction


@pytest.mark.long
@pytest.mark.parametrize("other", ["empty_solution_of_unsolvable", "another_number_for_unsolvable"])
def test_two_wrong_answers_in_the_same_checks_cost_both_deductions(other):
    both = [("moves_counts_boards", 0), (other, 0)]
    assert lost_by(both, {*OF_ALL, *OF_UNSOLVABLE}) == 10 + 4


def lost_by(mistakes, groups):
    """The points that a program with these mistakes loses, fewer than without slips."""
    npuzzle, variant = loaded("npuzzle"), mistakes_npuzzle.REFERENCE
    for name, way in mistakes:
        variant = variant.variant(mistakes_npuzzle.KNOWN[name].ways[way])
    graded = explained(mistakes_npuzzle.records_of(variant, *groups), npuzzle)
    lost = graded.points_possible - graded.points
    assert lost < graded.points_possible - strict(graded)
    return lost
