"""Rude: it prints without end."""


def print_succ(state):
    while True:
        print(state)


def solve(state):
    print_succ(state)
