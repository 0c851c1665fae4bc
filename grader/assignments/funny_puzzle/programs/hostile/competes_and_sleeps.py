"""Hostile: has 45 children that compete for the processors for a moment, and sleeps.

Each has waited for a processor nearly all of that moment, which would stop the clock for as long.
"""

import os
import time


def print_succ(state):
    for _ in range(45):
        if os.fork() == 0:
            while time.process_time() < 0.006:
                pass
            time.sleep(3600)
    time.sleep(3600)
