"""Rude: it never ends, and works all the while."""


def print_succ(state):
    while True:
        pass


def solve(state):
    print_succ(state)
