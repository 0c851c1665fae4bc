"""The command `python3 -m lecture`, from the outside."""

import os
import random
import re
import signal
import subprocess
import sys
from itertools import product

import pytest

import solver
from board import Board
from grader.assignment import plan
from grader.entry.main import COMMANDS
from lecture import __main__ as command
from lecture import experiment, figure
from lecture.console import exit_status
from solver import Solver
from tests.boards import distances_from_goal
from tests.helpers import (
    ROOT,
    grader,
    outcome,
    piped,
    python,
    refusal,
    rows_of,
    run_at_root,
    write_files,
)
from tests.terminal import Terminal


COMMAND = [sys.executable, "-m", "lecture"]
PUZZLE04_FILE = "testinput/puzzle04.txt"
UNSOLVABLE = "testinput/puzzle3x3-unsolvable.txt"
PUZZLE04 = "3\n0 1 3\n4 2 5\n7 8 6\n"
STEPS = (ROOT / "tests/puzzle04_steps.txt").read_text()


def run(words, *more, stdin="", **environment):
    """(Exit status, stdout, stderr) of the command with these words and further arguments."""
    variables = {**os.environ, **environment}
    return outcome(run_at_root(*COMMAND, *words.split(), *more, input=stdin, env=variables))


@pytest.fixture
def called(capsys, monkeypatch):
    """A function that returns what `run` does, of the command called in this process."""
    monkeypatch.chdir(ROOT)

    def call(words, *more):
        try:
            status = exit_status(lambda: command.main([*words.split(), *map(str, more)]))
        except SystemExit as stopped:
            status = stopped.code
        return status, *capsys.readouterr()

    return call


# ---- Help ----


def test_the_mistakes_that_steps_can_show_are_listed_with_a_sentence_each(called, tmp_path):
    words = []
    for name in "funny_puzzle", "npuzzle":
        words.append(f"{name}:")
        for known in plan.load(name).misconceptions:
            if known.edits:
                words += [known.name, *known.rationale.split()]
    listing = called("misconceptions")[1]
    assert listing.split() == words
    assert listing.endswith("\n\n" + called("misconceptions --assignment npuzzle")[1])
    page = tmp_path / "page.html"
    steps = f"steps {PUZZLE04_FILE} --misconception blank_counted --out"
    assert called(steps, page) == (0, "", "")
    assert "blank_counted" not in page.read_text(encoding="utf-8")


def test_help_names_no_module(called):
    for name in "solve board steps misconceptions questions compare random".split():
        assert_names_no_module(*called(f"{name} --help"))
    for name in ("grade", *COMMANDS):
        assert_names_no_module(*outcome(grader(name, "--help")))
    assert_names_no_module(*run("--help"))
    assert_names_no_module(*outcome(python("-m", "testinput.generate", "--help")))


def assert_names_no_module(status, stdout, stderr):
    """That a command shows its options, and no module below its first line."""
    assert (status, stderr) == (0, "")
    text = stdout.partition("\n")[2]  # without the first line, which names the command
    assert len(text.split()) > 10
    assert not re.search(r"\b\w+\.py\b|\b(grader|lecture|optimal)[./]\w", text)


# ---- The experiment ----


def test_the_rows_of_an_algorithm_are_shown_before_the_next_one_is_done():
    words = "compare 1 --size 4 --seed 4 --algorithm greedy-sum,bfs".split()
    with piped(*COMMAND, *words) as process:
        # breadth-first search itself would take hours
        shown = [process.stdout.readline() for _ in range(5)]
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate()
    assert shown[3].startswith("greedy-sum ") and shown[4].strip().startswith("max")
    assert process.returncode == 130 and stderr.endswith("lecture: interrupted\n")


def test_the_records_of_the_experiment_are_those_of_solver(called, tmp_path):
    file = tmp_path / "experiment.csv"
    called("compare 3 --size 2 --seed 1 --csv", file)
    records = rows_of(file)
    assert list(records[0]) == [*experiment.Record._fields]
    boards = [record["tiles"] for record in records[:3]]
    runs = [(record["algorithm"], record["tiles"]) for record in records]
    assert runs == [*product(solver.ALGORITHMS, boards)]
    for record in records:
        board = Board.parse(f"2 {record['tiles']}")
        done = Solver(board, record["algorithm"])
        *numbers, cpu_s = [float(text) for text in [*record.values()][2:]]
        size = done.generated, done.moves()
        counts = Solver(board).moves(), size[1], done.expanded, size[0], done.max_frontier
        factors = (
            experiment.effective_branching_factor(*size),
            experiment.crude_branching_factor(*size),
        )
        assert numbers == pytest.approx([*counts, *factors]) and cpu_s >= 0


def test_the_same_seed_makes_the_same_experiment(called):
    def table(seed):
        shown = called(f"compare 4 --algorithm astar --seed {seed}")[1]
        return re.sub(r" 0\.\d{4}", "", shown)

    assert table(1) == table(1) != table(2)


def test_beyond_3x3_only_the_algorithms_that_come_to_an_end_are_compared_by_default():
    options = command._options(["compare", "1", "--size", "4"])
    assert options.algorithm == ["auto", "greedy-hamming", "greedy-manhattan", "greedy-sum"]


@pytest.mark.parametrize("b", (1.01, 1.92, 4.0))
def test_the_effective_branching_factor_is_that_of_a_uniform_tree_and_the_crude_one_no_less(b):
    for moves in range(1, 40):
        generated = 1 + sum(b**depth for depth in range(1, moves + 1))
        factor = experiment.effective_branching_factor(generated, moves)
        assert factor == pytest.approx(b, abs=1e-6)
        assert experiment.crude_branching_factor(generated, moves) >= b - 1e-6


def test_the_branching_factor_of_no_moves_is_0_and_that_of_a_long_and_costly_search_a_number():
    assert experiment.effective_branching_factor(1, 0) == 0
    assert 1 < experiment.effective_branching_factor(10**9, 80) < 1.3


CLEARED = "\r\x1b[K"  # the end of a progress line


def test_a_progress_line_is_shown_on_a_terminal_and_only_there():
    words = [*COMMAND, "compare", "2", "--algorithm", "auto"]
    shown, status = Terminal(words, stdout=subprocess.DEVNULL).rest()
    assert status == 0 and "shortest solutions: board 1 of 2" in shown
    assert "auto: board 1 of 2" in shown and "auto: board 2 of 2" in shown
    assert shown.endswith(CLEARED)


def test_ctrl_c_in_the_experiment_leaves_no_progress_line():
    words = [*COMMAND, "compare", "999", "--algorithm", "astar"]
    terminal = Terminal(words, stdout=subprocess.DEVNULL)
    terminal.read_until("board")
    terminal.process.send_signal(signal.SIGINT)
    shown, status = terminal.rest()
    assert status == 130 and shown.rstrip().endswith(f"{CLEARED}lecture: interrupted")


# ---- The figure ----

FIGURE = """
class Axes:
    def plot(self, x, y, marker, label):
        print("curve", label, len(x) == len(y), sorted(set(x)) == x)
    def set(self, xlabel, ylabel): print("axes:", xlabel, "/", ylabel)
    def legend(self, bbox_to_anchor, **options):
        print("legend right of the axes:", bbox_to_anchor[0] > 1)
    def set_yscale(self, scale): print(scale)
class Figure:
    def __init__(self, **options): self.canvas = self
    def get_supported_filetypes(self): return {"png": "", "svg": ""}
    def subplots(self, rows, columns): return [Axes()] * rows * columns
    def savefig(self, path): print("saved", path)
"""


@pytest.fixture
def matplotlib(tmp_path):
    """A folder with a matplotlib that prints what is drawn."""
    module = {"matplotlib/__init__.py": "", "matplotlib/figure.py": FIGURE}
    return str(write_files(tmp_path, module))


def test_matplotlib_draws_a_curve_for_each_algorithm_on_two_axes(matplotlib):
    path = f"{matplotlib}/x.png"
    words = f"compare 5 --algorithm astar,auto --plot {path}"
    status, stdout, stderr = run(words, PYTHONPATH=matplotlib)
    assert (status, stderr) == (0, "")
    curves = "curve astar True True\ncurve auto True True\naxes: moves of a shortest solution / "
    assert (
        f"{curves}effective branching factor\n{curves}nodes expanded\nlog\n"
        f"legend right of the axes: True\nsaved {path}\n"
    ) in stdout


def test_the_page_of_the_experiment_has_the_table_and_a_figure_with_its_legend_outside(
    called, tmp_path
):
    path = tmp_path / "page.html"
    status, stdout, stderr = called("compare 8 --seed 1 --algorithm auto,astar --out", path)
    assert (status, stderr) == (0, "")
    page, rows = path.read_text(encoding="utf-8"), stdout.splitlines()
    assert f"<h1>{rows[0]}</h1>" in page
    cells = re.findall(r'<td class="number"[^>]*>([^<]+)</td>', page)
    assert cells[:7] == rows[3].split()[2:9]
    assert page.count("<polyline") == 2 * 2 + 2  # two curves in two panels, and the legend
    right = max(float(x) for x in re.findall(r'H(\d+)" class="grid-line"', page))
    legend = [float(x) for x in re.findall(r'<text x="([\d.]+)" y="[\d.]+" class="name"', page)]
    assert len(legend) == 2 and min(legend) > right


@pytest.mark.parametrize(
    "option, message",
    (
        ("--plot x.doc", "--plot: expected a file name in .png, .svg or .pdf, got 'x.doc' "),
        ("--plot absent/x.png", "absent/x.png: expected a file to write, got 'No such file or "),
        ("--csv absent/x.csv", "absent/x.csv: expected a file to write, got 'No such file or "),
    ),
)
def test_a_file_that_cannot_be_written_is_refused_before_the_experiment(
    option, message, matplotlib
):
    refused = run(f"compare 1000000 {option}", PYTHONPATH=matplotlib)
    assert refusal(*refused).startswith(f"lecture: {message}")


def test_a_missing_matplotlib_is_reported_before_the_experiment(monkeypatch, called):
    monkeypatch.setattr(figure, "find_spec", lambda name: None)
    message = "expected matplotlib for --plot, got none (pip install matplotlib)"
    refused = called("compare 1000000 --plot x.png")
    assert refused == (2, "", f"lecture: {message} (--help lists the options)\n")


# ---- Step by step ----


def test_the_frontier_is_shown_before_each_dequeue_side_by_side():
    status, stdout, stderr = run("steps -", stdin=PUZZLE04, COLUMNS="120")
    assert (status, stdout, stderr) == (0, STEPS + run_solver(PUZZLE04_FILE), "")


def run_solver(file, **options):
    """What `python3 solver.py` prints."""
    return python("solver.py", file, check=True, **options).stdout


@pytest.mark.parametrize("columns", (1, 60, 120))
def test_steps_are_wrapped_to_the_terminal_and_hold_the_same_nodes(columns, called, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    steps = called(f"steps {PUZZLE04_FILE}")[1].partition("Minimum")[0]
    narrowest = len("Step 0:    priority  = 4")
    assert max(map(len, steps.splitlines())) <= max(columns, narrowest)
    assert [step.count("priority") for step in steps.split("Step ")[1:]] == [1, 2, 3, 5, 6]


@pytest.mark.parametrize("algorithm", solver.SEARCHES)
def test_any_search_with_a_frontier_can_be_shown(algorithm, called):
    status, stdout, _ = called(f"steps --algorithm {algorithm} {PUZZLE04_FILE}")
    assert status == 0 and stdout.startswith("Step 0:    priority  = ") and "moves = 4" in stdout


def test_the_steps_of_a_board_without_a_solution_end_without_one(called):
    none = "No solution possible\n"
    assert called(f"steps {UNSOLVABLE}") == (0, none, "")
    status, stdout, _ = called("steps --algorithm astar-lockstep", "[[2, 1], [3, 0]]")
    assert status == 0 and stdout.endswith(f"\n\n{none}")


def test_a_command_loads_the_module_of_no_other():
    code = "import sys; from lecture.__main__ import main; main(sys.argv[1:]); print(*sys.modules)"
    shown = python("-c", code, "solve", PUZZLE04_FILE).stdout.split()
    commands = [name for name in shown if name.startswith("lecture.commands.")]
    assert commands == ["lecture.commands.solve"]


# ---- Random boards ----


def test_random_boards_are_solvable_and_each_is_as_likely_as_any_other():
    chance = random.Random(1)
    drawn = [experiment.random_board(2, chance) for _ in range(6000)]
    assert set(drawn) == set(distances_from_goal(2))
    assert all(400 < drawn.count(board) < 600 for board in set(drawn))
    assert all(experiment.random_board(n, chance).is_solvable() for n in (2, 3, 4, 5, 10, 127))


def test_a_random_board_is_the_same_for_a_seed_and_solver_reads_it(called):
    first = run("random 3 --seed 5")[1]
    assert first == called("random 3 --seed=5")[1] != called("random 3 --seed 6")[1]
    assert run_solver("-", input=first).startswith("Minimum number of moves = ")
    assert Board.parse(called("random 2")[1]).is_solvable()


# ---- Errors ----


# Commands, and what is said of each: NAMES and SEARCHES are those of algorithms.
REFUSED = """
$
the following arguments are required: COMMAND
$ compare 0
argument COUNT: expected a whole number from 1 to 999999999, got '0'
$ compare 1 --size 128
argument --size: expected a whole number from 2 to 127, got '128'
$ compare 1 --algorithm bfs,dfs
argument --algorithm: expected one of NAMES, got 'dfs'
$ random x
argument N: expected a whole number from 2 to 127, got 'x'
$ steps f --algorithm auto
argument --algorithm: expected one of SEARCHES, got 'auto'
$ compare 1 --algo bfs
unrecognized arguments: --algo bfs
$ solve
the following arguments are required: FILE
$ solve --algorithm dfs f
argument --algorithm: expected one of NAMES, got 'dfs'
$ board
the following arguments are required: FILE
$ steps f --algorithm all,astar
argument --algorithm: expected one of SEARCHES, got 'all'
"""
# Boards and options of steps, and how what is said of them begins.
NO_STEPS = """
$ absent.txt |
absent.txt: expected a file with a board, got 'No such file or directory'
$ [1, 2, 3, 4, 5, 6, 0, 7, 0] |
expected --out FILE: only one search of a board is shown as text
$ testinput/puzzle04.txt | --algorithm bfs,astar
expected --out FILE: only one search of a board is shown as text
$ [1, 2, 3, 4, 5, 6, 8, 7, 0] | --out x
[1, 2, 3, 4, 5, 6, 8, 7, 0]: expected the tiles 1 to 7 and two blanks (0), \
got [1, 2, 3, 4, 5, 6, 8, 7, 0]
$ [1, 2, 3, 4, 5, 6, 0, 7, 0] | --algorithm bfs --out x
--algorithm: expected astar for a state with two blanks, got 'bfs'
$ [1, 2, x] | --out x
expected whole numbers, as in [1, 2, 3], got 'x'
$ [[1, 2], [0]] | --out x
Board: expected 2 rows of 2 tiles, got [[1, 2], [0]]
$ testinput/puzzle04.txt | --misconception tired --out x
--misconception: expected one that `python3 -m lecture misconceptions --assignment npuzzle` lists, \
got 'tired'
$ testinput/puzzle3x3-unsolvable.txt | --out x
expected a solvable board, or --algorithm astar-lockstep
"""


def commands(text):
    """[(command, the line after it)] of a text."""
    return re.findall(r"^\$ ?(.*)\n(.*)", text, re.MULTILINE)


@pytest.mark.parametrize("words, message", commands(REFUSED))
def test_options_that_make_no_sense_are_refused_in_one_line(words, message, called):
    names = {"NAMES": solver.ALGORITHMS, "SEARCHES": solver.SEARCHES}
    for word, algorithms in names.items():
        message = message.replace(word, ", ".join(algorithms))
    assert called(words) == (2, "", f"lecture: {message} (--help lists the options)\n")


@pytest.mark.parametrize("words, message", commands(NO_STEPS))
def test_steps_that_cannot_be_shown_are_refused_in_one_line(words, message, called):
    board, options = words.split(" |")
    refused = called(f"steps {options}", board)
    assert refusal(*refused).startswith(f"lecture: {message}")


def test_a_state_may_come_after_a_byte_order_mark(called, tmp_path):
    file = tmp_path / "state.txt"
    file.write_text("\ufeff1 2 3 4 5 6 0 7 0\n")
    assert called("steps --out", tmp_path / "page.html", file) == (0, "", "")


@pytest.mark.parametrize("option", ("--algorithm all", "--misconception blank_counted"))
def test_a_large_board_has_a_page_as_well(option, called, tmp_path):
    rows = [[*range(first, first + 9)] for first in range(1, 81, 9)]
    rows[8][7:] = 0, 80
    path = tmp_path / "page.html"
    assert called(f"steps {option} --out", path, rows) == (0, "", "")
    page = path.read_text(encoding="utf-8")
    assert '<td class="number">1</td><td class="number">1</td><td class="number">2</td>' in page
