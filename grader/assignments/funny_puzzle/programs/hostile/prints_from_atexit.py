"""Hostile: prints when its process ends."""

import atexit


def print_succ(state):
    atexit.register(print, "from atexit")
