"""Simulated students of both assignments: their mistakes are named, and no name is wrong."""

import pytest

from tests.students.funny_puzzle import FUNNY_PUZZLE
from tests.students.npuzzle import NPUZZLE
from tests.students.simulation import share


SIMULATIONS = {"funny_puzzle": FUNNY_PUZZLE, "npuzzle": NPUZZLE}


@pytest.mark.parametrize("simulation", SIMULATIONS.values(), ids=[*SIMULATIONS])
def test_no_right_program_of_any_style_is_accused(simulation):
    assert simulation.accused() == []


SLOW = [pytest.mark.slow, pytest.mark.timeout(7200)]


@pytest.mark.long
@pytest.mark.parametrize(
    "name, seed, count, full",
    [
        ("funny_puzzle", 7, 12, 80),
        ("npuzzle", 4, 10, 80),
        pytest.param("funny_puzzle", 7, 300, 95, marks=SLOW),
        pytest.param("npuzzle", 2, 300, 95, marks=SLOW),
    ],
)
def test_mistakes_of_students_are_named_and_hardly_any_wrongly(name, seed, count, full):
    simulation = SIMULATIONS[name]
    outcomes = [simulation.outcome(student) for student in simulation.students(seed, count)]
    known = [outcome for outcome in outcomes if not outcome.student.has_slip]
    untouched = [outcome for outcome in outcomes if outcome.is_partly_untouched]
    assert min(len(known), len(untouched)) > count // 12
    assert share(known, ["full"]) >= full
    assert share(untouched, ["full", "part"]) >= 80
    assert share(outcomes, ["wrong"]) <= 0.5, [it for it in outcomes if it.verdict == "wrong"]


# ---- npuzzle ----


def changed(style, *edits, mistakes=(), file="board.py"):
    """A program of npuzzle with mistakes and edits, pairs (old, new), of a file."""
    model = NPUZZLE.model(NPUZZLE.program(style, mistakes)).variant({file: edits})
    return tuple(text for _, text in model.sources)


def named(*program, **more):
    """The names of the causes of a changed program of npuzzle."""
    return [cause.name for cause in NPUZZLE.causes(changed(*program, **more))]


def test_a_method_that_is_only_named_and_not_called_is_no_mistake_in_another():
    slip = "return self._flat == list(range(1, self.n * self.n)) + [0]", "return self.hamming == 0"
    assert named("right/parity_and_closed_set", slip) == ["goal_not_recognised"]


@pytest.mark.long
def test_a_search_that_only_its_own_board_keeps_from_ending_is_not_called_endless():
    mistakes = ["no_equality", "twin_never_searched"]
    assert named("right/parity_and_closed_set", mistakes=mistakes) == mistakes


@pytest.mark.long
def test_a_parity_that_is_wrong_in_a_board_is_named_beside_what_else_is_wrong_there():
    mistakes = ["last_square_left_out", "wrong_parity"]
    assert named("right/parity_and_closed_set", mistakes=mistakes) == mistakes


@pytest.mark.long
def test_a_parity_in_which_the_blank_counts_as_a_tile_is_wrong():
    edit = "order = [t for t in self._flat if t != 0]", "order = self._flat"
    assert named("right/parity_and_closed_set", edit) == ["wrong_parity"]


def test_tiles_that_run_together_are_named_whatever_the_room_for_one():
    separated = '" ".join(f"{t:{width}d}" for t in row)'
    for joined in '"".join("%2d" % t for t in row)', '"".join(map(str, row))':
        assert named("right/rows_of_lists", (separated, joined)) == ["tiles_run_together"]


def test_a_hamming_that_counts_from_0_is_named_with_the_blank_and_without():
    skips = "if t != 0 and t != goal"
    for rest in skips, "if t != goal":
        first = "count = 0\n        goal = 1", "count = 0\n        goal = 0"
        assert named("right/rows_of_lists", first, (skips, rest)) == ["hamming_counts_from_0"]


ROWS_COPIED = "new = [row[:] for row in self.tiles]\n"
TWIN_MADE = f"        {ROWS_COPIED}        i = 0"
SHARED = {  # {a copy that is none: what is returned}
    "new = self.tiles[:]\n": "Board(new)",
    "other = copy.copy(self); new = other.tiles\n": "other",
}


@pytest.mark.parametrize("copied", SHARED)
def test_neighbors_that_share_rows_are_named_also_where_twin_shares_them_too(copied):
    edits = (
        ("class Board:", "import copy\n\n\nclass Board:"),
        (TWIN_MADE, TWIN_MADE.replace(ROWS_COPIED, copied)),
        (f"                {ROWS_COPIED}", f"                {copied}"),
        ("result.append(Board(new))", f"result.append({SHARED[copied]})"),
        ("return Board(new)", f"return {SHARED[copied]}"),
    )
    program = changed("right/rows_of_lists", *edits)
    (cause,) = NPUZZLE.causes(program)
    assert cause.name == "neighbors_share_rows"
    assert {"any-order/some", "neighbors/small"} <= {*cause.checks}


@pytest.mark.long
def test_a_twin_that_exchanges_nothing_is_not_one_of_two_squares():
    edit = "new[i][0], new[i][1] = new[i][1], new[i][0]", "pass"
    program = changed("right/rows_of_lists", edit, file="board.py")
    assert NPUZZLE.causes(program) == ()


@pytest.mark.long
def test_where_every_board_is_called_unsolvable_no_parity_is_blamed_but_what_is_lost():
    edit = "return path", "return None"
    program = changed("right/parity_and_closed_set", edit, file="solver.py")
    assert [cause.name for cause in NPUZZLE.causes(program)] == ["result_lost"]


LOOPS = {
    "right/textbook_lockstep": [
        (
            "heapq.heappush(pq, SearchNode(neighbor, node.moves + 1, node))",
            "node.moves += 1; heapq.heappush(pq, SearchNode(neighbor, node.moves, node))",
        ),
    ],
    "right/rows_of_lists": [
        (
            "for nb in board.neighbors():",
            "for nb in board.neighbors():\n                moves += 1",
        ),
        ("moves + 1 + h, h, count, moves + 1, nb", "moves + h, count, moves, moves, nb"),
    ],
}


@pytest.mark.parametrize("style", LOOPS)
def test_moves_that_grow_from_neighbor_to_neighbor_are_named(style):
    assert named(style, *LOOPS[style], file="solver.py") == ["moves_grow_too_fast"]


CLOSED_FOR_ALL = [
    ("class Solver:", "visited = set()\n\n\nclass Solver:"),
    (
        "        for neighbor in",
        "        if node.board in visited:\n            return node\n"
        "        visited.add(node.board)\n        for neighbor in",
    ),
    ("if node.prev is None or neighbor != node.prev.board:", "if neighbor not in visited:"),
]


def test_a_closed_set_of_all_solvers_is_named_with_two_queues_too():
    style = "right/textbook_lockstep"
    assert named(style, *CLOSED_FOR_ALL, file="solver.py") == ["closed_shared_by_solvers"]
