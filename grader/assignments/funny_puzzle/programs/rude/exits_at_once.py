"""Rude: it ends the process before it prints, with the status of success."""

import os


def print_succ(state):
    os._exit(0)


def solve(state):
    print_succ(state)
