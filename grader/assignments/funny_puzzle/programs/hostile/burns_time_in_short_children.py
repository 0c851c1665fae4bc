"""Hostile: uses CPU time in children that end between two looks and that the kernel itself reaps."""

import os
import signal
import time


def print_succ(state):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in range(30):
        for _ in range(2):
            if os.fork() == 0:
                start = time.process_time()
                while time.process_time() < start + 0.02:
                    pass
                os._exit(0)
        try:
            os.wait()  # for both, since none is reported
        except ChildProcessError:
            pass
    print("done: used 1.2 s of CPU time")
