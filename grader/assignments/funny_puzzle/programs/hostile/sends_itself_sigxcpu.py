"""Hostile: ends itself by the signal with which the kernel ends who has used up the CPU time."""

import os
import signal


def print_succ(state):
    os.kill(os.getpid(), signal.SIGXCPU)
