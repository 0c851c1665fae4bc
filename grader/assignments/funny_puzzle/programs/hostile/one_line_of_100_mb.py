"""Hostile: prints one line of 100 MB."""

import sys


def print_succ(state):
    for _ in range(100):
        sys.stdout.write("x" * 1_000_000)
