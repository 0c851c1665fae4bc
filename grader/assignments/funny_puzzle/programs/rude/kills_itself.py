"""Rude: it ends like a program that crashes."""

import os
import signal


def print_succ(state):
    os.kill(os.getpid(), signal.SIGSEGV)


def solve(state):
    print_succ(state)
