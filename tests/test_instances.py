"""Every board in testinput/ is what its name says."""

import os
import random
import re

import pytest

from board import Board
from grader.assignment import plan
from grader.assignments import sliding
from grader.diagnose import models
from grader.verify.predicting import predictions
from grader.verify.sections import FEW, telling
from solver import Solver
from testinput import generate
from tests.assignments import loaded, predicted
from tests.boards import distances_from_goal
from tests.helpers import ROOT, python
from tests.sample import one_in


FILES = {path.stem: path for path in sorted((ROOT / "testinput").glob("puzzle*"))}
TABLE = generate.instances()
UNSOLVABLE = [name for name, (_, moves) in TABLE.items() if moves is None]


def names(least, most):
    """The names of the boards that take so many moves."""
    return [
        name for name, (n, moves) in TABLE.items() if moves is not None and least <= moves <= most
    ]


def test_there_is_a_file_for_every_name_and_no_other():
    assert set(FILES) == set(TABLE)
    assert all(path.suffix == ".txt" for path in FILES.values())


def test_the_names_are_those_that_are_promised():
    promised = {f"puzzle{moves:02}" for moves in range(51)}
    for n, most in (2, 6), (3, 31), (4, 80):
        promised |= {f"puzzle{n}x{n}-{moves:02}" for moves in range(most + 1)}
    assert promised < set(TABLE)
    assert {TABLE[f"puzzle{moves:02}"][0] for moves in range(32)} == set(range(2, 11))
    sizes = [TABLE[f"puzzle{moves:02}"][0] for moves in range(32, 51)]
    assert set(sizes) == {4, 5} and sizes.count(4) > sizes.count(5)


def test_every_file_is_in_the_canonical_form_and_of_the_size_and_moves_in_its_name():
    for name, (n, moves) in TABLE.items():
        board = Board.read(FILES[name])
        assert FILES[name].read_text() == f"{board}\n", name
        assert board.dimension() == n and board.is_solvable() == (moves is not None), name
        assert re.sub("-hard[12]|-unsolvable[123]?", "", name) in (
            f"puzzle{moves:02}" if moves is not None else "",
            f"puzzle{n}x{n}-{moves or 0:02}",
            f"puzzle{n}x{n}",
        ), name


def test_the_boards_up_to_3x3_are_at_their_distance_from_the_goal():
    for name, (n, moves) in TABLE.items():
        if n <= 3:
            assert distances_from_goal(n).get(Board.read(FILES[name])) == moves


@pytest.mark.parametrize("name", one_in(8, names(0, 60)))
def test_a_shortest_solution_has_the_moves_in_the_name(name):
    assert Solver(Board.read(FILES[name])).moves() == TABLE[name][1]


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_shortest_solutions_have_the_moves_in_the_names_of_the_hardest_boards(tmp_path):
    environment = {**os.environ, "SLIDING_TILES_CACHE": str(tmp_path)}
    python("-m", "optimal", "build", env=environment, check=True)
    hardest = names(61, 80)
    files = [str(FILES[name]) for name in hardest]
    done = python("-m", "lecture", "solve", "--moves", *files, env=environment, check=True)
    assert re.findall(r"(?m)^Minimum number of moves = (\d+)$", done.stdout) == [
        str(TABLE[name][1]) for name in hardest
    ]
    assert len(hardest) == 20


# ---- The script that makes them ----


@pytest.mark.parametrize("name", [*names(0, 24)[::6], UNSOLVABLE[0], *[*generate.GIVEN][::4]])
def test_a_board_depends_on_nothing_but_its_name(name):
    assert generate.board_of_name(name) == Board.read(FILES[name])


def test_each_board_of_an_assignment_is_read_or_drawn_once():
    sliding._rows.cache_clear()
    plan.load("npuzzle")
    counts = sliding._rows.cache_info()
    assert counts.misses == counts.currsize > 1_000


def test_nothing_is_written_where_nothing_is_missing(tmp_path, monkeypatch, capsys):
    few = {name: TABLE[name] for name in ("puzzle04", "puzzle2x2-06", "puzzle4x4-unsolvable")}
    monkeypatch.setattr(generate, "instances", lambda: few)
    generate.write_missing(tmp_path)
    assert capsys.readouterr().out == "puzzle04.txt\npuzzle2x2-06.txt\npuzzle4x4-unsolvable.txt\n"
    for name in few:
        assert (tmp_path / f"{name}.txt").read_bytes() == FILES[name].read_bytes()
    (tmp_path / "puzzle04.txt").unlink()
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    generate.write_missing(tmp_path)
    assert capsys.readouterr().out == "puzzle04.txt\n"
    assert all(path.stat().st_mtime_ns == mtime for path, mtime in before.items())


EDITIONS = [
    f"funny_puzzle{edition}" for edition in ("", "-cheaper-g", "-any-tiles", "-any-tiles-cheaper-g")
]


def drawn(assignment, number):
    """So many random states, none of them a goal, whose queue stays under 3,000."""
    chance, source = random.Random(assignment.name), models.reference(assignment).sources[0][1]
    states = []
    while len(states) < number:
        tiles = chance.randint(1, 8) if "any-tiles" in assignment.edition else 7
        state = [*range(1, tiles + 1), *[0] * (9 - tiles)]
        chance.shuffle(state)
        printed = predicted(source, "solve", state, most=2_000)
        length = re.search("queue length: ([0-9]+)$", printed.text.strip())
        if printed.pops > 1 and length and int(length[1]) < 3_000:
            states.append(state)
    return states


def instances_of_solve(assignment):
    """The checks of solve, the quick ones first."""
    checks = [check for check in assignment.checks if check.name.startswith("solve/")]
    return sorted(checks, key=lambda check: int(check.name.split("-")[1]))


def number_telling(assignment, known):
    """How many instances of solve tell a misconception."""
    right = models.reference(assignment)
    wrong = right.variant(known.edits)
    checks = instances_of_solve(assignment)
    return sum(right.predicted(check).text != wrong.predicted(check).text for check in checks)


@pytest.mark.long
@pytest.mark.parametrize("name", one_in(len(EDITIONS), EDITIONS))
def test_each_misconception_that_states_tell_is_told_by_four_instances_of_solve(name):
    assignment = plan.load(name)
    quick = instances_of_solve(assignment)[:17]
    numbers = telling(predictions(assignment, quick))["solve"]
    reference, states = models.reference(assignment), drawn(assignment, 20)
    for known in assignment.misconceptions:
        if numbers.get(known.name, FEW) >= FEW or number_telling(assignment, known) >= FEW:
            continue
        wrong = reference.variant(known.edits).sources[0][1]
        for state in states:  # no state tells it, or only goals do
            right = predicted(reference.sources[0][1], "solve", state)
            assert predicted(wrong, "solve", state).text == right.text, known.name


def test_five_instances_tell_the_last_length_from_the_largest():
    assignment = loaded("funny_puzzle")
    (known,) = [one for one in assignment.misconceptions if one.name == "last_length"]
    assert number_telling(assignment, known) >= 5
