"""Hostile: forks and forks (here 200 times), each child for long."""

import os
import time


def print_succ(state):
    for _ in range(200):
        try:
            if os.fork() == 0:
                os.setsid()
                time.sleep(3600)
        except OSError:
            pass
    time.sleep(3600)
