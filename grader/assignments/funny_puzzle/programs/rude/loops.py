"""Rude: it never ends, and works all the while."""


def print_succ(state):
    while True: pass  # in one line: versions of Python tell one or the other of two


def solve(state):
    print_succ(state)
