"""Broken: a byte that is no UTF-8: ÿ."""


def print_succ(state):
    print(state)
