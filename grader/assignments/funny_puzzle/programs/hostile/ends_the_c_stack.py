"""Hostile: recurses until the C stack ends."""

import sys


def print_succ(state):
    sys.setrecursionlimit(1 << 30)
    one, other = [], []
    for _ in range(200_000):
        one, other = [one], [other]
    print(one == other)
