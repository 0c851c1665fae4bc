"""The commands `python3 solver.py` and `python3 -m lecture solve`, from the outside."""

import os
import re
import shlex
import subprocess
import sys
import textwrap
from functools import partial

import pytest

import optimal.progress
import solver
from lecture import __main__ as lecture
from lecture.console import exit_status
from tests.helpers import ROOT, console, outcome, piped, run_at_root


COMMAND = [sys.executable, "-m", "lecture", "solve"]
STEPS = [sys.executable, "-m", "lecture", "steps"]
BOTH = {"lecture": COMMAND, "solver.py": [sys.executable, "solver.py"]}  # {name in errors: command}
PUZZLE04 = "3\n0 1 3\n4 2 5\n7 8 6\n"
BOARDS = ["0 1 3\n4 2 5\n7 8 6", "1 0 3\n4 2 5\n7 8 6", "1 2 3\n4 0 5\n7 8 6"]
BOARDS += ["1 2 3\n4 5 0\n7 8 6", "1 2 3\n4 5 6\n7 8 0"]
TRANSCRIPT = "\n\n3\n".join(["Minimum number of moves = 4", *BOARDS]) + "\n"


def run(*arguments, stdin="", command=COMMAND):
    """(Exit status, stdout, stderr) of a command."""
    return outcome(run_at_root(*command, *arguments, input=stdin))


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


@pytest.mark.parametrize("command", BOTH.values(), ids=list(BOTH))
def test_the_transcript_is_the_number_of_moves_and_each_board_with_blank_lines_between(
    command, puzzle04
):
    assert run(puzzle04, command=command) == (0, TRANSCRIPT, "")
    assert run("-", stdin=PUZZLE04, command=command) == (0, TRANSCRIPT, "")


@pytest.mark.parametrize("command", BOTH.values(), ids=list(BOTH))
def test_several_files_are_headed_by_their_names(command, puzzle04, unsolvable):
    assert run(puzzle04, unsolvable, command=command) == (
        0,
        f"==> {puzzle04} <==\n{TRANSCRIPT}\n==> {unsolvable} <==\nNo solution possible\n",
        "",
    )


def test_a_file_name_of_any_bytes_is_shown(tmp_path):
    name = tmp_path / "\udcff.txt"
    name.write_text("2 1 2 3 0")
    status, stdout, stderr = run(name, name)
    assert (status, stdout.count("\\udcff.txt <==\n"), stderr) == (0, 2, "")


def test_a_board_that_needs_no_moves_is_shown_without_any():
    done = run("--moves", "-", stdin="2 1 2 3 0")
    assert done[1] == "Minimum number of moves = 0\n\n2\n1 2\n3 0\n"


@pytest.mark.once
def test_every_algorithm_can_be_named(puzzle04, capsys):
    for algorithm in solver.ALGORITHMS:
        assert lecture.main(["solve", "--algorithm", algorithm, str(puzzle04)]) == 0
        stdout, stderr = capsys.readouterr()
        assert stderr == ""
        if algorithm in ("greedy-hamming", "greedy-manhattan", "greedy-sum"):
            head = f"Number of moves = 4 ({algorithm} may miss the minimum)"
            assert stdout == TRANSCRIPT.replace("Minimum number of moves = 4", head)
        else:
            assert stdout == TRANSCRIPT


def test_stats_of_an_unsolvable_board_are_printed_too(unsolvable):
    status, stdout, stderr = run("--stats", unsolvable)
    assert (status, stderr) == (0, "") and stdout.startswith(
        "No solution possible\n\nalgorithm = auto\nexpanded = 0\ngenerated = 0\nmax frontier = 0\n"
        "effective branching factor = 0.000\n"
    )


# ---- Progress ----


@pytest.mark.parametrize(
    "algorithm, moves, said",
    [
        ("bfs", 14, r"[\d,]+ nodes expanded, [\d,]+ waiting"),
        ("auto", 31, r"no solution below \d+ moves; .*"),
    ],
)
def test_a_search_that_takes_long_says_once_that_it_may_take_for_ever(
    algorithm, moves, said, monkeypatch, capsys
):
    monkeypatch.setattr(optimal.progress, "PATIENCE_S", 0)
    board = ROOT / f"testinput/puzzle3x3-{moves}.txt"
    assert lecture.main(["solve", "--algorithm", algorithm, str(board)]) == 0
    stdout, stderr = capsys.readouterr()
    assert stdout.startswith(f"Minimum number of moves = {moves}\n")
    assert re.fullmatch(rf"{said}; \d+ s: this board may take for ever\n", stderr)


# ---- Errors ----


@pytest.mark.parametrize("name, command", BOTH.items(), ids=list(BOTH))
def test_a_bad_file_costs_one_line_and_the_others_are_still_solved(
    name, command, tmp_path, puzzle04
):
    bad = tmp_path / "bad.txt"
    bad.write_text("3\n0 1 3\n4 2 x\n7 8 8\n")
    message = (
        f"{name}: {bad}: row 2: expected a tile from 0 to 8, got 'x'; "
        "row 3: expected each tile once, got 8 again; "
        "expected the tile 5, got none; expected the tile 6, got none\n"
    )
    expected = (2, f"==> {puzzle04} <==\n{TRANSCRIPT}", message)
    assert run(bad, puzzle04, command=command) == expected
    assert run(bad, command=command) == (2, "", message)


def test_solver_py_asks_for_a_file_and_has_no_options_but_says_who_has_some():
    for arguments, problem in (
        ((), "the following arguments are required: FILE"),
        (("--moves", "f"), "unrecognized arguments: --moves"),
    ):
        status, stdout, stderr = run(*arguments, command=BOTH["solver.py"])
        assert (status, stdout) == (2, "") and stderr.endswith(f"solver.py: error: {problem}\n")
    shown = run("--help", command=BOTH["solver.py"])[1]
    assert "python3 -m lecture solve --help" in shown


def test_a_full_disk_is_reported_in_one_line(puzzle04):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([*COMMAND, puzzle04], cwd=ROOT, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (
        2,
        b"lecture: standard output: expected a file to write, got 'No space left on device'\n",
    )


@pytest.mark.parametrize("name, command", [*BOTH.items(), ("lecture", STEPS)])
def test_standard_input_may_be_empty_binary_or_closed(name, command):
    expected = f"{name}: standard input: expected a dimension from 2 to 127, got "
    assert run("-", command=command) == (2, "", f"{expected}''\n")
    done = subprocess.run([*command, "-"], cwd=ROOT, input=b"\xff", capture_output=True)
    assert (done.returncode, done.stderr) == (2, f"{expected}'\ufffd'\n".encode())
    closed = f"exec {shlex.join(command)} - <&-"
    done = subprocess.run(["sh", "-c", closed], cwd=ROOT, capture_output=True)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1
    # Python 3.15 may have opened a file of its own under that descriptor; it holds no board either.
    assert b"got 'Bad file descriptor'" in done.stderr or done.stderr.startswith(expected.encode())


def test_a_reader_that_leaves_is_no_error(tmp_path):
    (tmp_path / "board.txt").write_text(str(solver.Board.read(ROOT / "testinput/puzzle4x4-30.txt")))
    with piped(*COMMAND, *[tmp_path / "board.txt"] * 200) as process:
        assert process.stdout.readline().startswith("==> ")
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


@pytest.mark.parametrize(
    "program",
    [
        "import sys; from lecture.console import exit_status; sys.exit(exit_status(work))",
        "from grader.entry import main; main._command = lambda words: work(); main.start()",
    ],
    ids=["lecture", "grader"],
)
def test_an_interruption_while_python_executes_a_string_has_the_usual_status(program, tmp_path):
    work = "def work():\n    exec('raise KeyboardInterrupt')\n"
    (tmp_path / "interrupted.py").write_text(work + program)
    done = subprocess.run(
        [sys.executable, "-m", "interrupted"],
        cwd=tmp_path,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 130 and done.stderr.rstrip().endswith(b": interrupted")


def test_too_little_memory_is_reported_in_one_line(monkeypatch, capsys, puzzle04):
    def starved(solver, board):
        raise MemoryError
        yield

    monkeypatch.setitem(solver.ALGORITHMS, "bfs", starved)
    command = partial(lecture.main, ["solve", "--algorithm", "bfs", str(puzzle04)])
    assert exit_status(command) == 2
    assert capsys.readouterr() == (
        "",
        "lecture: expected memory for a larger frontier, got none: "
        "another algorithm may need less\n",
    )


# ---- What the files show of themselves ----

SHOWN = [
    step.split("\n", 1)
    for file in ("board.py", "solver.py", "lecture/__main__.py")
    for step in re.findall(
        r"^    \$ (.*\n(?:(?:    (?![$>]).*)?\n)*)", (ROOT / file).read_text(), re.MULTILINE
    )
    if "python3 -i" not in step
]


@pytest.mark.parametrize("command, expected", SHOWN, ids=[command for command, _ in SHOWN])
def test_a_transcript_in_a_header_is_real(command, expected):
    assert textwrap.dedent(expected).strip() == console(command).strip() != ""


@pytest.mark.parametrize("file", ["funny_puzzle.py", "board.py", "solver.py"])
def test_the_files_of_the_assignments_show_how_to_run_them(file):
    assert f"    $ python3 -i {file}\n" in (ROOT / file).read_text()
