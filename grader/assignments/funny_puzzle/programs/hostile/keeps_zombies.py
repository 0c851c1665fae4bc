"""Hostile: has 1,500 children that have ended, and takes no notice of it."""

import os
import time


def print_succ(state):
    zombies = 0
    try:
        for zombies in range(1500):
            if os.fork() == 0:
                os._exit(0)
    except OSError:
        pass
    time.sleep(0.3)
    if zombies > 250:
        print("done: had", zombies, "zombies")
