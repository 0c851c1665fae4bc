"""Hostile: uses CPU time in children whose end it ignores, so that nobody is told of it."""

import os
import signal


def print_succ(state):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        if os.fork() == 0:
            while os.times().user < 0.2:
                pass
            os._exit(0)
        try:
            os.wait()
        except ChildProcessError:
            pass
