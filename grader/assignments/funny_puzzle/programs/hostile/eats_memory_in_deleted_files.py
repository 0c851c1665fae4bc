"""Hostile: takes more memory than it may in files that have no name any more."""

import os
import time


def print_succ(state):
    block, held = bytes(4 << 20), 0
    for number in range(6):
        file = os.open("held", os.O_RDWR | os.O_CREAT)
        os.unlink("held")
        for _ in range(14):
            held += os.write(file, block)
    time.sleep(0.3)
    print("done: held", held >> 20, "MiB")
