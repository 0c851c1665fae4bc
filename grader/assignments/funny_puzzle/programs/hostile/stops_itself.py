"""Hostile: stops its process."""

import os
import signal


def print_succ(state):
    os.kill(os.getpid(), signal.SIGSTOP)
