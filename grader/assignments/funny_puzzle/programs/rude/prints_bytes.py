"""Rude: it prints what is no text, and orders to the terminal."""

import sys


def print_succ(state):
    sys.stdout.buffer.write(b"\x1b[2J\xff\x00\n")


def solve(state):
    print_succ(state)
