"""Checkers, where several answers are right: right ones become the same, wrong ones don't."""

from dataclasses import replace
from itertools import permutations

import pytest

from board import Board
from grader.assignment.hooks import Printed, Took, measurement
from grader.assignments import sliding
from grader.assignments.npuzzle import checkers, driver_queue, queues
from grader.assignments.npuzzle.puzzle import HOOKS
from grader.judge.judge import judge
from grader.judge.reading import lines, read
from grader.making import transcripts
from grader.records.checks import Check, Limits
from grader.report.sentences import sentence
from solver import Solver
from tests.assignments import check_named, loaded
from tests.documents import run
from tests.helpers import ROOT, read_json


SQUARES = [[list(tiles[:2]), list(tiles[2:])] for tiles in permutations(range(4))]
GOAL = [[1, 2], [3, 0]]
GROWTH = check_named(loaded("npuzzle"), "growth/growing")


def text(rows):
    """A board as drivers print it."""
    return " / ".join(" ".join(map(str, row)) for row in rows)


def reading(checker, output, boards, expected=None, processes=()):
    """What a checker reads from an output on boards, by their names."""
    calls = ([*boards.items()],)
    options = {"driver": "a driver", "checker": checker, "hooks": HOOKS}
    check = Check("check", "solver", Limits(), "f", calls, **options)
    return read(check, Printed(tuple(output), tuple(processes)), expected)


# {claim: a checker, the boards, by their names or those in testinput/, what a program printed and
# what is expected, the lines that the checker reads, and its notes}
CLAIMS = read_json(ROOT / "tests/checkers.json")


def boards_of(given):
    """{name: rows} of the boards of a claim."""
    if isinstance(given, list):
        return {name: sliding.rows(name) for name in given}
    return {name: checkers.board_of(board) for name, board in given.items()}


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_is_printed_is_read_as_its_claim_says(claim):
    given = CLAIMS[claim]
    boards, expected = boards_of(given["boards"]), given.get("expected")
    own = reading(given["checker"], given["printed"], boards, expected and tuple(expected))
    assert (own.lines, [*map(sentence, own.notes)]) == (tuple(given["lines"]), given["notes"])


# ---- Twins ----


@pytest.mark.parametrize("rows", SQUARES, ids=text)
def test_of_all_boards_just_those_with_two_tiles_exchanged_are_twins(rows):
    own = sum(rows, [])
    for other in SQUARES:
        changed = [tile for tile, now in zip(own, sum(other, [])) if tile != now]
        (line,) = reading("twin", [f"b: {text(other)}"], {"b": rows}).lines
        is_twin = len(changed) == 2 and 0 not in changed
        assert (line == "b: two tiles are exchanged") == is_twin, text(other)


# ---- Paths ----


def paths(rows, most):
    """Every path of up to so many moves from a board, the way back included."""
    yield [rows]
    if most:
        for other in SQUARES:
            if checkers.is_move(rows, other):
                yield from ([rows, *rest] for rest in paths(other, most - 1))


START = "0 1 / 3 2"
PATH = [START, "1 0 / 3 2", "1 2 / 3 0"]


def path_lines(boards):
    """What the checker says of a path, its boards as text."""
    output = [f"b: {board}" for board in boards]
    return reading("path", output, {"b": checkers.board_of(START)}).lines


def test_a_path_to_the_goal_is_read_as_its_length():
    ways = [[*map(text, way)] for way in paths([[0, 1], [3, 2]], 6) if way[-1] == GOAL]
    assert {len(way) for way in ways} == {3, 5, 7}
    for way in ways:
        said = f"b: a path of length {len(way) - 1} from the board to the goal"
        assert path_lines(way) == (said,)


def test_a_path_with_any_one_board_changed_left_out_or_doubled_is_wrong():
    right = path_lines(PATH)
    for place, board in enumerate(PATH):
        changed = [[text(other)] for other in SQUARES if text(other) != board]
        for boards in *changed, [], [board, board]:
            other = [*PATH[:place], *boards, *PATH[place + 1 :]]
            assert path_lines(other) != right, other


def test_a_transcript_of_the_command_is_read_whatever_its_white_space():
    output = "Minimum number of moves = 1\n\n2\n 1  2\n 0  3\n\n\n2\n1 2\n3 0".split("\n")
    right = "Minimum number of moves = 1", "b: a path of length 1 from the board to the goal"
    boards = {"b": [[1, 2], [0, 3]]}
    for lines_of in output, [*filter(None, output)], [*output, ""]:
        assert reading("command", lines_of, boards).lines == right
    for place, line in enumerate(output):
        if line:
            shorter = [*output[:place], *output[place + 1 :]]
            assert reading("command", shorter, boards).lines != right, place
    unsolvable = ("No solution possible",)
    assert reading("command", unsolvable, {"b": GOAL}).lines == unsolvable


# ---- Numbers ----


SIZES = {"small": [[0] * 4] * 4, "large": [[0] * 9] * 9}
NUMBERS = 5, 1  # of the boards of each size


def processes(method="str", seconds=(0.1, 0.1), digest=None):
    """What the processes print that measure growth, and what they took."""
    measured = []
    for name in checkers.MEASURED:
        for number, time_s in zip(NUMBERS, seconds if name == method else (0.1, 0.1)):
            right = checkers._digest(name, 4, 9, number) or "any"
            lines = [f"{name} of {number}: {digest if digest and name == method else right}"]
            if name == "manhattan":
                lines.append("manhattan: 0.001 s")
            measured.append(Took(tuple(lines), time_s, 15.0))
    return measured


def growth(processes):
    """What is read of processes that measure growth."""
    lines = [line for process in processes for line in process.lines]
    return reading("growth", lines, SIZES, processes=processes).lines


@pytest.mark.parametrize(
    "seconds, faster",
    [
        ((0.1, 0.1), False),
        ((0.1, 0.17), False),  # dicts and tuples that outgrow the caches of a processor
        ((0.1, 0.19), True),
        ((0.9, 0.1), False),
    ],
)
def test_time_that_grows_faster_than_n_n_is_noticed(seconds, faster):
    read_lines = growth(processes("str", seconds))
    words = {line.split(":")[0]: "its time grows faster than n*n" in line for line in read_lines}
    assert words == {name: faster and name == "str" for name in checkers.MEASURED}


def test_a_method_gets_three_times_as_long_for_a_large_board_as_for_its_small_ones():
    processes = measurement(GROWTH).processes
    assert len(processes) == 2 * len(checkers.MEASURED)
    for small, large in zip(processes[::2], processes[1::2]):
        assert (large.times, processes[large.than], small.times) == (3, small, 0)


def test_a_method_that_was_stopped_takes_more_than_it_was_given():
    each = [*processes("str", (0.1, 0.3))]
    each[3] = each[3]._replace(lines=(), was_stopped=True)
    assert growth(each)[1] == "str: its time grows faster than n*n: more than 3.0 times on 9 rows"


def test_a_slow_string_is_not_held_against_methods_whose_boards_are_read_from_it():
    each = [*processes("str", (0.1, 0.9))]
    each[1] = each[1]._replace(cpu_s=0.9)  # of the large Board
    assert [line.split(":")[0] for line in growth(each) if "grows faster" in line] == ["str"]


@pytest.mark.parametrize("slow", ["Board", "dimension"])
def test_a_slow_constructor_is_not_held_against_the_methods(slow):
    each = [*processes("dimension", (0.1, 0.25))]
    if slow == "Board":  # which every process calls
        each[1::2] = [took._replace(cpu_s=0.25) for took in each[1::2]]
        each[5] = each[5]._replace(cpu_s=0.7)  # of ==, which makes more of them
    faster = [line for line in growth(each) if "grows faster" in line]
    assert faster == [f"{slow}: its time grows faster than n*n: 2.5 times on 9 rows"]


def test_who_did_not_do_the_work_has_no_time():
    read_lines = growth(processes("hamming", digest="00000000"))
    assert [line for line in read_lines if "not measured" in line] == [
        "hamming: not measured, for its answers are wrong"
    ]


@pytest.mark.parametrize("place", [0, 17])
def test_a_process_that_answers_twice_is_not_measured(place):
    measured = processes()
    assert "not measured" not in str(growth(measured))
    measured[place] = measured[place]._replace(lines=2 * measured[place].lines)
    wrong = [n for n, line in enumerate(growth(measured)) if "not measured" in line]
    assert wrong == [place // 2]


@pytest.mark.parametrize("number", [0, 19])
def test_where_there_are_no_processes_or_too_many_there_is_no_data(number):
    read_lines = growth((2 * processes())[:number])
    assert ["no data" in line for line in read_lines] == [True] * 9


@pytest.mark.parametrize("number, measured", [(3, 1), (4, 2), (7, 3), (17, 8)])
def test_methods_before_a_crossed_limit_are_measured(number, measured):
    read_lines = growth(processes("Board", (0.1, 0.3))[:number])
    assert len(read_lines) == measured
    assert [place for place, line in enumerate(read_lines) if "grows faster" in line] == [0]


# ---- Queues ----


TOGETHER = "all boards together: no more than 4 times the deletes of the reference"
COUNTS = ("b: 156 inserts, 90 deletes, 67 at most", TOGETHER)


def test_only_calls_of_manhattan_while_heaps_compare_nodes_are_counted():
    count = driver_queue.Count()
    manhattan = count.called(lambda board: 0)
    push = count.watched(lambda heap, board: manhattan(board), 1, 0)
    manhattan("a board")
    assert count.calls == 0
    push([], "a board")
    manhattan("a board")
    assert (count.inserts, count.calls) == (1, 1)


@pytest.mark.parametrize("seed", range(2))
def test_a_hard_board_is_that_of_its_name_and_has_as_many_moves_as_said(seed):
    (name, rows), moves = queues.hard(seed)
    assert sliding.rows(name) == rows and Solver(Board(rows)).moves() == moves


NAME, MOVES = "walk-4-34-986214371", 26
SEARCHED = f"{NAME}, moves(): {MOVES}"
MEASURE = Took((), 0.1, 15.0)


def work_lines(*processes):
    """What is read of right counts in a process, of a measure, and of these processes."""
    all_processes = [Took(COUNTS[:1], 0.1, 15.0), MEASURE, *processes]
    return reading("queue", COUNTS, {"b": GOAL}, COUNTS, all_processes).lines


def test_counts_that_are_right_are_not_believed_of_a_search_that_does_far_more():
    assert work_lines(MEASURE._replace(lines=(SEARCHED,))) == COUNTS
    assert work_lines(MEASURE._replace(was_stopped=True)) == (
        *COUNTS,
        f"{NAME}: its search takes longer than to insert 250,000 nodes, where 5,000 are enough",
    )


@pytest.mark.parametrize(
    "printed",
    [
        [(f"{NAME}, moves(): {MOVES + 2}",)],
        [()],
        [(SEARCHED,), ()],
        [],
    ],
)
def test_the_work_is_measured_of_a_search_that_answers(printed):
    assert work_lines(*(MEASURE._replace(lines=lines) for lines in printed)) != COUNTS


# ---- The assignment ----


def test_what_a_checker_concludes_is_no_data_to_it():
    npuzzle = loaded("npuzzle")
    checks = [check for check in npuzzle.checks if check.checker]
    assert {check.checker for check in checks} == {*HOOKS.checkers}
    for name, text in transcripts.expected(npuzzle, checks).items():
        check, expected = check_named(npuzzle, name), lines(text)
        has_conclusions = any("()" not in line for line in {*expected} - {"No solution possible"})
        if has_conclusions and check.checker != "queue":
            assert read(check, Printed(expected), expected).lines != expected, check.name


JUNK = (
    "| |:|b|b:|b: |,|b,: 1|, x 1: 2|b, twin 1: hamming 1, manhattan 1, of |b: 1 2 / 3 0|b: 0 / 0|"
    "str: e s|str: 1.2.3 s|b: 1 inserts, 1 deletes, 1 at most|b, manhattan(): soon calls|"
    "c: 1 2 / 3 0|\x00|b: -"
)


@pytest.mark.parametrize("checker", HOOKS.checkers)
def test_no_line_makes_a_checker_fail(checker):
    long = "b: " + "9" * 5000
    junk = [*JUNK.split("|"), long, f"{long} s"]
    outputs = [[], junk, junk[::-1], *([line] * times for line in junk for times in (1, 3))]
    for board in GOAL, [[1, 2, 3], [4, 5, 6], [7, 8, 0]]:
        boards = dict.fromkeys("bc" if checker == "growth" else "b", board)
        for output in outputs:
            assert isinstance(reading(checker, output, boards).lines, tuple)


@pytest.mark.parametrize("n, is_drawn", [(2, True), (5, True), (6, False)])
def test_boards_of_up_to_five_rows_are_drawn(n, is_drawn):
    rows = sliding.rows(f"random-{n}-1")
    drawn = tuple(tuple(str(tile or "") for tile in row) for row in rows)
    assert sliding.picture(text(rows)) == (drawn if is_drawn else None)


def test_the_call_is_that_of_the_slow_method_if_growth_crosses_its_limit():
    runs = [
        replace(run(f"{method} of {number}: {digest}\n".encode()), cpu_s=cpu_s)
        for method, times in (("Board", (0.1, 0.1)), ("str", (0.1, 0.4)))
        for number, cpu_s in zip((63, 1), times)
        for digest in [checkers._digest(method, 16, 127, number)]
    ]
    late = replace(run(ended="cpu"), processes=tuple(runs))
    expected = "".join(f"{name}: its time grows no faster than n*n\n" for name in checkers.MEASURED)
    assert "str(boards[n])" in judge(GROWTH, late, expected.encode()).call
