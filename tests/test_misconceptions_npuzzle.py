"""Each misconception of npuzzle applies to the reference, and the edited reference shows it."""

import re
import sys
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType, SimpleNamespace

import pytest

from grader.assignment.hooks import is_predictable
from grader.assignments import sliding
from grader.assignments.npuzzle import driver
from grader.assignments.npuzzle.misconceptions_of_answers import IN_LOCKSTEP
from grader.diagnose import diagnose, models
from grader.diagnose.beginning import beginnings, begun
from grader.diagnose.observation import Observation
from grader.diagnose.slowness import slowness, with_slowed
from grader.judge.judge import judge
from grader.judge.results import result
from grader.records.facts import fact
from grader.records.results import OUTPUT_BYTES
from tests import documents
from tests.documents import run
from tests.mistakes_npuzzle import (
    ASSIGNMENT,
    REFERENCE,
    checks_of,
    combined,
    edited,
    expected,
    records_of,
    variant,
)
from tests.sample import long


KNOWN = {known.name: known for known in ASSIGNMENT.misconceptions if known.edits}
CHECKS = {check.name: check for check in ASSIGNMENT.checks}
WAYS = [
    pytest.param(name, number, id=f"{name}-{number}")
    for name, misconception in KNOWN.items()
    for number in range(len(misconception.ways))
]
# the mistakes in which another board is the goal, or none, but for these ways of each
OTHER_GOALS = {
    "blank_counted": set(range(8)),
    "rows_and_columns_confused": {1, 3, 5},
    "goal_of_three_rows": {2, 4, 5},
    "true_division": {1, 2},
    "hamming_counts_from_0": {0, 2},
    "goal_begins_with_blank": set(),
    "goal_not_recognised": set(),
}
START = ((0, 1, 3), (4, 2, 5), (7, 8, 6))


def modules(name, way=0):
    """The modules board and solver, with the edits of one way to make a mistake."""
    texts = dict(REFERENCE.variant(KNOWN[name].ways[way]).sources)
    board = module("board", texts["board.py"])
    with instead(board):
        solver = module("solver", texts["solver.py"])
    return SimpleNamespace(board=board, solver=solver, Board=board.Board, Solver=solver.Solver)


def named(*records):
    """The causes of these results of a submission."""
    return documents.causes(records, ASSIGNMENT)


def ended_late(name, **more):
    """The result of a check that its time limit ended."""
    return judge(CHECKS[name], run(ended="cpu", **more), expected()[name])


def module(name, source):
    """The module of a source, which is not kept among the others."""
    module = ModuleType(name)
    with instead(module):
        exec(compile(source, f"<{name}>", "exec"), vars(module))
    return module


@contextmanager
def instead(module):
    """A module in the place of the one that is imported by its name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, module.__name__, module)
        yield


def rows(board):
    """The tiles that a board shows, row by row."""
    return [[int(tile) for tile in line.split()] for line in str(board).splitlines()[1:]]


def listed():
    """The lists of a board's rows."""
    return [list(row) for row in START]


@pytest.mark.parametrize("name, way", WAYS)
def test_each_edited_reference_still_makes_boards(name, way):
    module = modules(name, way)
    board = module.Board(listed())
    is_goal = name == "every_board_is_goal"
    assert (board._rows, board.dimension(), bool(board.is_goal())) == (listed(), 3, is_goal)
    has_another_goal = name in OTHER_GOALS and way not in OTHER_GOALS[name]
    assert module.Board([[1, 2], [3, 0]]).is_goal() != has_another_goal


def test_right_but_slow_is_manhattan_recomputed_alone():
    slow = [name for name, known in KNOWN.items() if known.slow]
    assert slow == ["manhattan_recomputed"]


CALLS = fact("calls", function="manhattan()", times="9", unit="board")


@pytest.mark.parametrize("times", [1 / 5, 1, 20])
@pytest.mark.parametrize(
    "on_small_s, on_large_s, expected", [(4e-6, 5e-6, None), (3e-5, 2e-3, CALLS)]
)
def test_on_each_machine_an_answer_is_computed_anew_if_large_boards_take_longer(
    times, on_small_s, on_large_s, expected
):
    lines = [f"manhattan: {times * seconds:.3g} s" for seconds in (on_small_s, on_large_s)]
    check = SimpleNamespace(is_fresh=False)
    growth, queue = (
        SimpleNamespace(check=check, lines=some, result=SimpleNamespace(notes=notes), passed=False)
        for some, notes in ((lines, []), ([], [CALLS]))
    )
    assert slowness([growth, queue], None) == expected


# ---- Board ----


def test_a_board_without_a_string_reads_the_same_at_each_address():
    module = modules("no_string")
    boards = [module.Board(listed()) for _ in range(500)]
    with instead(module.board):
        assert {driver._text(board) for board in boards} == {"an object without __str__"}


# For each way: the Hamming and Manhattan distances of START, and those of the goal.
BLANKS = "58 00, 54 00, 54 10, 48 00, 47 03, 57 03, 58 10, 57 13".split(", ")


@pytest.mark.parametrize("way, distances", [*enumerate(BLANKS)])
def test_a_blank_that_counts_adds_to_the_distances(way, distances):
    module = modules("blank_counted", way)
    boards = [module.Board(listed()), module.Board([[1, 2, 3], [4, 5, 6], [7, 8, 0]])]
    assert " ".join(f"{board.hamming()}{board.manhattan()}" for board in boards) == distances
    for neighbor in [neighbor for board in boards for neighbor in board.neighbors()]:
        assert neighbor.manhattan() == module.Board(rows(neighbor)).manhattan()


@pytest.mark.parametrize("way", range(len(KNOWN["twin_moves_the_blank"].ways)))
def test_each_of_those_twins_exchanges_two_squares_and_moves_the_blank_of_some_board(way):
    module = modules("twin_moves_the_blank", way)
    moved = 0
    for blank in range(9):
        tiles = [*range(1, 9)]
        tiles.insert(blank, 0)
        after = sum(rows(module.Board([tiles[:3], tiles[3:6], tiles[6:]]).twin()), [])
        assert sum(a != b for a, b in zip(tiles, after)) == 2
        moved += after[blank] != 0
    assert moved in (1, 2, 9)


@pytest.mark.parametrize("way", range(5))
def test_neighbors_that_share_rows_change_the_board(way):
    module = modules("neighbors_share_rows", way)
    board = module.Board(listed())
    boards = [rows(neighbor) for neighbor in board.neighbors()]
    both = [[1, 0 if way in (3, 4) else 4, 3], [0, 2, 5], [7, 8, 6]]
    assert rows(board) == both
    assert boards == ([both, both] if way in (2, 4) else [[[4, 1, 3], [0, 2, 5], [7, 8, 6]], both])
    assert board.manhattan() == [5, 4, 5, 3, 3][way]
    assert rows(board.twin()) != both == rows(board)
    assert [rows(neighbor) for neighbor in board.twin().neighbors()]


# ---- What no mistake explains ----


def variants_tried(*records):
    """{name of a check: the sources of the variants that were tried on it} for these records."""
    model = models.reference(ASSIGNMENT)
    diagnose._search(diagnose._case(records, ASSIGNMENT), ASSIGNMENT, model).causes()
    tried = {}
    for sources, name, _ in model.memory:
        tried.setdefault(name, []).append(dict(sources))
    return tried


def test_where_one_line_raises_everywhere_mistakes_are_tried_on_one_part_only():
    reason = fact("raised", called="", error="KeyError: 0", file="board.py", line="9")
    checks = [check for check in ASSIGNMENT.checks if is_predictable(check) and check.is_driven]
    tried = variants_tried(*(result(check, "runtime_error", reason) for check in checks))
    parts = {name.split("/")[0] for name, sources in tried.items() if len(sources) > 1}
    assert 0 < len(parts) <= 2, f"mistakes were tried on {', '.join(sorted(parts))}"


def test_no_mistake_is_tried_on_what_is_missing():
    missing = result(CHECKS["answers/each"], "missing", fact("no_function", called="moves"))
    assert "answers/each" not in variants_tried(missing, unlike("unsolvable-model/each"))


def assert_few(tried, name, more):
    """That hardly any variants were tried on a check, and many on another or its first boards."""
    few, many = len(tried[name]), len(tried[more])
    assert few < 5 < 30 < many


def unlike(name, verdict="wrong_answer", printed=b"puzzle2x2-00, moves(): 99\n", **more):
    """A result of the check with that name that no mistake explains."""
    return result(CHECKS[name], verdict, fact("line_missing"), run=run(printed), **more)


def test_mistakes_that_a_short_search_contradicts_are_not_tried_on_a_long_one():
    short = unlike("unsolvable-model/each", "accepted")
    tried = variants_tried(unlike("unsolvable-model/larger"), short)
    assert_few(tried, "unsolvable-model/larger", "unsolvable-model/each")


def wrong_at(board, name):
    """A result of a check on boards that need as many moves as their names say; one has 6."""
    right = REFERENCE.output(CHECKS[name]).text
    wrong = re.sub(f"({board}, moves..): .*", r"\1: 6", right)
    assert wrong != right
    return judge(CHECKS[name], run(wrong.encode()), expected()[name])


@pytest.mark.long
@pytest.mark.parametrize("failing", [["solution/3x3"], ["solution/3x3", "solution-model/3x3"]])
def test_mistakes_that_the_first_boards_contradict_are_not_tried_on_all_boards(failing):
    tried = variants_tried(
        unlike("solution/2x2", "accepted"), *(wrong_at("puzzle3x3-08", name) for name in failing)
    )
    assert_few(tried, "solution/3x3", "solution/3x3, the first 16")


@pytest.mark.long
def test_mistakes_are_tried_on_the_boards_up_to_the_first_wrong_answer():
    tried = variants_tried(wrong_at("puzzle17", "solution-model/mixed"))
    assert_few(tried, "solution-model/mixed", "solution-model/mixed, the first 18")


def test_mistakes_are_tried_on_one_board_first_where_the_program_raises():
    tried = variants_tried(unlike("queue/queues", "runtime_error", printed=b"", error="KeyError"))
    assert_few(tried, "queue/queues", "queue/queues, the first 1")


def test_a_mistake_that_can_show_in_no_failing_check_is_not_tried_on_passing_ones():
    late = unlike("solution/3x3", "time_limit")
    tried = variants_tried(late, unlike("solution-model/3x3", "accepted"))
    assert_few(tried, "solution-model/3x3", "solution-model/3x3, the first 1")


def test_only_runs_that_an_edit_reaches_cost_work_even_if_they_print_the_same():
    costs = []
    work = SimpleNamespace(add=lambda sources, pops: costs.append(pops))
    model = replace(models.reference(ASSIGNMENT), work=work)
    same = model.variant({"solver.py": [("return list(self._path)", "return self._path[:]")]})
    for name in "dimension/files", "unsolvable/each", "solution/2x2":
        assert not same.differs(CHECKS[name])
    model.predicted(CHECKS["solution/4x4"])
    print(f"three predictions for a variant and four for the model cost {costs} pops")
    assert len(costs) == 2 and min(costs) > models.POPS_OF_A_DRIVER


def test_only_what_is_predicted_to_the_character_is_compared_with_first_boards():
    (case,) = diagnose._case([wrong_at("puzzle3x3-08", "solution/3x3")], ASSIGNMENT)
    for is_exact in True, False:
        first, *_ = begun(case, beginnings(REFERENCE, case), variant("h_as_priority"), is_exact)
        assert (first.check.name != "solution/3x3") == is_exact


@pytest.mark.parametrize("stored, number", [(3, 1), (20, 2)])
def test_first_boards_are_compared_where_their_lines_are_stored(stored, number):
    check = CHECKS["kth/some"]
    first = REFERENCE.output(check).lines[:stored]
    cut = unlike(check.name, printed="\n".join(first).encode() + b"\n" + b"x" * OUTPUT_BYTES)
    (case,) = diagnose._case([cut], ASSIGNMENT)
    parts = begun(case, beginnings(REFERENCE, case), REFERENCE, is_exact=True)
    assert len([part.check.name for part in parts]) == number


def test_no_mistake_is_tried_where_a_recursion_went_too_deep():
    deep = unlike("solution-model/3x3", "runtime_error", error="RecursionError")
    assert variants_tried(deep) == {}


def test_of_rivals_in_a_part_those_are_named_that_contradict_no_other_part():
    groups = "str", "hamming", "manhattan", "is_goal"
    records = records_of(variant("hamming_counts_from_0", 1), *groups)
    reason = fact("raised", called="", error="KeyError: 0")
    raised = {"verdict": "runtime_error", "error": "KeyError", "reason": reason}
    for place, one in enumerate(records):
        if one.check.startswith("str/"):
            records[place] = replace(one, **raised)
    (cause,) = named(*records)
    assert (cause.names, len(cause.checks)) == (("hamming_counts_from_0",), 6)


NO_LENGTH = edited("solver.py", ("else -1", "else len(None) - 1"))


@pytest.mark.long
@pytest.mark.parametrize(
    "wrong, message, number",
    [
        (variant("string_raises"), "sequence item 0: expected str instance, int found", 1),
        (variant("string_raises"), "__str__ returned non-string", 0),
        (NO_LENGTH, "object of type 'NoneType' has no len()", 1),
        (NO_LENGTH, "object of type 'Node' has no len()", 0),
    ],
)
def test_an_exception_is_that_of_a_mistake_only_with_such_a_message(wrong, message, number):
    records = []
    for record in records_of(wrong):
        reason = record.reason
        if record.error:
            reason = replace(reason, fields=reason.fields | {"error": f"TypeError: {message}"})
        records.append(replace(record, reason=reason))
    assert len(named(*records)) == number


@pytest.mark.long
def test_no_mistake_is_named_for_one_answer_if_other_failures_deny_it():
    moves = "timetable/puzzle20", "timetable/puzzle22", "random/boards"
    answers = records_of(variant("h_as_priority"), *moves)
    verdicts = {record.check: record.verdict for record in answers}
    assert [verdicts[name] for name in moves] == ["wrong_answer", "time_limit", "time_limit"]
    answers += records_of(REFERENCE, "answers")  # paths not of the goal alone
    for name in "no_critical_optimisation", "h_as_priority":
        queue = records_of(variant(name), "queue/queues")
        assert [cause.names for cause in named(*answers, *queue)] == [(name,)]


@pytest.mark.long
def test_wrong_numbers_of_moves_and_paths_in_reverse_are_both_named_and_explain_all():
    both = combined("moves_counts_boards", "path_reversed")
    paths = {check.name for check in checks_of("solution-model")}
    names = paths | {"unsolvable/each", "random/boards"}
    records = records_of(both, *names)
    found = {cause.name: cause for cause in named(*records)}
    assert found.keys() == {"moves_counts_boards", "path_reversed"}
    assert not any(cause.piece or cause.partly for cause in found.values())
    assert set(found["moves_counts_boards"].checks) == names
    assert set(found["path_reversed"].checks) == paths


def test_moves_that_are_undone_are_named_however_many_deletes_ties_lead_to():
    check = CHECKS["queue/queues"]
    text = variant("no_critical_optimisation").output(check).text
    more = re.sub(r"(\d+) (inserts|deletes)", lambda one: f"{int(one[1]) * 9} {one[2]}", text)
    paths = records_of(REFERENCE, "answers")  # not of the goal alone
    (cause,) = named(judge(check, run(more.encode()), expected()[check.name]), *paths)
    assert cause.names == ("no_critical_optimisation",)


def test_a_mistake_that_makes_the_search_longer_may_be_why_hard_checks_cross_limits():
    slowed = "timetable/puzzle28", "solution-model/4x4", "command/puzzle04"
    late = ["timetable/puzzle28", "command/puzzle04", "timetable/puzzle24", "solution-model/4x4"]
    slow = [ended_late(name) for name in late]
    few = "queue/queues", "solution-model/2x2"
    for name, found in (("no_critical_optimisation", slowed), ("moves_counts_boards", ())):
        (cause,) = named(*records_of(variant(name), *few), *slow)
        assert (cause.name, cause.slowed) == (name, found)
    seen = [Observation(CHECKS[name], result, 0.1, 10) for name, result in zip(late, slow)]
    elsewhere = replace(cause, edits={"solver.py": (("what another edition has", ""),)})
    assert with_slowed([elsewhere], seen, REFERENCE) == [elsewhere]
    # in a search with a closed set this mistake leads to a few pops more, and has an end
    parity = replace(cause, edits=KNOWN["wrong_parity"].ways[3])
    name = "unsolvable/each"
    (parity,) = with_slowed(
        [parity], [Observation(CHECKS[name], ended_late(name), 0.1, 10)], REFERENCE
    )
    assert parity.slowed == (name,)


QUEUES = "solution-model random two-solvers unsolvable-model"


@pytest.mark.parametrize(
    "name, ways, groups, least",
    [
        long("queue_shared_by_solvers", (0, 1, 5, 8), QUEUES, 3),
        ("goal_of_three_rows", (4, 5), "manhattan is_goal", 1),
        ("equality_stops_early", (0, 1), "equality", 1),
    ],
)
def test_a_mistake_is_named_in_whichever_way_it_is_made(name, ways, groups, least):
    for way in ways:
        wrong = records_of(variant(name, way), *groups.split())
        (cause,) = named(*wrong)
        assert cause.names == (name,) and len(cause.checks) >= least


def test_a_mistake_in_board_is_no_cause_where_the_board_of_the_course_is_used():
    late = "timetable/puzzle28"
    slow = ended_late(late, cpu_s=CHECKS[late].limits.cpu_s)
    wrong = records_of(variant("goal_of_three_rows", 1), "manhattan")
    (cause,) = named(*wrong, slow)
    assert cause.checks and late not in cause.checks


def test_a_wrong_goal_is_named_although_the_search_ends_at_that_of_the_twin():
    edits = KNOWN["rows_and_columns_confused"].edits | {"solver.py": IN_LOCKSTEP}
    groups = "manhattan", "is_goal", "unsolvable"
    (cause,) = named(*records_of(REFERENCE.variant(edits), *groups))
    assert cause.names == ("rows_and_columns_confused",)
    assert {"is_goal/small", "unsolvable/each"} <= {*cause.checks}


def test_what_fresh_boards_show_is_explained_by_the_same_mistake_as_that_of_fixed_ones():
    (fixed,) = checks_of("solution-model/2x2")
    boards = [(name, sliding.rows(name)) for name in ("walk-3-8-17", "walk-4-5-3")]
    fresh = replace(fixed, name="fresh/solution-model-1", arguments=(boards,))
    backwards, results = variant("path_reversed"), []
    for check in fixed, fresh:
        right, wrong = (model.output(check).text.encode() for model in (REFERENCE, backwards))
        results.append(judge(check, run(wrong), right))
    assert results[1].asked.arguments == ("walk-3-8-17", "walk-4-5-3")
    (cause,) = named(*results)
    assert cause.name == "path_reversed"
    assert cause.checks == ("solution-model/2x2", "fresh/solution-model-1")
