"""Rude: it prints one line of half a megabyte."""


def print_succ(state):
    print("[" * 500_000)


def solve(state):
    print_succ(state)
