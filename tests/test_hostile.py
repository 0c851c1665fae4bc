"""Hostile programs in each mode: what becomes of each, and that nothing of them is left.

Two checks run at a time, or only one, so that each program meets what the last one left.
"""

import os
import re
import sys

import pytest

from grader.sandbox import linux
from tests.helpers import ROOT
from tests.hostile_class import MODES, class_graded, promises
from tests.programs import HOSTILE


pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="basic, all there is elsewhere, holds few"),
]

# {program: [its verdict, the sentence that its student reads]}, as patterns
VERDICTS = {
    row.split(": ")[0]: row.split(": ", 2)[1:]
    for row in (ROOT / "tests/hostile.txt").read_text().splitlines()
    if not row.startswith("#")
}


# CI tries the modes in which a level comes first, or that lack namespaces; `make test-all` tries
# all, with one check at a time and with two. Where a user of its own runs each sandbox, a program
# meets what another one left only if all run in one sandbox.
USUAL = {"user-root": 1, "landlock-user": 2, "bubblewrap-user": 2}
if os.getuid():
    USUAL["landlock-user"] = 1
RUNS = [
    pytest.param(
        (mode, jobs),
        marks=() if USUAL.get(str(mode)) == jobs else pytest.mark.slow,
        id=f"{mode}-{jobs}",
    )
    for mode in MODES
    for jobs in (1, 2)
]


@pytest.fixture(scope="module", params=RUNS)
def graded(request):
    """All that came of grading the class in one mode, and what `doctor` says of the mode."""
    with class_graded(*request.param) as result:
        yield result


def test_every_hostile_program_has_its_verdict_and_its_sentence(graded):
    for program, records in graded.hostile.items():
        verdict, sentence = VERDICTS[program]
        for record in records:
            assert re.fullmatch(verdict, record["verdict"]), (program, record["rationale"], record)
            assert re.fullmatch(sentence, record["rationale"]), (program, record)
            assert record["run"]["wall_s"] < 5 * record["limits"]["wall_s"], program


def test_no_hostile_program_does_what_it_must_not_or_finds_what_its_first_run_left(graded):
    for program, records in graded.hostile.items():
        printed = [record["run"]["stdout"] for record in records]
        assert "done: " not in "\n".join(printed), program
        if graded.jobs == 1:
            assert printed == printed[:1] * len(printed), program
    assert not graded.received


def test_right_programs_between_them_fare_as_before_them(graded):
    first, *others = graded.right
    assert '"verdict": "accepted"' in first and len(others) > 20
    for number, reports in enumerate(others, 1):
        assert reports == first, f"right program {number}"


def test_nothing_of_them_is_left_running_or_on_disk_or_in_the_kernel(graded):
    assert (graded.running, graded.left, graded.changed) == ([], [], set())


def test_the_graders_own_memory_stays_flat(graded):
    assert graded.memory_mib < 48


def test_the_doctor_finds_what_readme_says(graded):
    who = "root" if graded.mode.user == 0 else "user"
    table, never = promises()
    words = {deed: columns[f"`{graded.mode.level}`, {who}"] for deed, columns in table.items()}
    promised = {deed: "no" for deed in never} | words
    holds = {"no", *(f"no{mark}" for mark, is_met in conditions(graded).items() if is_met)}
    assert [deed for deed in graded.able if promised[deed] in holds] == []
    assert {deed for deed in graded.tried if promised[deed] == "yes"} <= set(graded.able)


def conditions(graded):
    """Whether what each mark of README's table asks for is met."""
    has_namespaces = not graded.mode.is_contained
    has_landlock = linux.landlock_version() > 0
    met = has_landlock, has_namespaces, has_namespaces, True, graded.is_counted, has_namespaces
    return dict(zip("¹²³⁴⁵⁶", met))


def test_every_hostile_program_has_an_expectation():
    assert sorted(VERDICTS) == sorted(path.stem for path in HOSTILE.glob("*.py"))
