"""Hostile: leaves a POSIX message queue, for the next run to read."""

import ctypes
import os


OPEN = 240 if os.uname().machine == "x86_64" else 180
NAME = b"left-by-a-submission"


def print_succ(state):
    call = ctypes.CDLL(None).syscall
    if call(OPEN, NAME, os.O_RDWR, 0, None) >= 0:
        print("done: found a queue")
    call(OPEN, NAME, os.O_RDWR | os.O_CREAT, 0o666, None)
