"""The grader from the outside, through its command line, on real submissions in real processes."""

import json
import os
import pty
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.golden import ROOT, SUBMISSIONS, golden, grader, report

RIGHT = [path for path in SUBMISSIONS if path.parent.name == "right"]
QUICK = ["--only", "import", "--only", "*/funny12-384"]
MODEL = (ROOT / "funny_puzzle.py").read_text()


def results(*arguments, **options):
    """{name of the check: its record} of the only submission graded, from the JSON that the grader writes."""
    file = options.pop("file")
    done = grader("--json", file, *arguments, **options)
    assert done.returncode == 0, done.stderr
    (submission,) = json.loads(file.read_text())["submissions"]
    return {record["check"]: record for record in submission["results"]}


# ---- What it says ----

@pytest.mark.parametrize("path", SUBMISSIONS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_report_on_a_program_is_its_golden_one(path):
    assert report(path) == golden(path).read_text()


def test_there_is_no_golden_report_without_its_program():
    assert sorted((ROOT / "tests" / "golden").glob("*/*.txt")) == [golden(path) for path in SUBMISSIONS]


def test_the_model_solution_gets_every_point_from_make_grade():
    done = subprocess.run(["make", "-s", "--no-print-directory", "grade", f"PYTHON={sys.executable}"], cwd=ROOT,
                          capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.endswith("\nTotal: 100 of 100 points (69 accepted)\n\n")


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_right_programs_in_other_styles_get_every_point_of_the_ordinary_checks(path):
    done = grader("--only", "print_succ", "--only", "solve", path)
    assert "Total: 96 of 96 points (67 accepted)" in done.stdout


def test_the_command_printed_under_a_failure_runs_that_check_again(tmp_path):
    path = tmp_path / "hand in" / "it's mine.py"
    path.parent.mkdir()
    path.write_text(MODEL.replace(" h={h}", " h ={h}"))
    command = re.search(r"Again: python3 (.*)", grader(*QUICK, path).stdout)[1]
    again = subprocess.run([sys.executable, *shlex.split(command)], cwd=ROOT, capture_output=True, text=True)
    assert "print_succ/funny12-384       wrong_answer      0/1" in again.stdout


@pytest.mark.parametrize("change", ["text + ' \\t'", "text.replace('\\n', '\\r\\n')", "text.rstrip('\\n')",
                                    "text.replace('\\n', '   \\n')", "text + '\\n\\n'"])
def test_white_space_at_the_ends_of_lines_and_of_the_output_is_forgiven(change, tmp_path):
    assert verdicts_of_changed_output(change, tmp_path) == {"accepted"}


@pytest.mark.parametrize("change", ["' ' + text", "text.replace(', ', ',')", "text.replace('\\n', '\\n\\n', 1)",
                                    "text[:-2]", "text.upper()", "text + text", "text.replace('0', 'O')",
                                    "'\\ufeff' + text", "''"])
def test_nothing_else_is_forgiven(change, tmp_path):
    assert verdicts_of_changed_output(change, tmp_path) == {"wrong_answer"}


def verdicts_of_changed_output(change, tmp_path):
    """The verdicts on the model solution if what it prints is changed so."""
    path = tmp_path / "changed.py"
    path.write_text(MODEL + f"""
import contextlib, io, sys

def changed(function):
    def call(state):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            function(state)
        text = output.getvalue()
        sys.stdout.write({change})
    return call

print_succ, solve = changed(print_succ), changed(solve)
""")
    found = results(*QUICK, path, file=tmp_path / "results.json")
    return {record["verdict"] for name, record in found.items() if name != "import"}


def test_json_has_all_that_the_report_says(tmp_path):
    path = ROOT / "tests/submissions/wrong/queue_length_after_pop.py"
    found = results(*QUICK, path, file=tmp_path / "results.json")
    record = found["solve/funny12-384"]
    run = record.pop("run")
    assert record == {
        "check": "solve/funny12-384", "call": "solve([2, 5, 1, 4, 0, 6, 7, 0, 3])", "verdict": "wrong_answer",
        "points": {"path": 1, "queue": 0}, "points_possible": {"path": 1, "queue": 1},
        "rationale": "Line 14 is wrong. The path is right.", "help": "",
        "difference": {"line": 14, "expected": "Max queue length: 384", "actual": "Max queue length: 383",
                       "column": 20},
        "diff": ["@@ -12,3 +12,3 @@", " [1, 2, 3, 4, 0, 6, 7, 5, 0] h=1 moves: 11",
                 " [1, 2, 3, 4, 5, 6, 7, 0, 0] h=0 moves: 12", "-Max queue length: 384", "+Max queue length: 383"],
        "stderr": [],
        "limits": {"cpu_s": 30, "wall_s": 90, "memory_mib": 2048, "output_kib": 1024}}
    assert run["stdout"].endswith("Max queue length: 383\n")
    assert (run["exit_status"], run["ended"]) == (0, "exit")
    assert 0 < run["cpu_s"] < 30 and 0 < run["wall_s"] < 90 and 1 < run["memory_mib"] < 2048


def test_list_shows_every_check_with_its_points_and_call():
    rows = grader("--list").stdout.splitlines()
    assert len(rows) == 69
    assert "solve/funny12-384               2  solve([2, 5, 1, 4, 0, 6, 7, 0, 3])" in rows


def test_several_submissions_end_with_a_line_each():
    paths = ["tests/submissions/right/set_of_visited.py", "tests/submissions/broken/empty.py"]
    assert grader(*QUICK, *paths).stdout.splitlines()[-2:] == [
        f"{paths[0]}: Total: 3 of 3 points (3 accepted)",
        f"{paths[1]}: Total: 0 of 3 points (2 missing, 1 accepted)"]


# ---- What it takes in ----

def test_a_folder_is_its_funny_puzzle_and_the_modules_beside_it(tmp_path):
    (tmp_path / "funny_puzzle.py").write_text("from helper import print_succ, solve\n")
    (tmp_path / "helper.py").write_text(MODEL)
    assert "Total: 3 of 3 points" in grader(*QUICK, tmp_path).stdout


def test_the_only_program_of_a_folder_may_have_any_name(tmp_path):
    (tmp_path / "hw9 (1).py").write_text(MODEL)
    (tmp_path / "notes.txt").write_text("")
    assert "Total: 3 of 3 points" in grader(*QUICK, tmp_path).stdout


def test_a_program_whose_name_begins_with_a_dash_is_graded(tmp_path):
    (tmp_path / "-x.py").write_text(MODEL)
    done = grader(*QUICK, "--", "-x.py", env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert "There is no file or folder -x.py." in done.stdout
    assert "Total: 3 of 3 points" in grader(*QUICK, "--", tmp_path / "-x.py").stdout


@pytest.mark.parametrize("names, sentence", [
    ([], "The folder {} has no funny_puzzle.py, nor any other .py file."),
    (["a.py", "b.py"],
     "The folder {} has no funny_puzzle.py, and of its files (a.py, b.py) any could be meant."),
    (None, "There is no file or folder {}."),
])
def test_a_path_without_a_program_is_missing_and_says_why(names, sentence, tmp_path):
    place = tmp_path / "place"
    for name in names or ():
        place.mkdir(exist_ok=True)
        (place / name).touch()
    if names == []:
        place.mkdir()
    done = grader(place)
    assert done.returncode == 0 and done.stderr == ""
    assert f"import: missing\n  >>> import funny_puzzle\n  {sentence.format(place)}\n" in done.stdout
    assert done.stdout.endswith("Total: 0 of 100 points (68 skipped, 1 missing)\n\n")


# ---- What a submission can see and do ----

PEEK = """
import os, sys
print(sorted(os.listdir()), sorted(os.environ), repr(sys.stdin.read()), sys.argv,
      os.getcwd() == os.environ["HOME"])
print("stdlib" if "funny_puzzle" in sys.modules and not hasattr(sys.modules["__main__"], "expected") else "?")
open("left-behind", "w").close()
"""


def test_each_run_sees_a_fresh_folder_an_empty_stdin_and_a_small_environment(tmp_path):
    (tmp_path / "funny_puzzle.py").write_text(PEEK + "def print_succ(state): pass\nsolve = print_succ\n")
    secret = {**os.environ, "SECRET": "of the instructor"}
    found = results(*QUICK, tmp_path, file=tmp_path / "results.json", env=secret)
    seen = {record["run"]["stdout"] for record in found.values()}
    assert seen == {"['funny_puzzle.py'] ['HOME', 'LANG', 'LC_ALL', 'PATH', 'PYTHONHASHSEED', 'PYTHONUNBUFFERED', "
                    "'PYTHONUTF8', 'TMPDIR', 'TZ'] '' ['funny_puzzle.py'] True\nstdlib\n"}


def test_nothing_of_a_run_is_left_running_or_on_disk(tmp_path):
    path = ROOT / "tests/submissions/rude/leaves_a_daemon.py"
    grader(*QUICK, path, env={**os.environ, "TMPDIR": str(tmp_path)})
    assert list(tmp_path.iterdir()) == []
    assert running("daemon-of-a-submission") == []


def running(mark):
    """The command lines of the processes that have `mark` in theirs."""
    done = subprocess.run(["ps", "-axww", "-o", "args"], capture_output=True, text=True, check=True)
    return [row for row in done.stdout.splitlines() if mark in row]


def test_cpu_time_of_children_counts(tmp_path):
    (tmp_path / "funny_puzzle.py").write_text("""
import os
def solve(state):
    for _ in range(3):
        if os.fork() == 0:
            while os.times().user < 0.5: pass
            os._exit(0)
        os.wait()
""")
    found = results("--only", "solve/funny12-384", "--cpu-s", 1, tmp_path, file=tmp_path / "results.json")
    assert found["solve/funny12-384"]["verdict"] == "time_limit"
    assert 1 < found["solve/funny12-384"]["run"]["cpu_s"] < 1.4


def test_control_c_stops_at_once_and_leaves_nothing(tmp_path):
    (tmp_path / "funny_puzzle.py").write_text("import time\ntime.sleep(3600)  # ended by control-c\n")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with subprocess.Popen([sys.executable, "-m", "grader", tmp_path], cwd=ROOT, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(scratch)}) as process:
        while not list(scratch.glob("*/*/funny_puzzle.py")):
            time.sleep(0.01)
        (started,) = scratch.iterdir()
        while not running(str(started)):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == "\ngrader: interrupted\n"
    assert process.returncode == 130
    assert list(scratch.iterdir()) == [] and running(str(started)) == []


def test_another_interpreter_is_named_and_used(tmp_path):
    python = tmp_path / "python-of-the-course"
    python.symlink_to(sys.executable)
    (tmp_path / "funny_puzzle.py").write_text("import sys\nprint(sys.executable)\n")
    found = results("--only", "import", "--python", python, tmp_path, file=tmp_path / "results.json")
    assert found["import"]["run"]["stdout"] == f"{python}\n"
    assert f"--python {python} --only import" in grader("--only", "import", "--python", python, tmp_path).stdout


# ---- Usage, and faults of ours ----

def assignment(tmp_path, **changes):
    """An assignment file that differs from the real one."""
    data = json.loads((ROOT / "grader/assignments/funny_puzzle.json").read_text()) | changes
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(data))
    return path


def test_everything_wrong_with_an_assignment_file_is_said_at_once(tmp_path):
    path = assignment(tmp_path, limit={}, model=3, limits={"cpu_s": "30"}, groups=[
        {"name": "a", "needs": "b", "instances": ["nosuch", "funny00-1", "funny00-1"], "points": 1},
        {"name": "a", "parts": {"p": {"lines": "("}}}, 7])
    message = grader("--assignment", path, "funny_puzzle.py").stderr
    assert message.count("\n") == 1
    for problem in ["the file: expected name, file, model, groups, limits, got 'limit'",
                    "the file: expected a string for model, got 3",
                    "limits: expected a number for cpu_s, got '30'",
                    "group a: expected name, function, needs, limits, parts, instances, got 'points'",
                    "group a: expected needs to name an earlier group, got 'b'",
                    f"group a: instance nosuch: expected the file {ROOT}/testinput/nosuch.txt, got No such file",
                    "group a: expected each instance once",
                    "group a: expected another name than an earlier group's",
                    "group a: part p: expected a points, got none",
                    "group a: part p: expected a regular expression, got '(' (",
                    "group 3: expected an object, got 7"]:
        assert problem in message


def test_an_instructor_who_adds_an_instance_is_told_to_make_its_transcript(tmp_path):
    groups = [{"name": "solve", "function": "solve", "instances": ["funny00-1", "funny13-791"]}]
    done = grader("--assignment", assignment(tmp_path, groups=groups), "funny_puzzle.py")
    assert done.returncode == 2
    assert done.stderr == ("grader: funny_puzzle: expected a transcript of every check, got none of "
                           "solve/funny13-791 (`make transcripts` makes them)\n")


@pytest.mark.parametrize("arguments, message", [
    ([], "grader: expected a PATH to grade (--help tells more), got none\n"),
    (["--only", "nosuch", "funny_puzzle.py"],
     "grader: --only: expected a group or check (--list shows them), got 'nosuch'\n"),
    (["--python", "/nosuch/python", "x"], "grader: --python: expected an interpreter, got '/nosuch/python'\n"),
    (["--python", "/bin/cat", "x"], "grader: --python: expected an interpreter of Python 3, got '/bin/cat' ("),
    (["--assignment", "nosuch", "x"], "grader/assignments/nosuch.json: expected an assignment (funny_puzzle"),
    (["--assignment", "README.md.json", "x"], "grader: README.md.json: expected an assignment (funny_puzzle"),
    (["--json", "/nosuch/file", "x"], "grader: --json: expected a file to write, got '/nosuch/file' (No such"),
    (["--cpu-s", "0", "x"], "argument --cpu-s: expected a number of seconds above 0, got '0'\n"),
    (["--nosuch"], "unrecognized arguments: --nosuch\n"),
])
def test_wrong_usage_is_told_in_one_line_with_status_2(arguments, message):
    done = grader(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr and done.stderr.count("\n") == 1


def test_a_file_that_is_no_json_is_no_assignment(tmp_path):
    (tmp_path / "x.json").write_text("{")
    done = grader("--assignment", tmp_path / "x.json", "funny_puzzle.py")
    assert done.returncode == 2 and f"grader: {tmp_path}/x.json: expected JSON, got " in done.stderr


def test_a_fault_of_the_grader_is_called_one_and_makes_the_status_3(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("""
import resource, sys
if sys.argv[0] == "-m":
    def no_more_files(event, arguments):
        if event == "tempfile.mkdtemp":
            raise OSError(28, "No space left on device")
    sys.addaudithook(no_more_files)
""")
    done = grader(*QUICK, "funny_puzzle.py", env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert done.returncode == 3
    assert "import: judge_error\n" in done.stdout and "skipped" in done.stdout
    assert "The grader failed, not the submission: OSError(28, 'No space left on device')." in done.stdout
    assert "Traceback" in done.stderr


# ---- On a terminal, and off one ----

def test_colour_and_progress_are_for_terminals_only():
    arguments = [*QUICK, "tests/submissions/wrong/tab_before_h.py"]
    assert "\x1b" not in (done := grader(*arguments)).stdout and done.stderr == ""
    shown = on_terminal([sys.executable, "-m", "grader", *arguments])
    assert "\x1b[32maccepted" in shown and "\x1b[31mwrong_answer" in shown
    assert "\r\x1b[K1 of 3 done, now print_succ/funny12-384" in shown


def on_terminal(command):
    """All that a command prints when its stdout and stderr are a terminal."""
    main, side = pty.openpty()
    with subprocess.Popen(command, cwd=ROOT, stdin=side, stdout=side, stderr=side) as process:
        os.close(side)
        shown = b""
        try:
            while chunk := os.read(main, 1 << 16):
                shown += chunk
        except OSError:
            pass  # the other side of the terminal is closed
    os.close(main)
    assert process.returncode == 0
    return shown.decode()


def test_a_reader_that_goes_away_is_no_fault():
    command = f"{shlex.quote(sys.executable)} -m grader --list | head -n 1"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.startswith("import ") and done.stderr == ""
