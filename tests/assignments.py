"""The assignments, each loaded once for all tests that only read it."""

from functools import cache

from grader.assignment import plan


loaded = cache(plan.load)
