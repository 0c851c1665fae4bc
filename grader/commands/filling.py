"""The option `--roster`: fills in the gradebook that a course system exported."""

import argparse
import os
from pathlib import Path

from grader.commands.gradebook import read
from grader.diagnose import diagnose
from grader.ground.text import counted
from grader.records.submissions import Document
from grader.report import feedback, files
from grader.report.roster import filled


FILLED = "filled-*.csv"


def fill(options: argparse.Namespace, document: Document, folder: str) -> list[str]:
    """Write the roster with points into the folder; return lines to print about it.

    Without a roster, they name those that earlier gradings have filled in.
    """
    if not options.roster:
        reminder = "was filled in before: if points have changed, fill it in again"
        return [f"{path} {reminder}" for path in sorted(Path(folder).glob(FILLED))]
    name = f"filled-{os.path.basename(options.roster)}"
    data = read("--roster", options.roster)
    texts = [text.decode() for text in feedback.texts(document).values()]
    whole = 0.0
    if assignment := diagnose.assignment_of(document):
        whole = sum(check.points for check in assignment.checks)
    result = filled(document, data, options.column, options.absent, texts, whole)
    files.write(folder, {name: result.data})
    place = os.path.join(folder, name)
    lines = [f"{place}: {counted(result.rows, 'row')} of {result.column!r} filled in"]
    return lines + [f"  {sentence}" for sentence in result.sentences]
