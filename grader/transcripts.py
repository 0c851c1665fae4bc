"""The expected transcripts: read for the judge; made anew by running the model solution like a submission."""

import re

from grader import UsageError, sandbox
from grader.cause import cause
from grader.judge import lines, read
from grader.plan import ROOT

FOLDER = ROOT / "grader" / "transcripts"


def expected(assignment, checks):
    """The expected transcript of each check, as bytes, by the check's name; UsageError if one can't serve."""
    found = {check.name: FOLDER / assignment.name / f"{check.name}.txt" for check in checks}
    if missing := [name for name, path in found.items() if not path.is_file()]:
        raise UsageError(f"{assignment.name}: expected a transcript of every check, got none of "
                         f"{', '.join(missing)} (`make transcripts` makes them)")
    transcripts = {name: path.read_bytes() for name, path in found.items()}
    for check in checks:
        for part in check.parts:
            if part.lines and not any(re.search(part.lines, line) for line in lines(transcripts[check.name])):
                raise UsageError(f"{assignment.name}: {check.name}: part {part.name}: expected a pattern "
                                 f"that matches a line of the transcript, got {part.lines!r}")
    return transcripts


def regenerate(assignment, python, folder=FOLDER):
    """Make the transcripts of an assignment, drop those of checks that are gone; return the files changed.

    UsageError if the model solution fails on a check.
    """
    folder = folder / assignment.name
    model = assignment.sources()
    with sandbox.Sandbox("basic", python) as box:
        made = {folder / f"{check.name}.txt": stdout(check, model, box) for check in assignment.checks}
    stale = set(folder.rglob("*.txt")) - set(made)
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
