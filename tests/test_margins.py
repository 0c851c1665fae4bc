"""`verify --as SYSTEM` shows how far from a system's limits right programs and worse ones stay."""

import re
from types import SimpleNamespace

import pytest

from grader.courses import systems
from grader.verify import enclosure, margins
from tests.helpers import grader, stdout_of
from tests.primes import PARTS, with_transcripts


pytestmark = pytest.mark.long

ONLY = ("--only", "print_primes/ten")


@pytest.mark.slow
def test_what_tries_the_limits_is_measured_beside_right_programs(tmp_path):
    primes = with_transcripts(tmp_path, PARTS, limits={"cpu_s": 1})
    shown = stdout_of("verify", "--as", "gradescope", primes, *ONLY)
    head, played, level, *_ = shown.splitlines()
    assert played.startswith("Gradescope, played: it reads 100% of the points for the model, after")
    assert head.startswith("primes as in Gradescope: 0.5 processors, 768 MiB, 600 s; ")
    assert level.startswith("Sandbox: ")
    rows = dict(re.findall(r"^(\w[\w/ ]*?)  +(\d/\d) .*$", shown, re.MULTILINE))
    points = {"right/sieve": "2/2", "loops": "0/2", "eats memory": "0/2"}
    assert rows == points | {"prints without end": "0/2"}
    verdicts = re.findall("1 ([a-z_]+_limit)", shown)
    assert verdicts == ["time_limit", "memory_limit", "output_limit"]
    assert re.search(r"right/sieve, the slowest right program, leaves [0-9]+%, and", shown)


def test_without_a_right_program_the_slowest_of_all_is_said_to_leave_time():
    container = systems.host("gradescope").container
    measured = [
        margins.Measurement(name, is_right, container, {}, container.seconds / part, None)
        for name, is_right, part in (("right/a", True, 10), ("wrong/b", False, 5))
    ]
    assert margins._margin(measured) == (
        "Of the time right/a, the slowest right program, leaves 90%, and wrong/b leaves 80%."
    )
    assert margins._margin(measured[1:]) == "Of the time wrong/b leaves 80%."


@pytest.mark.parametrize("memory_mib", [None, 5.0])
def test_before_the_table_stand_the_sandbox_and_that_no_control_group_can_be_made(
    memory_mib, capsys
):
    container = systems.host("gradescope").container
    figures = {"level": "Sandbox: basic.", "points": 1, "possible": 1, "verdicts": {}, "faults": []}
    one = margins.Measurement("right/a", True, container, figures, 1.0, memory_mib)
    assert margins._shown(SimpleNamespace(everything=True), iter([one, one])) == []
    level, *unbounded, blank, header, _, _, _, margin = capsys.readouterr().out.splitlines()
    assert (level, blank) == ("Sandbox: basic.", "") and header.startswith("program")
    assert unbounded == ([] if memory_mib else [margins.UNBOUNDED])
    assert margin.startswith("Of the time right/a")


@pytest.mark.parametrize(
    "is_right, wall_s, figures, what",
    [
        (True, 9, {}, ""),
        (False, 9, {"points": 1}, ""),
        (True, 9, {"points": 1}, "it is right, and does not get all points"),
        (False, 601, {}, "it takes longer than the system waits"),
        (False, 9, {"faults": ["It was killed."], "log": "Killed"}, "It was killed.\nKilled"),
    ],
)
def test_what_does_not_fit_into_the_container_is_a_problem(is_right, wall_s, figures, what):
    container = systems.host("gradescope").container
    figures = {"points": 2, "possible": 2, "faults": [], "log": ""} | figures
    measurement = margins.Measurement("it", is_right, container, figures, wall_s, None)
    assert measurement.problem == (what and f"it: {what}")


def test_a_system_without_a_container_has_no_margins():
    process = grader("verify", "--as", "slurm")
    assert process.returncode == 2 and "invalid choice: 'slurm'" in process.stderr


def test_nothing_is_left_of_groups_that_were_made():
    with enclosure.Enclosure(0.5, 64) as groups:
        folders = [*groups._groups]
    assert not any(folder.exists() for folder in folders)
