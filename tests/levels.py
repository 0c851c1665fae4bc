"""The levels of the sandbox that tests try, an interpreter that every user may run, and its runs.

A test with a parameter `level` is skipped if that level does not hold here (see conftest.py).
"""

import os
import sys
from functools import cache

import pytest

from grader.records.checks import Check, Limits
from grader.sandbox import sandbox, view


PYTHON = next(
    (
        path
        for path in (sys.executable, "/usr/local/bin/python3", "/usr/bin/python3")
        if os.path.exists(path) and all(map(sandbox.is_open_to_all, view.with_links(path)))
    ),
    None,
)
OPEN = PYTHON or sys.executable
EVERY = sandbox.LEVELS
CHECK = Check("import", "program", Limits(cpu_s=5, wall_s=15, memory_mib=512, output_kib=64))
SHORT = Check("import", "program", Limits(cpu_s=2, wall_s=4, memory_mib=192, output_kib=64))


@cache
def fault(level):
    """Why a level does not hold here; "" if it does. Trying that takes a while."""
    return sandbox.fault(level, OPEN)


def skip_unless_held(level):
    """Skip the test that runs if a level does not hold here."""
    if fault(level):
        pytest.skip(f"{level} does not hold here: {fault(level)}")


def run_of(box, program, check=CHECK):
    return box.run(check, {"program.py": program.encode()})


def output(box, program, check=CHECK):
    run = run_of(box, program, check)
    assert (run.exit_status, run.ended) == (0, "exit"), run
    return run.stdout.decode()
