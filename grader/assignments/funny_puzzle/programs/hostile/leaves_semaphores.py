"""Hostile: leaves System V semaphores, for the next run to read."""

import ctypes


KEY, CREATE = 0x5EED, 0o1000 | 0o666


def print_succ(state):
    library = ctypes.CDLL(None)
    if library.semget(KEY, 0, 0) >= 0:
        print("done: found semaphores")
    library.semget(KEY, 4, CREATE)
