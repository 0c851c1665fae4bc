"""Hostile: attaches to every process as a debugger."""

import ctypes
import os


def print_succ(state):
    for number in range(1, 1 << 16):
        if number != os.getpid() and ctypes.CDLL(None).ptrace(0x4206, number, None, None) == 0:  # PTRACE_SEIZE
            print("done: traced", number)
