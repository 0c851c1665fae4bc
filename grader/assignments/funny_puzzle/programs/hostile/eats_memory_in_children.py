"""Hostile: has children that together take more memory than one may."""

import os
import time


def print_succ(state):
    for _ in range(16):
        if os.fork() == 0:
            held = bytearray(b"x") * (40 << 20)
            time.sleep(3600)
    time.sleep(3600)
