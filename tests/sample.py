"""Parameters of tests: some of many cases that show much the same, and the rows of a table."""

import pytest


def slow(*values, **more):
    """A parameter that `make test-all` alone tries."""
    return pytest.param(*values, marks=pytest.mark.slow, **more)


def long(*values, **more):
    """A parameter with which a test takes over two seconds."""
    return pytest.param(*values, marks=pytest.mark.long, **more)


def one_in(number, cases, ids=None, first=0):
    """Parameters for `parametrize`: of so many cases in turn one is tried in CI, too.

    `make test-all` tries all. `first` is the place of the first that CI tries.
    """
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=pytest.mark.slow if (place - first) % number else (),
            id=name,
        )
        for place, (case, name) in enumerate(zip(cases, ids or [None] * len(cases)))
    ]


def rows(table):
    """Parameters for `parametrize`: the cells of each row, after the one that names it."""
    cells = [row.split("|") for row in table.strip().split("\n")]
    return [pytest.param(*map(str.strip, own), id=name.strip()) for name, *own in cells]
