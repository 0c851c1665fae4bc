"""Hostile: sleeps."""

import time


def print_succ(state):
    time.sleep(3600)
