"""Hostile: prints one line of 100 MB."""

import sys


def print_succ(state):
    sys.stdout.write("x" * 100_000_000)
