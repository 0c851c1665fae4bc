"""Rude: it writes to stderr without end."""

import sys


def print_succ(state):
    while True:
        print(state, file=sys.stderr)


def solve(state):
    print_succ(state)
