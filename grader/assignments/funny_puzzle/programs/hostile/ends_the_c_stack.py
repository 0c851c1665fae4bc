"""Hostile: recurses until the C stack ends."""

import sys


def print_succ(state):
    sys.setrecursionlimit(1 << 30)
    nested = []
    for _ in range(500_000):
        nested = [nested]
    print(len(repr(nested)))
