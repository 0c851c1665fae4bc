"""The command `python3 solver.py`, from the outside: every option, every error."""

import csv
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import solver
from board import Board
from solver import Solver

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "solver.py"]
PUZZLE04 = "3\n0 1 3\n4 2 5\n7 8 6\n"
TRANSCRIPT = """\
Minimum number of moves = 4

3
0 1 3
4 2 5
7 8 6

3
1 0 3
4 2 5
7 8 6

3
1 2 3
4 0 5
7 8 6

3
1 2 3
4 5 0
7 8 6

3
1 2 3
4 5 6
7 8 0
"""
TRACE_OF_STEPS_0_TO_2 = """\
Step 0:    priority  = 4
           moves     = 0
           manhattan = 4
           3
           0 1 3
           4 2 5
           7 8 6

Step 1:    priority  = 4    priority  = 6
           moves     = 1    moves     = 1
           manhattan = 3    manhattan = 5
           3                3
           1 0 3            4 1 3
           4 2 5            0 2 5
           7 8 6            7 8 6

Step 2:    priority  = 4    priority  = 6    priority  = 6
           moves     = 2    moves     = 2    moves     = 1
           manhattan = 2    manhattan = 4    manhattan = 5
           3                3                3
           1 2 3            1 3 0            4 1 3
           4 0 5            4 2 5            0 2 5
           7 8 6            7 8 6            7 8 6

"""


def run(*arguments, stdin="", **environment):
    """(Exit status, stdout, stderr) of the command."""
    done = subprocess.run([*COMMAND, *map(str, arguments)], cwd=ROOT, input=stdin, text=True,
                          capture_output=True, env={**os.environ, **environment})
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def puzzle04(tmp_path):
    file = tmp_path / "puzzle04.txt"
    file.write_text(PUZZLE04)
    return file


@pytest.fixture
def unsolvable(tmp_path):
    file = tmp_path / "unsolvable.txt"
    file.write_text("3\n1 2 3\n4 5 6\n8 7 0\n")
    return file


# ---- Transcripts ----

def test_the_transcript_is_the_number_of_moves_and_each_board_with_blank_lines_between(puzzle04):
    assert run(puzzle04) == (0, TRANSCRIPT, "")


def test_an_unsolvable_board_has_no_solution(unsolvable):
    for algorithm in "auto", "astar-lockstep", "bfs":
        assert run(unsolvable, "--algorithm", algorithm) == (0, "No solution possible\n", "")


def test_a_dash_is_the_standard_input():
    assert run("-", stdin=PUZZLE04) == (0, TRANSCRIPT, "")


def test_several_files_are_headed_by_their_names(puzzle04, unsolvable):
    assert run(puzzle04, unsolvable) == (
        0, f"==> {puzzle04} <==\n{TRANSCRIPT}\n==> {unsolvable} <==\nNo solution possible\n", "")


def test_a_file_name_of_any_bytes_is_shown(tmp_path):
    name = os.fsencode(tmp_path) + b"/\xff.txt"
    with open(name, "w", encoding="utf-8") as file:
        file.write("2 1 2 3 0")
    done = subprocess.run([*COMMAND, name, name], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.count("\\udcff.txt <==\n") == 2 and done.stderr == ""


def test_moves_are_those_of_the_blank_after_the_first_board(puzzle04):
    assert run("--moves", puzzle04)[1] == (
        "Minimum number of moves = 4\n\n3\n0 1 3\n4 2 5\n7 8 6\n\nright down right down\n")
    assert run("--moves", "-", stdin="2 1 2 3 0")[1] == "Minimum number of moves = 0\n\n2\n1 2\n3 0\n"


def test_moves_are_explained_in_the_help():
    status, stdout, stderr = run("--help")
    assert status == 0 and stderr == "" and "the way the *blank* moves" in " ".join(stdout.split())


def test_every_algorithm_can_be_named(puzzle04):
    for algorithm in solver.ALGORITHMS:
        status, stdout, stderr = run("--algorithm", algorithm, puzzle04)
        assert (status, stderr) == (0, "")
        head = (f"Number of moves = 4 ({algorithm} may miss the minimum)" if algorithm in solver.NOT_OPTIMAL
                else "Minimum number of moves = 4")
        assert stdout == TRANSCRIPT.replace("Minimum number of moves = 4", head)


def test_stats_are_the_counters_of_the_search(puzzle04):
    status, stdout, stderr = run("--stats", "--algorithm", "astar", puzzle04)
    assert (status, stderr) == (0, "") and stdout.startswith(TRANSCRIPT + "\n")
    assert re.fullmatch(r"algorithm = astar\nexpanded = 5\ngenerated = 10\nmax frontier = 6\n"
                        r"effective branching factor = 1\.352\nCPU seconds = 0\.\d{3}\n",
                        stdout[len(TRANSCRIPT) + 1:])


def test_stats_of_an_unsolvable_board_are_printed_too(unsolvable):
    status, stdout, stderr = run("--stats", unsolvable)
    assert (status, stderr) == (0, "") and stdout.startswith(
        "No solution possible\n\nalgorithm = auto\nexpanded = 0\ngenerated = 0\nmax frontier = 0\n"
        "effective branching factor = 0.000\n")


def test_the_trace_shows_the_frontier_before_each_dequeue_side_by_side(puzzle04):
    status, stdout, stderr = run("--trace", puzzle04, COLUMNS="120")
    assert (status, stderr) == (0, "")
    assert stdout.startswith(TRACE_OF_STEPS_0_TO_2) and stdout.endswith("\n\n" + TRANSCRIPT)
    steps = re.findall(r"(?m)^Step (\d):    ((?:priority  = \d+ *)+)\n {11}(.*)\n {11}(.*)\n", stdout)
    numbers = [[tuple(map(int, re.findall(r"\d+", line))) for line in lines] for _, *lines in steps]
    assert [step[0] for step in steps] == list("01234")
    assert numbers == [[(4,), (0,), (4,)],
                       [(4, 6), (1, 1), (3, 5)],
                       [(4, 6, 6), (2, 2, 1), (2, 4, 5)],
                       [(4, 6, 6, 6, 6), (3, 3, 3, 2, 1), (1, 3, 3, 4, 5)],
                       [(4, 6, 6, 6, 6, 6), (4, 4, 3, 3, 2, 1), (0, 2, 3, 3, 4, 5)]]


@pytest.mark.parametrize("columns", (1, 40, 60, 80, 120))
def test_the_trace_is_wrapped_to_the_terminal_and_holds_the_same_nodes(puzzle04, columns):
    stdout = run("--trace", puzzle04, COLUMNS=str(columns))[1]
    trace = stdout[:stdout.index("Minimum")]
    assert max(map(len, trace.splitlines())) <= max(columns, len("Step 0:    priority  = 4"))
    assert [step.count("priority") for step in stdout.split("Step ")[1:]] == [1, 2, 3, 5, 6]


def test_any_search_with_a_frontier_can_be_traced(puzzle04, unsolvable):
    for algorithm in solver.SEARCHES:
        status, stdout, _ = run("--trace", "--algorithm", algorithm, puzzle04)
        assert status == 0 and stdout.startswith("Step 0:    priority  = ") and "moves = 4" in stdout
    assert run("--trace", unsolvable) == (0, "No solution possible\n", "")


def test_random_boards_are_solvable_of_the_size_and_the_same_for_a_seed():
    first = run("--random", 3, "--seed", 5)
    assert first == run("--random", "3", "--seed=5") != run("--random", "3", "--seed=6")
    assert first[1].startswith("Minimum number of moves = ") and first[1].count("\n3\n") > 1
    board = Board.parse(run("--random", 2, "--moves")[1].split("\n\n")[1])
    assert board.dimension() == 2 and board.is_solvable()


# ---- The experiment ----

def test_the_experiment_is_a_table_of_means_and_maxima(tmp_path):
    file = tmp_path / "experiment.csv"
    status, stdout, stderr = run("--compare", 6, "--seed", 3, "--csv", file,
                                 "--algorithm", "astar,greedy-sum")
    assert (status, stderr) == (0, "")
    title, _, header, *rows = stdout.splitlines()
    assert title == "6 random boards of size 3, seed 3"
    assert re.split(r"\s{2,}", header.strip()) == [
        "moves", "expanded", "generated", "max frontier", "b", "N^(1/d)", "CPU s", "optimal"]
    assert [re.search("mean|max", row).group() for row in rows] == ["mean", "max"] * 2
    assert rows[0].startswith("astar ") and rows[0].endswith(" 6 of 6") and rows[2].startswith("greedy-sum ")
    with open(file, newline="", encoding="utf-8") as lines:
        records = list(csv.DictReader(lines))
    assert len(records) == 12
    mine = [record for record in records if record["algorithm"] == "astar"]
    moves = [int(record["moves"]) for record in mine]
    assert f"{sum(moves) / 6:.1f}" == rows[0].split()[2] and f"{max(moves):.1f}" == rows[1].split()[1]


def test_the_records_of_the_experiment_are_those_of_solver(tmp_path):
    file = tmp_path / "experiment.csv"
    run("--compare", 3, "--size", 2, "--seed", 1, "--csv", file)
    with open(file, newline="", encoding="utf-8") as lines:
        records = list(csv.DictReader(lines))
    assert [record["algorithm"] for record in records] == 3 * [
        name for name in solver.ALGORITHMS if name != "astar-manhattan"]
    for record in records:
        board = Board.parse(f"2 {record['tiles']}")
        found = Solver(board, record["algorithm"])
        counters = found.moves(), found.expanded, found.generated, found.max_frontier, Solver(board).moves()
        assert counters == tuple(int(record[name]) for name in (
            "moves", "expanded", "generated", "max_frontier", "optimal"))
        assert float(record["cpu_s"]) >= 0
        for name, factor in (("branching", solver.effective_branching_factor),
                             ("crude_branching", solver.crude_branching_factor)):
            assert float(record[name]) == pytest.approx(factor(found.generated, found.moves()))


def test_the_same_seed_makes_the_same_experiment():
    def table(seed):
        return re.sub(r" 0\.\d{4}", "", run("--compare", 4, "--algorithm", "astar", "--seed", seed)[1])
    assert table(1) == table(1) != table(2)


def test_beyond_3x3_only_the_algorithms_that_come_to_an_end_are_compared_unasked():
    options = solver.options_of(["--compare", "1", "--size", "4"])
    assert options.algorithm == ["auto", "greedy-hamming", "greedy-manhattan", "greedy-sum"]


FIGURE = '''
class Axes:
    def plot(self, x, y, marker, label): print("curve", label, len(x) == len(y), sorted(set(x)) == x)
    def set(self, xlabel, ylabel): print("axes:", xlabel, "/", ylabel)
    def legend(self): pass
    def set_yscale(self, scale): print(scale)
class Figure:
    def __init__(self, **options): pass
    def subplots(self, rows, columns): return [Axes()] * rows * columns
    def savefig(self, path): print("saved", path)
'''


def test_the_figure_has_one_curve_an_algorithm_on_two_axes(tmp_path):
    (tmp_path / "matplotlib").mkdir()
    (tmp_path / "matplotlib/__init__.py").write_text("")
    (tmp_path / "matplotlib/figure.py").write_text(FIGURE)
    status, stdout, stderr = run("--compare", 5, "--algorithm", "astar,auto", "--plot", "x.png",
                                 PYTHONPATH=str(tmp_path))
    assert (status, stderr) == (0, "")
    curves = "curve astar True True\ncurve auto True True\naxes: moves of a shortest solution / "
    assert stdout.endswith(f"{curves}effective branching factor\n{curves}nodes expanded\nlog\nsaved x.png\n")


def test_a_progress_line_is_shown_on_a_terminal_and_only_there():
    ours, theirs = pty.openpty()
    subprocess.run([*COMMAND, "--compare", "2", "--algorithm", "auto"], cwd=ROOT, check=True,
                   stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = os.read(ours, 10000).decode()
    os.close(ours)
    assert "board 1 of 2: auto" in shown and "board 2 of 2: auto" in shown
    assert shown.rstrip("\r").split("\r")[-1].strip() == ""


# ---- Errors ----

def test_a_bad_file_is_told_in_one_line_and_the_others_are_still_solved(tmp_path, puzzle04):
    bad = tmp_path / "bad.txt"
    bad.write_text("3\n0 1 3\n4 2 x\n7 8 8\n")
    message = (f"solver.py: {bad}: line 3: expected a tile from 0 to 8, got 'x'; "
               "line 4: expected each tile once, got 8 again; "
               "expected the tile 5, got none; expected the tile 6, got none\n")
    assert run(bad, puzzle04) == (2, f"==> {puzzle04} <==\n{TRANSCRIPT}", message)
    assert run(bad) == (2, "", message)


@pytest.mark.parametrize("arguments, message", (
    ((), "expected either FILE... or --random or --compare, got none"),
    (("--foo", "f"), "expected an option of --help, got '--foo'"),
    (("--random", "3", "f"), "expected either FILE... or --random or --compare, got FILE and --random"),
    (("--random", "3", "--compare", "3", "--foo"), "expected an option of --help, got '--foo'; "
     "expected either FILE... or --random or --compare, got --random and --compare"),
    (("--random", "1"), "argument --random: expected a whole number from 2 to 127, got '1'"),
    (("--random", "x"), "argument --random: expected a whole number from 2 to 127, got 'x'"),
    (("--size", "128"), "argument --size: expected a whole number from 2 to 127, got '128'"),
    (("--seed", "-1", "f"), "argument --seed: expected a whole number from 0 to 999999999, got '-1'"),
    (("--compare", "0"), "argument --compare: expected a whole number from 1 to 999999999, got '0'"),
    (("--algorithm", "bfs,dfs,", "f"), "argument --algorithm: expected one of auto, bfs, greedy-hamming, "
     "greedy-manhattan, greedy-sum, astar, astar-manhattan, astar-hamming, astar-lockstep, got 'dfs', ''"),
    (("--algorithm", "bfs,astar", "f"), "expected one algorithm, got 'bfs,astar'"),
    (("--trace", "--algorithm", "auto", "f"),
     "expected an algorithm with a priority queue for --trace, got 'auto'"),
    (("--csv", "x", "f"), "expected --compare with --csv, got FILE"),
    (("--size", "3", "--random", "3"), "expected --compare with --size, got --random"),
    (("--compare", "3", "--trace", "--moves"), "expected FILE or --random with --trace, got --compare; "
     "expected FILE or --random with --moves, got --compare"),
    (("--random",), "argument --random: expected one argument"),
))
def test_options_that_make_no_sense_are_told_in_one_line(arguments, message):
    assert run(*arguments) == (2, "", f"solver.py: {message} (--help lists the options)\n")


def test_a_missing_matplotlib_is_told_before_the_experiment(monkeypatch, capsys):
    monkeypatch.setattr(solver, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as stopped:
        solver.main(["--compare", "1000000", "--plot", "x.png"])
    assert stopped.value.code == 2
    assert capsys.readouterr().err == ("solver.py: expected matplotlib for --plot, got none "
                                       "(pip install matplotlib) (--help lists the options)\n")


def test_a_csv_file_that_cannot_be_written_is_told_before_the_experiment(tmp_path):
    file = tmp_path / "absent" / "x.csv"
    assert run("--compare", 1000000, "--csv", file) == (
        2, "", f"solver.py: {file}: expected a file to write, got 'No such file or directory'\n")


def test_a_full_disk_is_told_in_one_line(puzzle04):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([*COMMAND, puzzle04], cwd=ROOT, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (
        2, b"solver.py: standard output: expected a file to write, got 'No space left on device'\n")


def test_standard_input_may_be_empty_binary_or_closed():
    assert run("-") == (2, "", "solver.py: standard input: expected a dimension and its tiles, got no text\n")
    for stdin, got in ((subprocess.DEVNULL, b"got no text"), (None, b"got 'Bad file descriptor'")):
        shell = f"exec {sys.executable} solver.py - {'<&-' if stdin is None else ''}"
        done = subprocess.run(["sh", "-c", shell], cwd=ROOT, stdin=stdin, capture_output=True)
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and got in done.stderr


def test_a_reader_that_leaves_is_no_error(puzzle04):
    with subprocess.Popen([*COMMAND, "--trace", "--random", "3", "--seed", "1"], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline().startswith(b"Step 0:")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_too_little_memory_is_told_in_one_line(monkeypatch, capsys, puzzle04):
    def starved(board):
        raise MemoryError
        yield

    monkeypatch.setitem(solver.SEARCHES, "bfs", starved)
    assert solver.main(["--algorithm", "bfs", str(puzzle04)]) == 2
    assert capsys.readouterr() == ("", "solver.py: expected memory for a larger frontier, got none: "
                                       "another algorithm may need less\n")


@pytest.mark.usefixtures("heeded_sigint")
def test_ctrl_c_is_told_in_one_line():
    with subprocess.Popen([*COMMAND, "--trace", "--random", "5", "--algorithm", "bfs"], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate()
    assert (process.returncode, stderr) == (130, b"solver.py: interrupted\n")


@pytest.mark.usefixtures("heeded_sigint")
def test_ctrl_c_in_the_experiment_leaves_no_progress_line():
    ours, theirs = pty.openpty()
    with subprocess.Popen([*COMMAND, "--compare", "9999", "--algorithm", "auto"], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=theirs) as process:
        shown = os.read(ours, 10000)
        process.send_signal(signal.SIGINT)
        process.wait()
    os.close(theirs)
    while b"interrupted" not in shown:
        shown += os.read(ours, 10000)
    os.close(ours)
    assert process.returncode == 130
    before, _, last = shown.rstrip().rpartition(b"\r")
    assert last == b"solver.py: interrupted" and before.endswith(b" " * 60)
