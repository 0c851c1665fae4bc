"""The expected transcripts: read for the judge; made anew by running the model solution like a submission.

They are in `transcripts/NAME/` beside the assignment's file. An assignment file elsewhere that has the name of one of
the tree may do with that one's.
"""

import re
import shlex
from pathlib import Path

from grader import UsageError
from grader.assignment import folders
from grader.judge.cause import cause
from grader.judge.judge import lines, read
from grader.sandbox import sandbox


FOLDER = folders.ASSIGNMENTS  # where the tree's are


def expected(assignment, checks):
    """The expected transcript of each check, as bytes, by the check's name; UsageError if one can't serve."""
    found = {check.name: place(assignment, check) for check in checks}
    if missing := [name for name, path in found.items() if not path.is_file()]:
        raise UsageError(
            f"{assignment.name}: expected a transcript of every check, got none of "
            f"{', '.join(missing)} (`python3 -m grader transcripts "
            f"{shlex.quote(assignment.given or assignment.name)}` makes them)"
        )
    transcripts = {name: path.read_bytes() for name, path in found.items()}
    for check in checks:
        for part in check.parts:
            if part.lines and not any(
                re.search(part.lines, line) for line in lines(transcripts[check.name])
            ):
                raise UsageError(
                    f"{assignment.name}: {check.name}: part {part.name}: expected a pattern "
                    f"that matches a line of the transcript, got {part.lines!r}"
                )
    return transcripts


def in_tree(name: str, tree: Path | None = None) -> Path:
    """The folder of the transcripts of an assignment of the tree, or of a copy of it."""
    return (tree or FOLDER) / folders.folder(name).name / "transcripts" / name


def own_folder(assignment, tree: Path | None = None) -> Path:
    """The folder of an assignment's own transcripts: in the tree, or beside its file."""
    path = folders.file(assignment.given or assignment.name)
    outside = folders.ASSIGNMENTS not in path.resolve().parents
    return (
        path.parent / "transcripts" / assignment.name if outside else in_tree(assignment.name, tree)
    )


def place(assignment, check):
    """The file of the expected transcript of a check: the assignment's own, or else the tree's."""
    own = own_folder(assignment) / f"{check.name}.txt"
    return own if own.is_file() else in_tree(assignment.name) / f"{check.name}.txt"


def regenerate(assignment, python, tree=None):
    """Make the transcripts of an assignment; return the files changed.

    In the tree those of checks that are gone are dropped; elsewhere other assignments may share the folder.
    UsageError if the model solution fails on a check.
    """
    folder = own_folder(assignment, tree)
    model = assignment.sources()
    with sandbox.Sandbox("basic", python) as box:
        made = {
            folder / f"{check.name}.txt": stdout(check, model, box) for check in assignment.checks
        }
    stale = (
        set(folder.rglob("*.txt")) - set(made)
        if folder == in_tree(assignment.name, tree)
        else set()
    )
    changed = [
        path for path, text in made.items() if not path.is_file() or path.read_bytes() != text
    ]
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
        raise UsageError(
            f"{check.name}: expected the model solution to succeed, got exit status "
            f"{run.exit_status} {error}".rstrip()
        )
    return readable(check, run.stdout)


def readable(check, output):
    """The output as a transcript: where a check has a checker, the lines that it reads from it."""
    return (
        "".join(f"{line}\n" for line in read(check, lines(output))[0]).encode()
        if check.checker
        else output
    )
