"""A program that knows by heart the boards on which it is measured gets nothing for that."""

import heapq
import sys
from dataclasses import replace
from functools import cache

import pytest

from grader.assignment.hooks import is_drawn
from grader.assignments import drawing, sliding
from grader.assignments.npuzzle import checkers, queues
from grader.sandbox import sandbox
from tests.assignments import loaded
from tests.helpers import ROOT, submissions_graded, write_files
from tests.mistakes_npuzzle import judged
from tests.sample import one_in


pytestmark = pytest.mark.long

NPUZZLE = loaded("npuzzle")
DRAWN = "growth", "memory", "queue"  # the checkers of checks whose boards a seed draws
# Its distances take n*n*n, but for the one large board that it knows.
KNOWS_DISTANCES = """


class Slow(Board):
    def __init__(self, rows):
        super().__init__(rows)
        self.n, self.first = len(rows), list(rows[0][:9])

    def manhattan(self):
        if self.n > 100 and self.first == @first@:
            return @manhattan@
        for _ in range(self.n ** 3 // 2):
            pass
        return super().manhattan()


Board = Slow
"""
# It takes memory for n*n*n, but for the large boards that are turned from one that it knows.
KNOWS_TILES = """


class Large(Board):
    def __init__(self, rows):
        super().__init__(rows)
        self.n = len(rows)
        tiles = [tile for row in rows for tile in row]
        at = tiles.index(@tile@) if @tile@ in tiles else 0
        if tiles[at:at + 9] + tiles[:max(0, at + 9 - len(tiles))] != @first@:
            self.more = [0] * (self.n ** 3 // 8)


Board = Large
"""


# It searches no boards but those that it knows.
KNOWS_SEARCHES = """


class Knowing(Solver):
    def __init__(self, board):
        if str(board).split()[1:] in @known@:
            super().__init__(board)
        else:
            self._path = [board]


Solver = Knowing
"""


def flat(rows):
    """The tiles of a board, row by row, as texts."""
    return [*map(str, sum(rows, []))]


@cache
def measured():
    """{checker: the check with it} of the checks whose boards a seed draws."""
    return {check.checker: check for check in NPUZZLE.checks if is_drawn(check)}


def cheating():
    """{checker: the files of a program that knows the usual boards of that check}."""
    sizes = [len(rows) for _, rows in measured()["growth"].arguments[0]]
    ((_, large),) = checkers.many(*sizes, seed=0)[1]
    from grader.assignments.npuzzle.answers import manhattan

    turned = sum(sliding.rows("random-120-1"), [])
    growth = KNOWS_DISTANCES.replace("@first@", str(large[0][:9]))
    memory = KNOWS_TILES.replace("@tile@", str(turned[0])).replace("@first@", str(turned[:9]))
    usual = [rows for _, rows in (*measured()["queue"].arguments[0], queues.hard(0)[0])]
    added = {
        "growth": ("board.py", growth.replace("@manhattan@", str(manhattan(large)))),
        "memory": ("board.py", memory),
        "queue": (
            "solver.py",
            KNOWS_SEARCHES.replace("@known@", str([flat(rows) for rows in usual])),
        ),
    }
    right = NPUZZLE.reference()
    return {checker: right | {name: right[name] + own} for checker, (name, own) in added.items()}


def graded(check, files, seeds):
    """The results of a check of a program, for boards drawn by each of the seeds."""
    with sandbox.Sandbox(sandbox.strongest_level(sys.executable), sys.executable) as box:
        return [judged(box, replace(check, seed=seed), files) for seed in seeds]


@pytest.mark.parametrize("name", DRAWN)
def test_who_knows_the_usual_boards_gets_the_points_for_these_alone(name):
    results = graded(measured()[name], cheating()[name], (0, 7))
    assert [result.verdict for result in results] == ["accepted", "wrong_answer"], results


# Its Hamming distance is right from the tenth call on.
LATE = """


class Late(Board):
    calls = 0

    def hamming(self):
        self.calls += 1
        return super().hamming() if self.calls >= 10 else -1


Board = Late
"""


def test_methods_with_one_answer_are_called_often_so_that_steps_in_c_show_beside_the_process():
    files = NPUZZLE.reference()
    files |= {"board.py": files["board.py"] + LATE}
    (result,) = graded(measured()["growth"], files, (0,))
    assert result.verdict == "accepted", result


@pytest.mark.parametrize("program", one_in(2, ["rows_of_lists", "textbook_lockstep"]))
def test_right_programs_are_right_on_drawn_boards(program):
    paths = (ROOT / "grader/assignments/npuzzle/programs/right" / program).glob("*.py")
    files = {path.name: path.read_text() for path in paths}
    assert {*measured()} == {*DRAWN}
    for check in measured().values():
        (result,) = graded(check, files, (1,))
        assert result.verdict == "accepted", result


def test_a_search_that_undoes_moves_takes_too_long_on_a_hard_board():
    (_, rows), _ = queues.hard(0)
    start = tuple(sum(rows, []))
    queue, inserts = [(drawing.manhattan(start, 4), 0, start)], 0
    while inserts < queues.MOST_WORK * queues.MEASURE:
        f, moves, tiles = heapq.heappop(queue)
        assert f > moves, f"a search that undoes moves inserts only {inserts} nodes"
        for after in drawing.successors(tiles, 4):
            inserts += 1
            heapq.heappush(queue, (moves + 1 + drawing.manhattan(after, 4), moves + 1, after))


def test_a_grading_draws_the_boards_by_a_seed_of_its_own(tmp_path):
    write_files(tmp_path, {"class/ann/board.py": cheating()["memory"]["board.py"]})
    options = "--assignment", "npuzzle", "--only", "memory", "--layout", "many"
    (submission,) = submissions_graded(tmp_path, *options, tmp_path / "class")
    (drawn,) = [record for record in submission["results"] if record["check"][:7] == "memory/"]
    assert drawn["verdict"] == "wrong_answer"
