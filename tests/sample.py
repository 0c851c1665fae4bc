"""Tests of many cases that show much the same: CI tries some of them, `make test-all` all."""

import pytest


def one_in(number, cases, ids=None, first=0):
    """Parameters for `parametrize`: of so many cases in turn one is tried in CI, too.

    `first` is the place of the first of them.
    """
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=pytest.mark.slow if (place - first) % number else (),
            id=name,
        )
        for place, (case, name) in enumerate(zip(cases, ids or [None] * len(cases)))
    ]
