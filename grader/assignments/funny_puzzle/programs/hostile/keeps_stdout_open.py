"""Hostile: leaves a process of its own session that keeps stdout open."""

import os
import time


def print_succ(state):
    if os.fork() == 0:
        os.setsid()
        time.sleep(3600)
