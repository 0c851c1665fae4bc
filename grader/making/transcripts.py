"""The expected transcripts: reads them, and makes them by running the model solution.

They are in `transcripts/NAME/` beside the assignment's file. Transcripts missing there are looked
up in the other folders of the assignment (`folders`).
"""

import json
import re
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path

from grader.assignment import folders
from grader.assignment.hooks import call
from grader.assignment.plan import Assignment
from grader.ground.errors import UsageError
from grader.ground.files import Files
from grader.ground.text import first_of
from grader.judge.account import account
from grader.judge.reading import lines, read
from grader.judge.sealed import is_sealed
from grader.records.checks import Check
from grader.records.results import Run
from grader.sandbox import sandbox
from grader.store.keys import digest


CALLS = "calls.json"  # {check: a digest of the call whose transcript is kept}
MOST_MISSING = 3  # the most checks without a transcript that are named
Transcripts = Mapping[str, bytes]  # {check: its expected transcript}


def expected(assignment: Assignment, checks: Iterable[Check]) -> Transcripts:
    """{check: its expected transcript}; UsageError if one is missing or can't be used."""
    checks = list(checks)
    transcripts = {}
    missing = []
    for check in checks:
        path = assignment.folder.transcript(assignment.name, check.name)
        if path.is_file():
            transcripts[check.name] = path.read_bytes()
        else:
            missing.append(check.name)
    if missing:
        raise UsageError(
            f"{assignment.name}: expected a transcript of every check, got none of "
            f"{first_of(missing, MOST_MISSING)} ({_how_to_make(assignment)})"
        )
    _check_calls(assignment, checks)
    for check in checks:
        for part in check.parts:
            if not _shows(transcripts[check.name], part.lines):
                raise UsageError(
                    f"{assignment.name}: {check.name}: part {part.name}: expected a line in the "
                    f"transcript that {part.lines!r} matches, got none (a group of its own, with "
                    "the same function, can have other parts)"
                )
    return transcripts


def _check_calls(assignment: Assignment, checks: Iterable[Check]) -> None:
    """UsageError if transcripts are those of other calls than the checks now make."""
    path = assignment.folder.find(f"transcripts/{assignment.name}/{CALLS}")
    if not path:
        return
    made = json.loads(path.read_bytes())
    calls = {check.name: _digest(check) for check in checks}
    if old := [name for name, call in calls.items() if made.get(name, call) != call]:
        raise UsageError(
            f"{assignment.name}: expected the transcripts of what the checks call now, got those "
            f"of other calls in {first_of(old, MOST_MISSING)} ({_how_to_make(assignment)})"
        )


def _digest(check: Check) -> str:
    """A digest of what a check calls."""
    return digest(check.function, check.calls, check.stdin)[:8]


def _how_to_make(assignment: Assignment) -> str:
    """The command that makes an assignment's transcripts, as a remark."""
    name = shlex.quote(assignment.given or assignment.name)
    return f"`python3 -m grader transcripts {name}` makes them"


def _shows(transcript: bytes, pattern: str) -> bool:
    """Whether a pattern matches a line of a transcript; True if it is "" or the text is sealed."""
    expected = lines(transcript)
    is_known = pattern and not is_sealed(expected)
    return not is_known or any(re.search(pattern, line) for line in expected)


def regenerate(assignment: Assignment, python: str) -> list[Path]:
    """Make the transcripts of an assignment; return the files that were changed or removed.

    UsageError if the model solution fails on a check.
    """
    place = assignment.folder.own / "transcripts" / assignment.name
    model = assignment.sources()
    texts = {}
    silent = []
    with sandbox.Sandbox("basic", python) as box:
        for check in assignment.checks:
            text = texts[place / f"{check.name}.txt"] = stdout(check, model, box)
            if check.function and not text:
                silent.append(check.name)
    if silent:
        raise UsageError(
            f"{assignment.name}: expected the model solution to print something, got nothing in "
            f'{", ".join(silent)} ("returns": true compares what a function returns)'
        )
    changed = []
    for path in sorted(place.rglob("*.txt")):
        if path not in texts and _is_whole(assignment):
            path.unlink()
            changed.append(path)
    for path, text in texts.items():
        if not path.is_file() or path.read_bytes() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
            changed.append(path)
    calls = {check.name: _digest(check) for check in assignment.checks}
    (place / CALLS).write_text(f"{json.dumps(calls, indent=1)}\n", encoding="utf-8")
    return sorted(changed)


def _is_whole(assignment: Assignment) -> bool:
    """Whether no other assignment file, such as a copy, can use the same transcripts."""
    path = folders.file(assignment.given)
    return path.name == folders.FILE or assignment.given in folders.names()


def stdout(check: Check, model: Files, box: sandbox.Sandbox) -> bytes:
    """The transcript of a model solution's run; UsageError if it fails."""
    run = box.run(check, model)
    if run.exit_status or run.ended != "exit":
        own = account(check, run)
        how = own.message.error or f"exit status {run.exit_status}"
        if own.ending == "no_function":
            how = f"one without {check.function}"
        elif own.ending == "raised" and not (check.is_driven or check.is_command):
            how += ' ("returns" and "raises": true compare an exception, too)'
        raise UsageError(
            f"{check.name}: expected a model solution in which {call(check)} succeeds, got {how}"
        )
    return readable(check, run)


def readable(check: Check, run: Run) -> bytes:
    """The output of a run as a transcript: with a checker, the lines that the checker reads."""
    own = account(check, run)
    if not check.checker:
        return own.printed
    return "".join(f"{line}\n" for line in read(check, own.lines()).lines).encode()
