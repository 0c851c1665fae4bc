"""Hostile: sets up a ring by which the kernel does what no filter of system calls sees."""

import ctypes


def print_succ(state):
    if ctypes.CDLL(None).syscall(425, 4, bytes(120)) >= 0:
        print("done: set up a ring")
