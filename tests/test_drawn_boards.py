"""A Board that knows by heart the boards on which it is measured gets nothing for that."""

import json
import sys
from dataclasses import replace

import pytest

from grader.assignment import plan
from grader.assignments import sliding
from grader.assignments.npuzzle import checkers
from grader.judge.judge import judge
from grader.making import transcripts
from grader.sandbox import sandbox
from tests.golden import ROOT, grader


pytestmark = [pytest.mark.once, pytest.mark.long]

NPUZZLE = plan.load("npuzzle")
REFERENCE = (ROOT / "grader/assignments/npuzzle/reference/board.py").read_text()
MEASURED = {
    check.checker: check for check in NPUZZLE.checks if check.checker in ("growth", "memory")
}
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


def cheating():
    """{checker: the text of a Board that knows the usual boards of that check}."""
    ((_, large),) = checkers.many(*(rows for _, rows in MEASURED["growth"].arguments[0]))[1]
    from grader.assignments.npuzzle.answers import manhattan

    turned = [tile for row in sliding.rows("random-120-1") for tile in row]
    growth = KNOWS_DISTANCES.replace("@first@", str(large[0][:9]))
    memory = KNOWS_TILES.replace("@tile@", str(turned[0])).replace("@first@", str(turned[:9]))
    return {
        "growth": REFERENCE + growth.replace("@manhattan@", str(manhattan(large))),
        "memory": REFERENCE + memory,
    }


@pytest.mark.parametrize("name", MEASURED)
def test_who_knows_the_usual_boards_gets_the_points_for_these_alone(name):
    check = MEASURED[name]
    files = {"board.py": cheating()[name].encode()}
    expected = transcripts.expected(NPUZZLE, [check])[check.name]
    with sandbox.Sandbox(sandbox.strongest_level(sys.executable), sys.executable) as box:
        results = [
            judge(seeded, box.run(seeded, files), expected)
            for seeded in (check, replace(check, seed=7))
        ]
    assert [result.verdict for result in results] == ["accepted", "wrong_answer"], results


@pytest.mark.parametrize("program", ["reference", "programs/right/rows_of_lists"])
def test_right_programs_are_right_on_drawn_boards(program):
    check = MEASURED["growth"]
    path = ROOT / "grader/assignments/npuzzle" / program / "board.py"
    with sandbox.Sandbox(sandbox.strongest_level(sys.executable), sys.executable) as box:
        for check in MEASURED.values():
            expected = transcripts.expected(NPUZZLE, [check])[check.name]
            for seed in 1, 2:
                seeded = replace(check, seed=seed)
                result = judge(seeded, box.run(seeded, {"board.py": path.read_bytes()}), expected)
                assert result.verdict == "accepted", result


def test_a_grading_draws_the_boards_by_a_seed_of_its_own(tmp_path):
    text = cheating()["growth"]
    for who in "ann", "bob":
        (tmp_path / "class" / who).mkdir(parents=True)
        (tmp_path / "class" / who / "board.py").write_text(f"{text}# {who}\n")
    options = ["--assignment", "npuzzle", "--only", "growth", "--no-examples"]
    done = grader(*options, "--json", tmp_path / "x.json", tmp_path / "class")
    assert done.returncode == 0, done.stderr
    for submission in json.loads((tmp_path / "x.json").read_text())["submissions"]:
        verdicts = {record["check"]: record["verdict"] for record in submission["results"]}
        assert verdicts["growth/growing"] == "wrong_answer"
