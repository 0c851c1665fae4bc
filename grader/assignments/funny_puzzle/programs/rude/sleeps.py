"""Rude: it never ends, and does nothing."""

import time


def print_succ(state):
    time.sleep(3600)


def solve(state):
    print_succ(state)
