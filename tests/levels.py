"""The levels of the sandbox that tests try, with an interpreter that every user may run.

A test with a parameter `level` is skipped if that level does not hold here (see conftest.py).
"""

import os
import sys
from functools import cache

import pytest

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


@cache
def fault(level):
    """Why a level does not hold here; "" if it does. Trying that takes a while."""
    return sandbox.fault(level, OPEN)


def skip_unless_held(level):
    """Skip the test that runs if a level does not hold here."""
    if fault(level):
        pytest.skip(f"{level} does not hold here: {fault(level)}")
