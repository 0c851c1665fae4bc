"""Hostile: has children that together take more memory than one may, and that nobody may look into."""

import ctypes
import os
import time


def print_succ(state):
    for _ in range(16):
        if os.fork() == 0:
            ctypes.CDLL(None).prctl(4, 0)
            held = bytearray(b"x") * (40 << 20)
            time.sleep(3600)
    time.sleep(3600)
