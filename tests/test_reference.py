"""The references print the expected transcripts, also where only a process shows what is printed.

`verify` proves that they print all others, that the model solutions print all, and that the oracles
agree.
"""

import pytest

from grader.assignment import folders
from grader.assignment.hooks import is_predictable
from grader.diagnose import models
from grader.making import transcripts
from tests.assignments import loaded


@pytest.mark.long
@pytest.mark.parametrize("name", folders.names())
def test_the_reference_prints_in_a_process_what_only_that_shows(name, basic):
    assignment = loaded(name)
    checks = [check for check in assignment.checks if not is_predictable(check)]
    expected = transcripts.expected(assignment, checks)
    texts = models.reference(assignment).sources
    sources = {file: text.encode() for file, text in texts}
    printed = {check.name: transcripts.stdout(check, sources, basic) for check in checks}
    assert printed == expected


def test_a_reference_has_every_file_of_its_assignment_and_none_of_the_model():
    for assignment in map(loaded, folders.names()):
        texts = assignment.reference()
        assert list(texts) == list(assignment.files)
        assert all(
            text.encode() != assignment.models[file].read_bytes() for file, text in texts.items()
        )
