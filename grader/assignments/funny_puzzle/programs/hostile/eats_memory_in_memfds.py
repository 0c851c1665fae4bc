"""Hostile: takes more memory than it may in files that are in no folder."""

import os
import time


def print_succ(state):
    block, held = bytes(4 << 20), 0
    for number in range(10):
        file = os.memfd_create("held")
        for _ in range(15):
            held += os.write(file, block)
    time.sleep(0.5)
    print("done: held", held >> 20, "MiB")
