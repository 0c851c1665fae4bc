"""Rude: it recurses without end."""


def print_succ(state):
    print_succ(state)


def solve(state):
    print_succ(state)
