"""The references print the expected transcripts, also where only a process shows what is printed.

`verify` proves that they print all others, that the model solutions print all, and that the oracles
agree.
"""

import sys

import pytest

from grader.assignment import folders
from grader.assignment.hooks import is_predictable
from grader.diagnose import models
from grader.making import transcripts
from grader.sandbox import sandbox
from tests.assignments import loaded


pytestmark = pytest.mark.once

ASSIGNMENTS = {name: loaded(name) for name in folders.names()}
TRANSCRIPTS = {
    name: transcripts.expected(assignment, assignment.checks)
    for name, assignment in ASSIGNMENTS.items()
}
RUN = [
    (name, check)
    for name, assignment in ASSIGNMENTS.items()
    for check in assignment.checks
    if not is_predictable(check)
]
REFERENCES = {name: models.reference(assignment) for name, assignment in ASSIGNMENTS.items()}


def label(value):
    """The name of a check in the name of a test."""
    return getattr(value, "name", value)


@pytest.mark.parametrize("name, check", RUN, ids=label)
def test_the_reference_prints_it_in_a_process_where_only_that_shows_it(name, check):
    sources = {file: text.encode() for file, text in REFERENCES[name].sources}
    with sandbox.Sandbox("basic", sys.executable) as box:
        assert transcripts.stdout(check, sources, box) == TRANSCRIPTS[name][check.name]


def test_a_reference_has_every_file_of_its_assignment_and_none_of_the_model():
    for assignment in ASSIGNMENTS.values():
        texts = assignment.reference()
        assert list(texts) == list(assignment.files)
        assert all(
            text.encode() != assignment.models[file].read_bytes() for file, text in texts.items()
        )
