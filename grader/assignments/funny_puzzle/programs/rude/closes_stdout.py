"""Rude: it closes its output and goes on for a while."""

import os
import time


def print_succ(state):
    os.close(1)
    os.close(2)
    time.sleep(0.5)
    os._exit(0)


def solve(state):
    print_succ(state)
