"""Hostile: leaves System V shared memory, for the next run to read."""

import ctypes


KEY, SIZE, CREATE = 0x5EED, 4096, 0o1000 | 0o666


def print_succ(state):
    library = ctypes.CDLL(None)
    if library.shmget(KEY, 0, 0) >= 0:
        print("done: found shared memory")
    library.shmget(KEY, SIZE, CREATE)
