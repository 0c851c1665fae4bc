"""Hostile: asks to be told of page faults, with which it could hold the kernel up."""

import ctypes
import os


CALL = 323 if os.uname().machine == "x86_64" else 282
USER_MODE_ONLY = 1


def print_succ(state):
    for flags in 0, USER_MODE_ONLY:
        if ctypes.CDLL(None).syscall(CALL, os.O_CLOEXEC | flags) >= 0:
            print("done: catches page faults, flags", flags)
