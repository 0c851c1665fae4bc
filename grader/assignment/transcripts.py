"""The expected transcripts: read for the judge; made anew by running the model solution like a submission.

Those of an assignment of the tree are in FOLDER; those of an assignment file elsewhere are in `transcripts/`
beside that file, or else, as far as the tree's will do, in FOLDER.
"""

import re
import shlex
from pathlib import Path

from grader import UsageError
from grader.sandbox import sandbox
from grader.judge.cause import cause
from grader.judge.judge import lines, read
from grader.assignment.plan import ASSIGNMENTS, ROOT

FOLDER = ROOT / "grader" / "transcripts"


def expected(assignment, checks):
    """The expected transcript of each check, as bytes, by the check's name; UsageError if one can't serve."""
    found = {check.name: place(assignment, check) for check in checks}
    if missing := [name for name, path in found.items() if not path.is_file()]:
        raise UsageError(f"{assignment.name}: expected a transcript of every check, got none of "
                         f"{', '.join(missing)} (`python3 -m grader transcripts "
                         f"{shlex.quote(assignment.given or assignment.name)}` makes them)")
    transcripts = {name: path.read_bytes() for name, path in found.items()}
    for check in checks:
        for part in check.parts:
            if part.lines and not any(re.search(part.lines, line) for line in lines(transcripts[check.name])):
                raise UsageError(f"{assignment.name}: {check.name}: part {part.name}: expected a pattern "
                                 f"that matches a line of the transcript, got {part.lines!r}")
    return transcripts


def own_folder(assignment, tree=None) -> Path:
    """The folder of an assignment's own transcripts: beside its file, or in the `tree`."""
    path = Path(assignment.given)
    beside = path.suffix == ".json" and path.resolve().parent != ASSIGNMENTS.resolve()
    return (path.parent / "transcripts" if beside else tree or FOLDER) / assignment.name


def place(assignment, check):
    """The file of the expected transcript of a check: the assignment's own, or else the tree's."""
    own = own_folder(assignment) / f"{check.name}.txt"
    return own if own.is_file() else FOLDER / assignment.name / f"{check.name}.txt"


def regenerate(assignment, python, tree=FOLDER):
    """Make the transcripts of an assignment; return the files changed.

    In the tree those of checks that are gone are dropped; elsewhere other assignments may share the folder.
    UsageError if the model solution fails on a check.
    """
    folder = own_folder(assignment, tree)
    model = assignment.sources()
    with sandbox.Sandbox("basic", python) as box:
        made = {folder / f"{check.name}.txt": stdout(check, model, box) for check in assignment.checks}
    stale = set(folder.rglob("*.txt")) - set(made) if folder.parent == tree else set()
    changed = [path for path, text in made.items() if not path.is_file() or path.read_bytes() != text]
    for path in stale:
        path.unlink()
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made[path])
    return sorted(stale | set(changed))


def stdout(check, model, box):
    """What the model solution prints in a check; UsageError if it fails."""
    run = box.run(check, model)
    if run.exit_status or run.ended != "exit":
        error = cause(run.stderr).get("error", "")
        raise UsageError(f"{check.name}: expected the model solution to succeed, got exit status "
                         f"{run.exit_status} {error}".rstrip())
    return readable(check, run.stdout)


def readable(check, output):
    """The output as a transcript: where a check has a checker, the lines that it reads from it."""
    return "".join(f"{line}\n" for line in read(check, lines(output))[0]).encode() if check.checker else output
