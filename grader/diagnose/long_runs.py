"""The reference's long runs with a driver, stored so that no diagnosis need make them again.

They are in `transcripts/NAME/reference.json` of an assignment's folder, by a digest of all that
they depend on: what is out of date is not found, and made again.
"""

import json
from pathlib import Path
from typing import Any

from grader.assignment.hooks import is_predictable
from grader.assignment.plan import Assignment
from grader.diagnose.rehearsal import Rehearsal, long_ones
from grader.diagnose.variants import Prediction


def stored(assignment: Assignment) -> dict[str, Rehearsal]:
    """{digest: Rehearsal} of the runs that are stored."""
    path = assignment.folder.find(_file(assignment))
    if not path:
        return {}
    table = json.loads(path.read_text(encoding="utf-8"))
    return {key: _rehearsal(**row) for key, row in table.items()}


def made(assignment: Assignment) -> dict[str, Rehearsal]:
    """{digest: Rehearsal} of the runs to be stored, made now."""
    checks = [check for check in assignment.checks if check.is_driven and is_predictable(check)]
    return long_ones(checks, tuple(assignment.reference().items()))


def regenerate(assignment: Assignment) -> list[Path]:
    """Store the long runs of the reference; return the file if it was changed."""
    path = assignment.folder.own / _file(assignment)
    before = "{}"
    if path.is_file():
        before = path.read_text(encoding="utf-8")
    text = json.dumps({key: _row(one) for key, one in sorted(made(assignment).items())}, indent=1)
    if text == before:
        return []
    path.write_text(text, encoding="utf-8")
    return [path]


def _file(assignment: Assignment) -> str:
    """The path of the file in the assignment's folder."""
    return f"transcripts/{assignment.name}/reference.json"


def _row(rehearsal: Rehearsal) -> dict[str, Any]:
    prediction, entered = rehearsal.prediction, sorted(rehearsal.entered)
    return {"pops": prediction.pops, "entered": entered, "lines": prediction.text.split("\n")}


def _rehearsal(pops: int, entered: list[str], lines: list[str]) -> Rehearsal:
    prediction = Prediction("\n".join(lines), "exit", pops, is_models=True)
    return Rehearsal(prediction, frozenset(entered))
