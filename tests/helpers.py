"""What many tests do: read and write files, and run the grader and other commands."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

from tests import forked, waiting


ROOT = Path(__file__).resolve().parent.parent
MODEL = (ROOT / "funny_puzzle.py").read_text(encoding="utf-8")
# The folders of programs, in which python3 is the one that runs this.
PATH = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]


def write_files(folder, files):
    """The folder, after files, {path in it: a text, bytes or a file to copy}, are written to it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            content = content.read_bytes()
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def read_json(file):
    """What a JSON file holds."""
    return json.loads(file.read_text(encoding="utf-8"))


def flat(text):
    """A text as one line, in which all white space is single spaces."""
    return " ".join(text.split())


def error_of(kind, function, *arguments, **more):
    """The text of the exception of this kind that a call must raise."""
    try:
        function(*arguments, **more)
    except kind as error:
        return str(error)
    raise AssertionError(f"expected {kind.__name__}, and none was raised")


def selecting(*patterns):
    """The options that select the checks of these patterns."""
    return [word for pattern in patterns for word in ("--only", pattern)]


def console(command, **variables):
    """What a shell shows of a command, run where the grader is by the Python that runs this."""
    return subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PATH": PATH, **variables},
    ).stdout


def grader(*arguments, **options):
    """The finished process of `python3 -m grader arguments...`, run at the project's root."""
    if not options:
        return forked.run([*map(str, arguments)], ROOT)
    return python("-m", "grader", *arguments, **options)


def python(*arguments, **options):
    """The finished process of this Python with these arguments, run at the project's root."""
    return run_at_root(sys.executable, *arguments, **options)


def run_at_root(*words, **options):
    """The finished process of a command, run at the project's root; its outputs are texts."""
    if "input" not in options:
        options.setdefault("stdin", subprocess.DEVNULL)
    options.setdefault("cwd", ROOT)
    return subprocess.run([*map(str, words)], text=True, capture_output=True, **options)


def started(*arguments, **options):
    """The process of `python3 -m grader arguments...`, which runs on; its stderr is a pipe."""
    command = sys.executable, "-m", "grader", *arguments
    return piped(*command, stdout=subprocess.DEVNULL, **options)


def piped(*words, **options):
    """The process of a command at the project's root, which runs on; texts come by pipes."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": ROOT}
    return waiting.Process([*map(str, words)], text=True, **pipes | options)


def submissions(file):
    """The submissions of a document: a file of JSON."""
    return read_json(file)["submissions"]


def verdicts(submission):
    """{check: verdict} of a submission of a document."""
    return {result["check"]: result["verdict"] for result in submission["results"]}


def points(out):
    """{student: points} of the results in a folder."""
    return {one["submission"]: one["points"] for one in submissions(out / "results.json")}


def gradebook_of(out):
    """The rows of the gradebook in a folder of results, as dictionaries."""
    return rows_of(out / "gradebook.csv")


def rows_of(file):
    """The rows of a table of CSV, as dictionaries."""
    return [*csv.DictReader(io.StringIO(file.read_text("utf-8-sig"), newline=""))]


def stdout_of(*arguments):
    """What `python3 -m grader arguments...` prints; it must end well and say nothing on stderr."""
    return text_of(grader(*arguments))


def outcome(done):
    """(Exit status, stdout, stderr) of a finished process."""
    return done.returncode, done.stdout, done.stderr


def text_of(done):
    """The stdout of a process that must have ended well and said nothing on stderr."""
    assert (done.returncode, done.stderr) == (0, ""), done.stderr[-3000:]
    return done.stdout


def assignment_folder(folder, files):
    """The folder of an assignment that has these files, with its transcripts."""
    write_files(folder, files)
    stdout_of("transcripts", folder)
    return folder


def refusal_of(*arguments, **options):
    """The only line that `python3 -m grader arguments...` prints, which it must refuse."""
    return refusal(*outcome(grader(*arguments, **options)))


def refusal(status, stdout, stderr):
    """The only line that a command printed, which must have refused to do anything."""
    assert (status, stdout, stderr.count("\n")) == (2, "", 1), stderr
    return stderr


def submissions_graded(folder, *arguments):
    """The submissions of a grading that ends well; its file of JSON is in the folder."""
    stdout_of("--no-examples", "--json", folder / "graded.json", *arguments)
    return submissions(folder / "graded.json")
