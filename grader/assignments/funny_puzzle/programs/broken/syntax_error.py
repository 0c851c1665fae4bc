"""Broken: no Python."""


def print_succ(state)
    print(state)
