"""Tests of many cases that show much the same: CI tries some of them, `make test-all` all."""

import pytest


def one_in(number, cases, ids=None):
    """Parameters for `parametrize`: of so many cases in turn the first is tried in CI, too."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=pytest.mark.slow if place % number else (),
            id=name,
        )
        for place, (case, name) in enumerate(zip(cases, ids or [None] * len(cases)))
    ]
