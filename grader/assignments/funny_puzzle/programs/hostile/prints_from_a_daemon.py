"""Hostile: prints from a process that goes on when the program has ended."""

import os
import time


def print_succ(state):
    if os.fork() == 0:
        os.setsid()
        time.sleep(0.5)
        print("done: from a daemon")
